package dev.sluice;

/**
 * A part of a program in which some transfers are an error; see {@link DeviceRuntime#forbid}.
 * Closing it ends that part; closing it again does nothing.
 */
public interface TransferGuard extends AutoCloseable {

  /** Allows again what this guard forbade, unless another one forbids it. Never fails. */
  @Override
  void close();
}
