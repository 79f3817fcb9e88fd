package dev.sluice.cli.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AttentionCaseTest {

  @Test
  void case1_has_the_published_sizes() {
    assertThat(AttentionCase.CASE1.shapes())
        .containsExactly(
            Shape.of(256, 16, 128),
            Shape.of(16_384, 128, 1, 128),
            Shape.of(16_384, 128, 1, 128),
            Shape.of(256, 256),
            Shape.of(256),
            Shape.of(256, 16, 128));
    assertThat(AttentionCase.CASE1.byteCount()).isEqualTo(1_077_150_720);
  }

  @Test
  void case2_has_smaller_blocks_and_more_heads() {
    assertThat(AttentionCase.CASE2.shapes())
        .startsWith(Shape.of(64, 64, 128), Shape.of(8192, 64, 1, 128))
        .endsWith(Shape.of(64, 512), Shape.of(64), Shape.of(64, 64, 128));
  }

  @Test
  void the_small_case_is_small_and_ragged() {
    assertThat(AttentionCase.SMALL.byteCount()).isLessThan(64 << 20);
    AttentionData data = AttentionData.generate(AttentionCase.SMALL);
    assertThat(
            Stream.iterate(0, i -> i + 1)
                .limit(16)
                .map(i -> data.contextLens().getInt(i) % AttentionCase.SMALL.blockSize()))
        .anyMatch(rest -> rest != 0);
    assertThat(data.blockTable().getInt(data.blockTable().shape().elementCount() - 1))
        .isEqualTo(-1);
  }

  @Test
  void the_same_values_come_each_time() {
    AttentionData first = AttentionData.generate(Attention.TINY);
    AttentionData second = AttentionData.generate(Attention.TINY);

    for (long i = 0; i < first.keyCache().shape().elementCount(); i++) {
      assertThat(first.keyCache().getBits(i)).isEqualTo(second.keyCache().getBits(i));
    }
  }

  @Test
  void sizes_to_plan_with_leave_no_file_behind() throws IOException {
    Set<Path> before = sizesFiles();

    AttentionData data = AttentionData.sizesOnly(AttentionCase.CASE1);

    assertThat(data.keyCache().byteCount()).isEqualTo(536_870_912);
    assertThat(data.out().isWritable()).isTrue();
    assertThat(sizesFiles()).isSubsetOf(before);
  }

  private static Set<Path> sizesFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.filter(f -> f.toString().endsWith(".sizes")).collect(Collectors.toSet());
    }
  }
}
