package dev.sluice.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyPiecesTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "4194304, 1",
    "4194305, 2",
    "8388608, 2",
    "8388609, 3",
  })
  void heap_memory_goes_in_pieces_of_the_bounce_buffer(int bytes, int pieces) {
    HostTensor tensor = HostTensor.wrap(new byte[bytes], DataType.INT8, Shape.of(bytes));

    assertThat(CopyPieces.count(tensor)).isEqualTo(pieces).isEqualTo(walk(tensor));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "10000000, 1"})
  void direct_memory_goes_in_one_piece_up_to_the_end_of_a_segment(int bytes, int pieces) {
    HostTensor tensor = HostTensor.allocate(DataType.INT8, Shape.of(bytes));

    assertThat(CopyPieces.count(tensor)).isEqualTo(pieces).isEqualTo(walk(tensor));
  }

  private static int walk(HostTensor tensor) {
    int pieces = 0;
    for (long done = 0; done < tensor.byteCount(); pieces++) {
      done += CopyPieces.length(tensor, done, tensor.byteCount());
    }
    return pieces;
  }
}
