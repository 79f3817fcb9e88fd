package com.example.scaling;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.TensorView;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import jakarta.inject.Inject;

/** Multiplies vectors on the device. Uses the runtime and leaves closing it to the application. */
public final class ScalingService {

  private static final JavaKernel ON_SIMULATOR =
      arguments -> {
        TensorView values = arguments.tensor("values");
        TensorView scaled = arguments.tensor("scaled");
        for (long i = 0; i < values.elementCount(); i++) {
          scaled.setFloat(i, values.getFloat(i) * arguments.float32(0));
        }
      };

  private static final DeviceCallable SCALE =
      DeviceCallable.builder("scale")
          .signature(
              Signature.builder()
                  .in("values")
                  .out("scaled")
                  .scalar("factor", ScalarType.FLOAT32)
                  .build())
          .artifact("sim", ON_SIMULATOR) // the artifacts of other platforms stand beside it
          .build();

  private final DeviceRuntime runtime;

  @Inject
  ScalingService(DeviceRuntime runtime) {
    this.runtime = runtime;
  }

  /** Returns the values, each multiplied by the factor. */
  public HostTensor scale(float[] values, float factor) {
    HostTensor scaled = HostTensor.allocate(DataType.FLOAT32, Shape.of(values.length));
    runtime.run(
        SCALE,
        TaskArgs.builder()
            .tensor(HostTensor.wrap(values, Shape.of(values.length)))
            .tensor(scaled)
            .scalar(factor)
            .build());
    return scaled;
  }
}
