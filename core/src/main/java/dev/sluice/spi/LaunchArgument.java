package dev.sluice.spi;

import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One tensor of a launch: device memory, or host memory where the artifact asked for it. Immutable,
 * the memory aside.
 */
public final class LaunchArgument {

  /** The handle of an argument that has no device memory: zero bytes, or host memory. */
  public static final long NO_HANDLE = 0;

  private final @Nullable String name;
  private final DataType dataType;
  private final Shape shape;
  private final long @Nullable [] strides; // null where row-major without gaps
  private final long handle;
  private final long offsetBytes;
  private final @Nullable ByteBuffer hostMemory;
  private final boolean readable;
  private final boolean writable;
  private final boolean transientContents;
  private final boolean slice;

  private LaunchArgument(Builder builder) {
    this.name = builder.name;
    this.dataType = builder.dataType;
    this.shape = builder.shape;
    this.strides =
        builder.strides == null || isContiguous(builder.shape, builder.strides)
            ? null
            : builder.strides.clone();
    this.handle = builder.handle;
    this.offsetBytes = builder.offsetBytes;
    this.hostMemory = builder.hostMemory;
    this.readable = builder.readable;
    this.writable = builder.writable;
    this.transientContents = builder.transientContents;
    this.slice = builder.slice;
  }

  /** Returns a builder of a contiguous argument without memory or rights. */
  public static Builder builder(@Nullable String name, DataType type, Shape shape) {
    return new Builder(name, type, shape);
  }

  /** Returns row-major strides without gaps, in elements, each at least 1. */
  public static long[] contiguous(Shape shape) {
    long[] strides = new long[shape.rank()];
    for (int i = 0; i < strides.length; i++) {
      strides[i] = contiguousStride(shape, i);
    }
    return strides;
  }

  private static long contiguousStride(Shape shape, int dimension) {
    long stride = 1;
    for (int inner = shape.rank() - 1; inner > dimension; inner--) {
      stride = Math.max(1, stride * shape.dimension(inner));
    }
    return stride;
  }

  /** Returns the name in the signature, or null. */
  public @Nullable String name() {
    return name;
  }

  /** Returns the element type. */
  public DataType dataType() {
    return dataType;
  }

  /** Returns the extents in elements. */
  public Shape shape() {
    return shape;
  }

  /**
   * Returns the distance between neighbours of a dimension, in elements, at least 1; row-major
   * without gaps where strides differ from that only in dimensions of one element.
   */
  public long stride(int dimension) {
    return strides == null ? contiguousStride(shape, dimension) : strides[dimension];
  }

  /** Returns whether the elements stand in row-major order without gaps. */
  public boolean isContiguous() {
    return strides == null;
  }

  /** Returns whether strides differ from {@link #contiguous} at most where nothing is strided. */
  public static boolean isContiguous(Shape shape, long[] strides) {
    for (int i = 0; i < strides.length; i++) {
      if (shape.dimension(i) > 1 && strides[i] != contiguousStride(shape, i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the device allocation, or {@link #NO_HANDLE}. */
  public long handle() {
    return handle;
  }

  /** Returns where the tensor starts in its allocation, in bytes. */
  public long offsetBytes() {
    return offsetBytes;
  }

  /**
   * Returns whether the bytes of the tensor are a buffer of their own, which no other tensor of the
   * launch shares, although they lie in a larger allocation. Otherwise the tensor is a view of its
   * allocation, as others may be.
   */
  public boolean isSlice() {
    return slice;
  }

  /**
   * Returns the contiguous, direct host memory of an argument that has no handle; otherwise null.
   */
  public @Nullable ByteBuffer hostMemory() {
    return hostMemory;
  }

  /** Returns whether the callable may read what the tensor holds before the launch. */
  public boolean isReadable() {
    return readable;
  }

  /** Returns whether the callable may write the tensor. */
  public boolean isWritable() {
    return writable;
  }

  /**
   * Returns whether the memory belongs to this run alone and nothing was put there for it: whatever
   * it holds is left over, and nobody may count on it.
   */
  public boolean hasTransientContents() {
    return transientContents;
  }

  /** Collects the parts of an argument. Not thread-safe. */
  public static final class Builder {

    private final @Nullable String name;
    private final DataType dataType;
    private final Shape shape;
    private long @Nullable [] strides;
    private long handle = NO_HANDLE;
    private long offsetBytes;
    private @Nullable ByteBuffer hostMemory;
    private boolean readable;
    private boolean writable;
    private boolean transientContents;
    private boolean slice;

    private Builder(@Nullable String name, DataType dataType, Shape shape) {
      this.name = name;
      this.dataType = dataType;
      this.shape = shape;
    }

    /** Sets the distances between neighbours, in elements. */
    public Builder strides(long... elements) {
      this.strides = elements;
      return this;
    }

    /** Sets the device memory. */
    public Builder memory(long allocation, long offset) {
      this.handle = allocation;
      this.offsetBytes = offset;
      return this;
    }

    /** Sets a part of device memory that is a buffer of its own. */
    public Builder slice(long allocation, long offset) {
      this.slice = true;
      return memory(allocation, offset);
    }

    /** Sets contiguous, direct host memory. */
    public Builder hostMemory(ByteBuffer memory) {
      this.hostMemory = memory;
      return this;
    }

    /** Sets what the callable may do. */
    public Builder access(boolean mayRead, boolean mayWrite) {
      this.readable = mayRead;
      this.writable = mayWrite;
      return this;
    }

    /** Sets whether the contents are left over from before the run. */
    public Builder transientContents(boolean leftOver) {
      this.transientContents = leftOver;
      return this;
    }

    /** Returns the argument. */
    public LaunchArgument build() {
      return new LaunchArgument(this);
    }
  }
}
