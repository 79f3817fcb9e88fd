package dev.sluice.spi.hostruntime;

import dev.sluice.spi.Availability;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.hostruntime.HostRuntimeOptions.Variant;
import dev.sluice.spi.nativelib.NativeLibrary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The native host runtime of hw-native-sys/simpler, of one device family. Immutable and
 * thread-safe; making one does nothing.
 */
public final class HostRuntime {

  private final HostRuntimeFamily family;
  private final HostRuntimeBinding binding;

  /**
   * Makes a runtime of a family.
   *
   * @param binding the platform's class with native methods, of which no library is loaded yet
   */
  public HostRuntime(HostRuntimeFamily family, HostRuntimeBinding binding) {
    this.family = family;
    this.binding = binding;
  }

  /** Looks whether a device could be opened; loads nothing. */
  public Availability probe(DeviceOptions device) {
    HostRuntimeOptions options;
    try {
      options = HostRuntimeOptions.of(family, device.properties());
    } catch (DeviceFailure wrong) {
      return Availability.available(); // opening it says what is wrong, as a wrong option
    }
    Path home = options.homeFolder().orElse(null);
    return home == null
        ? Availability.unavailable(
            "no home is set: say where the host runtime is installed with sluice."
                + family.name()
                + ".home")
        : HostRuntimeFiles.of(family, options, home).look();
  }

  /**
   * Opens a device.
   *
   * @throws DeviceFailure REFUSED, if an option is wrong, a file is missing, or a library is not
   *     the one that this version speaks to
   */
  public DeviceContext open(DeviceOptions device) {
    HostRuntimeOptions options = HostRuntimeOptions.of(family, device.properties());
    Path home =
        options
            .homeFolder()
            .orElseThrow(
                () ->
                    DeviceFailure.refused(
                        "no home is set", "set the option " + HostRuntimeOptions.HOME));
    HostRuntimeFiles files = HostRuntimeFiles.of(family, options, home);
    Availability found = files.look();
    if (found.unavailableBecause() != null) {
      throw DeviceFailure.refused(
          found.unavailableBecause(), "set the option " + HostRuntimeOptions.HOME);
    }
    NativeLibrary.load(binding.getClass(), family.name(), device.properties(), binding::systemLoad);
    try {
      return open(device.deviceId(), options, files);
    } catch (NativeFailure failure) {
      throw failure.asDeviceFailure();
    }
  }

  private DeviceContext open(int deviceId, HostRuntimeOptions options, HostRuntimeFiles files) {
    boolean simulated = options.variant() == Variant.SIM;
    Path simContext = files.simContext();
    long library =
        binding.load(
            simContext == null ? null : simContext.toString(),
            files.hostRuntime().toString(),
            options.logThreshold());
    Path dispatcher = files.dispatcher();
    long pointer =
        binding.open(
            library,
            deviceId,
            read(files.aicpu()),
            read(files.aicore()),
            dispatcher == null ? null : read(dispatcher),
            options.flatConfig());
    try {
      return new HostRuntimeContext(
          binding,
          pointer,
          family.name() + ":" + deviceId,
          family,
          options,
          simulated ? SimulatorTurn.OF_PROCESS : null); // owns the pointer from here on
    } catch (Throwable first) { // no memory for its buffers
      try {
        binding.close(pointer, false);
      } catch (Throwable second) {
        first.addSuppressed(second);
      }
      throw first;
    }
  }

  /** The host runtime copies what it is given, so this is garbage once the device is open. */
  private static ByteBuffer read(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(Math.toIntExact(channel.size()));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
      return bytes.flip();
    } catch (IOException | ArithmeticException e) {
      throw DeviceFailure.failed("the file " + file + " cannot be read: " + e, e);
    }
  }
}
