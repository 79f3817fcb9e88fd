package dev.sluice.cli;

import dev.sluice.cli.workload.AttentionCase;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which case of paged attention. */
final class CaseOptions {

  @Option(
      names = "--case",
      paramLabel = "CASE",
      defaultValue = "small",
      converter = ByName.class,
      description = {
        "small (34 MB), case1 (1 077 150 720 bytes) or case2 (default: ${DEFAULT-VALUE})."
      })
  AttentionCase chosen;

  /** Finds a case by its name. */
  static final class ByName implements ITypeConverter<AttentionCase> {

    @Override
    public AttentionCase convert(String name) {
      return AttentionCase.offered().stream()
          .filter(offered -> offered.name().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "there is no case '"
                          + name
                          + "'; use "
                          + AttentionCase.offered().stream()
                              .map(AttentionCase::name)
                              .collect(Collectors.joining(", "))));
    }
  }
}
