package dev.sluice.sim.kernel;

import dev.sluice.kernel.TensorView;
import dev.sluice.sim.check.ArgumentUse;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's view of one argument, which holds it to what its signature declares. Usable from
 * several threads that write disjoint elements.
 */
final class GuardedView implements TensorView {

  private final KernelRun run;
  private final int argument;
  private final Shape shape;
  private final long elementCount;
  private final boolean readable;
  private final boolean writable;
  private final boolean guarded;
  private final ElementLayout layout;

  /** All elements from the first to the last, gaps included. */
  private final HostTensor elements;

  /** What the kernel wrote, where that is to be known; otherwise null. */
  private final @Nullable WrittenElements written;

  /** Whether the kernel read what was there before it, as far as that is to be known. */
  private volatile boolean readBefore;

  GuardedView(
      KernelRun run,
      int index,
      LaunchArgument argument,
      ElementLayout layout,
      HostTensor elements) {
    this.run = run;
    this.argument = index;
    this.shape = argument.shape();
    this.elementCount = shape.elementCount();
    this.readable = argument.isReadable();
    this.writable = argument.isWritable();
    this.layout = layout;
    this.elements = elements;
    this.guarded = run.checks().seeAccess();
    this.written =
        run.seesWrites() && writable && (!readable || run.checks().seeLaunches())
            ? new WrittenElements(elementCount)
            : null;
  }

  /** Returns what was written, where that is kept; otherwise null. */
  @Nullable WrittenElements written() {
    return written;
  }

  /** Returns what the kernel did with the argument; of use with all checks only. */
  ArgumentUse use() {
    if (written == null) {
      return new ArgumentUse(readBefore, false, false);
    }
    if (!readable) {
      return ArgumentUse.ANYTHING; // nothing is asked of it, and a search would take its time
    }
    boolean any = written.firstWritten(0, elementCount) >= 0;
    return new ArgumentUse(readBefore, any, written.firstUnwritten(0, elementCount) < 0);
  }

  @Override
  public DataType dataType() {
    return elements.dataType();
  }

  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public boolean isReadable() {
    return readable;
  }

  @Override
  public boolean isWritable() {
    return writable;
  }

  @Override
  public float getFloat(long index) {
    return elements.getFloat(toRead(index));
  }

  @Override
  public void setFloat(long index, float value) {
    elements.setFloat(toWrite(index), value);
    wrote(index, 1);
  }

  @Override
  public int getInt(long index) {
    return elements.getInt(toRead(index));
  }

  @Override
  public void setInt(long index, int value) {
    elements.setInt(toWrite(index), value);
    wrote(index, 1);
  }

  @Override
  public long getLong(long index) {
    return elements.getLong(toRead(index));
  }

  @Override
  public void setLong(long index, long value) {
    elements.setLong(toWrite(index), value);
    wrote(index, 1);
  }

  @Override
  public long getBits(long index) {
    return elements.getBits(toRead(index));
  }

  @Override
  public void setBits(long index, long bits) {
    elements.setBits(toWrite(index), bits);
    wrote(index, 1);
  }

  @Override
  public void read(long index, float[] target, int from, int count) {
    readRuns(
        index, count, (place, done, length) -> elements.read(place, target, from + done, length));
  }

  @Override
  public void write(long index, float[] source, int from, int count) {
    writeRuns(
        index, count, (place, done, length) -> elements.write(place, source, from + done, length));
  }

  @Override
  public void read(long index, int[] target, int from, int count) {
    readRuns(
        index, count, (place, done, length) -> elements.read(place, target, from + done, length));
  }

  @Override
  public void write(long index, int[] source, int from, int count) {
    writeRuns(
        index, count, (place, done, length) -> elements.write(place, source, from + done, length));
  }

  @Override
  public void read(long index, long[] target, int from, int count) {
    readRuns(
        index, count, (place, done, length) -> elements.read(place, target, from + done, length));
  }

  @Override
  public void write(long index, long[] source, int from, int count) {
    writeRuns(
        index, count, (place, done, length) -> elements.write(place, source, from + done, length));
  }

  private interface RunCopy {
    void copy(long place, int done, int length);
  }

  private void readRuns(long index, int count, RunCopy copy) {
    checkRead(index, count);
    byRuns(index, count, copy);
  }

  private void writeRuns(long index, int count, RunCopy copy) {
    checkWrite(index, count);
    byRuns(index, count, copy);
    wrote(index, count);
  }

  /**
   * Copies elements by the stretches that stand side by side; at least once, so that all is
   * checked.
   */
  private void byRuns(long index, int count, RunCopy copy) {
    int done = 0;
    do {
      int length = layout.run(index + done, count - done);
      copy.copy(length == 0 ? 0 : layout.place(index + done), done, length);
      done += length;
    } while (done < count);
  }

  private long toRead(long index) {
    checkRead(index, 1);
    return layout.place(index);
  }

  private long toWrite(long index) {
    checkWrite(index, 1);
    return layout.place(index);
  }

  private void checkInside(long index, int count) {
    run.requireLive();
    if (index < 0 || count < 0 || index > elementCount - count) {
      throw violation(
          "the kernel used "
              + (count == 1
                  ? "element " + index
                  : count + " elements from element " + index + " on")
              + " of an argument of "
              + elementCount,
          "keep indexes inside the argument");
    }
  }

  private void checkRead(long index, int count) {
    checkInside(index, count);
    if (readBefore || !guarded) {
      return;
    }
    long unwritten = written == null ? index : written.firstUnwritten(index, count);
    if (count == 0 || unwritten < 0) {
      return;
    }
    if (readable) {
      readBefore = true;
    } else if (written != null) {
      throw violation(
          "the kernel read "
              + element(unwritten)
              + " before writing it, of an argument that is only written",
          "declare the argument INOUT, or write the element first");
    }
  }

  private void checkWrite(long index, int count) {
    checkInside(index, count);
    if (guarded && !writable && count > 0) {
      throw violation(
          "the kernel wrote " + element(index) + " of an argument that is only read",
          "declare the argument INOUT or OUT, or leave it alone");
    }
  }

  private AccessViolation violation(String problem, String remedy) {
    return run.violated(new AccessViolation(argument, problem, remedy));
  }

  private String element(long index) {
    return "element " + index + " (byte " + index * dataType().byteSize() + ")";
  }

  private void wrote(long index, int count) {
    if (written != null) {
      written.mark(index, count);
    }
  }
}
