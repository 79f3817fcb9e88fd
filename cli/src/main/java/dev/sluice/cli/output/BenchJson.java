package dev.sluice.cli.output;

import dev.sluice.cli.bench.BenchRequest;
import dev.sluice.cli.bench.BenchResult;
import dev.sluice.cli.bench.BenchResult.Managed;
import dev.sluice.cli.bench.BenchResult.Times;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A bench result as JSON, for scripts; its shape is stable within a schema number. Stateless. */
public final class BenchJson {

  static final int SCHEMA = 1;

  private BenchJson() {}

  /** Returns one line of JSON. */
  public static String of(BenchResult result) {
    JsonMapper mapper = JsonMapper.shared();
    BenchRequest request = result.request();
    ObjectNode root = mapper.createObjectNode();
    root.put("schema", SCHEMA);
    root.put("workload", "paged-attention");
    root.put("case", request.sizes().name());
    root.put("platform", request.platform());
    root.put("profile", request.profile());
    root.put("rounds", request.rounds());
    for (BenchResult.Mode mode : result.modes()) {
      ObjectNode node = root.withArray("modes").addObject();
      node.put("mode", mode.mode().name());
      node.put("h2dBytes", mode.round().uploadedBytes());
      node.put("d2hBytes", mode.round().downloadedBytes());
      node.put("h2dCopies", mode.round().uploadCopies());
      node.put("d2hCopies", mode.round().downloadCopies());
      node.put("deviceAllocations", mode.deviceAllocations());
      putTimes(node, "measured", mode.measured());
      putTimes(node, "modelled", mode.modelled());
      putManaged(node, mode.managed());
      node.put("golden", mode.golden().name());
    }
    return mapper.writeValueAsString(root);
  }

  static void putTimes(ObjectNode node, String name, @Nullable Times times) {
    if (times == null) {
      node.putNull(name);
      return;
    }
    node.putObject(name)
        .put("hostWallMicros", rounded(times.hostWall()))
        .put("deviceWallMicros", rounded(times.deviceWall()))
        .put("hostOverheadMicros", rounded(times.hostOverhead()));
  }

  private static void putManaged(ObjectNode node, @Nullable Managed managed) {
    if (managed == null) {
      node.putNull("managed");
      return;
    }
    ObjectNode told = node.putObject("managed");
    told.putObject("firstRound")
        .put("h2dBytes", managed.firstRound().uploadedBytes())
        .put("h2dCopies", managed.firstRound().uploadCopies());
    told.putObject("hostRead")
        .put("d2hBytes", managed.read().downloadedBytes())
        .put("d2hCopies", managed.read().downloadCopies())
        .put("measuredMicros", rounded(managed.readMeasured()))
        .put("modelledMicros", rounded(managed.readModelled()));
  }

  /** Keeps nanoseconds, which is what is measured, and writes no exponent. */
  private static @Nullable BigDecimal rounded(@Nullable Double micros) {
    return micros == null ? null : BigDecimal.valueOf(Math.round(micros * 1e3), 3);
  }
}
