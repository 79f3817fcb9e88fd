package dev.sluice.sim.corpus;

import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.kernel.BufferKernel;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.List;

/**
 * A callable that is not what it declares, its corrected twin, and what is said of the faulty one.
 *
 * @param runs the arguments of each run, in order
 * @param says the launch's failure from the argument on, or the finding
 */
record Faulty(
    String name,
    DeviceCallable faulty,
    DeviceCallable corrected,
    List<TaskArgs> runs,
    String says) {

  /** A row of the corpus that is being written. */
  static final class Case {

    private final String name;
    private final TaskArgs[] runs;
    private Signature declared = Signature.builder().in("x").out("y").build();
    private Signature corrected = declared;
    private CallableArtifact kernel;
    private CallableArtifact twin;

    private Case(String name, TaskArgs... runs) {
      this.name = name;
      this.runs = runs;
    }

    Case declared(Signature.Builder signature) {
      this.declared = signature.build();
      this.corrected = declared;
      return this;
    }

    /** Corrects the declaration, and leaves the kernel as it is. */
    Case shouldBe(Signature.Builder signature) {
      this.corrected = signature.build();
      this.twin = kernel;
      return this;
    }

    Case kernel(JavaKernel faulty) {
      this.kernel = faulty;
      return this;
    }

    Case onBuffers(BufferKernel faulty) {
      this.kernel = faulty;
      return this;
    }

    /** Corrects the kernel, and leaves the declaration as it is. */
    Case shouldBe(JavaKernel better) {
      this.twin = better;
      return this;
    }

    Case shouldBeOnBuffers(BufferKernel better) {
      this.twin = better;
      return this;
    }

    Faulty isReadTooEarly(int element, int firstByte) {
      return says(
          "argument 1 'y': the kernel read element "
              + element
              + " (byte "
              + firstByte
              + ") before writing it, of an argument that is only written; declare the argument"
              + " INOUT, or write the element first");
    }

    Faulty isWritten(int element, int firstByte) {
      return says(
          "argument 0 'x': the kernel wrote element "
              + element
              + " (byte "
              + firstByte
              + ") of an argument that is only read; declare the argument INOUT or OUT, or leave it"
              + " alone");
    }

    Faulty isWrittenInItsBuffer(String place) {
      return says(
          "argument 0 'x': the kernel wrote "
              + place
              + " of an argument that is only read; declare the argument INOUT or OUT, or leave it"
              + " alone");
    }

    Faulty isUnwritten(String argument, String bytes) {
      return says(
          "argument "
              + argument
              + ": the kernel left bytes "
              + bytes
              + " unwritten, of an argument that is only written; write all of it, or declare it"
              + " INOUT");
    }

    Faulty isMadeFromBefore(String bytes) {
      return says(
          "argument 1 'y': the kernel made bytes "
              + bytes
              + " from what was there before, of an argument that is only written; declare it"
              + " INOUT, or write it before reading it");
    }

    Faulty decidesOtherResults() {
      return says(
          "argument 0 'x': other results depend on what was there before, of an argument that is"
              + " only written; declare it INOUT, or write it before reading it");
    }

    private Faulty says(String text) {
      return new Faulty(
          name, callable(declared, kernel), callable(corrected, twin), List.of(runs), text);
    }

    private static DeviceCallable callable(Signature signature, CallableArtifact artifact) {
      return DeviceCallable.builder("f").signature(signature).artifact("sim", artifact).build();
    }
  }

  static Case faulty(String name, TaskArgs... runs) {
    return new Case(name, runs);
  }

  static HostTensor floats(int... extents) {
    long[] shape = new long[extents.length];
    int count = 1;
    for (int i = 0; i < extents.length; i++) {
      shape[i] = extents[i];
      count *= extents[i];
    }
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i + 1;
    }
    return HostTensor.wrap(values, Shape.of(shape));
  }

  static HostTensor ints(int... values) {
    return HostTensor.wrap(values, Shape.of(values.length));
  }

  static HostTensor bytes(int count) {
    return HostTensor.wrap(new byte[count], DataType.UINT8, Shape.of(count));
  }

  @Override
  public String toString() {
    return name;
  }
}
