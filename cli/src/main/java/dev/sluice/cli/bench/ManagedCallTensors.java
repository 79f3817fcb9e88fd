package dev.sluice.cli.bench;

import dev.sluice.DeviceRuntime;
import dev.sluice.TaskArgs;
import dev.sluice.TransferCounts;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.ElementRange;
import dev.sluice.cli.workload.GoldenCheck;
import dev.sluice.cli.workload.PagedAttention;
import dev.sluice.spi.ModelledClock;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Managed tensors. Those that the host writes are copies of the data, since their memory is theirs;
 * the others are made over the data, which nobody writes.
 */
final class ManagedCallTensors implements CallTensors {

  private static final int PIECE_BYTES = 1 << 20;

  private final DeviceRuntime runtime;
  private final @Nullable ModelledClock clock;
  private final AttentionData data;
  private final Opened<ManagedTensor> tensors;

  /** Makes tensors that hold what the data holds; {@code written} are those that may change. */
  ManagedCallTensors(DeviceRuntime runtime, AttentionData data, Set<Integer> written) {
    this.runtime = runtime;
    this.clock = runtime.capability(ModelledClock.class).orElse(null);
    this.data = data;
    this.tensors =
        Opened.each(
            IntStream.range(0, data.tensors().size()).boxed().toList(),
            index -> manage(index, written.contains(index)),
            ManagedTensor::close);
  }

  private ManagedTensor manage(int index, boolean isWritten) {
    HostTensor source = data.tensors().get(index);
    if (index == PagedAttention.OUT) {
      return runtime.manage(source.dataType(), source.shape());
    }
    if (!isWritten) {
      return runtime.manage(source.asReadOnly());
    }
    HostTensor copy = HostTensor.allocate(source.dataType(), source.shape());
    copy(source, copy);
    return runtime.manage(copy);
  }

  @Override
  public TaskArgs args() {
    TaskArgs.Builder args = TaskArgs.builder();
    tensors.list().forEach(args::tensor);
    return args.scalar(data.scale()).build();
  }

  @Override
  public void write(List<ElementRange> changed) {
    for (ElementRange range : changed) {
      HostTensor source =
          data.tensors().get(range.tensor()).view(range.offset(), Shape.of(range.count()));
      tensors
          .list()
          .get(range.tensor())
          .write(range.offset(), range.count(), target -> copy(source, target));
    }
    out().write(GoldenCheck::poison);
  }

  @Override
  public HostRead fetchOutput() {
    TransferCounts before = runtime.totals().counts();
    long modelledBefore = clock == null ? 0 : clock.elapsedNanos();
    long start = System.nanoTime();
    out().ensureOnHost();
    long end = System.nanoTime();
    return new HostRead(
        runtime.totals().counts().minus(before),
        end - start,
        clock == null ? null : clock.elapsedNanos() - modelledBefore);
  }

  @Override
  public void readOutput(Consumer<HostTensor> reader) {
    out().read(reader);
  }

  private ManagedTensor out() {
    return tensors.list().get(PagedAttention.OUT);
  }

  private static void copy(HostTensor source, HostTensor target) {
    long bytes = source.byteCount();
    ByteBuffer piece =
        ByteBuffer.allocateDirect((int) Math.min(bytes, PIECE_BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (long done = 0; done < bytes; done += piece.limit()) {
      piece.clear().limit((int) Math.min(piece.capacity(), bytes - done));
      source.readBytes(done, piece);
      target.writeBytes(done, piece.flip());
    }
  }

  @Override
  public void close() {
    tensors.close();
  }
}
