package dev.sluice.it.large;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferCounts;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.TensorView;
import dev.sluice.spi.DeviceCounters;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tensor that one Java buffer cannot hold goes up whole and comes back whole. */
@Tag("large")
class LargeTensorTest {

  private static final Logger LOG = LoggerFactory.getLogger(LargeTensorTest.class);

  /** A machine sold with 16 GiB reports a little less. */
  private static final long LEAST_MEMORY_BYTES = 15L << 30;

  /** 2 GiB and three elements. */
  private static final long ELEMENTS = (1L << 29) + 3;

  private static final long BYTES = ELEMENTS * Integer.BYTES;
  private static final int CHUNK = 1 << 20;
  private static final int CHUNKS = (int) ((ELEMENTS + CHUNK - 1) / CHUNK);
  private static final int FLIPPED = 0x5A5A_5A5A;

  private static final JavaKernel FLIP =
      arguments -> {
        TensorView x = arguments.tensor("x");
        TensorView y = arguments.tensor("y");
        arguments.parallel(
            CHUNKS,
            chunk -> {
              int[] numbers = new int[chunkLength(chunk)];
              x.read((long) chunk * CHUNK, numbers, 0, numbers.length);
              for (int i = 0; i < numbers.length; i++) {
                numbers[i] ^= FLIPPED;
              }
              y.write((long) chunk * CHUNK, numbers, 0, numbers.length);
            });
      };

  @BeforeAll
  static void the_machine_has_the_memory() {
    long memory =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    if (memory < LEAST_MEMORY_BYTES) {
      LOG.info("SKIPPED: a tensor over 2 GiB needs a machine of 16 GiB; this one has {}", memory);
    }
    assumeTrue(memory >= LEAST_MEMORY_BYTES, "needs a machine of 16 GiB or more");
  }

  private static int chunkLength(int chunk) {
    return (int) Math.min(CHUNK, ELEMENTS - (long) chunk * CHUNK);
  }

  /** Returns the numbers of one chunk; no two elements of the tensor are alike. */
  private static int[] numbers(int chunk) {
    int[] numbers = new int[chunkLength(chunk)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (chunk * CHUNK + i) * 0x9E37_79B1;
    }
    return numbers;
  }

  @Test
  void a_tensor_over_2_GiB_goes_up_and_comes_back_right() {
    DeviceCallable callable =
        DeviceCallable.builder("flip")
            .signature(Signature.builder().in("x").out("y").build())
            .artifact("sim", FLIP)
            .build();
    HostTensor x = HostTensor.allocate(DataType.INT32, Shape.of(ELEMENTS));
    HostTensor y = HostTensor.allocate(DataType.INT32, Shape.of(ELEMENTS));
    IntStream.range(0, CHUNKS)
        .parallel()
        .forEach(chunk -> x.write((long) chunk * CHUNK, numbers(chunk), 0, chunkLength(chunk)));

    try (DeviceRuntime runtime = Sluice.open("sim")) {
      RunReport report = runtime.run(callable, TaskArgs.of(x, y));

      TransferCounts counts = report.counts();
      assertThat(counts.uploadedBytes()).isEqualTo(BYTES).isEqualTo(2_147_483_660L);
      assertThat(counts.downloadedBytes()).isEqualTo(BYTES);
      assertThat(counts.uploadCopies()).as("copies of at most 1 GiB").isEqualTo(3);
      assertThat(counts.downloadCopies()).isEqualTo(3);
      assertThat(runtime.capability(DeviceCounters.class).orElseThrow().counts()).isEqualTo(counts);
    }

    int wrong =
        IntStream.range(0, CHUNKS)
            .parallel()
            .filter(chunk -> !isFlipped(y, chunk))
            .findFirst()
            .orElse(-1);
    assertThat(wrong).as("first chunk that did not come back right").isEqualTo(-1);
  }

  private static boolean isFlipped(HostTensor y, int chunk) {
    int[] expected = numbers(chunk);
    for (int i = 0; i < expected.length; i++) {
      expected[i] ^= FLIPPED;
    }
    int[] actual = new int[expected.length];
    y.read((long) chunk * CHUNK, actual, 0, actual.length);
    return Arrays.equals(actual, expected);
  }
}
