package dev.sluice.cli.output;

import dev.sluice.DeviceInfo;
import dev.sluice.PlatformKind;
import dev.sluice.RunReport;
import java.util.Locale;

/** One run as text, for people: its plan, what was counted, and how long it took. Stateless. */
public final class RunText {

  private RunText() {}

  /** Returns the lines, each ended. */
  public static String of(DeviceInfo device, RunReport report) {
    StringBuilder text = new StringBuilder();
    text.append("on ").append(device.name()).append(" (").append(device.description());
    text.append(device.kind() == PlatformKind.SIMULATED ? "): no hardware was run\n" : ")\n");
    text.append(report.plan().explain());
    text.append(
        String.format(
            Locale.ROOT,
            "moved: %,d bytes up, %,d bytes down; measured host_wall %,.1f us\n",
            report.counts().uploadedBytes(),
            report.counts().downloadedBytes(),
            report.measured().hostWallNanos() / 1e3));
    return text.toString();
  }
}
