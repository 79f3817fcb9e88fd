package dev.sluice.cli.workload;

import dev.sluice.DeviceCallable;
import dev.sluice.Scalar;
import dev.sluice.Signature;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.HostTensor;
import java.util.Map;

/**
 * A callable that the command can run on files: beside what the runtime needs, how its results are
 * sized, and what its scalars are by default. Implementations are immutable.
 */
public sealed interface FileCallable permits BuiltIn, PackagedCallable {

  /** Returns the callable's name. */
  String name();

  /** Returns what a call takes; every argument has a name. */
  Signature signature();

  /**
   * Returns what the OUT argument of a name has to be for these inputs.
   *
   * @param inputs every IN and INOUT argument, by name
   * @throws RejectedCallException naming the input from which that cannot be told
   */
  TensorSpec output(String name, Map<String, HostTensor> inputs);

  /**
   * Returns what scalars are for these inputs where they are not given.
   *
   * @param inputs every IN and INOUT argument, by name
   * @return values by name
   * @throws RejectedCallException naming the input from which one cannot be told
   */
  Map<String, Scalar> defaultScalars(Map<String, HostTensor> inputs);

  /** Returns the callable, with an artifact for the platform if it can run there. */
  DeviceCallable callable(String platform);
}
