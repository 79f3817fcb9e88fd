package dev.sluice.tensor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Host tensors over every kind of memory, and the little-endian bytes that they stand for. */
final class HostTensorModel {

  private HostTensorModel() {}

  /**
   * Returns zeroed writable tensors: off-heap, in the middle of off-heap memory, over direct and
   * heap buffers at odd addresses, and over every array that can hold the type.
   */
  static List<HostTensor> everyKindOfMemory(DataType type, Shape shape) {
    int bytes = Math.toIntExact(shape.byteCount(type));
    int count = Math.toIntExact(shape.elementCount());
    List<HostTensor> tensors = new ArrayList<>();
    tensors.add(HostTensor.allocate(type, shape));
    tensors.add(HostTensor.in(DirectMemory.allocate(bytes + 24), 16, type, shape));
    tensors.add(HostTensor.wrap(middle(ByteBuffer.allocateDirect(bytes + 7)), type, shape));
    tensors.add(HostTensor.wrap(middle(ByteBuffer.allocate(bytes + 7)), type, shape));
    tensors.add(HostTensor.wrap(new byte[bytes], type, shape));
    if (type.byteSize() == Short.BYTES) {
      tensors.add(HostTensor.wrap(new short[count], type, shape));
    }
    if (type == DataType.FLOAT32) {
      tensors.add(HostTensor.wrap(new float[count], shape));
    }
    if (type == DataType.INT32 || type == DataType.UINT32) {
      tensors.add(HostTensor.wrap(new int[count], type, shape));
    }
    if (type == DataType.INT64 || type == DataType.UINT64) {
      tensors.add(HostTensor.wrap(new long[count], type, shape));
    }
    return tensors;
  }

  private static ByteBuffer middle(ByteBuffer buffer) {
    return buffer.order(ByteOrder.LITTLE_ENDIAN).position(3).limit(buffer.capacity() - 4);
  }

  /** Returns the bytes of all elements, read one element at a time. */
  static byte[] bytes(HostTensor tensor) {
    int size = tensor.dataType().byteSize();
    byte[] bytes = new byte[Math.toIntExact(tensor.byteCount())];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (tensor.getBits(i / size) >>> Byte.SIZE * (i % size));
    }
    return bytes;
  }
}
