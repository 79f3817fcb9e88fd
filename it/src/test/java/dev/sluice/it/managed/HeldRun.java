package dev.sluice.it.managed;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.TaskArgs;
import dev.sluice.error.RejectedCallException;
import dev.sluice.it.model.TestPlatform;
import dev.sluice.tensor.ManagedTensor;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A runtime whose run adds one to a tensor, and does not end before it is let go. */
final class HeldRun implements AutoCloseable {

  private final TestPlatform platform;
  private final DeviceRuntime runtime;
  private final CountDownLatch goOn = new CountDownLatch(1);

  private HeldRun(TestPlatform platform) {
    this.platform = platform;
    this.runtime = platform.builder(platform.platform(), "hold").open();
  }

  static HeldRun on(TestPlatform platform) {
    return new HeldRun(platform);
  }

  DeviceRuntime runtime() {
    return runtime;
  }

  void run(ManagedTensor tensor) {
    runtime.run(callable(), TaskArgs.of(tensor));
  }

  private DeviceCallable callable() {
    return platform.isSimulator()
        ? Kernels.onSimulator(
            k -> {
              goOn.await(60, TimeUnit.SECONDS);
              k.tensor("x").setInt(0, k.tensor("x").getInt(0) + 1);
            })
        : Kernels.increment();
  }

  /** Waits until the run uses the tensor, which then cannot be had. */
  void awaitStarted(ManagedTensor tensor) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < end) {
      try {
        tensor.withoutWaiting().read(view -> {});
        Thread.onSpinWait();
      } catch (RejectedCallException inUse) {
        return;
      }
    }
    throw new AssertionError("the run has not started");
  }

  void letGo() {
    platform.configure();
    goOn.countDown();
  }

  @Override
  public void close() {
    letGo();
    runtime.close();
  }
}
