package dev.sluice.spi;

import dev.sluice.CallableArtifact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A callable to load onto a device. Immutable.
 *
 * @param name unique among the callables that the device has loaded
 * @param artifact of the kind that the platform takes, or of another, which it refuses
 * @param tensors the declared tensors, in order
 * @param scalarCount the number of declared scalars
 * @param open whether a launch may have more tensors and scalars than declared
 */
public record CallableRegistration(
    String name, CallableArtifact artifact, List<Tensor> tensors, int scalarCount, boolean open) {

  /**
   * One declared tensor.
   *
   * @param name null where it has none
   * @param readable whether the callable may read what the tensor holds before a launch
   * @param writable whether the callable may write it
   */
  public record Tensor(@Nullable String name, boolean readable, boolean writable) {}

  /** Copies the list. */
  public CallableRegistration {
    tensors = List.copyOf(tensors);
  }
}
