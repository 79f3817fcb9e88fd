package dev.sluice.testkit;

import dev.sluice.tensor.HostTensor;
import java.nio.ByteBuffer;
import org.assertj.core.api.AbstractAssert;

/**
 * Asserts the contents of a host tensor; a failure names the first byte or element that differs.
 */
public final class HostTensorAssert extends AbstractAssert<HostTensorAssert, HostTensor> {

  private static final int CHUNK_BYTES = 1 << 16;

  HostTensorAssert(HostTensor actual) {
    super(actual, HostTensorAssert.class);
  }

  /** Fails unless these are all the elements, of FLOAT32, FLOAT16 or BFLOAT16, to the bit. */
  public HostTensorAssert containsFloats(float... expected) {
    hasElements(expected.length);
    for (int i = 0; i < expected.length; i++) {
      if (Float.floatToIntBits(actual.getFloat(i)) != Float.floatToIntBits(expected[i])) {
        throw differs(i, expected[i], actual.getFloat(i));
      }
    }
    return this;
  }

  /** Fails unless these are all the elements, of an integer type of at most 32 bits. */
  public HostTensorAssert containsInts(int... expected) {
    hasElements(expected.length);
    for (int i = 0; i < expected.length; i++) {
      if (actual.getInt(i) != expected[i]) {
        throw differs(i, expected[i], actual.getInt(i));
      }
    }
    return this;
  }

  private void hasElements(long count) {
    isNotNull();
    if (actual.shape().elementCount() != count) {
      throw failureWithActualExpected(
          actual.shape().elementCount(),
          count,
          "expected %s elements, but the tensor is %s %s",
          count,
          actual.dataType(),
          actual.shape());
    }
  }

  private AssertionError differs(long element, Object expected, Object found) {
    return failureWithActualExpected(
        found,
        expected,
        "expected %s, but found %s at element %s (byte %s)",
        expected,
        found,
        element,
        element * actual.dataType().byteSize());
  }

  /** Fails unless another tensor has the same bytes, whatever their types. */
  public HostTensorAssert hasSameBytesAs(HostTensor expected) {
    isNotNull();
    if (actual.byteCount() != expected.byteCount()) {
      throw failureWithActualExpected(
          actual.byteCount(),
          expected.byteCount(),
          "expected %s bytes, but there are %s",
          expected.byteCount(),
          actual.byteCount());
    }
    for (long at = 0; at < actual.byteCount(); at += CHUNK_BYTES) {
      int length = (int) Math.min(CHUNK_BYTES, actual.byteCount() - at);
      ByteBuffer found = ByteBuffer.allocate(length);
      ByteBuffer wanted = ByteBuffer.allocate(length);
      actual.readBytes(at, found);
      expected.readBytes(at, wanted);
      int mismatch = found.flip().mismatch(wanted.flip());
      if (mismatch >= 0) {
        throw failureWithActualExpected(
            found.get(mismatch),
            wanted.get(mismatch),
            "expected 0x%02x, but found 0x%02x at byte %s",
            wanted.get(mismatch),
            found.get(mismatch),
            at + mismatch);
      }
    }
    return this;
  }
}
