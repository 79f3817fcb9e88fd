package dev.sluice.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.spi.DeviceFailure;
import dev.sluice.tensor.DirectMemory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SimMemoryTest {

  private static final long MUCH = 1L << 40; // 1 TiB, of which only what is allocated is taken

  @Test
  void what_the_host_cannot_hold_is_out_of_memory_and_takes_nothing_from_the_device() {
    SimMemory memory = new SimMemory(MUCH, 512, true);

    DeviceFailure full =
        catchThrowableOfType(DeviceFailure.class, () -> memory.allocate(MUCH - 100));

    assertThat(full)
        .hasMessage("the host cannot hold " + (MUCH - 100) + " more bytes of device memory");
    assertThat(full.kind()).isEqualTo(DeviceFailure.Kind.OUT_OF_MEMORY);
    assertThat(full.remedy()).isEqualTo("raise -XX:MaxDirectMemorySize");
    assertThat(memory.liveBytes()).isZero();
    assertThat(memory.peakLiveBytes()).isZero();
    assertThat(memory.allocate(100)).isEqualTo(1);
  }

  @Test
  void the_newest_1024_freed_allocations_are_named_and_older_ones_forgotten() {
    SimMemory memory = new SimMemory(MUCH, 512, false);
    for (int i = 0; i <= 1024; i++) {
      memory.free(memory.allocate(1));
    }

    assertThatThrownBy(() -> memory.free(2)).hasMessageContaining("has been freed");
    assertThatThrownBy(() -> memory.free(1)).hasMessage("there is no allocation 1");
  }

  @Test
  void an_address_is_never_given_out_again() {
    SimMemory memory = new SimMemory(MUCH, 512, false);
    long first = memory.allocate(512);
    long address = memory.address(first);
    memory.free(first);

    assertThat(memory.address(memory.allocate(512))).isEqualTo(address + 1024);
  }

  @Test
  void a_pattern_filled_in_parts_is_the_pattern_filled_at_once() {
    DirectMemory memory = DirectMemory.allocate(200_000);
    FillPattern.fill(memory, 0, 200_000);
    memory.write(777, ByteBuffer.allocate(70_000));

    FillPattern.fill(memory, 777, 70_000);

    ByteBuffer bytes = memory.range(0, 200_000);
    for (int i = 0; i < 200_000; i++) {
      assertThat(bytes.get(i)).isEqualTo(FillPattern.at(i));
    }
  }
}
