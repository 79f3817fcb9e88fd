package dev.sluice.it.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.TransferException;
import dev.sluice.it.fault.DeviceCalls.Failing;
import dev.sluice.it.fault.WatchedPlatform;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.TensorView;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heap memory of several pieces, whose copies on the host go on beside those of the device. */
class HeapPiecesTest {

  private static final int PIECE_BYTES = 4 << 20;
  private static final int PIECE = PIECE_BYTES / Integer.BYTES;

  private static final JavaKernel ADD_ONE =
      args -> {
        TensorView values = args.tensor(0);
        for (long i = 0; i < values.elementCount(); i++) {
          values.setInt(i, values.getInt(i) + 1);
        }
      };

  private static final DeviceCallable CALLABLE =
      DeviceCallable.builder("add_one")
          .signature(Signature.builder().inout("values").build())
          .artifact("sim", ADD_ONE)
          .build();

  private static int[] counted(int elements) {
    int[] values = new int[elements];
    for (int i = 0; i < elements; i++) {
      values[i] = 7 * i;
    }
    return values;
  }

  private static int[] plusOne(int[] values) {
    int[] expected = values.clone();
    for (int i = 0; i < expected.length; i++) {
      expected[i]++;
    }
    return expected;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, PIECE, PIECE + 1, 2 * PIECE, 3 * PIECE + 5})
  void every_piece_arrives_in_its_place(int elements) {
    int[] values = counted(elements);
    int[] expected = plusOne(values);
    long bytes = 4L * elements;
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      RunReport report =
          runtime.run(CALLABLE, TaskArgs.of(HostTensor.wrap(values, Shape.of(elements))));

      assertThat(values).isEqualTo(expected);
      assertThat(report.counts().uploadedBytes()).isEqualTo(bytes);
      assertThat(report.counts().uploadCopies()).isEqualTo((bytes + PIECE_BYTES - 1) / PIECE_BYTES);
      assertThat(report.hostCopiedBytes()).isEqualTo(2 * bytes);
    }
  }

  @Test
  void a_copy_that_fails_between_pieces_harms_no_later_run() {
    int elements = 3 * PIECE;
    WatchedPlatform platform = new WatchedPlatform();
    try (DeviceRuntime runtime = Sluice.builder().platform(platform).open()) {
      int[] values = counted(elements);
      TaskArgs args = TaskArgs.of(HostTensor.wrap(values, Shape.of(elements)));
      runtime.run(CALLABLE, args); // allocates, which a later run does not
      int[] copies = {1, 2, 3, 6, 7, 8}; // of the calls of a run; between them launch and finish
      for (int call : copies) {
        platform.calls().failCall(call, Failing.FAILED);

        assertThatThrownBy(() -> runtime.run(CALLABLE, args)).isInstanceOf(TransferException.class);

        platform.calls().forget();
        System.arraycopy(counted(elements), 0, values, 0, elements);
        runtime.run(CALLABLE, args);
        assertThat(values).isEqualTo(plusOne(counted(elements)));
      }
    }
  }
}
