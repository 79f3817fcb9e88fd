package dev.sluice.core.run;

import dev.sluice.Transfer;
import dev.sluice.TransferCounts;
import dev.sluice.core.memory.DeviceAllocator;
import dev.sluice.core.memory.DeviceCounts;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.memory.Staging;
import dev.sluice.core.transfer.CopyPieces;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.ModelledClock;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * All state of one run: its staging memory and bounce buffers, which stay for the next run, and its
 * counters and times. Guarded by the runtime's turn.
 */
final class RunSlot {

  /** The steps of a run, in order; each ends where the next starts. */
  enum Step {
    PLAN,
    STAGE,
    UPLOAD,
    LAUNCH,
    DOWNLOAD,
    RELEASE
  }

  /** Two, so that the host fills or empties one while the device copies the other. */
  static final int BOUNCE_BUFFERS = 2;

  private static final int STEPS = Step.values().length;

  /** Bytes and copies up, bytes and copies down: the layout that {@code RunReport} takes. */
  private static final int NUMBERS_PER_ARGUMENT = 4;

  private static final long[] NOTHING_MOVED = {};

  private final MeteredDevice device;
  private final Staging staging;
  private final @Nullable ModelledClock clock;
  private final DeviceCounts countsBefore = new DeviceCounts();
  private final long[] stepEnds = new long[STEPS];
  private final @Nullable ByteBuffer[] bounce = new ByteBuffer[BOUNCE_BUFFERS];
  private long started;
  private long modelledBefore;
  private long modelledDeviceBefore;
  private long hostCopiedBytes;
  private long[] argumentCounts = {};
  private boolean anyArgumentCounted;
  private OptionalLong deviceWallNanos = OptionalLong.empty();

  RunSlot(MeteredDevice device, DeviceAllocator allocator) {
    this.device = device;
    this.staging = new Staging(device, allocator);
    this.clock = device.capability(ModelledClock.class).orElse(null);
  }

  Staging staging() {
    return staging;
  }

  /** Forgets the run before. */
  void begin() {
    started = System.nanoTime();
    countsBefore.set(device.counts());
    hostCopiedBytes = 0;
    deviceWallNanos = OptionalLong.empty();
    if (clock != null) {
      modelledBefore = clock.elapsedNanos();
      modelledDeviceBefore = clock.deviceNanos();
    }
  }

  void end(Step step) {
    stepEnds[step.ordinal()] = System.nanoTime();
  }

  /** Returns how long a step took, in nanoseconds. */
  long nanos(Step step) {
    int index = step.ordinal();
    return stepEnds[index] - (index == 0 ? started : stepEnds[index - 1]);
  }

  /** Returns the time from the start to the end of the last step, in nanoseconds. */
  long wallNanos() {
    return stepEnds[STEPS - 1] - started;
  }

  void deviceWorked(OptionalLong nanos) {
    deviceWallNanos = nanos;
  }

  OptionalLong deviceWallNanos() {
    return deviceWallNanos;
  }

  TransferCounts counts() {
    return device.counts().since(countsBefore);
  }

  @Nullable ModelledClock clock() {
    return clock;
  }

  long modelledBefore() {
    return modelledBefore;
  }

  long modelledDeviceBefore() {
    return modelledDeviceBefore;
  }

  /** Gets bounce buffers, so that no copy of the run fails for want of them. */
  void reserveBounce(int buffers) {
    for (int i = 0; i < buffers; i++) {
      bounceBuffer(i);
    }
  }

  private ByteBuffer bounceBuffer(int index) {
    ByteBuffer buffer = bounce[index];
    if (buffer == null) {
      buffer = allocateBounce();
      bounce[index] = buffer;
    }
    return buffer;
  }

  private static ByteBuffer allocateBounce() {
    try {
      return ByteBuffer.allocateDirect(CopyPieces.HEAP_PIECE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    } catch (OutOfMemoryError e) {
      DeviceFailure failure =
          DeviceFailure.outOfMemory(
                  "there is no room for the "
                      + CopyPieces.HEAP_PIECE_BYTES
                      + " bytes of direct memory through which heap memory is copied")
              .withRemedy("raise -XX:MaxDirectMemorySize, or use off-heap tensors");
      failure.addSuppressed(e);
      throw failure;
    }
  }

  /**
   * Returns a direct buffer through which heap memory goes, with room for {@code length} bytes.
   *
   * @param index less than {@link #BOUNCE_BUFFERS}
   */
  ByteBuffer bounce(int index, int length) {
    return bounceBuffer(index).clear().limit(length);
  }

  /** Gives back what is kept between runs. */
  void trim() {
    Arrays.fill(bounce, null);
    staging.trim();
  }

  /** Starts counting by argument. The report copies the numbers, so the array serves every run. */
  void countArguments(int arguments) {
    anyArgumentCounted = false;
    if (argumentCounts.length == NUMBERS_PER_ARGUMENT * arguments) {
      Arrays.fill(argumentCounts, 0);
    } else {
      argumentCounts = new long[NUMBERS_PER_ARGUMENT * arguments];
    }
  }

  /** Counts what the device has been sent since {@code bytes} and {@code copies} were read. */
  void countUpload(int index, long bytes, long copies) {
    anyArgumentCounted = true;
    argumentCounts[NUMBERS_PER_ARGUMENT * index] = device.uploadedBytes() - bytes;
    argumentCounts[NUMBERS_PER_ARGUMENT * index + 1] = device.uploadCopies() - copies;
  }

  /** Counts what the device has sent since {@code bytes} and {@code copies} were read. */
  void countDownload(int index, long bytes, long copies) {
    anyArgumentCounted = true;
    argumentCounts[NUMBERS_PER_ARGUMENT * index + 2] = device.downloadedBytes() - bytes;
    argumentCounts[NUMBERS_PER_ARGUMENT * index + 3] = device.downloadCopies() - copies;
  }

  /** Counts what was copied together with others. */
  void countPacked(Transfer transfer, int index, long bytes, int copies) {
    anyArgumentCounted = true;
    int at = NUMBERS_PER_ARGUMENT * index + (transfer == Transfer.UPLOAD ? 0 : 2);
    argumentCounts[at] = bytes;
    argumentCounts[at + 1] = copies;
  }

  /**
   * Returns bytes and copies up, bytes and copies down, of each argument in turn; nothing where
   * nothing moved, so that the report of such a run costs no copy of zeros.
   */
  long[] argumentCounts() {
    return anyArgumentCounted ? argumentCounts : NOTHING_MOVED;
  }

  void countHostCopy(long bytes) {
    hostCopiedBytes += bytes;
  }

  long hostCopiedBytes() {
    return hostCopiedBytes;
  }

  /** Returns the host-copied bytes and starts over. */
  long takeHostCopiedBytes() {
    long taken = hostCopiedBytes;
    hostCopiedBytes = 0;
    return taken;
  }
}
