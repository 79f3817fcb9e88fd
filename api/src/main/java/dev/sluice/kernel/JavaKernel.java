package dev.sluice.kernel;

import dev.sluice.CallableArtifact;

/**
 * A callable's work in Java: the artifact of the simulator.
 *
 * <pre>{@code
 * JavaKernel addOne = args -> {
 *   TensorView x = args.tensor("x");
 *   TensorView y = args.tensor("y");
 *   for (long i = 0; i < x.elementCount(); i++) {
 *     y.setFloat(i, x.getFloat(i) + 1);
 *   }
 * };
 * }</pre>
 *
 * <p>A kernel runs on a thread of the device; whatever it throws fails the launch. Two kernels are
 * the same content only if they are the same object, unless they define {@code equals}.
 */
@FunctionalInterface
public interface JavaKernel extends CallableArtifact {

  /**
   * Does the work of one launch.
   *
   * @param arguments valid until this method returns
   * @throws Exception to fail the launch, with this as its cause
   */
  void run(KernelArguments arguments) throws Exception;

  /**
   * Returns how many bytes the device streams through its memory for one launch; the cost model
   * turns them into device time. By default, the bytes of all tensor arguments.
   */
  default long streamedBytes(KernelArguments arguments) {
    long bytes = 0;
    for (int i = 0; i < arguments.tensorCount(); i++) {
      bytes += arguments.tensor(i).byteCount();
    }
    return bytes;
  }
}
