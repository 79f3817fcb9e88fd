package dev.sluice.sim.kernel;

import dev.sluice.CallableArtifact;
import dev.sluice.kernel.BufferKernel;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.check.Checks;
import dev.sluice.sim.cost.CostProfile;
import dev.sluice.sim.cost.VirtualClock;
import dev.sluice.sim.memory.SimMemory;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs kernels on a thread of its own, one after the other, as a device would: the caller hands a
 * launch over and goes on. The thread is made for the first launch. Launches are handed over by one
 * thread at a time.
 */
public final class KernelDevice {

  /**
   * After a launch, the next one of a loop usually comes within this; waiting awake costs no
   * wake-up.
   */
  private static final long SPIN_NANOS =
      Runtime.getRuntime().availableProcessors() > 1 ? 50_000 : 0;

  /**
   * How long close waits for a kernel that was given up; after that it keeps its memory to itself.
   */
  private static final Duration ABANDON_AFTER = Duration.ofSeconds(1);

  private final String name;
  private final SimMemory memory;
  private final Checks checks;
  private final CostProfile profile;
  private final VirtualClock clock;
  private final KernelWorkers workers;
  private @Nullable KernelThread thread;

  private volatile @Nullable KernelLaunch next;
  private volatile boolean parked;
  private volatile boolean closed;

  /**
   * Makes an idle device.
   *
   * @param name names the threads
   */
  public KernelDevice(
      String name, SimMemory memory, Checks checks, CostProfile profile, VirtualClock clock) {
    this.name = name;
    this.memory = memory;
    this.checks = checks;
    this.profile = profile;
    this.clock = clock;
    this.workers = new KernelWorkers(this, name + "-worker");
  }

  /**
   * Checks that the memory of every argument is there, also of those that the kernel never touches.
   *
   * @throws DeviceFailure if it is not, naming the argument
   */
  public void check(LaunchRequest request) {
    List<LaunchArgument> arguments = request.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      try {
        check(arguments.get(i));
      } catch (DeviceFailure e) {
        throw e.withArgument(i);
      }
    }
  }

  private void check(LaunchArgument argument) {
    int elementBytes = argument.dataType().byteSize();
    long bytes = ElementLayout.extent(argument) * elementBytes;
    if (argument.handle() != LaunchArgument.NO_HANDLE) {
      memory.range(argument.handle(), argument.offsetBytes(), bytes);
      if (argument.offsetBytes() % elementBytes != 0) {
        throw DeviceFailure.refused(
            "the argument starts at byte "
                + argument.offsetBytes()
                + ", which is no multiple of its element size of "
                + elementBytes,
            null);
      }
      return;
    }
    ByteBuffer onHost = argument.hostMemory();
    long given = onHost == null ? 0 : onHost.remaining();
    if (given != bytes) {
      throw DeviceFailure.refused(
          "the argument has " + bytes + " bytes, but memory of " + given + " was given for it",
          null);
    }
  }

  /** Returns the kernel that an artifact is, if it is one. */
  public static Optional<JavaKernel> kernel(CallableArtifact artifact) {
    if (artifact instanceof BufferKernel onBuffers) {
      return Optional.of(new OnBuffers(onBuffers));
    }
    return artifact instanceof JavaKernel kernel ? Optional.of(kernel) : Optional.empty();
  }

  /** Hands a checked launch over. */
  public Launch launch(CallableRegistration callable, JavaKernel kernel, LaunchRequest request) {
    KernelRun run =
        new KernelRun(callable, request, memory, checks, workers, kernel instanceof OnBuffers);
    KernelLaunch launch = new KernelLaunch(callable.name(), kernel, run, profile, clock, this);
    if (thread == null || !thread.isAlive()) {
      thread = started();
    }
    next = launch;
    if (parked) {
      LockSupport.unpark(thread);
    }
    return launch;
  }

  /** Starts the device's thread; if the machine has none to give, the next launch asks again. */
  private KernelThread started() {
    KernelThread made = new KernelThread(this, name, this::serve);
    try {
      made.start();
    } catch (OutOfMemoryError e) {
      throw DeviceFailure.failed("the device's thread cannot be started: " + e.getMessage(), e);
    }
    return made;
  }

  /** Returns whether the calling thread runs a kernel of this device. */
  public boolean isKernelThread() {
    return KernelThread.isCurrentOf(this);
  }

  private void serve() {
    long idleSince = System.nanoTime();
    while (!closed) {
      KernelLaunch launch = next;
      if (launch != null) {
        next = null;
        launch.execute();
        Thread.interrupted(); // a kernel's own business; it would keep this thread from parking
        idleSince = System.nanoTime();
      } else if (System.nanoTime() - idleSince < SPIN_NANOS) {
        Thread.onSpinWait();
      } else {
        parked = true;
        if (next == null
            && !closed) { // looked at again after parked is seen, so no launch is missed
          LockSupport.park(this);
        }
        parked = false;
      }
    }
  }

  /** Returns whether nobody waits for kernels any more. */
  boolean isGivenUp() {
    return closed;
  }

  /** Asks the kernel that is running to stop. */
  void abort() {
    closed = true;
    if (thread != null) {
      thread.interrupt();
    }
    workers.close();
  }

  /**
   * Ends the threads, and interrupts a kernel that is still running. One that does not stop is left
   * to itself with the memory that it has; an interrupt of the caller cuts the wait for it short.
   */
  public void close() {
    abort();
    if (thread == null) {
      return;
    }
    try {
      thread.join(ABANDON_AFTER.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
