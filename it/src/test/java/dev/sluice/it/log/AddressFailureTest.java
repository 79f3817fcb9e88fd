package dev.sluice.it.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.sluice.ArgDirection;
import dev.sluice.DeviceRuntime;
import dev.sluice.core.Sluice;
import dev.sluice.it.fault.DeviceCalls.Failing;
import dev.sluice.it.fault.WatchedPlatform;
import dev.sluice.it.model.Argument;
import dev.sluice.it.model.ModelCall;
import dev.sluice.it.model.PlacedCall;
import dev.sluice.it.model.Where;
import dev.sluice.tensor.DataType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An address is for reports only, so a device that cannot tell it fails no run. */
class AddressFailureTest {

  private static final ModelCall CALL =
      ModelCall.of(new Argument(ArgDirection.IN, Where.HOST_DIRECT, DataType.INT32, 4, 1));

  @ParameterizedTest
  @EnumSource(
      value = Failing.class,
      names = {"FAILED", "UNEXPECTED"})
  void a_run_succeeds_although_its_log_line_lacks_an_address(Failing fault) {
    WatchedPlatform platform = new WatchedPlatform();
    try (CapturedLog log = CapturedLog.from(Level.DEBUG);
        DeviceRuntime runtime = Sluice.builder().platform(platform).open();
        PlacedCall placed = PlacedCall.on(runtime, CALL)) {
      runtime.register(CALL.callable());
      platform.calls().failCall(3, fault);

      assertThat(runtime.run(CALL.callable(), placed.args()).counts().uploadCopies()).isEqualTo(1);

      assertThat(platform.calls().made().get(2)).isEqualTo("address");
      assertThat(platform.calls().thrown()).isNotNull();
      assertThat(log.lines(Level.INFO)).hasSize(1);
    }
  }
}
