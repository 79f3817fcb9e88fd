package dev.sluice.tensor;

/** Refuses element types and shapes that do not fit the memory that a tensor is to lie in. */
final class MemoryFit {

  private MemoryFit() {}

  static void requireExactly(HostMemory memory, DataType type, Shape shape) {
    long expected = shape.byteCount(type);
    if (memory.byteCount() != expected) {
      throw Refusal.of(
          "shape "
              + shape
              + " in "
              + type
              + " takes "
              + expected
              + " bytes, but "
              + memory.description()
              + " has "
              + memory.byteCount(),
          "give exactly the bytes of the shape, for example a slice, or another shape");
    }
  }

  static void requireInside(HostMemory memory, long offsetBytes, DataType type, Shape shape) {
    if (offsetBytes < 0 || offsetBytes > memory.byteCount() - shape.byteCount(type)) {
      throw Refusal.of(
          "shape "
              + shape
              + " in "
              + type
              + " at byte "
              + offsetBytes
              + " reaches outside memory of "
              + memory.byteCount()
              + " bytes",
          "give an offset and a shape inside the memory");
    }
    if (offsetBytes % type.byteSize() != 0) {
      throw Refusal.of(
          "offset " + offsetBytes + " is not a multiple of the element size of " + type,
          "align the offset to " + type.byteSize() + " bytes");
    }
  }

  static void requireViewInside(Shape shape, long offsetElements, Shape view) {
    if (offsetElements < 0 || offsetElements > shape.elementCount() - view.elementCount()) {
      throw Refusal.of(
          "a view of shape "
              + view
              + " at element "
              + offsetElements
              + " reaches outside a tensor of shape "
              + shape,
          "host views are contiguous ranges inside their tensor; copy strided elements together first");
    }
  }

  /**
   * @param integer whether the bits of 16-bit floats and the like are refused too
   */
  static void requireWidth(String array, DataType type, int width, boolean integer) {
    if (type.byteSize() != width || (integer && !type.isInteger())) {
      int bits = width * Byte.SIZE;
      throw Refusal.of(
          array + " does not hold " + type + " elements",
          "use "
              + (integer
                  ? "INT" + bits + " or UINT" + bits
                  : "an element type of " + width + " bytes"));
    }
  }
}
