package dev.sluice.it.managed;

import dev.sluice.DeviceRuntime;
import dev.sluice.core.Sluice;
import dev.sluice.it.model.TestPlatform;
import dev.sluice.sim.SimOptions;
import dev.sluice.sim.SimPlatform;
import dev.sluice.sim.fault.DeviceCall;
import dev.sluice.sim.fault.Fault;
import dev.sluice.spi.CopyCosts;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DevicePlatform;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A device with one thing about it that a test needs, on whichever platform. Not thread-safe. */
final class Device {

  private final TestPlatform platform;
  private final SimOptions.Builder simulated = SimOptions.builder();
  private final List<String> configuration = new ArrayList<>();
  private UnaryOperator<DevicePlatform> around = UnaryOperator.identity();
  private int number;

  private Device(TestPlatform platform) {
    this.platform = platform;
  }

  /** Returns a device as it is by default. */
  static Device on(TestPlatform platform) {
    return new Device(platform);
  }

  /** Gives it this many bytes of memory for tensors. */
  Device capacityBytes(long bytes) {
    simulated.capacityBytes(bytes);
    configuration.add("room " + bytes);
    return this;
  }

  /** Makes its first download fail. */
  Device failingFirstDownload() {
    simulated.faults(Fault.on(DeviceCall.DOWNLOAD).call(1));
    configuration.add("fail copy_from_device_ctx 1 -1");
    return this;
  }

  /** Makes a copy cost something. */
  Device copyCosts(CopyCosts costs) {
    around = real -> withCopyCosts(real, costs);
    return this;
  }

  /** Makes it the device of this number. */
  Device number(int value) {
    number = value;
    return this;
  }

  /** Opens it. */
  DeviceRuntime open() {
    DevicePlatform real =
        platform.isSimulator() ? new SimPlatform(simulated.build()) : platform.platform();
    Sluice.Builder builder =
        platform.builder(around.apply(real), configuration.toArray(String[]::new));
    return builder.deviceId(number).open();
  }

  private static DevicePlatform withCopyCosts(DevicePlatform platform, CopyCosts costs) {
    return answering(
        DevicePlatform.class,
        platform,
        "open",
        opened ->
            answering(DeviceContext.class, (DeviceContext) opened, "copyCosts", known -> costs));
  }

  /** Returns what does as the real one does, but for the answers of one method. */
  private static <T> T answering(
      Class<T> type, T real, String method, UnaryOperator<Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              try {
                Object result = called.invoke(real, arguments);
                return called.getName().equals(method) ? answer.apply(result) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
