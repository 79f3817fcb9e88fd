package dev.sluice.cli.npy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.HostTensor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever a file holds, it is read, or refused with the one exception, and reading it takes little
 * memory. More tries: {@code -Djqwik.tries.default=1000000}.
 */
class NpyFuzzTest {

  /** One change of a file. */
  private interface Mutation {
    byte[] apply(byte[] file);
  }

  /** What tends to be at the border of something. */
  private static final List<String> TOKENS =
      List.of(
          "{",
          "}",
          "(",
          ")",
          "[",
          "]",
          ",",
          ":",
          "'",
          "\"",
          "\\",
          "-",
          "L",
          "_",
          "#",
          "\n",
          "\0",
          "\u00e9",
          "descr",
          "fortran_order",
          "shape",
          "True",
          "False",
          "None",
          "<f4",
          ">f4",
          "|O",
          "()",
          "(1,)",
          "((1,),)",
          "'shape': (1,), ",
          "0",
          "00",
          "4294967296",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808");

  private static Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("sluice-fuzz");
  }

  @AfterContainer
  static void removeFolder() throws IOException {
    Files.deleteIfExists(folder.resolve("fuzz.npy"));
    Files.delete(folder);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void a_mutated_file_is_read_or_refused_and_takes_little_memory(@ForAll("files") byte[] bytes)
      throws IOException {
    Path file = Files.write(folder.resolve("fuzz.npy"), bytes);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    RejectedCallException refusal = null;
    try {
      NpyReader.header(file);
    } catch (RejectedCallException e) {
      refusal = e;
    }
    // The constant is for exceptions and classes loaded on the way, and far from the 4 GiB that a
    // header can claim.
    assertThat(threads.getThreadAllocatedBytes(thread) - before)
        .isLessThan((1 << 20) + 64L * bytes.length);
    if (refusal != null) {
      assertThat(refusal.getMessage()).startsWith(file + ": ").hasLineCount(1);
      assertThat(refusal.getMessage().length()).isLessThan(500);
      assertThat(refusal.detail().remedy()).isNotNull();
      return;
    }
    HostTensor tensor = NpyReader.map(file);
    assertThat(tensor.byteCount()).isLessThanOrEqualTo(bytes.length);
    for (long i = 0; i < tensor.shape().elementCount(); i++) {
      tensor.getBits(i);
    }
  }

  @Provide
  Arbitrary<byte[]> files() {
    Arbitrary<byte[]> anything =
        Arbitraries.bytes().array(byte[].class).ofMaxSize(40).map(NpyFuzzTest::withMagic);
    Arbitrary<byte[]> mutated =
        Combinators.combine(whole(), mutation().list().ofMaxSize(6))
            .as(
                (file, mutations) -> {
                  byte[] result = file;
                  for (Mutation mutation : mutations) {
                    result = mutation.apply(result);
                  }
                  return result;
                });
    return Arbitraries.frequencyOf(Tuple.of(1, anything), Tuple.of(9, mutated));
  }

  private static byte[] withMagic(byte[] rest) {
    byte[] file = Arrays.copyOf(NpyHeader.MAGIC, NpyHeader.MAGIC.length + rest.length);
    System.arraycopy(rest, 0, file, NpyHeader.MAGIC.length, rest.length);
    return file;
  }

  private static Arbitrary<byte[]> whole() {
    return Combinators.combine(
            Arbitraries.of(1, 2, 3),
            Arbitraries.of("<f4", "<f2", "|i1", "<i8", "|b1", ">f4", "<f8", "|O"),
            Arbitraries.integers().between(0, 4).list().ofMaxSize(6),
            Arbitraries.of("", " ", " \n", "                              \n"))
        .as(
            (version, descr, extents, padding) -> {
              StringBuilder shape = new StringBuilder("(");
              extents.forEach(extent -> shape.append(extent).append(", "));
              int elements = extents.stream().reduce(1, (a, b) -> a * b);
              byte[] data =
                  new byte
                      [elements
                          * Character.digit(descr.charAt(1) == 'O' ? '8' : descr.charAt(2), 10)];
              return NpyBytes.file(
                  version, NpyBytes.header(descr, shape.append(')').toString()) + padding, data);
            });
  }

  private static Arbitrary<Mutation> mutation() {
    Arbitrary<Double> where = Arbitraries.doubles().between(0, 1);
    // Most of the file may be data; the header is where the reader decides.
    Arbitrary<Integer> at = Arbitraries.integers().between(0, 120);
    return Arbitraries.oneOf(
        Combinators.combine(at, Arbitraries.bytes())
            .as((index, value) -> file -> splice(file, index, 1, new byte[] {value})),
        Combinators.combine(at, Arbitraries.of(TOKENS), Arbitraries.integers().between(0, 4))
            .as(
                (index, token, removed) ->
                    file -> splice(file, index, removed, token.getBytes(StandardCharsets.UTF_8))),
        Combinators.combine(at, Arbitraries.integers().between(1, 40))
            .as((index, removed) -> file -> splice(file, index, removed, new byte[0])),
        where.map(part -> file -> Arrays.copyOf(file, (int) (file.length * part))),
        Combinators.combine(at, Arbitraries.integers().between(1, 3000))
            .as(
                (index, count) ->
                    file ->
                        splice(
                            file, index, 0, "(".repeat(count).getBytes(StandardCharsets.US_ASCII))),
        Arbitraries.integers()
            .between(1, 100)
            .map(more -> file -> Arrays.copyOf(file, file.length + more)));
  }

  private static byte[] splice(byte[] file, int index, int removed, byte[] inserted) {
    int start = Math.min(index, file.length);
    int end = Math.min(start + removed, file.length);
    byte[] result = new byte[file.length - (end - start) + inserted.length];
    System.arraycopy(file, 0, result, 0, start);
    System.arraycopy(inserted, 0, result, start, inserted.length);
    System.arraycopy(file, end, result, start + inserted.length, file.length - end);
    return result;
  }
}
