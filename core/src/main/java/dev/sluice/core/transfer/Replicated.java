package dev.sluice.core.transfer;

import dev.sluice.tensor.HostTensor;

/** What planning needs of a managed tensor beside its api: where its host bytes are. */
public interface Replicated {

  /** Returns the host replica, for copies and for where its bytes lie; not for its contents. */
  HostTensor hostReplica();
}
