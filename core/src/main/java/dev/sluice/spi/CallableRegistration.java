package dev.sluice.spi;

import dev.sluice.CallableArtifact;
import dev.sluice.ScalarType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A callable to load onto a device. Immutable.
 *
 * @param name unique among the callables that the device has loaded
 * @param artifact of the kind that the platform takes, or of another, which it refuses
 * @param tensors the declared tensors, in order
 * @param scalars the declared scalars, in order
 * @param open whether a launch may have more tensors and scalars than declared
 */
public record CallableRegistration(
    String name,
    CallableArtifact artifact,
    List<Tensor> tensors,
    List<Scalar> scalars,
    boolean open) {

  /**
   * One declared tensor.
   *
   * @param name null where it has none
   * @param readable whether the callable may read what the tensor holds before a launch
   * @param writable whether the callable may write it
   */
  public record Tensor(@Nullable String name, boolean readable, boolean writable) {}

  /**
   * One declared scalar.
   *
   * @param name null where it has none
   * @param type BITS where any is taken
   */
  public record Scalar(@Nullable String name, ScalarType type) {}

  /** Copies the lists. */
  public CallableRegistration {
    tensors = List.copyOf(tensors);
    scalars = List.copyOf(scalars);
  }
}
