package dev.sluice;

import java.util.Set;

/**
 * What runs a callable on one platform: a {@code JavaKernel} on the simulator, other kinds on
 * others. Open: a platform defines the kinds it takes and refuses the rest when a callable is
 * registered.
 *
 * <p>Two artifacts are the same content when they are {@linkplain Object#equals equal}.
 */
public interface CallableArtifact {

  /**
   * Returns the names of small IN tensors that the platform needs in host memory, because the
   * artifact reads them on the host while it builds its work. They are not uploaded by the run; the
   * platform's own transfer of them is counted as delegated.
   */
  default Set<String> hostArguments() {
    return Set.of();
  }
}
