package dev.sluice.cli.output;

import dev.sluice.TransferCounts;
import dev.sluice.cli.bench.DecodeRequest;
import dev.sluice.cli.bench.DecodeResult;
import dev.sluice.cli.bench.DecodeResult.Step;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What decoding gave as JSON; its shape is stable within a schema number. Stateless. */
public final class DecodeJson {

  private DecodeJson() {}

  /** Returns one line of JSON. */
  public static String of(DecodeResult result) {
    JsonMapper mapper = JsonMapper.shared();
    DecodeRequest request = result.request();
    ObjectNode root = mapper.createObjectNode();
    root.put("schema", BenchJson.SCHEMA);
    root.put("workload", "decode");
    root.put("case", request.sizes().name());
    root.put("blocks", request.sizes().blocks());
    root.put("type", request.type().name().toLowerCase(Locale.ROOT));
    root.put("seed", request.seed());
    root.put("platform", request.platform());
    root.put("profile", request.profile());
    root.put("steps", request.steps());
    for (DecodeResult.Mode mode : result.modes()) {
      ObjectNode node = root.withArray("modes").addObject();
      node.put("mode", mode.mode().name());
      List<Step> sums = mode.cumulative();
      for (int i = 0; i < sums.size(); i++) {
        ObjectNode step = node.withArray("steps").addObject();
        put(step, mode.steps().get(i));
        put(step.putObject("cumulative"), sums.get(i));
      }
      put(node.putObject("total"), mode.total());
    }
    return mapper.writeValueAsString(root);
  }

  private static void put(ObjectNode node, Step step) {
    TransferCounts counts = step.counts();
    node.put("h2dBytes", counts.uploadedBytes());
    node.put("d2hBytes", counts.downloadedBytes());
    node.put("h2dCopies", counts.uploadCopies());
    node.put("d2hCopies", counts.downloadCopies());
    node.put("h2dAddedBytes", step.addedBytes());
    node.put("deviceAllocations", counts.allocations());
    BenchJson.putTimes(node, "measured", step.measured());
    BenchJson.putTimes(node, "modelled", step.modelled());
    node.put("golden", step.golden().name());
  }
}
