package dev.sluice;

import dev.sluice.tensor.DataType;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a device can take. A call beyond it is refused before anything is touched. Immutable. */
public final class DeviceLimits {

  private final long largestAllocationBytes;
  private final long memoryBytes;
  private final long baseAlignmentBytes;
  private final int maxTensors;
  private final int maxScalars;
  private final Set<DataType> elementTypes;
  private final boolean zeroSizeArguments;

  private DeviceLimits(Builder builder) {
    this.largestAllocationBytes = builder.largestAllocationBytes;
    this.memoryBytes = builder.memoryBytes;
    this.baseAlignmentBytes = builder.baseAlignmentBytes;
    this.maxTensors = builder.maxTensors;
    this.maxScalars = builder.maxScalars;
    this.elementTypes = Collections.unmodifiableSet(EnumSet.copyOf(builder.elementTypes));
    this.zeroSizeArguments = builder.zeroSizeArguments;
  }

  /**
   * Returns a builder whose limits are the widest: any size and alignment, 256 tensors and 128
   * scalars (those of the Ascend host runtime), all element types, zero-size arguments allowed.
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the most bytes that one allocation can have. */
  public long largestAllocationBytes() {
    return largestAllocationBytes;
  }

  /**
   * Returns the bytes that all allocations together can have, as far as the device knows: one that
   * others use too may have less. {@link Long#MAX_VALUE} where it does not know.
   */
  public long memoryBytes() {
    return memoryBytes;
  }

  /** Returns what the start of every allocation is a multiple of, in bytes; a power of two. */
  public long baseAlignmentBytes() {
    return baseAlignmentBytes;
  }

  /** Returns the most tensors of one call. */
  public int maxTensors() {
    return maxTensors;
  }

  /** Returns the most scalars of one call. */
  public int maxScalars() {
    return maxScalars;
  }

  /** Returns the element types that arguments can have. */
  public Set<DataType> elementTypes() {
    return elementTypes;
  }

  /** Returns whether a tensor argument may have zero bytes. */
  public boolean zeroSizeArguments() {
    return zeroSizeArguments;
  }

  /** Collects limits. Not thread-safe. */
  public static final class Builder {

    private long largestAllocationBytes = Long.MAX_VALUE;
    private long memoryBytes = Long.MAX_VALUE;
    private long baseAlignmentBytes = 1;
    private int maxTensors = 256;
    private int maxScalars = 128;
    private Set<DataType> elementTypes = EnumSet.allOf(DataType.class);
    private boolean zeroSizeArguments = true;

    private Builder() {}

    /** Sets the most bytes that one allocation can have. */
    public Builder largestAllocationBytes(long bytes) {
      this.largestAllocationBytes = bytes;
      return this;
    }

    /** Sets the bytes that all allocations together can have. */
    public Builder memoryBytes(long bytes) {
      this.memoryBytes = bytes;
      return this;
    }

    /** Sets what the start of every allocation is a multiple of, in bytes; a power of two. */
    public Builder baseAlignmentBytes(long bytes) {
      this.baseAlignmentBytes = bytes;
      return this;
    }

    /** Sets the most tensors of one call. */
    public Builder maxTensors(int count) {
      this.maxTensors = count;
      return this;
    }

    /** Sets the most scalars of one call. */
    public Builder maxScalars(int count) {
      this.maxScalars = count;
      return this;
    }

    /** Sets the element types that arguments can have; at least one. */
    public Builder elementTypes(Set<DataType> types) {
      this.elementTypes = EnumSet.noneOf(DataType.class);
      this.elementTypes.addAll(types);
      return this;
    }

    /** Sets whether a tensor argument may have zero bytes. */
    public Builder zeroSizeArguments(boolean allowed) {
      this.zeroSizeArguments = allowed;
      return this;
    }

    /**
     * Returns the limits.
     *
     * @throws IllegalArgumentException if a size or a count is negative, the alignment is not a
     *     power of two, or there is no element type: a mistake of the platform
     */
    public DeviceLimits build() {
      require(largestAllocationBytes >= 0, "largestAllocationBytes", largestAllocationBytes);
      require(memoryBytes >= 0, "memoryBytes", memoryBytes);
      require(
          Long.bitCount(baseAlignmentBytes) == 1 && baseAlignmentBytes > 0,
          "baseAlignmentBytes",
          baseAlignmentBytes);
      require(maxTensors >= 0, "maxTensors", maxTensors);
      require(maxScalars >= 0, "maxScalars", maxScalars);
      require(!elementTypes.isEmpty(), "elementTypes", elementTypes);
      return new DeviceLimits(this);
    }

    private static void require(boolean valid, String limit, Object value) {
      if (!valid) {
        throw new IllegalArgumentException("no device has the limit " + limit + " = " + value);
      }
    }
  }
}
