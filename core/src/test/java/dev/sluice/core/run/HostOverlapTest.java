package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceCallable;
import dev.sluice.OutputFill;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.core.transfer.BoundArguments;
import dev.sluice.core.transfer.TransferPolicy;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class HostOverlapTest {

  private static final int SPACE = 32;

  record Use(int space, int offset, int length, ArgDirection direction) {

    boolean overlaps(Use other) {
      return space == other.space
          && length > 0
          && other.length > 0
          && offset < other.offset + other.length
          && other.offset < offset + length
          && (direction.isWritten() || other.direction.isWritten());
    }
  }

  @Provide
  Arbitrary<List<Use>> uses() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(0, SPACE - 8),
            Arbitraries.integers().between(0, 8),
            Arbitraries.of(ArgDirection.class))
        .as(Use::new)
        .list()
        .ofMaxSize(8);
  }

  /** Spaces 0 and 1 are off-heap, 2 and 3 are arrays; every tensor wraps its bytes by itself. */
  @Property
  void an_overlap_is_found_where_two_uses_share_bytes_and_one_is_written(
      @ForAll("uses") List<Use> uses) {
    ByteBuffer[] direct = {ByteBuffer.allocateDirect(SPACE), ByteBuffer.allocateDirect(SPACE)};
    byte[][] arrays = {new byte[SPACE], new byte[SPACE]};
    Signature.Builder signature = Signature.builder();
    TaskArgs.Builder args = TaskArgs.builder();
    for (Use use : uses) {
      ByteBuffer whole =
          use.space() < 2
              ? direct[use.space()].duplicate()
              : ByteBuffer.wrap(arrays[use.space() - 2]);
      ByteBuffer bytes = whole.slice(use.offset(), use.length());
      signature.tensor(use.direction());
      args.tensor(HostTensor.wrap(bytes, DataType.INT8, Shape.of(use.length())));
    }
    DeviceCallable callable = DeviceCallable.builder("f").signature(signature.build()).build();
    BoundArguments bound = BoundArguments.of(callable, "sim:0", args.build());
    TransferPlan plan =
        new TransferPolicy(TransferMode.GATED, OutputFill.NONE).plan(callable, Set.of(), bound);

    var found = HostOverlap.find(plan, bound.tensors());

    boolean expected =
        uses.stream().anyMatch(a -> uses.stream().anyMatch(b -> a != b && a.overlaps(b)));
    assertThat(found.isPresent()).isEqualTo(expected);
    found.ifPresent(overlap -> assertSharedBytes(overlap, uses));
  }

  private static void assertSharedBytes(HostOverlap overlap, List<Use> uses) {
    Use first = uses.get(overlap.first().index());
    Use second = uses.get(overlap.second().index());
    assertThat(first.overlaps(second)).isTrue();
    int start = Math.max(first.offset(), second.offset());
    int end = Math.min(first.offset() + first.length(), second.offset() + second.length());
    assertThat(overlap.shared()).isEqualTo(new ByteRange(start - second.offset(), end - start));
  }
}
