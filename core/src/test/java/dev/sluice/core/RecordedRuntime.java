package dev.sluice.core;

import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.Signature;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;

/** A runtime on a recording device, and what tests run on it. */
abstract class RecordedRuntime {

  static final CallableArtifact ANY = new CallableArtifact() {};
  static final Signature IN_INOUT_OUT = Signature.builder().in("a").inout("b").out("c").build();

  final RecordingPlatform platform = new RecordingPlatform();

  static DeviceCallable callable(Signature signature) {
    return DeviceCallable.builder("f").signature(signature).artifact("rec", ANY).build();
  }

  static HostTensor floats(int count) {
    return HostTensor.allocate(DataType.FLOAT32, Shape.of(count));
  }

  final DeviceRuntime open() {
    return Sluice.builder().platform(platform).open();
  }
}
