package dev.sluice;

/**
 * The type of a scalar argument. A scalar travels as 64 bits: its own in the low bytes, then zeros.
 */
public enum ScalarType {
  /** A 32-bit integer. */
  INT32,
  /** A 64-bit integer. */
  INT64,
  /** An IEEE binary32. */
  FLOAT32,
  /** An IEEE binary64. */
  FLOAT64,
  /** Any 64 bits; as a declared type it takes a scalar of every type. */
  BITS
}
