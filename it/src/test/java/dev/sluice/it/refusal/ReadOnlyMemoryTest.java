package dev.sluice.it.refusal;

import static dev.sluice.it.refusal.Refusals.assertAllowed;
import static dev.sluice.it.refusal.Refusals.assertRefused;
import static dev.sluice.it.refusal.Refusals.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.core.Sluice;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.MappedAccess;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Read-only host memory is refused for exactly what the plan would download. */
class ReadOnlyMemoryTest {

  @TempDir private Path folder;

  private HostTensor mapped(MappedAccess access) throws IOException {
    Path file = folder.resolve("weights.bin");
    Files.write(file, new byte[16]);
    return HostTensor.map(file, 0, DataType.FLOAT32, Shape.of(4), access);
  }

  @ParameterizedTest
  @EnumSource(TransferMode.class)
  void what_would_be_downloaded_is_refused_and_the_rest_allowed(TransferMode mode)
      throws IOException {
    List<ArgDirection> allowed = new ArrayList<>();
    try (DeviceRuntime runtime = Sluice.builder().platform("sim").transferMode(mode).open()) {
      HostTensor tensor = mapped(MappedAccess.READ_ONLY);
      for (ArgDirection direction : ArgDirection.values()) {
        if (direction == ArgDirection.IN && mode != TransferMode.COPY_ALL) {
          assertAllowed(runtime, job("job " + direction, direction), tensor);
          allowed.add(direction);
        } else {
          assertRefused(runtime, job("job " + direction, direction), tensor)
              .hasMessageContaining("it is mapped read-only from weights.bin");
        }
      }
    }
    assertThat(allowed).hasSize(mode == TransferMode.COPY_ALL ? 0 : 1);
  }

  @Test
  void the_message_says_how_to_pass_it() throws IOException {
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      assertRefused(runtime, job(ArgDirection.INOUT), mapped(MappedAccess.READ_ONLY))
          .hasMessage(
              "callable 'job' on sim:0, argument 0 'a' (16 bytes): INOUT needs writable host memory,"
                  + " but it is mapped read-only from weights.bin; declare it IN if the callable only"
                  + " reads it, or use writable memory");
    }
  }

  @Test
  void the_message_for_an_input_says_that_the_mode_writes_it_back() throws IOException {
    try (DeviceRuntime runtime =
        Sluice.builder().platform("sim").transferMode(TransferMode.COPY_ALL).open()) {
      assertRefused(runtime, job(ArgDirection.IN), mapped(MappedAccess.READ_ONLY))
          .hasMessage(
              "callable 'job' on sim:0, argument 0 'a' (16 bytes): mode COPY_ALL copies it back,"
                  + " which needs writable memory, but it is mapped read-only from weights.bin; use"
                  + " mode GATED, or writable memory");
    }
  }

  @Test
  void a_read_write_mapping_is_written_to_its_file() throws IOException {
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      assertAllowed(runtime, job(ArgDirection.OUT), mapped(MappedAccess.READ_WRITE));
    }
    assertThat(Files.readAllBytes(folder.resolve("weights.bin"))).isNotEqualTo(new byte[16]);
  }

  @Test
  void read_only_buffers_are_refused_as_outputs_and_allowed_as_inputs() {
    List<ByteBuffer> buffers = List.of(ByteBuffer.allocate(16), ByteBuffer.allocateDirect(16));
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      for (ByteBuffer buffer : buffers) {
        HostTensor tensor =
            HostTensor.wrap(
                buffer.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN),
                DataType.FLOAT32,
                Shape.of(4));
        assertRefused(runtime, job("written", ArgDirection.OUT), tensor)
            .hasMessageContaining("OUT needs writable host memory");
        assertAllowed(runtime, job("read", ArgDirection.IN), tensor);
      }
    }
  }

  @Test
  void read_only_memory_of_zero_bytes_is_allowed_everywhere() {
    HostTensor empty = HostTensor.allocate(DataType.FLOAT32, Shape.of(0)).asReadOnly();
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      assertAllowed(runtime, job(ArgDirection.OUT), empty);
    }
  }
}
