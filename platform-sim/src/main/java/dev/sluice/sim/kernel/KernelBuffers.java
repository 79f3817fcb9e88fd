package dev.sluice.sim.kernel;

import dev.sluice.sim.memory.SimMemory;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.tensor.DirectMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;

/** The bytes of arguments as buffers, for kernels that take them. Stateless. */
final class KernelBuffers {

  private KernelBuffers() {}

  /** Returns one buffer for each argument, with the rights that the kernel has. */
  static List<ByteBuffer> of(LaunchRequest request, SimMemory memory) {
    List<LaunchArgument> arguments = request.arguments();
    return IntStream.range(0, arguments.size())
        .mapToObj(i -> withRights(arguments.get(i), bytes(i, arguments.get(i), memory)))
        .toList();
  }

  private static ByteBuffer withRights(LaunchArgument argument, ByteBuffer bytes) {
    ByteBuffer allowed = argument.isWritable() ? bytes : bytes.asReadOnlyBuffer();
    return allowed.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the bytes of an argument, writable where its memory is. */
  static ByteBuffer bytes(int index, LaunchArgument argument, SimMemory memory) {
    ByteBuffer onHost = argument.hostMemory();
    if (onHost != null) {
      return onHost.slice();
    }
    if (!argument.isContiguous()) {
      throw refused(index, "has gaps between its rows", "give it without gaps");
    }
    if (argument.handle() == LaunchArgument.NO_HANDLE) {
      return ByteBuffer.allocateDirect(0);
    }
    long byteCount = argument.shape().byteCount(argument.dataType());
    DirectMemory block = memory.range(argument.handle(), argument.offsetBytes(), byteCount);
    if (byteCount > block.contiguousBytes(argument.offsetBytes())) {
      throw refused(
          index,
          "has " + byteCount + " bytes, which do not lie in one buffer",
          "give at most " + DirectMemory.SEGMENT_BYTES + " bytes");
    }
    return block.range(argument.offsetBytes(), (int) byteCount);
  }

  private static AccessViolation refused(int index, String problem, String remedy) {
    return new AccessViolation(
        index,
        "the argument " + problem + ", but the kernel takes buffers",
        remedy + ", or use a JavaKernel");
  }
}
