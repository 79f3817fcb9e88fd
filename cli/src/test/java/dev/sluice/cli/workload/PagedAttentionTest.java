package dev.sluice.cli.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.error.LaunchException;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PagedAttentionTest {

  private static final double TOLERANCE = 1e-5;

  @Test
  void the_reference_is_the_result_that_another_program_computed() {
    HostTensor golden = Attention.file("golden_out");

    double[] reference = AttentionReference.compute(Attention.fromFiles());

    assertThat(reference).hasSize((int) golden.shape().elementCount());
    for (int i = 0; i < reference.length; i++) {
      assertThat(reference[i]).isCloseTo(golden.getFloat(i), within(TOLERANCE));
    }
  }

  @Test
  void the_kernel_gives_the_result_that_another_program_computed() {
    AttentionData data = Attention.fromFiles();
    HostTensor golden = Attention.file("golden_out");

    Attention.run(new PagedAttentionKernel(), data);

    for (long i = 0; i < golden.shape().elementCount(); i++) {
      assertThat(data.out().getFloat(i)).isCloseTo(golden.getFloat(i), within((float) TOLERANCE));
    }
  }

  @Test
  void what_stands_behind_a_context_does_not_matter() {
    AttentionData data = AttentionData.generate(Attention.TINY);
    double[] reference = AttentionReference.compute(data);
    long entries = data.blockTable().shape().rowLength();
    for (int sequence = 0; sequence < 3; sequence++) {
      int tokens = data.contextLens().getInt(sequence);
      int block = data.blockTable().getInt(sequence * entries + (tokens - 1) / 4);
      for (int token = (tokens - 1) % 4 + 1; token < 4; token++) {
        for (int i = 0; i < 8; i++) {
          data.keyCache().setFloat((block * 4L + token) * 8 + i, Float.NaN);
          data.valueCache().setFloat((block * 4L + token) * 8 + i, Float.NaN);
        }
      }
    }

    Attention.run(new PagedAttentionKernel(), data);

    assertThat(new GoldenCheck(reference).mismatch(data.out())).isEmpty();
  }

  @Test
  void a_first_block_whose_tokens_are_all_masked_weighs_nothing() {
    AttentionData data = AttentionData.generate(Attention.TINY);
    for (long i = 0; i < data.query().shape().elementCount(); i++) {
      data.query().setFloat(i, 1);
    }
    int block = data.blockTable().getInt(0);
    for (int i = 0; i < 4 * 8; i++) {
      data.keyCache().setFloat(block * 4L * 8 + i, Float.NEGATIVE_INFINITY);
    }
    double[] reference = AttentionReference.compute(data);
    assertThat(reference).doesNotContain(Double.NaN);

    Attention.run(new PagedAttentionKernel(), data);

    assertThat(new GoldenCheck(reference).mismatch(data.out())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"FLOAT32", "FLOAT16", "BFLOAT16"})
  void kernel_and_reference_agree_with_grouped_heads_in_every_float_type(DataType type) {
    AttentionData tiny = AttentionData.generate(Attention.TINY);
    HostTensor keys = grouped(Attention.as(type, tiny.keyCache()));
    HostTensor values = grouped(Attention.as(type, tiny.valueCache()));
    // The same elements as 4 heads of 4 instead of 2: two kv heads, each for two query heads.
    HostTensor query = Attention.as(type, tiny.query()).view(0, Shape.of(3, 8, 4));
    HostTensor out = HostTensor.allocate(DataType.FLOAT32, query.shape());
    AttentionData data =
        new AttentionData(query, keys, values, tiny.blockTable(), tiny.contextLens(), out, 0.5f);
    double[] reference = AttentionReference.compute(data);

    Attention.run(new PagedAttentionKernel(), data);

    assertThat(new GoldenCheck(reference).mismatch(data.out())).isEmpty();
    assertThat(Arrays.stream(reference).map(Math::abs).max().orElseThrow()).isGreaterThan(0.01);
  }

  private static HostTensor grouped(HostTensor cache) {
    return cache.view(0, Shape.of(cache.shape().dimension(0), 4, 2, 4));
  }

  @Test
  void wrong_arguments_are_refused_by_name() {
    refused(
        data -> data.blockTable().setInt(0, 99),
        "argument 3 'block_table'",
        "sequence 0 needs entry 0, which names block 99; the caches have blocks 0 to 21");
    refused(
        data -> data.blockTable().setInt(0, -1),
        "argument 3 'block_table'",
        "give the entry a block, or the sequence a shorter context");
    refused(
        data -> data.contextLens().setInt(1, 129),
        "argument 4 'context_lens'",
        "sequence 1 has a context of 129 tokens, but its blocks hold 0 to 128");
  }

  private static void refused(Consumer<AttentionData> mistake, String argument, String why) {
    AttentionData data = Attention.fromFiles();
    mistake.accept(data);

    assertThatThrownBy(() -> Attention.run(new PagedAttentionKernel(), data))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining(argument)
        .hasMessageContaining(why);
  }

  @Test
  void shapes_that_disagree_are_refused_by_name() {
    AttentionData files = Attention.fromFiles();
    AttentionData wrong =
        new AttentionData(
            files.query(),
            files.keyCache(),
            files.valueCache().view(0, Shape.of(22, 8, 2, 128)),
            files.blockTable(),
            files.contextLens(),
            files.out(),
            files.scale());

    assertThatThrownBy(() -> Attention.run(new PagedAttentionKernel(), wrong))
        .hasMessageContaining("argument 2 'value_cache'")
        .hasMessageContaining("has shape [22, 8, 2, 128], but key_cache asks for [22, 16, 1, 128]");
  }

  @Test
  void what_only_tensors_without_elements_can_be_is_refused_by_name() {
    refusedShapes(Shape.of(1, 1, 0), Shape.of(0, 1, 1, 0), "argument 0 'query': has head dim 0");
    refusedShapes(
        Shape.of(0, 1L << 40, 1),
        Shape.of(0, 1, 1, 1),
        "argument 0 'query': has shape [0, 1099511627776, 1]");
    refusedShapes(
        Shape.of(0, 1, 1 << 20),
        Shape.of(0, 1 << 20, 1, 1 << 20),
        "argument 1 'key_cache': has blocks of 1099511627776 elements for each kv head");
    refusedShapes(
        Shape.of(0, 1 << 20, 1 << 20),
        Shape.of(0, 1, 1, 1 << 20),
        "argument 0 'query': has 1099511627776 elements for each sequence");
  }

  private static void refusedShapes(Shape query, Shape cache, String message) {
    AttentionData data =
        new AttentionData(
            HostTensor.allocate(DataType.FLOAT32, query),
            HostTensor.allocate(DataType.FLOAT32, cache),
            HostTensor.allocate(DataType.FLOAT32, cache),
            HostTensor.allocate(DataType.INT32, Shape.of(query.dimension(0), 1)),
            HostTensor.allocate(DataType.INT32, Shape.of(query.dimension(0))),
            HostTensor.allocate(DataType.FLOAT32, query),
            1);

    assertThatThrownBy(() -> Attention.run(new PagedAttentionKernel(), data))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining(message);
  }
}
