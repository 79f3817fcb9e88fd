package dev.sluice.spi;

import java.util.List;

/** What to launch. Immutable; the core may hand the same request to several launches. */
public final class LaunchRequest {

  private final long callable;
  private final List<LaunchArgument> arguments;
  private final long[] scalars;

  /**
   * Makes a request.
   *
   * @param callable what {@link DeviceContext#register} returned
   * @param arguments the tensors, in order
   * @param scalars the bits of the scalars, in order
   */
  public LaunchRequest(long callable, List<LaunchArgument> arguments, long[] scalars) {
    this.callable = callable;
    this.arguments = List.copyOf(arguments);
    this.scalars = scalars.clone();
  }

  /** Returns the registered callable. */
  public long callable() {
    return callable;
  }

  /** Returns the tensors, in order. */
  public List<LaunchArgument> arguments() {
    return arguments;
  }

  /** Returns the number of scalars. */
  public int scalarCount() {
    return scalars.length;
  }

  /** Returns the bits of a scalar, zero-extended to 64. */
  public long scalarBits(int index) {
    return scalars[index];
  }
}
