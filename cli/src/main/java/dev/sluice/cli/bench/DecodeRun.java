package dev.sluice.cli.bench;

import dev.sluice.cli.bench.BenchResult.Golden;
import dev.sluice.cli.bench.DecodeResult.Step;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.ElementRange;
import dev.sluice.cli.workload.GoldenCheck;
import dev.sluice.cli.workload.PagedAttention;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One mode of decoding, and what its steps gave. Confined to one thread. */
final class DecodeRun implements AutoCloseable {

  private static final Set<Integer> WRITTEN =
      Set.of(
          PagedAttention.QUERY,
          PagedAttention.KEY_CACHE,
          PagedAttention.VALUE_CACHE,
          PagedAttention.BLOCK_TABLE,
          PagedAttention.CONTEXT_LENS);

  private final BenchMode mode;
  private final ModeCall call;
  private final List<Step> steps = new ArrayList<>();
  private @Nullable String mismatch;

  DecodeRun(ModeRuntime opened, DecodeRequest request, AttentionData data) {
    this.mode = opened.mode();
    this.call = new ModeCall(opened, request.callable(), data, WRITTEN);
  }

  void step(List<ElementRange> written, @Nullable GoldenCheck golden) {
    Round round = call.round(written, golden);
    Golden verdict =
        golden == null ? Golden.SKIPPED : round.mismatch() == null ? Golden.PASS : Golden.FAIL;
    steps.add(
        new Step(round.counts(), round.addedBytes(), round.measured(), round.modelled(), verdict));
    if (verdict == Golden.FAIL && mismatch == null) {
      mismatch = "step " + steps.size() + ": " + round.mismatch();
    }
  }

  DecodeResult.Mode result() {
    return new DecodeResult.Mode(mode, List.copyOf(steps), mismatch);
  }

  @Override
  public void close() {
    call.close();
  }
}
