package dev.sluice.spi.hostruntime;

import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.nativelib.NativeLibrary;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The options of a device, read from text. Immutable. */
final class HostRuntimeOptions {

  /** Which build of the host runtime. */
  enum Variant {
    /** On the device. */
    ONBOARD,
    /** The host runtime's own simulation, in threads of this process. */
    SIM;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Which of the host runtime's two ways to build a graph. */
  enum GraphRuntime {
    /** On the device; the host sees no tensor. */
    TENSORMAP_AND_RINGBUFFER,
    /** On the host, which may read small control tensors. */
    HOST_BUILD_GRAPH;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The host runtime's own numbers (fact sheet, section 9). */
  private enum LogLevel {
    DEBUG(10),
    INFO(20),
    TIMING(25),
    WARN(30),
    ERROR(40),
    OFF(60);

    private final int number;

    LogLevel(int number) {
      this.number = number;
    }
  }

  private enum Switch {
    TRUE,
    FALSE
  }

  static final String HOME = "home";
  private static final String VARIANT = "variant";
  private static final String RUNTIME = "runtime";
  private static final String AICPU_THREADS = "aicpu-threads";
  private static final String RING_TASK_WINDOW = "ring-task-window";
  private static final String RING_HEAP = "ring-heap";
  private static final String RING_DEP_POOL = "ring-dep-pool";
  private static final String LOG = "log";
  private static final String SELF_TEST = "self-test";

  /** The names, in the order in which they are documented. */
  static final List<String> NAMES =
      List.of(
          HOME,
          VARIANT,
          RUNTIME,
          AICPU_THREADS,
          RING_TASK_WINDOW,
          RING_HEAP,
          RING_DEP_POOL,
          LOG,
          SELF_TEST,
          NativeLibrary.FILE_OPTION,
          NativeLibrary.CACHE_OPTION);

  private static final int RINGS = 4;
  private static final int CONFIG_BYTES = 2 * Integer.BYTES + 3 * RINGS * Long.BYTES;

  private final HostRuntimeFamily family;
  private final Map<String, String> texts;
  private final @Nullable Path home;
  private final Variant variant;
  private final GraphRuntime runtime;
  private final int aicpuThreads;
  private final long[] taskWindow;
  private final long[] heap;
  private final long[] depPool;
  private final LogLevel log;
  private final Switch selfTest;

  private HostRuntimeOptions(HostRuntimeFamily family, Map<String, String> texts) {
    this.family = family;
    this.texts = texts;
    for (String name : texts.keySet()) {
      if (!NAMES.contains(name)) {
        throw DeviceFailure.refused(
            "the platform " + family.name() + " has no option '" + name + "'",
            "use one of " + String.join(", ", NAMES));
      }
    }
    this.home = home();
    this.variant = choice(VARIANT, Variant.values(), Variant.ONBOARD);
    this.runtime = choice(RUNTIME, GraphRuntime.values(), GraphRuntime.TENSORMAP_AND_RINGBUFFER);
    this.aicpuThreads = threads();
    this.taskWindow =
        rings(
            RING_TASK_WINDOW,
            size -> size >= 4 && size <= Integer.MAX_VALUE && Long.bitCount(size) == 1,
            "powers of two from 4 to 2^30");
    this.heap = rings(RING_HEAP, size -> size >= 1024, "bytes, at least 1024");
    this.depPool =
        rings(
            RING_DEP_POOL,
            size -> size >= 4 && size <= Integer.MAX_VALUE,
            "numbers from 4 to " + Integer.MAX_VALUE);
    this.log = choice(LOG, LogLevel.values(), LogLevel.WARN);
    this.selfTest = choice(SELF_TEST, Switch.values(), Switch.FALSE);
  }

  /**
   * Reads options.
   *
   * @throws DeviceFailure REFUSED, if a name is unknown or a value wrong
   */
  static HostRuntimeOptions of(HostRuntimeFamily family, Map<String, String> texts) {
    return new HostRuntimeOptions(family, texts);
  }

  private @Nullable Path home() {
    String text = texts.get(HOME);
    if (text == null) {
      return null;
    }
    try {
      if (!text.isBlank()) { // which would be the folder that the process was started in
        return Path.of(text).toAbsolutePath().normalize();
      }
    } catch (InvalidPathException e) {
      throw wrong(HOME, text, "give the path of a folder");
    }
    throw wrong(HOME, text, "give the path of a folder");
  }

  private <E extends Enum<E>> E choice(String name, E[] values, E otherwise) {
    String text = texts.get(name);
    if (text == null) {
      return otherwise;
    }
    return Arrays.stream(values)
        .filter(value -> value.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                wrong(
                    name,
                    text,
                    "give "
                        + Arrays.stream(values)
                            .map(value -> value.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(" or "))));
  }

  private int threads() {
    String text = texts.get(AICPU_THREADS);
    if (text == null || text.equals("auto")) {
      return 0;
    }
    for (int count = family.minAicpuThreads(); count <= family.maxAicpuThreads(); count++) {
      if (text.equals(Integer.toString(count))) {
        return count;
      }
    }
    throw wrong(
        AICPU_THREADS,
        text,
        "give auto, or a number from "
            + family.minAicpuThreads()
            + " to "
            + family.maxAicpuThreads());
  }

  /** Returns a size for each ring; one number is for all, 0 leaves it to the host runtime. */
  private long[] rings(String name, LongPredicate legal, String meaning) {
    long[] sizes = new long[RINGS];
    String text = texts.get(name);
    if (text == null) {
      return sizes;
    }
    String[] parts = text.split(",", -1);
    if (parts.length != 1 && parts.length != RINGS) {
      throw wrong(name, text, "give one size for all rings, or four with commas between them");
    }
    for (int i = 0; i < RINGS; i++) {
      String part = parts[parts.length == 1 ? 0 : i].strip();
      try {
        sizes[i] = Long.parseLong(part);
      } catch (NumberFormatException e) {
        throw wrong(name, text, "sizes are " + meaning);
      }
      if (sizes[i] != 0 && !legal.test(sizes[i])) {
        throw wrong(name, text, "sizes are " + meaning + ", or 0 for the host runtime's own");
      }
    }
    return sizes;
  }

  private DeviceFailure wrong(String name, @Nullable String value, String remedy) {
    return DeviceFailure.refused(
        "the option " + name + " of the platform " + family.name() + " is '" + value + "'", remedy);
  }

  Optional<Path> homeFolder() {
    return Optional.ofNullable(home);
  }

  Variant variant() {
    return variant;
  }

  GraphRuntime runtime() {
    return runtime;
  }

  /**
   * Returns whether the host runtime is checked before a callable is launched for the first time.
   */
  boolean selfTest() {
    return selfTest == Switch.TRUE;
  }

  int logThreshold() {
    return log.number;
  }

  /** Returns the configuration of every run of the device, as the JNI library reads it. */
  ByteBuffer flatConfig() {
    ByteBuffer flat = ByteBuffer.allocateDirect(CONFIG_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    flat.putInt(aicpuThreads).putInt(0);
    for (long[] sizes : List.of(taskWindow, heap, depPool)) {
      for (long size : sizes) {
        flat.putLong(size);
      }
    }
    return flat.flip();
  }
}
