package dev.sluice.kernel;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One kernel of a {@link NativeArtifact}: code for a core, and the number by which the
 * orchestration submits it. Immutable; equal where all parts are equal.
 *
 * <pre>{@code
 * NativeKernel.builder(0, CoreType.AIV)
 *     .binary(Path.of("kernels/add.so"))
 *     .signature(Parameter.IN, Parameter.IN, Parameter.OUT)
 *     .build();
 * }</pre>
 */
public final class NativeKernel {

  /** The most entries of a signature; also the most tensors that a kernel takes. */
  public static final int MAX_PARAMETERS = 32;

  /** The most scalars that a kernel takes. */
  public static final int MAX_SCALARS = 16;

  /** The highest number that a kernel can have; the lowest is 0. */
  public static final int MAX_FUNC_ID = 1023;

  /** Which cores a kernel is for. */
  public enum CoreType {
    /** The matrix core. */
    AIC,
    /** The vector core. */
    AIV
  }

  /**
   * What a kernel does with one of its own parameters. The device runtime reads it for its own
   * purposes; it has no say in what a run copies.
   */
  public enum Parameter {
    /** A number. */
    SCALAR,
    /** A tensor that is read. */
    IN,
    /** A tensor that is written. */
    OUT,
    /** A tensor that is read and written. */
    INOUT
  }

  private final int funcId;
  private final CoreType coreType;
  private final NativeBinary binary;
  private final List<Parameter> signature;

  private NativeKernel(Builder builder, NativeBinary binary) {
    this.funcId = builder.funcId;
    this.coreType = builder.coreType;
    this.binary = binary;
    this.signature = builder.signature;
  }

  /**
   * Returns a builder of a kernel with an empty signature.
   *
   * @param funcId the number that the orchestration submits it by, from 0 to {@value #MAX_FUNC_ID}
   * @throws RejectedCallException if the number is outside
   */
  public static Builder builder(int funcId, CoreType coreType) {
    return new Builder(funcId, coreType);
  }

  /** Returns the number that the orchestration submits it by. */
  public int funcId() {
    return funcId;
  }

  /** Returns which cores it is for. */
  public CoreType coreType() {
    return coreType;
  }

  /** Returns a read-only view of its code, at least one byte. */
  public ByteBuffer binary() {
    return binary.view();
  }

  /** Returns what it does with each of its parameters, in order; empty where it does not say. */
  public List<Parameter> signature() {
    return signature;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NativeKernel that
        && funcId == that.funcId
        && coreType == that.coreType
        && signature.equals(that.signature)
        && binary.equals(that.binary);
  }

  @Override
  public int hashCode() {
    return Objects.hash(funcId, coreType, signature, binary);
  }

  /** Returns number, core and size as {@code kernel 0 (AIV, 4096 bytes)}. */
  @Override
  public String toString() {
    return "kernel " + funcId + " (" + coreType + ", " + binary.length() + " bytes)";
  }

  /** Collects the parts of a kernel. Not thread-safe. */
  public static final class Builder {

    private final int funcId;
    private final CoreType coreType;
    private @Nullable NativeBinary binary;
    private List<Parameter> signature = List.of();

    private Builder(int funcId, CoreType coreType) {
      if (funcId < 0 || funcId > MAX_FUNC_ID) {
        throw rejected("a kernel's func id is " + funcId, "give a number from 0 to " + MAX_FUNC_ID);
      }
      this.funcId = funcId;
      this.coreType = Objects.requireNonNull(coreType, "coreType");
    }

    /**
     * Sets the code; the bytes are copied.
     *
     * @throws RejectedCallException if there are none
     */
    public Builder binary(byte[] code) {
      this.binary = NativeBinary.of(description(), code);
      return this;
    }

    /**
     * Reads the code from a file, now.
     *
     * @throws RejectedCallException if the file cannot be read or is empty
     */
    public Builder binary(Path file) {
      this.binary = NativeBinary.read(description(), file);
      return this;
    }

    /** Sets what the kernel does with its parameters; see {@link #signature(List)}. */
    public Builder signature(Parameter... parameters) {
      return signature(List.of(parameters));
    }

    /**
     * Sets what the kernel does with its parameters, in order; by default it does not say.
     *
     * @throws RejectedCallException if there are more than {@value #MAX_PARAMETERS}, or more than
     *     {@value #MAX_SCALARS} scalars
     */
    public Builder signature(List<Parameter> parameters) {
      long scalars = parameters.stream().filter(p -> p == Parameter.SCALAR).count();
      if (parameters.size() > MAX_PARAMETERS) {
        throw rejected(
            "the signature of " + description() + " has " + parameters.size() + " parameters",
            "declare at most " + MAX_PARAMETERS);
      }
      if (scalars > MAX_SCALARS) {
        throw rejected(
            "the signature of " + description() + " has " + scalars + " scalars",
            "declare at most " + MAX_SCALARS);
      }
      this.signature = List.copyOf(parameters);
      return this;
    }

    /**
     * Returns the kernel.
     *
     * @throws RejectedCallException if it has no code
     */
    public NativeKernel build() {
      if (binary == null) {
        throw rejected(description() + " has no code", "give its bytes, or the file they are in");
      }
      return new NativeKernel(this, binary);
    }

    private String description() {
      return "kernel " + funcId;
    }

    private static RejectedCallException rejected(String problem, String remedy) {
      return new RejectedCallException(ErrorDetail.remedy(remedy), problem);
    }
  }
}
