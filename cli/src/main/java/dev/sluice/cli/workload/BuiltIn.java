package dev.sluice.cli.workload;

import dev.sluice.DeviceCallable;
import dev.sluice.Scalar;
import dev.sluice.Signature;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.HostTensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A callable that the command can run on files: beside what the runtime needs, how its results are
 * sized, and what its scalars are by default. Implementations are immutable.
 */
public sealed interface BuiltIn permits AttentionBuiltIn, Elementwise {

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

  /** Returns the callable's name. */
  String name();

  /** Returns what a call takes; every argument has a name. */
  Signature signature();

  /** Returns lines that say what it computes, and which types and shapes it takes. */
  List<String> description();

  /** Returns what runs it. */
  JavaKernel kernel();

  /**
   * Returns what the OUT argument of a name has to be for these inputs.
   *
   * @param inputs every IN and INOUT argument, by name
   * @throws RejectedCallException naming the input from which that cannot be told
   */
  TensorSpec output(String name, Map<String, HostTensor> inputs);

  /**
   * Returns what each scalar is for these inputs where it is not given.
   *
   * @param inputs every IN and INOUT argument, by name
   * @return a value for every scalar of the signature, by name
   * @throws RejectedCallException naming the input from which one cannot be told
   */
  Map<String, Scalar> defaultScalars(Map<String, HostTensor> inputs);

  /** Returns the callable for a platform that runs Java kernels. */
  default DeviceCallable callable(String platform) {
    return DeviceCallable.builder(name())
        .signature(signature())
        .artifact(platform, kernel())
        .build();
  }
}
