package dev.sluice.cli.workload;

import dev.sluice.DeviceCallable;
import dev.sluice.kernel.JavaKernel;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A callable that comes with the command, in Java. Implementations are immutable. */
public sealed interface BuiltIn extends FileCallable permits AttentionBuiltIn, Elementwise {

  /** Returns all of them, in the order in which they are listed. */
  static List<BuiltIn> all() {
    return List.of(new AttentionBuiltIn(), Elementwise.VECTOR_EXAMPLE, Elementwise.ACCUMULATE);
  }

  /** Returns the one of a name. */
  static Optional<BuiltIn> named(String name) {
    return all().stream().filter(builtIn -> builtIn.name().equals(name)).findFirst();
  }

  /** Returns their names, for messages. */
  static String names() {
    return all().stream().map(BuiltIn::name).collect(Collectors.joining(", "));
  }

  /** Returns lines that say what it computes, and which types and shapes it takes. */
  List<String> description();

  /** Returns what runs it. */
  JavaKernel kernel();

  @Override
  default DeviceCallable callable(String platform) {
    return DeviceCallable.builder(name())
        .signature(signature())
        .artifact(platform, kernel())
        .build();
  }
}
