package dev.sluice.it.transfer;

import dev.sluice.ArgDirection;
import dev.sluice.OutputFill;
import dev.sluice.TransferMode;
import dev.sluice.it.model.Argument;
import dev.sluice.it.model.ModelCall;
import dev.sluice.it.model.ModelledRuntime;
import dev.sluice.it.model.TestPlatform;
import dev.sluice.it.model.Where;
import dev.sluice.tensor.DataType;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Random signatures, placements, sizes and sequences of runs on one runtime. */
class AnyCallTest {

  private static final int HEAP_PIECE_BYTES = 4 << 20;

  /** A call, and how it is made. */
  record Step(ModelCall call, Way way) {}

  enum Way {
    RUN,
    TRIM_THEN_RUN,
    BIND
  }

  @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
  void plan_runtime_and_device_count_the_same_bytes_and_every_byte_is_what_the_model_says(
      @ForAll("steps") List<Step> steps,
      @ForAll("platforms") TestPlatform platform,
      @ForAll TransferMode mode,
      @ForAll OutputFill fill) {
    try (ModelledRuntime modelled = ModelledRuntime.open(platform, mode, fill)) {
      for (Step step : steps) {
        ModelCall call = takenBy(platform, step.call());
        switch (step.way()) {
          case RUN -> modelled.run(call);
          case TRIM_THEN_RUN -> {
            modelled.trim();
            modelled.run(call);
          }
          case BIND -> modelled.runBound(call);
        }
      }
    }
  }

  /** Returns a call without an unknown rest where a platform must know how many arguments come. */
  private static ModelCall takenBy(TestPlatform platform, ModelCall call) {
    int size = call.arguments().size();
    return platform.isSimulator() || call.declared() == size
        ? call
        : new ModelCall(call.arguments(), size, call.byPosition(), call.scalars());
  }

  @Provide
  Arbitrary<TestPlatform> platforms() {
    return Arbitraries.of(TestPlatform.all().toList());
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void a_bound_call_follows_arguments_of_other_shapes_and_placements(
      @ForAll("calls") ModelCall call,
      @ForAll("replacements") List<Argument> others,
      @ForAll("platforms") TestPlatform platform,
      @ForAll TransferMode mode) {
    List<Argument> replaced = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      Argument other = others.get(i);
      replaced.add(
          new Argument(
              call.arguments().get(i).direction(),
              other.where(),
              other.type(),
              other.elements(),
              other.seed()));
    }
    ModelCall next = new ModelCall(replaced, call.declared(), call.byPosition(), call.scalars());
    try (ModelledRuntime modelled = ModelledRuntime.open(platform, mode, OutputFill.NONE)) {
      modelled.rebind(takenBy(platform, call), takenBy(platform, next));
    }
  }

  @Property(tries = 24, edgeCases = EdgeCasesMode.NONE)
  void heap_memory_goes_in_pieces_of_4_MiB_and_direct_memory_in_one(
      @ForAll("large") Argument large,
      @ForAll("platforms") TestPlatform platform,
      @ForAll TransferMode mode) {
    try (ModelledRuntime modelled = ModelledRuntime.open(platform, mode, OutputFill.ZERO)) {
      modelled.run(ModelCall.of(large));
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(calls(), Arbitraries.of(Way.class))
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<ModelCall> calls() {
    return Combinators.combine(
            arguments(anyElements()).list().ofMaxSize(8),
            Arbitraries.integers().between(0, 8),
            Arbitraries.integers().between(0, 8),
            Arbitraries.of(true, false),
            Arbitraries.longs().list().ofMaxSize(2))
        .as(AnyCallTest::call);
  }

  @Provide
  Arbitrary<List<Argument>> replacements() {
    return arguments(anyElements()).list().ofSize(8);
  }

  @Provide
  Arbitrary<Argument> large() {
    return arguments(
        Arbitraries.of(
            HEAP_PIECE_BYTES / 2,
            HEAP_PIECE_BYTES,
            HEAP_PIECE_BYTES + 1,
            2 * HEAP_PIECE_BYTES - 3));
  }

  /** A closed signature may be given by name from some place on; an open one is by position. */
  private static ModelCall call(
      List<Argument> arguments, int declared, int byPosition, boolean open, List<Long> scalars) {
    int size = arguments.size();
    if (!open) {
      return new ModelCall(arguments, size, Math.min(byPosition, size), scalars);
    }
    int known = Math.min(declared, size);
    List<Argument> undeclaredRest = new ArrayList<>(arguments);
    for (int i = known; i < size; i++) {
      Argument given = arguments.get(i);
      undeclaredRest.set(
          i,
          new Argument(
              ArgDirection.UNKNOWN, given.where(), given.type(), given.elements(), given.seed()));
    }
    return new ModelCall(undeclaredRest, known, size, scalars);
  }

  private static Arbitrary<Argument> arguments(Arbitrary<Integer> elements) {
    return Combinators.combine(
            Arbitraries.of(ArgDirection.class),
            Arbitraries.frequency(
                Tuple.of(4, Where.HOST_DIRECT),
                Tuple.of(4, Where.HOST_ARRAY),
                Tuple.of(2, Where.HOST_HEAP_BUFFER),
                Tuple.of(1, Where.HOST_MAPPED),
                Tuple.of(3, Where.DEVICE),
                Tuple.of(1, Where.DEVICE_VIEW),
                Tuple.of(1, Where.DEVICE_STRIDED)),
            Arbitraries.of(
                DataType.UINT8,
                DataType.BFLOAT16,
                DataType.INT32,
                DataType.FLOAT32,
                DataType.INT64),
            elements,
            Arbitraries.longs().between(1, 1 << 20))
        .as(Argument::new);
  }

  private static Arbitrary<Integer> anyElements() {
    return Arbitraries.frequencyOf(
        Tuple.of(2, Arbitraries.just(0)),
        Tuple.of(3, Arbitraries.integers().between(1, 20)),
        Tuple.of(2, Arbitraries.of(127, 128, 129, 255, 256, 257, 512, 1024, 1025)),
        Tuple.of(1, Arbitraries.integers().between(2000, 20_000)));
  }
}
