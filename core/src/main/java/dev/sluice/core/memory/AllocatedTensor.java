package dev.sluice.core.memory;

import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A device tensor of a runtime, or a view of one. Thread-safe. */
public final class AllocatedTensor implements DeviceTensor {

  /**
   * Up to so many stretches of a strided view are told apart; beyond, the gaps count as its own.
   */
  private static final int MOST_STRETCHES = 4096;

  private final TensorOwnership ownership;
  private final boolean view;
  private final long offsetBytes;
  private final DataType dataType;
  private final Shape shape;
  private final long[] strides;
  private final boolean contiguous;

  private AllocatedTensor(
      TensorOwnership ownership,
      boolean view,
      long offsetBytes,
      DataType dataType,
      Shape shape,
      long[] strides) {
    this.ownership = ownership;
    this.view = view;
    this.offsetBytes = offsetBytes;
    this.dataType = dataType;
    this.shape = shape;
    this.strides = strides;
    this.contiguous = LaunchArgument.isContiguous(shape, strides);
  }

  static AllocatedTensor whole(TensorOwnership ownership, DataType type, Shape shape) {
    return new AllocatedTensor(ownership, false, 0, type, shape, LaunchArgument.contiguous(shape));
  }

  /** Returns the elements from the first to the last, gaps included; fails on overflow. */
  private static long extent(Shape shape, long[] strides) {
    if (shape.elementCount() == 0) {
      return 0;
    }
    long last = 0;
    for (int i = 0; i < strides.length; i++) {
      last = Math.addExact(last, Math.multiplyExact(shape.dimension(i) - 1, strides[i]));
    }
    return Math.addExact(last, 1);
  }

  DeviceAllocation allocation() {
    return ownership.allocation();
  }

  /** Returns whether the tensor was made by a table's runtime. */
  public boolean isOwnedBy(TensorTable table) {
    return allocation().owner() == table;
  }

  /** Returns the device's handle of the allocation, or {@link LaunchArgument#NO_HANDLE}. */
  public long handle() {
    return allocation().handle();
  }

  /** Returns the bytes from the first to the last element, in the allocation, gaps included. */
  public ByteRange range() {
    return new ByteRange(offsetBytes, extent(shape, strides) * dataType.byteSize());
  }

  /** Returns the strides in elements. */
  public long[] strides() {
    return strides.clone();
  }

  /** Returns the first of this tensor's bytes that a failed launch left undefined. */
  public Optional<ByteRange> firstUndefined() {
    return stretches().stream()
        .flatMap(stretch -> allocation().firstUndefined(stretch).stream())
        .findFirst();
  }

  /** Records that a failed launch may have half-written this tensor. */
  public void markUndefined() {
    stretches().forEach(allocation()::markUndefined);
  }

  /** Records that this tensor was written whole; gaps between its elements stay as they were. */
  public void markDefined() {
    if (isTracked()) {
      stretches().forEach(allocation()::markDefined);
    }
  }

  /** Returns whether stretches are the elements and nothing else. */
  private boolean isTracked() {
    return contiguous || stretchCount() <= MOST_STRETCHES;
  }

  private long stretchCount() {
    return shape.elementCount() / Math.max(1, stretchElements());
  }

  private long stretchElements() {
    return strides[strides.length - 1] == 1 ? shape.rowLength() : 1;
  }

  /**
   * Returns the bytes of the elements that stand side by side; all with the gaps if there are too
   * many.
   */
  private List<ByteRange> stretches() {
    if (contiguous || !isTracked()) {
      return List.of(range());
    }
    long length = stretchElements();
    List<ByteRange> stretches = new ArrayList<>();
    for (long first = 0; first < shape.elementCount(); first += length) {
      stretches.add(
          new ByteRange(
              offsetBytes + place(first) * dataType.byteSize(), length * dataType.byteSize()));
    }
    return stretches;
  }

  /** Returns where an element stands, counted in elements from the first. */
  private long place(long index) {
    long place = 0;
    long rest = index;
    for (int i = strides.length - 1; i >= 0; i--) {
      place += rest % shape.dimension(i) * strides[i];
      rest /= shape.dimension(i);
    }
    return place;
  }

  /** Records that a range of this contiguous tensor was written. */
  public void markDefined(ByteRange part) {
    allocation().markDefined(new ByteRange(offsetBytes + part.offset(), part.length()));
  }

  /** Returns the first bytes of a range of this contiguous tensor that are undefined. */
  public Optional<ByteRange> firstUndefined(ByteRange part) {
    return allocation().firstUndefined(new ByteRange(offsetBytes + part.offset(), part.length()));
  }

  /** Records that a copy into a range of this contiguous tensor failed half-way. */
  public void markUndefined(ByteRange part) {
    allocation().markUndefined(new ByteRange(offsetBytes + part.offset(), part.length()));
  }

  @Override
  public String device() {
    return allocation().owner().deviceName();
  }

  @Override
  public long generation() {
    return allocation().generation();
  }

  @Override
  public long offsetBytes() {
    return offsetBytes;
  }

  @Override
  public DataType dataType() {
    return dataType;
  }

  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public long stride(int dimension) {
    return strides[dimension];
  }

  @Override
  public boolean isContiguous() {
    return contiguous;
  }

  @Override
  public DeviceTensor view(long offsetElements, Shape viewShape) {
    return view(offsetElements, viewShape, LaunchArgument.contiguous(viewShape));
  }

  @Override
  public DeviceTensor view(long offsetElements, Shape viewShape, long... viewStrides) {
    requireOpen();
    if (!contiguous) {
      throw rejected("a view of a strided view is ambiguous", "make it from the whole tensor");
    }
    long[] checked = viewStrides.clone();
    if (checked.length != viewShape.rank() || Arrays.stream(checked).anyMatch(s -> s < 1)) {
      throw rejected(
          "strides " + Arrays.toString(checked) + " do not fit shape " + viewShape,
          "give one stride of at least 1 for each dimension");
    }
    if (!isInside(offsetElements, viewShape, checked)) {
      throw rejected(
          "a view of shape "
              + viewShape
              + " with strides "
              + Arrays.toString(checked)
              + " at element "
              + offsetElements
              + " reaches outside the tensor of shape "
              + shape,
          "give an offset, a shape and strides inside it");
    }
    return new AllocatedTensor(
        ownership,
        true,
        offsetBytes + offsetElements * dataType.byteSize(),
        dataType,
        viewShape,
        checked);
  }

  private boolean isInside(long offsetElements, Shape viewShape, long[] viewStrides) {
    try {
      return offsetElements >= 0
          && Math.addExact(offsetElements, extent(viewShape, viewStrides)) <= shape.elementCount();
    } catch (ArithmeticException overflow) {
      return false;
    }
  }

  @Override
  public void assumeValid() {
    requireOpen();
    allocation().markDefined(range());
  }

  @Override
  public boolean isOpen() {
    return allocation().isOpen();
  }

  @Override
  public void close() {
    if (!view) {
      ownership.close();
    }
  }

  private void requireOpen() {
    if (!isOpen()) {
      throw new ClosedRuntimeException(
          place().remedy("allocate a new one").build(), this + " is closed");
    }
  }

  private RejectedCallException rejected(String problem, String remedy) {
    return new RejectedCallException(place().remedy(remedy).build(), problem);
  }

  private ErrorDetail.Builder place() {
    return ErrorDetail.builder().device(device());
  }

  /** Returns the generation, element type and shape. */
  @Override
  public String toString() {
    return (view ? "a view of device tensor " : "device tensor ")
        + generation()
        + " ("
        + dataType
        + " "
        + shape
        + ")";
  }
}
