package dev.sluice;

import dev.sluice.error.ArgumentRef;
import dev.sluice.tensor.ByteRange;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What {@link DeviceRuntime#audit} found out about the declared directions of a callable, from runs
 * with one set of arguments. Immutable.
 *
 * @param callable the callable's name
 * @param device the device that ran it, such as {@code a2a3:0}
 * @param runs how many runs were made
 * @param arguments a finding for each tensor argument, in order
 */
public record AuditReport(String callable, String device, int runs, List<Finding> arguments) {

  /** The most ranges that a finding lists. */
  public static final int MAX_RANGES = 16;

  /**
   * What was found out about one argument.
   *
   * @param argument which
   * @param declared its direction in the signature
   * @param verdict whether that is right
   * @param bytes how many bytes the verdict is about: lost by an unsafe direction, copied for
   *     nothing by a wasteful one; 0 where it is about none
   * @param ranges where they are, from the start of the tensor: the first {@link #MAX_RANGES}
   * @param reason what was observed, and what to declare instead
   */
  public record Finding(
      ArgumentRef argument,
      ArgDirection declared,
      AuditVerdict verdict,
      long bytes,
      List<ByteRange> ranges,
      String reason) {

    /** Copies the ranges. */
    public Finding {
      Objects.requireNonNull(argument, "argument");
      Objects.requireNonNull(declared, "declared");
      Objects.requireNonNull(verdict, "verdict");
      Objects.requireNonNull(reason, "reason");
      ranges = List.copyOf(ranges);
    }
  }

  /** Copies the findings. */
  public AuditReport {
    Objects.requireNonNull(callable, "callable");
    Objects.requireNonNull(device, "device");
    arguments = List.copyOf(arguments);
  }

  /** Returns whether any argument has a verdict. */
  public boolean has(AuditVerdict verdict) {
    return arguments.stream().anyMatch(finding -> finding.verdict() == verdict);
  }

  /** Returns the report as text: a line for each argument. */
  public String explain() {
    StringBuilder text = new StringBuilder();
    text.append("audit of callable '").append(callable).append("' on ").append(device);
    text.append(" in ").append(runs).append(" runs\n");
    for (Finding finding : arguments) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %-24s %-7s %-8s  %s%s\n",
              finding.argument(),
              finding.declared(),
              finding.verdict(),
              finding.reason(),
              where(finding)));
    }
    return text.toString();
  }

  private static String where(Finding finding) {
    if (finding.bytes() == 0) {
      return "";
    }
    StringBuilder text = new StringBuilder(": ");
    text.append(finding.bytes()).append(finding.bytes() == 1 ? " byte" : " bytes");
    if (finding.ranges().isEmpty()) {
      return text.toString();
    }
    text.append(" (");
    for (int i = 0; i < finding.ranges().size(); i++) {
      ByteRange range = finding.ranges().get(i);
      text.append(i == 0 ? "" : ", ").append(range.offset()).append("..").append(range.end());
    }
    return text.append(finding.ranges().size() == MAX_RANGES ? ", ...)" : ")").toString();
  }

  @Override
  public String toString() {
    return explain();
  }
}
