package dev.sluice.cli.workload;

import dev.sluice.DeviceCallable;
import dev.sluice.Scalar;
import dev.sluice.Signature;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.HostTensor;
import java.util.Map;

/**
 * A callable of a folder, whose outputs are as the caller says. Immutable.
 *
 * @param packaged the callable
 * @param outputs what each OUT argument is, by name
 */
public record PackagedCallable(DeviceCallable packaged, Map<String, TensorSpec> outputs)
    implements FileCallable {

  /** Copies the outputs. */
  public PackagedCallable {
    outputs = Map.copyOf(outputs);
  }

  @Override
  public String name() {
    return packaged.name();
  }

  @Override
  public Signature signature() {
    return packaged.signature();
  }

  @Override
  public TensorSpec output(String name, Map<String, HostTensor> inputs) {
    TensorSpec spec = outputs.get(name);
    if (spec == null) {
      throw new RejectedCallException(
          ErrorDetail.builder()
              .argument(signature().tensorIndex(name), name)
              .remedy("give --shape " + name + "=2x3 and --type " + name + "=float32")
              .build(),
          "nothing says how large this output is");
    }
    return spec;
  }

  @Override
  public Map<String, Scalar> defaultScalars(Map<String, HostTensor> inputs) {
    return Map.of();
  }

  @Override
  public DeviceCallable callable(String platform) {
    return packaged;
  }
}
