package dev.sluice.sim.kernel;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.SluiceException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.check.Checks;
import dev.sluice.sim.cost.CostProfile;
import dev.sluice.sim.cost.VirtualClock;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.Launch;
import java.nio.ReadOnlyBufferException;
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
    PriorContents prior = null;
    try {
      if (profile.chargesDeviceWork()) {
        streamedBytes = streamedBytes();
      }
      if (kernel instanceof OnBuffers && run.checks().seeLaunches()) {
        prior = PriorContents.of(run);
      }
      start = System.nanoTime();
      kernel.run(run);
    } catch (Throwable e) {
      failure = e;
    } finally {
      wallNanos = System.nanoTime() - start;
      failure = first(run.violation(), failure);
      run.end();
      if (kernel instanceof OnBuffers
          && failure instanceof ReadOnlyBufferException thrown
          && !device.isGivenUp()) {
        failure = ReadOnlyWrite.explain(run, prior, this::runAgain, thrown);
      }
      lookAtWhole(prior);
      complete = true;
    }
  }

  /** Looks at the launch as a whole, where that is asked for. */
  private void lookAtWhole(@Nullable PriorContents prior) {
    Checks checks = run.checks();
    if (failure != null || !checks.seeLaunches() || device.isGivenUp()) {
      return;
    }
    try {
      if (prior == null) {
        WholeLaunch.check(run, checks.findings());
      } else {
        prior.judge(() -> runAgain(run.again()), checks.findings());
      }
      checks.transfers().launched(callable, run.request(), run.uses());
    } catch (Throwable e) { // whatever it is, the launch has to end
      failure = e;
    }
  }

  private void runAgain(KernelRun again) throws Exception {
    try {
      kernel.run(again);
    } finally {
      again.end();
    }
    AccessViolation violation = again.violation();
    if (violation != null) {
      throw violation;
    }
  }

  private long streamedBytes() {
    long bytes = kernel.streamedBytes(run);
    if (bytes < 0) {
      throw new IllegalArgumentException("streamedBytes returned " + bytes);
    }
    return bytes;
  }

  /** Returns the violation, if there was one, together with what the kernel made of it. */
  private static @Nullable Throwable first(
      @Nullable AccessViolation violation, @Nullable Throwable thrown) {
    if (violation == null) {
      return thrown;
    }
    if (thrown != null && thrown != violation) {
      violation.addSuppressed(thrown);
    }
    return violation;
  }

  @Override
  public boolean poll() {
    return complete;
  }

  @Override
  public void finish() {
    if (!complete) {
      throw DeviceFailure.refused(
          "the kernel of '" + callable + "' is still running", "poll until it is done");
    }
    clock.launch(streamedBytes);
    Throwable thrown = failure;
    if (thrown instanceof AccessViolation violation) {
      throw DeviceFailure.failed(violation.getMessage(), violation)
          .withArgument(violation.argument())
          .withRemedy(violation.remedy());
    }
    if (thrown instanceof SluiceException said) {
      throw withDetail(DeviceFailure.failed(said.problem(), said), said.detail());
    }
    if (thrown != null) {
      throw DeviceFailure.failed("the kernel threw " + thrown, thrown);
    }
  }

  private static DeviceFailure withDetail(DeviceFailure failure, ErrorDetail detail) {
    DeviceFailure complete = failure;
    if (detail.argument() != null) {
      complete = complete.withArgument(detail.argument().index());
    }
    return detail.remedy() == null ? complete : complete.withRemedy(detail.remedy());
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
