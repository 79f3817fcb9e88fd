package dev.sluice.it.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DeviceRuntime;
import dev.sluice.TaskArgs;
import dev.sluice.it.model.TestPlatform;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random programs of several threads on one runtime, whose memory has no room for all tensors. What
 * is added to a tensor, by whichever side and thread, is never lost, and no reader sees half of it.
 */
class ManyThreadsTest {

  private static final int ELEMENTS = 8;
  private static final int TENSORS = 4;
  private static final int THREADS = 4;
  private static final int ROUNDS = 20;
  private static final int STEPS = 25;

  static Stream<TestPlatform> platforms() {
    return TestPlatform.all();
  }

  @ParameterizedTest
  @MethodSource("platforms")
  @Timeout(120)
  void no_addition_is_lost_and_none_is_seen_by_half(TestPlatform on) throws Exception {
    long seed = new SplittableRandom().nextLong();
    System.out.println("threads that share managed tensors on " + on + ": seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    long room = 2L * ELEMENTS * Integer.BYTES;
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (DeviceRuntime runtime = Device.on(on).capacityBytes(room).open()) {
      for (int round = 0; round < ROUNDS; round++) {
        checkRound(runtime, threads, random);
      }
      assertThat(runtime.totals().evictions()).isPositive();
    } finally {
      threads.shutdownNow();
      assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void checkRound(
      DeviceRuntime runtime, ExecutorService threads, SplittableRandom random) throws Exception {
    List<ManagedTensor> tensors =
        IntStream.range(0, TENSORS)
            .mapToObj(i -> runtime.manage(HostTensor.wrap(new int[ELEMENTS], Shape.of(ELEMENTS))))
            .toList();
    List<Callable<int[]>> programs =
        Stream.generate(random::split)
            .limit(THREADS)
            .<Callable<int[]>>map(own -> () -> additions(runtime, tensors, own))
            .toList();
    int[] expected = new int[TENSORS];
    for (Future<int[]> program : threads.invokeAll(programs)) {
      int[] added = program.get();
      Arrays.setAll(expected, i -> expected[i] + added[i]);
    }
    List<Integer> seen = new ArrayList<>();
    for (ManagedTensor tensor : tensors) {
      seen.add(value(tensor));
      tensor.close();
    }
    assertThat(seen).containsExactlyElementsOf(IntStream.of(expected).boxed().toList());
    assertThat(runtime.totals().liveBytes()).isZero();
  }

  /** Returns how often one was added to each tensor. */
  private static int[] additions(
      DeviceRuntime runtime, List<ManagedTensor> tensors, SplittableRandom random) {
    int[] added = new int[TENSORS];
    int[] least = new int[TENSORS];
    for (int step = 0; step < STEPS; step++) {
      int which = random.nextInt(TENSORS);
      ManagedTensor tensor = tensors.get(which);
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          runtime.run(Kernels.increment(), TaskArgs.of(tensor));
          added[which]++;
        }
        case 2 -> {
          addOnHost(tensor);
          added[which]++;
        }
        case 3 -> {
          int value = value(tensor);
          assertThat(value).isGreaterThanOrEqualTo(Math.max(least[which], added[which]));
          least[which] = value;
        }
        case 4 -> tensor.ensureOnDevice();
        default -> tensor.release();
      }
    }
    return added;
  }

  private static void addOnHost(ManagedTensor tensor) {
    tensor.update(
        0,
        ELEMENTS,
        view -> {
          for (int i = 0; i < ELEMENTS; i++) {
            view.setInt(i, view.getInt(i) + 1);
          }
        });
  }

  private static int value(ManagedTensor tensor) {
    int[] seen = new int[ELEMENTS];
    tensor.read(view -> view.read(0, seen, 0, ELEMENTS));
    assertThat(seen).as("every element of one tensor").containsOnly(seen[0]);
    return seen[0];
  }
}
