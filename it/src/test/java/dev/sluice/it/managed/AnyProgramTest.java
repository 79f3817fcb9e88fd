package dev.sluice.it.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.TaskArgs;
import dev.sluice.error.ContentsLostException;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.error.LaunchException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.TransferException;
import dev.sluice.it.model.TestPlatform;
import dev.sluice.sim.SimDevice;
import dev.sluice.sim.fault.DeviceCall;
import dev.sluice.sim.fault.Fault;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs of runs, host reads and writes, failures, releases and evictions on one runtime. The
 * model is one array per tensor, without a device: it says every value that the host may see, which
 * bytes are lost, and the most that may go up.
 */
class AnyProgramTest {

  private static final int ELEMENTS = 8;
  private static final int PROGRAMS_OF_A_RUNTIME = 50;

  /** What a program does with tensor {@code t}, and half of it where ranges matter. */
  private enum Operation {
    INCREMENT,
    NEXT_OF_OTHER,
    FAIL,
    READ,
    WRITE,
    UPDATE,
    ENSURE_ON_DEVICE,
    RELEASE
  }

  /**
   * One thing that is done.
   *
   * @param copiesFail whether no copy succeeds meanwhile
   */
  private record Step(Operation operation, int tensor, int half, boolean copiesFail) {}

  /** One array per tensor; where each value is, as far as the contract lets one know. */
  private static final class Model {

    final int[] values = new int[ELEMENTS];
    final boolean[] lost = new boolean[ELEMENTS];
    final boolean[] onHost = new boolean[ELEMENTS];
    final boolean[] staleOnDevice = new boolean[ELEMENTS];

    Model(int value) {
      Arrays.fill(values, value);
      Arrays.fill(onHost, true);
      Arrays.fill(staleOnDevice, true);
    }

    long staleBytes() {
      long stale = 0;
      for (boolean each : staleOnDevice) {
        stale += each ? Integer.BYTES : 0;
      }
      return stale;
    }

    boolean anyLost(int from, int to) {
      for (int i = from; i < to; i++) {
        if (lost[i]) {
          return true;
        }
      }
      return false;
    }

    void wroteOnDevice() {
      Arrays.fill(onHost, false);
      Arrays.fill(lost, false);
      Arrays.fill(staleOnDevice, false);
    }

    void brokeOnDevice() {
      for (int i = 0; i < ELEMENTS; i++) {
        lost[i] |= !onHost[i];
        staleOnDevice[i] = !lost[i];
      }
    }

    void wroteOnHost(int index, int value) {
      values[index] = value;
      lost[index] = false;
      onHost[index] = true;
      staleOnDevice[index] = true;
    }
  }

  static Stream<Arguments> platforms() {
    return Stream.concat(
        Stream.of(Arguments.of(TestPlatform.SIMULATOR, 10_000, 4)),
        // There each run goes to a thread of the device's own, so it takes longer.
        TestPlatform.standIns().map(standIn -> Arguments.of(standIn, 1_000, 2)));
  }

  @ParameterizedTest(name = "{0}: {1} programs")
  @MethodSource("platforms")
  void random_programs_read_what_the_model_says(TestPlatform on, int programs) {
    long seed = new SplittableRandom().nextLong();
    System.out.println("random programs of managed tensors on " + on + ": seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int done = 0; done < programs; done += PROGRAMS_OF_A_RUNTIME) {
      // Room for all three, or for two at a time, so that the third evicts.
      try (DeviceRuntime runtime = open(on, random.nextBoolean() ? 3 : 2)) {
        for (int i = 0; i < PROGRAMS_OF_A_RUNTIME; i++) {
          check(runtime, anyProgram(random, on.isSimulator()), 3);
        }
      }
    }
  }

