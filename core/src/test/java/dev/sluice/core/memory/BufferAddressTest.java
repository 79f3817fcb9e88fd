package dev.sluice.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class BufferAddressTest {

  @Test
  void addresses_of_slices_and_positions_differ_by_their_offsets() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(64);
    long start = BufferAddress.of(buffer);

    assertThat(start).isNotZero();
    assertThat(BufferAddress.of(buffer.slice(16, 8))).isEqualTo(start + 16);
    assertThat(BufferAddress.of(buffer.duplicate().position(24))).isEqualTo(start + 24);
    assertThat(BufferAddress.of(buffer.slice(16, 8).asReadOnlyBuffer().position(3)))
        .isEqualTo(start + 19);
    assertThat(BufferAddress.of(ByteBuffer.allocateDirect(64))).isNotEqualTo(start);
  }
}
