package dev.sluice.it.threads;

import dev.sluice.DeviceCallable;
import dev.sluice.Signature;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A kernel that says when it has started and goes on when it is told; then adds one to {@code x}.
 */
final class BlockingKernel implements JavaKernel {

  static final long PATIENCE_SECONDS = 60;

  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  DeviceCallable callable() {
    return DeviceCallable.builder("blocking")
        .signature(Signature.builder().inout("x").build())
        .artifact("sim", this)
        .build();
  }

  /** Waits until a run is inside the kernel. */
  void awaitStart() throws InterruptedException {
    if (!started.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the kernel was not started");
    }
  }

  /** Lets this and all later runs go on. */
  void release() {
    released.countDown();
  }

  @Override
  public void run(KernelArguments arguments) throws InterruptedException {
    started.countDown();
    if (!released.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the kernel was not released");
    }
    arguments.tensor("x").setInt(0, arguments.tensor("x").getInt(0) + 1);
  }
}
