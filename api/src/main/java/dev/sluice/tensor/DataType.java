package dev.sluice.tensor;

/**
 * The element types of a tensor: those of the Ascend host runtime. Elements are little-endian. FP8
 * and FP4 are carried as raw bytes; FLOAT16 and BFLOAT16 are converted to and from {@code float} by
 * the typed accessors.
 */
public enum DataType {
  /** IEEE binary32. */
  FLOAT32(4, Kind.FLOATING),
  /** IEEE binary16. */
  FLOAT16(2, Kind.FLOATING),
  /** Signed 32-bit integer. */
  INT32(4, Kind.SIGNED),
  /** Signed 16-bit integer. */
  INT16(2, Kind.SIGNED),
  /** Signed 8-bit integer. */
  INT8(1, Kind.SIGNED),
  /** Unsigned 8-bit integer. */
  UINT8(1, Kind.UNSIGNED),
  /** The upper half of an IEEE binary32. */
  BFLOAT16(2, Kind.FLOATING),
  /** Signed 64-bit integer. */
  INT64(8, Kind.SIGNED),
  /** Unsigned 64-bit integer. */
  UINT64(8, Kind.UNSIGNED),
  /** Unsigned 16-bit integer. */
  UINT16(2, Kind.UNSIGNED),
  /** Unsigned 32-bit integer. */
  UINT32(4, Kind.UNSIGNED),
  /** One byte: 0 is false, anything else is true. */
  BOOL(1, Kind.UNSIGNED),
  /** 8-bit float, 4 exponent and 3 mantissa bits; a raw byte here. */
  FP8E4M3FN(1, Kind.RAW),
  /** 8-bit power of two; a raw byte here. */
  FP8E8M0(1, Kind.RAW),
  /** Two 4-bit floats in one byte; an element of a shape is such a byte, not one value. */
  FP4E2M1(1, Kind.RAW);

  private enum Kind {
    FLOATING,
    SIGNED,
    UNSIGNED,
    RAW
  }

  private final int byteSize;
  private final Kind kind;

  DataType(int byteSize, Kind kind) {
    this.byteSize = byteSize;
    this.kind = kind;
  }

  /** Returns the bytes that one element of a shape takes: 1, 2, 4 or 8. */
  public int byteSize() {
    return byteSize;
  }

  /** Returns whether elements are read and written as {@code float} by the typed accessors. */
  public boolean isFloatingPoint() {
    return kind == Kind.FLOATING;
  }

  /** Returns whether elements are read and written as integers by the typed accessors. */
  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  /** Returns whether elements narrower than 64 bits are zero-extended when read as integers. */
  public boolean isUnsigned() {
    return kind == Kind.UNSIGNED;
  }
}
