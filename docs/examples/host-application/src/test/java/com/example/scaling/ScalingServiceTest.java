package com.example.scaling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.inject.Guice;
import com.google.inject.Injector;
import dev.sluice.DeviceRuntime;
import dev.sluice.TransferCounts;
import dev.sluice.core.SluiceConfig;
import dev.sluice.guice.SluiceModule;
import dev.sluice.tensor.HostTensor;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The service on the simulator: what it computes, and which bytes that moves. */
class ScalingServiceTest {

  private final Injector injector =
      Guice.createInjector(SluiceModule.of(SluiceConfig.builder().platform("sim").build()));
  private final DeviceRuntime runtime = injector.getInstance(DeviceRuntime.class);
  private final ScalingService service = injector.getInstance(ScalingService.class);

  @AfterEach
  void close() {
    runtime.close();
  }

  @Test
  void each_value_is_multiplied_by_the_factor() {
    HostTensor scaled = service.scale(new float[] {1, 2, -3}, 2);

    byte[] bytes = new byte[12];
    scaled.readBytes(0, ByteBuffer.wrap(bytes));
    byte[] littleEndian = {0, 0, 0, 0x40, 0, 0, (byte) 0x80, 0x40, 0, 0, (byte) 0xc0, (byte) 0xc0};
    assertArrayEquals(littleEndian, bytes);
  }

  @Test
  void the_values_go_up_and_only_the_result_comes_down() {
    service.scale(new float[] {1, 2, 3, 4}, 2);

    TransferCounts counts = runtime.totals().counts();
    assertEquals(16, counts.uploadedBytes());
    assertEquals(16, counts.downloadedBytes());
    assertEquals(1, counts.uploadCopies());
    assertEquals(1, counts.downloadCopies());
  }
}
