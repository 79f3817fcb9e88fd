package dev.sluice;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The arguments of one call: tensors by position or by name, then scalars likewise. Arguments given
 * by position take the first places of the signature, in order; those given by name take theirs.
 * Whether they fit a signature is checked by the call. Immutable; holds the tensors, not copies.
 */
public final class TaskArgs {

  private final List<Tensor> positionalTensors;
  private final Map<String, Tensor> namedTensors;
  private final List<Scalar> positionalScalars;
  private final Map<String, Scalar> namedScalars;

  private TaskArgs(Builder builder) {
    this.positionalTensors = List.copyOf(builder.positionalTensors);
    this.namedTensors = Collections.unmodifiableMap(new LinkedHashMap<>(builder.namedTensors));
    this.positionalScalars = List.copyOf(builder.positionalScalars);
    this.namedScalars = Collections.unmodifiableMap(new LinkedHashMap<>(builder.namedScalars));
  }

  /** Returns arguments that are tensors by position. */
  public static TaskArgs of(Tensor... tensors) {
    Builder builder = builder();
    for (Tensor tensor : tensors) {
      builder.tensor(tensor);
    }
    return builder.build();
  }

  /** Returns a builder without arguments. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the tensors given by position, in order. */
  public List<Tensor> positionalTensors() {
    return positionalTensors;
  }

  /** Returns the tensors given by name, in the order given. */
  public Map<String, Tensor> namedTensors() {
    return namedTensors;
  }

  /** Returns the scalars given by position, in order. */
  public List<Scalar> positionalScalars() {
    return positionalScalars;
  }

  /** Returns the scalars given by name, in the order given. */
  public Map<String, Scalar> namedScalars() {
    return namedScalars;
  }

  /** Collects arguments. Not thread-safe. */
  public static final class Builder {

    private final List<Tensor> positionalTensors = new ArrayList<>();
    private final Map<String, Tensor> namedTensors = new LinkedHashMap<>();
    private final List<Scalar> positionalScalars = new ArrayList<>();
    private final Map<String, Scalar> namedScalars = new LinkedHashMap<>();

    private Builder() {}

    /** Adds a tensor in the next position. */
    public Builder tensor(Tensor tensor) {
      positionalTensors.add(Objects.requireNonNull(tensor, "tensor"));
      return this;
    }

    /**
     * Adds a tensor by name.
     *
     * @throws RejectedCallException if the name was given before
     */
    public Builder tensor(String name, Tensor tensor) {
      if (namedTensors.putIfAbsent(
              Objects.requireNonNull(name, "name"), Objects.requireNonNull(tensor, "tensor"))
          != null) {
        throw givenTwice("tensor", name);
      }
      return this;
    }

    /** Adds a scalar in the next position. */
    public Builder scalar(Scalar scalar) {
      positionalScalars.add(Objects.requireNonNull(scalar, "scalar"));
      return this;
    }

    /**
     * Adds a scalar by name.
     *
     * @throws RejectedCallException if the name was given before
     */
    public Builder scalar(String name, Scalar scalar) {
      if (namedScalars.putIfAbsent(
              Objects.requireNonNull(name, "name"), Objects.requireNonNull(scalar, "scalar"))
          != null) {
        throw givenTwice("scalar", name);
      }
      return this;
    }

    /** Adds an INT32 scalar in the next position. */
    public Builder scalar(int value) {
      return scalar(Scalar.int32(value));
    }

    /** Adds an INT64 scalar in the next position. */
    public Builder scalar(long value) {
      return scalar(Scalar.int64(value));
    }

    /** Adds a FLOAT32 scalar in the next position. */
    public Builder scalar(float value) {
      return scalar(Scalar.float32(value));
    }

    /** Adds a FLOAT64 scalar in the next position. */
    public Builder scalar(double value) {
      return scalar(Scalar.float64(value));
    }

    /** Adds an INT32 scalar by name. */
    public Builder scalar(String name, int value) {
      return scalar(name, Scalar.int32(value));
    }

    /** Adds an INT64 scalar by name. */
    public Builder scalar(String name, long value) {
      return scalar(name, Scalar.int64(value));
    }

    /** Adds a FLOAT32 scalar by name. */
    public Builder scalar(String name, float value) {
      return scalar(name, Scalar.float32(value));
    }

    /** Adds a FLOAT64 scalar by name. */
    public Builder scalar(String name, double value) {
      return scalar(name, Scalar.float64(value));
    }

    /** Adds 64 raw bits in the next position. */
    public Builder scalarBits(long bits) {
      return scalar(Scalar.bits(bits));
    }

    /** Returns the arguments. */
    public TaskArgs build() {
      return new TaskArgs(this);
    }

    private static RejectedCallException givenTwice(String kind, String name) {
      return new RejectedCallException(
          ErrorDetail.remedy("give each argument once"), kind + " '" + name + "' is given twice");
    }
  }
}
