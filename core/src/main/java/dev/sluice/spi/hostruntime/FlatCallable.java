package dev.sluice.spi.hostruntime;

import dev.sluice.kernel.NativeArtifact;
import dev.sluice.kernel.NativeKernel;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.elf.KernelText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes a callable for the JNI library. Stateless. */
final class FlatCallable {

  private static final int HEADER_BYTES = 4 * Integer.BYTES + Long.BYTES;
  private static final int KERNEL_HEADER_BYTES = 2 * Integer.BYTES + Long.BYTES;
  private static final int ALIGNMENT = 8;

  private FlatCallable() {}

  /**
   * Returns a callable, from position 0 to the limit.
   *
   * @param simulated whether kernels are shared objects that the host loads; otherwise their text
   *     is taken out of them
   */
  static ByteBuffer of(
      CallableRegistration registration, NativeArtifact artifact, boolean simulated) {
    byte[] entry = artifact.entry().getBytes(StandardCharsets.US_ASCII);
    byte[] config = artifact.configSymbol().getBytes(StandardCharsets.US_ASCII);
    ByteBuffer orchestration = artifact.orchestration();
    List<ByteBuffer> binaries = new ArrayList<>();
    long bytes =
        padded(
                HEADER_BYTES
                    + (long) registration.tensors().size() * Integer.BYTES
                    + entry.length
                    + config.length)
            + padded(orchestration.remaining());
    for (NativeKernel kernel : artifact.kernels()) {
      ByteBuffer binary = simulated ? kernel.binary() : text(kernel);
      binaries.add(binary);
      bytes +=
          padded(KERNEL_HEADER_BYTES + (long) kernel.signature().size() * Integer.BYTES)
              + padded(binary.remaining());
    }
    ByteBuffer flat = new FlatBuffer().cleared(bytes);
    flat.putInt(registration.tensors().size()).putInt(artifact.kernels().size());
    flat.putInt(entry.length).putInt(config.length).putLong(orchestration.remaining());
    registration.tensors().forEach(tensor -> flat.putInt(code(tensor)));
    pad(flat.put(entry).put(config));
    pad(flat.put(orchestration));
    for (int i = 0; i < binaries.size(); i++) {
      NativeKernel kernel = artifact.kernels().get(i);
      flat.putInt(kernel.funcId()).putInt(kernel.signature().size());
      flat.putLong(binaries.get(i).remaining());
      kernel.signature().forEach(parameter -> flat.putInt(code(parameter)));
      pad(flat);
      pad(flat.put(binaries.get(i)));
    }
    return flat.flip().order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer text(NativeKernel kernel) {
    ByteBuffer view = kernel.binary();
    byte[] file = new byte[view.remaining()];
    view.get(file);
    return ByteBuffer.wrap(KernelText.of(file, Integer.toString(kernel.funcId())));
  }

  private static long padded(long bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  private static void pad(ByteBuffer flat) {
    while (flat.position() % ALIGNMENT != 0) {
      flat.put((byte) 0);
    }
  }

  /** The host runtime looks at it only for tensors in host memory, which are read and no more. */
  private static int code(CallableRegistration.Tensor tensor) {
    if (tensor.readable() && tensor.writable()) {
      return 3;
    }
    return tensor.writable() ? 2 : 1;
  }

  private static int code(NativeKernel.Parameter parameter) {
    return switch (parameter) {
      case SCALAR -> 0;
      case IN -> 1;
      case OUT -> 2;
      case INOUT -> 3;
    };
  }
}
