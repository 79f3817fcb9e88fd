package dev.sluice.sim.kernel;

import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.cost.CostProfile;
import dev.sluice.sim.cost.VirtualClock;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.Launch;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One launch: run by the device's thread, polled and finished by the core. */
final class KernelLaunch implements Launch {

  private final String callable;
  private final JavaKernel kernel;
  private final KernelRun run;
  private final CostProfile profile;
  private final VirtualClock clock;
  private final KernelDevice device;

  // Written by the device's thread before it sets complete.
  private @Nullable Throwable failure;
  private long streamedBytes;
  private long wallNanos;

  private volatile boolean complete;

  KernelLaunch(
      String callable,
      JavaKernel kernel,
      KernelRun run,
      CostProfile profile,
      VirtualClock clock,
      KernelDevice device) {
    this.callable = callable;
    this.kernel = kernel;
    this.run = run;
    this.profile = profile;
    this.clock = clock;
    this.device = device;
  }

  /** Runs the kernel; nothing that it throws gets past here. */
  void execute() {
    long start = System.nanoTime();
    try {
      if (profile.chargesDeviceWork()) {
        streamedBytes = kernel.streamedBytes(run);
      }
      start = System.nanoTime();
      kernel.run(run);
    } catch (Throwable e) {
      failure = e;
    } finally {
      wallNanos = System.nanoTime() - start;
      if (run.violation() != null) {
        failure = run.violation();
      }
      run.end();
      complete = true;
    }
  }

  @Override
  public boolean poll() {
    return complete;
  }

  @Override
  public void finish() {
    clock.launch(streamedBytes);
    Throwable thrown = failure;
    if (thrown instanceof AccessViolation violation) {
      throw DeviceFailure.failed(violation.getMessage(), violation)
          .withArgument(violation.argument())
          .withRemedy(violation.remedy());
    }
    if (thrown != null) {
      throw DeviceFailure.failed("the kernel '" + callable + "' threw " + thrown, thrown);
    }
  }

  @Override
  public void abort() {
    device.abort();
  }

  @Override
  public OptionalLong deviceWallNanos() {
    return OptionalLong.of(wallNanos);
  }
}
