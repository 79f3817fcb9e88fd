package dev.sluice.sim.kernel;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.sim.check.Ranges;
import dev.sluice.spi.LaunchArgument;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out to which read-only buffer a kernel wrote, which the buffer itself does not say: with
 * all checks the kernel runs again on copies that it may write. The launch has failed, so that
 * nobody needs its results. Stateless.
 */
final class ReadOnlyWrite {

  private static final String REMEDY = "declare the argument INOUT or OUT, or leave it alone";

  private ReadOnlyWrite() {}

  /** Runs the kernel again on what it is given. */
  interface Attempt {
    void run(KernelRun again) throws Exception;
  }

  /**
   * Returns how the launch has failed: with the argument and the bytes where they can be told, with
   * all arguments that it may have been, or as it was thrown where it can have been none of them.
   */
  static Throwable explain(
      KernelRun run,
      @Nullable PriorContents prior,
      Attempt attempt,
      ReadOnlyBufferException thrown) {
    List<LaunchArgument> arguments = run.request().arguments();
    int[] readOnly =
        IntStream.range(0, arguments.size()).filter(i -> !arguments.get(i).isWritable()).toArray();
    if (readOnly.length == 0) {
      return thrown;
    }
    if (prior != null) {
      List<ByteBuffer> copies = copies(run);
      prior.restore();
      if (!succeeds(attempt, run.again(copies))) {
        return thrown;
      }
      for (int i : readOnly) {
        Ranges changed = changes(run.bytes(i), copies.get(i));
        if (!changed.isEmpty()) {
          return violation(i, changed + " of the buffer", thrown);
        }
      }
    }
    return readOnly.length == 1
        ? violation(readOnly[0], "to the buffer", thrown)
        : oneOf(arguments, readOnly, thrown);
  }

  private static List<ByteBuffer> copies(KernelRun run) {
    List<ByteBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < run.tensorCount(); i++) {
      ByteBuffer bytes = run.bytes(i);
      boolean writable = run.request().arguments().get(i).isWritable();
      buffers.add((writable ? bytes : PriorContents.copy(bytes)).order(ByteOrder.LITTLE_ENDIAN));
    }
    return buffers;
  }

  private static boolean succeeds(Attempt attempt, KernelRun again) {
    try {
      attempt.run(again);
      return true;
    } catch (Throwable e) { // the launch has failed already, with the first failure
      return false;
    }
  }

  private static Ranges changes(ByteBuffer before, ByteBuffer after) {
    Ranges changed = new Ranges();
    for (int i = 0; i < before.capacity(); i++) {
      if (before.get(i) != after.get(i)) {
        changed.add(i, 1);
      }
    }
    return changed;
  }

  private static AccessViolation violation(int index, String what, Throwable thrown) {
    AccessViolation violation =
        new AccessViolation(
            index, "the kernel wrote " + what + " of an argument that is only read", REMEDY);
    violation.initCause(thrown);
    return violation;
  }

  private static RejectedCallException oneOf(
      List<LaunchArgument> arguments, int[] readOnly, Throwable thrown) {
    String candidates =
        IntStream.of(readOnly)
            .mapToObj(
                i ->
                    arguments.get(i).name() == null
                        ? "" + i
                        : i + " '" + arguments.get(i).name() + "'")
            .collect(Collectors.joining(" or "));
    return new RejectedCallException(
        ErrorDetail.remedy(REMEDY),
        "the kernel wrote to the buffer of an argument that is only read, argument " + candidates,
        thrown);
  }
}
