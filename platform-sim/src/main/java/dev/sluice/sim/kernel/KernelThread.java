package dev.sluice.sim.kernel;

/** A thread that runs kernel code of one device, by which calls from inside a kernel are known. */
final class KernelThread extends Thread {

  private final KernelDevice device;

  KernelThread(KernelDevice device, String name, Runnable work) {
    super(work, name);
    this.device = device;
    setDaemon(true);
  }

  static boolean isCurrentOf(KernelDevice device) {
    return Thread.currentThread() instanceof KernelThread thread && thread.device == device;
  }
}
