package dev.sluice.cli.workload;

import dev.sluice.Scalar;
import dev.sluice.Signature;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;
import dev.sluice.kernel.TensorView;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Small callables on FLOAT32 tensors of one shape, whose last argument is written from the first
 * two, element by element, on all cores. Immutable; each is equal to itself only.
 */
final class Elementwise implements BuiltIn, JavaKernel {

  /** The example of the upstream runtime. */
  static final Elementwise VECTOR_EXAMPLE =
      new Elementwise(
          "vector_example",
          Signature.builder().in("a").in("b").out("f").build(),
          "f = (a+b+1)*(a+b+2)+(a+b), element by element.",
          (a, b) -> (a + b + 1) * (a + b + 2) + (a + b));

  /** The smallest callable with an INOUT argument. */
  static final Elementwise ACCUMULATE =
      new Elementwise(
          "accumulate",
          Signature.builder().in("x").inout("sum").build(),
          "Adds x to sum, element by element.",
          Float::sum);

  /** Makes one element of the last argument from those of the first two. */
  @FunctionalInterface
  private interface Operation {
    float apply(float first, float second);
  }

  /** Elements of one task. */
  private static final int CHUNK = 1 << 16;

  private final String name;
  private final Signature signature;
  private final String summary;
  private final Operation operation;

  private Elementwise(String name, Signature signature, String summary, Operation operation) {
    this.name = name;
    this.signature = signature;
    this.summary = summary;
    this.operation = operation;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Signature signature() {
    return signature;
  }

  @Override
  public List<String> description() {
    return List.of(summary, "All are float32 of one shape, which may be any.");
  }

  @Override
  public JavaKernel kernel() {
    return this;
  }

  @Override
  public TensorSpec output(String result, Map<String, HostTensor> inputs) {
    String first = Objects.requireNonNull(signature.tensorName(0));
    return new TensorSpec(
        DataType.FLOAT32, Objects.requireNonNull(inputs.get(first), first).shape());
  }

  @Override
  public Map<String, Scalar> defaultScalars(Map<String, HostTensor> inputs) {
    return Map.of();
  }

  @Override
  public void run(KernelArguments arguments) {
    for (int i = 0; i < arguments.tensorCount(); i++) {
      requireLikeTheFirst(arguments, i);
    }
    TensorView first = arguments.tensor(0);
    TensorView second = arguments.tensor(1);
    TensorView target = arguments.tensor(arguments.tensorCount() - 1);
    long elements = first.elementCount();
    arguments.parallel(
        Math.toIntExact((elements + CHUNK - 1) / CHUNK),
        task -> {
          long start = (long) task * CHUNK;
          int length = (int) Math.min(CHUNK, elements - start);
          float[] firsts = new float[length];
          float[] seconds = new float[length];
          first.read(start, firsts, 0, length);
          second.read(start, seconds, 0, length);
          for (int i = 0; i < length; i++) {
            firsts[i] = operation.apply(firsts[i], seconds[i]);
          }
          target.write(start, firsts, 0, length);
        });
  }

  private void requireLikeTheFirst(KernelArguments arguments, int index) {
    TensorView view = arguments.tensor(index);
    if (view.dataType() != DataType.FLOAT32) {
      throw refused(index, "is " + view.dataType(), "give FLOAT32");
    }
    if (!view.shape().equals(arguments.tensor(0).shape())) {
      throw refused(
          index,
          "has shape "
              + view.shape()
              + ", but "
              + signature.tensorName(0)
              + " has "
              + arguments.tensor(0).shape(),
          "give all the same shape");
    }
  }

  private RejectedCallException refused(int index, String problem, String remedy) {
    return new RejectedCallException(
        ErrorDetail.builder().argument(index, signature.tensorName(index)).remedy(remedy).build(),
        problem);
  }
}
