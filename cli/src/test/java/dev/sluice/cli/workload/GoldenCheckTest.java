package dev.sluice.cli.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.TensorView;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import org.junit.jupiter.api.Test;

/** The check has to fail for what goes wrong in practice. */
class GoldenCheckTest {

  private final AttentionData data = AttentionData.generate(Attention.TINY);
  private final GoldenCheck check = new GoldenCheck(AttentionReference.compute(data));

  @Test
  void a_right_result_passes() {
    Attention.run(new PagedAttentionKernel(), data);

    assertThat(check.mismatch(data.out())).isEmpty();
  }

  @Test
  void a_result_of_which_nothing_was_written_fails() {
    GoldenCheck.poison(data.out());
    assertThat(check.mismatch(data.out()))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .startsWith("96 of 96 values are wrong, the first at element 0: NaN"));

    Attention.run(args -> {}, data); // the simulator's pattern comes down instead
    assertThat(check.mismatch(data.out())).isPresent();
  }

  @Test
  void zeros_fail() {
    JavaKernel zeros =
        args -> {
          TensorView out = args.tensor("out");
          for (long i = 0; i < out.elementCount(); i++) {
            out.setFloat(i, 0);
          }
        };
    Attention.run(zeros, data);

    assertThat(check.mismatch(data.out())).isPresent();
  }

  @Test
  void a_result_of_which_one_sequence_is_missing_fails() {
    Attention.run(new PagedAttentionKernel(), data);
    HostTensor second = data.out().view(32, Shape.of(4, 8));
    GoldenCheck.poison(second);

    assertThat(check.mismatch(data.out()))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .startsWith("32 of 96 values are wrong, the first at element 32: NaN"));
  }

  @Test
  void a_result_from_caches_of_which_two_blocks_are_swapped_fails() {
    int first = data.blockTable().getInt(0);
    int other = data.blockTable().getInt(data.blockTable().shape().rowLength());
    swap(data.keyCache(), first, other);
    Attention.run(new PagedAttentionKernel(), data);

    assertThat(check.mismatch(data.out())).isPresent();
  }

  private static void swap(HostTensor cache, int first, int other) {
    int length = 4 * 8;
    float[] kept = new float[length];
    float[] moved = new float[length];
    cache.read((long) first * length, kept, 0, length);
    cache.read((long) other * length, moved, 0, length);
    cache.write((long) first * length, moved, 0, length);
    cache.write((long) other * length, kept, 0, length);
  }

  @Test
  void the_tolerance_is_one_in_a_thousand_and_a_little() {
    GoldenCheck near = new GoldenCheck(new double[] {100, 0});
    HostTensor result = HostTensor.allocate(DataType.FLOAT32, Shape.of(2));
    result.setFloat(0, 100.09f);
    result.setFloat(1, 0.9e-5f);
    assertThat(near.mismatch(result)).isEmpty();

    result.setFloat(0, 100.11f);
    result.setFloat(1, 1.1e-5f);
    assertThat(near.mismatch(result))
        .contains(
            "2 of 2 values are wrong, the first at element 0: 100.110001 instead of 100.000000");
  }
}
