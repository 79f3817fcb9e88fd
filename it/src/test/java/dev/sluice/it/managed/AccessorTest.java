package dev.sluice.it.managed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceRuntime;
import dev.sluice.TaskArgs;
import dev.sluice.Transfer;
import dev.sluice.TransferGuard;
import dev.sluice.core.Sluice;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Shape;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the accessors of a managed tensor give and refuse, and for whom they wait. */
@SuppressWarnings("try") // a guard is there for its scope, not to be used in it
class AccessorTest {

  private static final long BYTES = 16;

  private final DeviceRuntime runtime = Sluice.open("sim");
  private final ManagedTensor x = runtime.manage(values());

  private static HostTensor values() {
    return HostTensor.wrap(new int[] {1, 2, 3, 4}, Shape.of(4));
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  @Test
  void an_update_of_the_whole_tensor_sees_what_the_device_wrote_and_goes_up_whole() {
    runtime.run(Kernels.increment(), TaskArgs.of(x));

    x.update(
        view -> {
          assertThat(view.shape()).isEqualTo(Shape.of(4));
          view.setInt(3, view.getInt(3) + 10);
        });

    assertThat(runtime.totals().counts().downloadedBytes()).isEqualTo(BYTES);
    assertThat(x.staleOnDevice()).containsExactly(new ByteRange(0, BYTES));
    x.read(view -> assertThat(view.getInt(3)).isEqualTo(15));
  }

  @Test
  void a_write_to_the_view_of_a_read_is_refused_with_the_way_to_write() {
    assertThatThrownBy(() -> x.read(view -> view.setInt(0, 5)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "this memory cannot be written: it is a read-only view of an int[]; write through the"
                + " tensor that the view is of; where a managed tensor's read(...) gave it, use its"
                + " write(...) or update(...)");
  }

  @Test
  void a_write_inside_a_read_is_refused_with_the_way_to_do_both() {
    assertThatThrownBy(() -> x.read(view -> x.write(whole -> {})))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "sim:0: this thread is inside an accessor of the same tensor, or of one over the same"
                + " memory, for which the call would wait; call it after the accessor, or do all of"
                + " it in one write(...) or update(...)");
  }

  @Test
  void a_guard_lets_memory_be_taken_early_for_what_needs_no_upload() {
    x.discard();
    try (TransferGuard guard = runtime.forbid(Transfer.UPLOAD)) {
      x.ensureOnDevice();
      assertThat(x.isOnDevice()).isTrue();

      x.write(view -> view.fillBits(1));
      assertThatThrownBy(x::ensureOnDevice)
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              "sim:0: this would be an upload, which an open guard forbids to this thread; close"
                  + " the guard first, or leave the transfer out");
    }
  }
}
