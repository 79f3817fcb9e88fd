package dev.sluice.core.audit;

import dev.sluice.ArgDirection;
import dev.sluice.AuditReport.Finding;
import dev.sluice.AuditVerdict;
import java.util.List;
import java.util.Optional;

/** Says what the runs of an audit mean for the declared directions. Not thread-safe. */
final class Verdicts {

  private static final FoundBytes NONE = new FoundBytes();

  private final List<AuditedArgument> all;

  Verdicts(List<AuditedArgument> all) {
    this.all = all;
  }

  Finding of(AuditedArgument argument) {
    if (argument.byteCount() == 0) {
      return finding(argument, AuditVerdict.SAFE, NONE, "it has no bytes");
    }
    if (argument.isDelegated()) {
      return finding(
          argument,
          AuditVerdict.UNKNOWN,
          NONE,
          "the artifact reads it on the host, and it does not come back from the device");
    }
    return switch (argument.declared()) {
      case IN -> ofInput(argument);
      case OUT -> ofOutput(argument);
      case INOUT -> ofBoth(argument);
      case UNKNOWN -> ofUndeclared(argument);
    };
  }

  private static Finding ofInput(AuditedArgument argument) {
    return argument.written().isEmpty()
        ? finding(argument, AuditVerdict.SAFE, NONE, "not written")
        : finding(
            argument,
            AuditVerdict.UNSAFE,
            argument.written(),
            "it is written, but a run does not copy it back; declare it INOUT");
  }

  private Finding ofOutput(AuditedArgument argument) {
    if (!argument.left().isEmpty()) {
      return finding(
          argument,
          AuditVerdict.UNSAFE,
          argument.left(),
          "it is not written whole, and a run copies back whatever the device held;"
              + " declare it INOUT, or write all of it");
    }
    if (isByChance(argument)) {
      return byChance(argument);
    }
    if (!argument.dependent().isEmpty()) {
      return finding(
          argument,
          AuditVerdict.UNSAFE,
          argument.dependent(),
          "the result depends on what it held before, which a run does not upload;"
              + " declare it INOUT");
    }
    Optional<String> reader = reader(argument);
    if (reader.isPresent()) {
      return finding(
          argument,
          AuditVerdict.UNSAFE,
          NONE,
          reader.get() + " what it held before, which a run does not upload; declare it INOUT");
    }
    return unknownReader(argument)
        .orElseGet(
            () ->
                finding(
                    argument, AuditVerdict.SAFE, NONE, "written whole, whatever it held before"));
  }

  private Finding ofBoth(AuditedArgument argument) {
    if (argument.written().isEmpty()) {
      return finding(
          argument,
          AuditVerdict.WASTEFUL,
          argument.byteCount(),
          "it is not written, so its download moves nothing new; declare it IN");
    }
    if (!argument.left().isEmpty()) {
      return finding(argument, AuditVerdict.SAFE, NONE, "written in part");
    }
    if (isByChance(argument)) {
      return byChance(argument);
    }
    if (!argument.dependent().isEmpty() || reader(argument).isPresent()) {
      return finding(argument, AuditVerdict.SAFE, NONE, "written, and what it held before matters");
    }
    return unknownReader(argument)
        .orElseGet(
            () ->
                finding(
                    argument,
                    AuditVerdict.WASTEFUL,
                    argument.byteCount(),
                    "it is written whole, whatever it held before, so its upload moves nothing that"
                        + " is read; declare it OUT"));
  }

  private Finding ofUndeclared(AuditedArgument argument) {
    Finding asBoth = ofBoth(argument);
    ArgDirection observed =
        asBoth.verdict() != AuditVerdict.WASTEFUL
            ? ArgDirection.INOUT
            : argument.written().isEmpty() ? ArgDirection.IN : ArgDirection.OUT;
    return finding(
        argument,
        AuditVerdict.UNKNOWN,
        NONE,
        "no direction is declared; what was observed fits " + observed);
  }

  private static boolean isByChance(AuditedArgument argument) {
    return !argument.unsteady().isEmpty() || argument.chanceFailure() != null;
  }

  private static Finding byChance(AuditedArgument argument) {
    String what =
        argument.unsteady().isEmpty()
            ? "the callable failed (" + argument.chanceFailure() + ") and then did not"
            : "it differs from run to run";
    return finding(
        argument,
        AuditVerdict.UNKNOWN,
        argument.unsteady(),
        what + " with the same contents, so what it depends on cannot be told");
  }

  /** Returns who was seen to read what the argument held, as the start of a sentence. */
  private static Optional<String> reader(AuditedArgument argument) {
    if (argument.failure() != null) {
      return Optional.of("the callable fails (" + argument.failure() + ") depending on");
    }
    return argument.influenced().stream()
        .filter(other -> other.unsteady().isEmpty())
        .findFirst()
        .map(other -> other.ref() + " depends on");
  }

  /**
   * Returns that nobody knows, where not all was tried or an argument is unsteady that might depend
   * on this one.
   */
  private Optional<Finding> unknownReader(AuditedArgument argument) {
    if (argument.loss() != null) {
      String reason =
          "the device was lost " + argument.loss() + ", so what depends on it cannot be told";
      return Optional.of(finding(argument, AuditVerdict.UNKNOWN, NONE, reason));
    }
    return all.stream()
        .filter(other -> other != argument && !other.unsteady().isEmpty())
        .findFirst()
        .map(
            other ->
                finding(
                    argument,
                    AuditVerdict.UNKNOWN,
                    NONE,
                    "whether "
                        + other.ref()
                        + " depends on what it held before cannot be told, because that differs"
                        + " from run to run with the same contents"));
  }

  private static Finding finding(
      AuditedArgument argument, AuditVerdict verdict, FoundBytes bytes, String reason) {
    return new Finding(
        argument.ref(), argument.declared(), verdict, bytes.count(), bytes.ranges(), reason);
  }

  private static Finding finding(
      AuditedArgument argument, AuditVerdict verdict, long bytes, String reason) {
    return new Finding(argument.ref(), argument.declared(), verdict, bytes, List.of(), reason);
  }
}
