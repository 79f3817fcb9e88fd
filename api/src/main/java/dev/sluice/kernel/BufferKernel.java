package dev.sluice.kernel;

import dev.sluice.CallableArtifact;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A callable's work in Java on the bytes themselves, for the simulator: for code that takes
 * buffers, or that is bound to them. Prefer a {@link JavaKernel}, whose every access is checked
 * where it happens.
 *
 * <pre>{@code
 * BufferKernel copy = (tensors, args) -> tensors.get(1).put(tensors.get(0));
 * }</pre>
 *
 * <p>A kernel runs on a thread of the device; whatever it throws fails the launch. With all of the
 * simulator's checks it runs several times for one launch, each time with the same inputs, so that
 * what it makes of its outputs' earlier contents shows: it must not count its runs. Two kernels are
 * the same content only if they are the same object, unless they define {@code equals}.
 */
@FunctionalInterface
public interface BufferKernel extends CallableArtifact {

  /**
   * Does the work of one launch.
   *
   * @param tensors the bytes of each tensor argument, in order: direct, little-endian, from
   *     position 0 to the limit, read-only where the argument is only read. They must not be
   *     touched after this method has returned. An argument must have no gaps, and at most 1 GiB.
   * @param arguments scalars, shapes and element types; valid until this method returns
   * @throws Exception to fail the launch, with this as its cause
   */
  void run(List<ByteBuffer> tensors, KernelArguments arguments) throws Exception;
}