  private static List<Step> anyProgram(SplittableRandom random, boolean copiesMayFail) {
    List<Step> program = new ArrayList<>();
    for (int length = 1 + random.nextInt(14); length > 0; length--) {
      program.add(
          new Step(
              Operation.values()[random.nextInt(Operation.values().length)],
              random.nextInt(3),
              random.nextInt(2),
              copiesMayFail && random.nextInt(6) == 0));
    }
    return program;
  }

  @ParameterizedTest(name = "{0}: up to {2} operations")
  @MethodSource("platforms")
  void every_short_program_reads_what_the_model_says(TestPlatform on, int random, int longest) {
    List<Step> steps = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      for (int tensor = 0; tensor < 2; tensor++) {
        for (int half = 0; half < (isRanged(operation) ? 2 : 1); half++) {
          steps.add(new Step(operation, tensor, half, false));
        }
      }
    }
    try (DeviceRuntime runtime = open(on, 2)) {
      checkLonger(runtime, List.of(), steps, longest);
    }
  }

  private static void checkLonger(
      DeviceRuntime runtime, List<Step> program, List<Step> steps, int longest) {
    for (Step next : steps) {
      if (program.isEmpty() && next.tensor() > 0) {
        continue; // as good as the program with the tensors exchanged
      }
      List<Step> longer = new ArrayList<>(program);
      longer.add(next);
      check(runtime, longer, 2);
      if (longer.size() < longest) {
        checkLonger(runtime, longer, steps, longest);
      }
    }
  }

  private static DeviceRuntime open(TestPlatform on, int tensors) {
    return Device.on(on).capacityBytes((long) tensors * ELEMENTS * Integer.BYTES).open();
  }

  private static boolean isRanged(Operation operation) {
    return operation == Operation.READ
        || operation == Operation.WRITE
        || operation == Operation.UPDATE;
  }

  /** Carries out one of several programs on a runtime, with tensors of its own. */
  private static void check(DeviceRuntime runtime, List<Step> program, int tensors) {
    try {
      List<ManagedTensor> managed = new ArrayList<>();
      List<Model> models = new ArrayList<>();
      for (int i = 0; i < tensors; i++) {
        models.add(new Model(100 * i));
        managed.add(
            runtime.manage(HostTensor.wrap(models.get(i).values.clone(), Shape.of(ELEMENTS))));
      }
      int written = 1000;
      for (Step step : program) {
        noticeEvictions(managed, models);
        if (step.copiesFail()) {
          withoutCopies(runtime, step, managed, models, written++);
        } else {
          carryOut(runtime, step, managed, models, written++);
        }
      }
      for (int i = 0; i < tensors; i++) {
        read(managed.get(i), models.get(i), 0, ELEMENTS);
        managed.get(i).close();
      }
      assertThat(runtime.totals().liveBytes()).isZero();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(program.toString(), e);
    }
  }

  /** What fails for want of a copy has changed nothing that the host can see. */
  private static void withoutCopies(
      DeviceRuntime runtime,
      Step step,
      List<ManagedTensor> managed,
      List<Model> models,
      int value) {
    SimDevice device = runtime.capability(SimDevice.class).orElseThrow();
    device.inject(Fault.on(DeviceCall.UPLOAD).always(), Fault.on(DeviceCall.DOWNLOAD).always());
    try {
      carryOut(runtime, step, managed, models, value);
    } catch (TransferException | DeviceMemoryException e) {
      // No copy, or no room without the copies of an eviction.
    } finally {
      device.inject();
    }
  }

  private static void carryOut(
      DeviceRuntime runtime,
      Step step,
      List<ManagedTensor> managed,
      List<Model> models,
      int value) {
    int t = step.tensor();
    int other = (t + 1) % managed.size();
    ManagedTensor tensor = managed.get(t);
    Model model = models.get(t);
    int from = step.half() * ELEMENTS / 2;
    int to = from + ELEMENTS / 2;
    switch (step.operation()) {
      case INCREMENT -> {
        if (reads(runtime, model, () -> runtime.run(Kernels.increment(), TaskArgs.of(tensor)))) {
          Arrays.setAll(model.values, i -> model.values[i] + 1);
          model.wroteOnDevice();
        }
      }
      case NEXT_OF_OTHER -> {
        Model source = models.get(other);
        if (reads(
            runtime,
            source,
            () -> runtime.run(Kernels.next(), TaskArgs.of(managed.get(other), tensor)))) {
          Arrays.fill(source.staleOnDevice, false);
          Arrays.setAll(model.values, i -> source.values[i] + 1);
          model.wroteOnDevice();
        }
      }
      case FAIL -> {
        try {
          runtime.run(Kernels.fail(), TaskArgs.of(tensor));
          throw new AssertionError("the kernel did not fail");
        } catch (LaunchException e) {
          model.brokeOnDevice();
        } catch (RejectedCallException e) {
          assertThat(model.anyLost(0, ELEMENTS)).as(e.getMessage()).isTrue();
        }
      }
      case READ -> read(tensor, model, from, to);
      case WRITE -> {
        tensor.write(from, to - from, view -> view.fillBits(value));
        for (int i = from; i < to; i++) {
          model.wroteOnHost(i, value);
        }
      }
      case UPDATE -> {
        if (model.anyLost(from, to)) {
          read(tensor, model, from, to);
          return;
        }
        tensor.update(from, to - from, view -> view.setInt(0, view.getInt(0) + 1));
        for (int i = from; i < to; i++) {
          model.wroteOnHost(i, model.values[i] + (i == from ? 1 : 0));
        }
      }
      case ENSURE_ON_DEVICE -> {
        long before = runtime.totals().counts().uploadedBytes();
        tensor.ensureOnDevice();
        assertThat(runtime.totals().counts().uploadedBytes() - before)
            .isEqualTo(model.staleBytes());
        Arrays.fill(model.staleOnDevice, false);
      }
      case RELEASE -> tensor.release();
    }
  }

  /** Runs what reads a tensor; returns whether it was not refused for what is lost. */
  private static boolean reads(DeviceRuntime runtime, Model read, Supplier<RunReport> run) {
    try {
      RunReport report = run.get();
      assertThat(read.anyLost(0, ELEMENTS)).isFalse();
      assertThat(report.counts().uploadedBytes()).isEqualTo(read.staleBytes());
      assertThat(report.plan().uploadBytes()).isEqualTo(report.counts().uploadedBytes());
      assertThat(runtime.totals().failedRuns()).isNotNegative();
      return true;
    } catch (RejectedCallException e) {
      assertThat(read.anyLost(0, ELEMENTS)).as(e.getMessage()).isTrue();
      return false;
    }
  }

  /** An eviction or a release moves what only the device has to the host, and nothing else. */
  private static void noticeEvictions(List<ManagedTensor> managed, List<Model> models) {
    for (int i = 0; i < models.size(); i++) {
      if (!managed.get(i).isOnDevice()) {
        Model model = models.get(i);
        for (int at = 0; at < ELEMENTS; at++) {
          model.onHost[at] = !model.lost[at];
          model.staleOnDevice[at] = !model.lost[at];
        }
      }
    }
  }

  private static void read(ManagedTensor tensor, Model model, int from, int to) {
    int[] seen = new int[to - from];
    try {
      tensor.read(from, to - from, view -> view.read(0, seen, 0, seen.length));
      assertThat(model.anyLost(from, to)).isFalse();
      assertThat(seen).isEqualTo(Arrays.copyOfRange(model.values, from, to));
      Arrays.fill(model.onHost, from, to, true);
    } catch (ContentsLostException e) {
      assertThat(model.anyLost(from, to)).as(e.getMessage()).isTrue();
      for (int i = from; i < to; i++) {
        model.onHost[i] |= !model.lost[i]; // the others were downloaded
      }
    }
  }
}
