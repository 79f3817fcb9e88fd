package dev.sluice.core.transfer;

import dev.sluice.tensor.HostTensor;

/** What planning needs of a managed tensor beside its api: its bytes, and who shares them. */
public interface Replicated {

  /** Returns the host replica, for copies and for where its bytes lie; not for its contents. */
  HostTensor hostReplica();

  /** Returns what all tensors over the same bytes have in common; compared by identity. */
  Object replica();
}
