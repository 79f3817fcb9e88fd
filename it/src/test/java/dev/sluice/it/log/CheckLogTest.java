package dev.sluice.it.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the simulator's checks say to whoever looks at no finding. */
class CheckLogTest {

  private final CapturedLog log = CapturedLog.from(Level.INFO);

  @AfterEach
  void close() {
    log.close();
  }

  private static void runTwice(String checks) {
    JavaKernel kernel = args -> args.tensor("x").getInt(0);
    DeviceCallable callable =
        DeviceCallable.builder("f")
            .signature(Signature.builder().inout("x").out("y").build())
            .artifact("sim", kernel)
            .build();
    TaskArgs args =
        TaskArgs.of(
            HostTensor.wrap(new int[2], Shape.of(2)), HostTensor.wrap(new int[1], Shape.of(1)));
    try (DeviceRuntime runtime =
        Sluice.builder().platform("sim").property("checks", checks).open()) {
      runtime.run(callable, args);
      runtime.run(callable, args);
    }
  }

  private List<String> said(Level level) {
    return log.lines(level).stream().filter(line -> line.startsWith("callable 'f', ")).toList();
  }

  @Test
  void what_stays_unwritten_is_said_once_and_what_is_copied_for_nothing_at_the_end() {
    runTwice("full");

    assertThat(said(Level.WARN))
        .containsExactly(
            "callable 'f', argument 1 'y': the kernel left bytes 0..4 (4 bytes) unwritten, of an"
                + " argument that is only written; write all of it, or declare it INOUT");
    assertThat(said(Level.INFO))
        .containsExactly(
            "callable 'f', argument 0 'x' is never written; declare it IN (saves 16 bytes in 2"
                + " launches)");
  }

  @Test
  void below_full_nothing_is_said() {
    runTwice("access");

    assertThat(said(Level.WARN)).isEmpty();
    assertThat(said(Level.INFO)).isEmpty();
  }
}
