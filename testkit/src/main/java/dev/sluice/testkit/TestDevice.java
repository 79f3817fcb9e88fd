package dev.sluice.testkit;

import dev.sluice.DeviceRuntime;
import dev.sluice.LiveTensor;
import dev.sluice.RunReport;
import dev.sluice.TransferCounts;
import dev.sluice.core.Sluice;
import dev.sluice.sim.SimDevice;
import dev.sluice.sim.SimPlatform;
import dev.sluice.sim.check.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** The device of one test, and what moved on it. Thread-safe. */
final class TestDevice implements AutoCloseable {

  private final DeviceRuntime runtime;
  private final boolean leakCheck;
  private final List<RunReport> reports = new ArrayList<>();
  private TransferCounts before = TransferCounts.ZERO;

  TestDevice(SimulatedDevice declared) {
    this.leakCheck = declared.leakCheck();
    Sluice.Builder builder =
        Sluice.builder()
            .platform(new SimPlatform())
            .transferMode(declared.mode())
            .outputFill(declared.outputFill())
            .trackAllocations(true)
            .property("checks", "full")
            .runListener(this::ran);
    for (String property : declared.properties()) {
      int equals = property.indexOf('=');
      if (equals < 1) {
        throw new ExtensionConfigurationException(
            "@SimulatedDevice(properties = \"" + property + "\") is not of the form name=value");
      }
      builder.property(property.substring(0, equals), property.substring(equals + 1));
    }
    this.runtime = builder.open();
  }

  private synchronized void ran(RunReport report) {
    reports.add(report);
  }

  DeviceRuntime runtime() {
    return runtime;
  }

  /** Counts from now on. */
  synchronized void startCounting() {
    reports.clear();
    before = runtime.totals().counts();
  }

  /** Returns why the budget does not hold, if it does not: what was exceeded, and every plan. */
  synchronized Optional<String> exceeded(ByteBudget budget) {
    TransferCounts moved = runtime.totals().counts().minus(before);
    return budget
        .exceededBy(moved)
        .map(problem -> "transfer budget exceeded: " + problem + "\n" + describe(moved));
  }

  private String describe(TransferCounts moved) {
    Map<String, Integer> plans = new LinkedHashMap<>();
    long up = moved.uploadedBytes();
    long down = moved.downloadedBytes();
    for (RunReport report : reports) {
      plans.merge(report.plan().explain(), 1, Integer::sum);
      up -= report.counts().uploadedBytes();
      down -= report.counts().downloadedBytes();
    }
    StringBuilder text = new StringBuilder();
    plans.forEach(
        (plan, runs) ->
            text.append(runs).append(runs == 1 ? " run of " : " runs of ").append(plan));
    return text.append(
            String.format(
                Locale.ROOT,
                "outside of runs that succeeded: %,d bytes up, %,d bytes down",
                up,
                down))
        .toString();
  }

  /** Returns which device tensors were left open, if any were. */
  Optional<String> leaks() {
    List<LiveTensor> open = leakCheck ? runtime.liveTensors() : List.of();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    text.append(open.size())
        .append(open.size() == 1 ? " device tensor is" : " device tensors are")
        .append(" still open after the test; close what was allocated or uploaded:");
    for (LiveTensor tensor : open) {
      text.append("\n  ").append(tensor.dataType()).append(' ').append(tensor.shape());
      Throwable place = tensor.allocatedAt();
      if (place != null) {
        text.append(" from ").append(firstOutside(place));
      }
    }
    return Optional.of(text.toString());
  }

  /** Returns where kernels did not keep to declared directions, if they did not. */
  Optional<String> findings() {
    List<Finding> found = runtime.capability(SimDevice.class).orElseThrow().findings();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "kernels did not do what is declared of their arguments:"
                + found.stream().map(finding -> "\n  " + finding).collect(Collectors.joining()));
  }

  private static String firstOutside(Throwable place) {
    for (StackTraceElement frame : place.getStackTrace()) {
      if (!frame.getClassName().startsWith("dev.sluice.core.")) {
        return frame.toString();
      }
    }
    return "an unknown place";
  }

  @Override
  public void close() {
    runtime.close();
  }
}
