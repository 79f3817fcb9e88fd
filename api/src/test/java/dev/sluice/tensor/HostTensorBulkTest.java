package dev.sluice.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Bulk and single accesses, bytes and elements, are the same little-endian bytes. */
class HostTensorBulkTest {

  /** A range of elements; the tensor has more on both sides. */
  record Span(int before, int count, int behind, long seed) {

    int total() {
      return before + count + behind;
    }
  }

  @Provide
  Arbitrary<Span> spans() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 9),
            Arbitraries.integers().between(0, 2100), // beyond two rows of the float conversion
            Arbitraries.integers().between(0, 9),
            Arbitraries.longs())
        .as(Span::new);
  }

  @Property(tries = 300)
  void bytes_written_are_the_bytes_read_and_nothing_beside_them_changes(
      @ForAll DataType type, @ForAll("spans") Span span) {
    int size = type.byteSize();
    byte[] expected = new byte[span.total() * size];
    byte[] random = random(span, span.count() * size);
    System.arraycopy(random, 0, expected, span.before() * size, random.length);

    for (HostTensor tensor : HostTensorModel.everyKindOfMemory(type, Shape.of(span.total()))) {
      ByteBuffer source = ByteBuffer.wrap(random);
      tensor.writeBytes((long) span.before() * size, source);
      ByteBuffer target = ByteBuffer.allocateDirect(random.length + 2).position(2);
      tensor.readBytes((long) span.before() * size, target);

      assertThat(source.hasRemaining()).isFalse();
      assertThat(target.hasRemaining()).isFalse();
      assertThat(target.position(2).mismatch(ByteBuffer.wrap(random))).isEqualTo(-1);
      assertThat(HostTensorModel.bytes(tensor)).as(tensor.toString()).isEqualTo(expected);
    }
  }

  @Property(tries = 200)
  void floats_in_bulk_are_floats_one_by_one(@ForAll("spans") Span span) {
    Random random = new Random(span.seed());
    float[] values = new float[span.count() + 2];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian() * 100;
    }
    for (DataType type : new DataType[] {DataType.FLOAT32, DataType.FLOAT16, DataType.BFLOAT16}) {
      for (HostTensor tensor : HostTensorModel.everyKindOfMemory(type, Shape.of(span.total()))) {
        HostTensor oneByOne = HostTensor.allocate(type, tensor.shape());
        for (int i = 0; i < span.count(); i++) {
          oneByOne.setFloat(span.before() + i, values[1 + i]);
        }

        tensor.write(span.before(), values, 1, span.count());
        float[] back = new float[span.count() + 2];
        tensor.read(span.before(), back, 1, span.count());

        assertThat(HostTensorModel.bytes(tensor))
            .as(tensor.toString())
            .isEqualTo(HostTensorModel.bytes(oneByOne));
        for (int i = 0; i < span.count(); i++) {
          assertThat(back[1 + i]).isEqualTo(oneByOne.getFloat(span.before() + i));
        }
        assertThat(back[0]).isZero();
        assertThat(back[span.count() + 1]).isZero();
      }
    }
  }

  @Property(tries = 200)
  void integers_in_bulk_are_integers_one_by_one(@ForAll("spans") Span span) {
    ByteBuffer random =
        ByteBuffer.wrap(random(span, span.count() * 8)).order(ByteOrder.LITTLE_ENDIAN);
    int[] ints = new int[span.count()];
    random.asIntBuffer().get(ints);
    long[] longs = new long[span.count()];
    random.asLongBuffer().get(longs);
    for (HostTensor tensor :
        HostTensorModel.everyKindOfMemory(DataType.INT32, Shape.of(span.total()))) {
      tensor.write(span.before(), ints, 0, ints.length);
      int[] back = new int[ints.length];
      tensor.read(span.before(), back, 0, back.length);
      assertThat(back).as(tensor.toString()).isEqualTo(ints);
      for (int i = 0; i < ints.length; i++) {
        assertThat(tensor.getInt(span.before() + i)).isEqualTo(ints[i]);
      }
    }
    for (HostTensor tensor :
        HostTensorModel.everyKindOfMemory(DataType.UINT64, Shape.of(span.total()))) {
      tensor.write(span.before(), longs, 0, longs.length);
      long[] back = new long[longs.length];
      tensor.read(span.before(), back, 0, back.length);
      assertThat(back).as(tensor.toString()).isEqualTo(longs);
      for (int i = 0; i < longs.length; i++) {
        assertThat(tensor.getLong(span.before() + i)).isEqualTo(longs[i]);
      }
    }
  }

  private static byte[] random(Span span, int bytes) {
    byte[] random = new byte[bytes];
    new Random(span.seed()).nextBytes(random);
    return random;
  }
}
