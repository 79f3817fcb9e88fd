package dev.sluice.it.model;

import dev.sluice.DeviceRuntime;
import dev.sluice.Scalar;
import dev.sluice.TaskArgs;
import java.util.ArrayList;
import java.util.List;

/** A modelled call with real memory behind its arguments. Not thread-safe. */
public final class PlacedCall implements AutoCloseable {

  private final ModelCall call;
  private final String device;
  private final List<Backing> backings = new ArrayList<>();
  private final TaskArgs args;

  private PlacedCall(ModelCall call, DeviceRuntime runtime) {
    this.call = call;
    this.device = runtime.device().name();
    TaskArgs.Builder builder = TaskArgs.builder();
    for (int i = 0; i < call.arguments().size(); i++) {
      Backing backing = Backing.of(call.arguments().get(i), runtime);
      backings.add(backing);
      String name = call.name(i);
      if (i < call.byPosition() || name == null) {
        builder.tensor(backing.tensor());
      } else {
        builder.tensor(name, backing.tensor());
      }
    }
    call.scalars().forEach(bits -> builder.scalar(Scalar.int64(bits)));
    this.args = builder.build();
  }

  /** Makes the memory of a call: in host memory, and on the runtime's device. */
  public static PlacedCall on(DeviceRuntime runtime, ModelCall call) {
    return new PlacedCall(call, runtime);
  }

  /** Returns the call. */
  public ModelCall call() {
    return call;
  }

  /** Returns the device that the call is for. */
  public String device() {
    return device;
  }

  /** Returns the arguments to run with. */
  public TaskArgs args() {
    return args;
  }

  /** Returns the memory of the arguments, in order. */
  public List<Backing> backings() {
    return backings;
  }

  /** Returns the bytes that the memory of the arguments holds, in order. */
  public List<byte[]> bytes() {
    return backings.stream().map(Backing::bytes).toList();
  }

  /** Returns the bytes that were there at first. */
  public List<byte[]> initialBytes() {
    return call.arguments().stream().map(Argument::initialBytes).toList();
  }

  /** Writes bytes over the memory of the arguments. */
  public void restore(List<byte[]> bytes) {
    for (int i = 0; i < backings.size(); i++) {
      backings.get(i).restore(bytes.get(i));
    }
  }

  /** Frees what is on the device. */
  @Override
  public void close() {
    backings.forEach(Backing::close);
  }
}
