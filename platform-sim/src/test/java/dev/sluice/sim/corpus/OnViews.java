package dev.sluice.sim.corpus;

import static dev.sluice.sim.corpus.Faulty.bytes;
import static dev.sluice.sim.corpus.Faulty.faulty;
import static dev.sluice.sim.corpus.Faulty.floats;
import static dev.sluice.sim.corpus.Faulty.ints;

import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;
import dev.sluice.kernel.TensorView;
import java.util.List;

/** Kernels that use views. */
final class OnViews {

  private OnViews() {}

  private static Signature.Builder inAndOut() {
    return Signature.builder().in("x").out("y");
  }

  private static Signature.Builder inAndInout() {
    return Signature.builder().in("x").inout("y");
  }

  private static TaskArgs four() {
    return TaskArgs.of(floats(4), floats(4));
  }

  private static JavaKernel fill(long from, long step, long upTo) {
    return args -> {
      for (long i = from; i < args.tensor("y").elementCount() - upTo; i += step) {
        args.tensor("y").setBits(i, 1);
      }
    };
  }

  private static void rows(KernelArguments args, long count, int length) {
    for (long row = 0; row < count; row++) {
      args.tensor("y")
          .write(row * args.tensor("y").shape().rowLength(), new float[length], 0, length);
    }
  }

  private static void inAThread(Runnable work) throws InterruptedException {
    Throwable[] thrown = new Throwable[1];
    Thread thread = new Thread(work);
    thread.setUncaughtExceptionHandler((which, e) -> thrown[0] = e);
    thread.start();
    thread.join();
  }

  static List<Faulty> all() {
    return List.of(
        faulty("an accumulator that is declared OUT", four())
            .kernel(
                args -> {
                  TensorView sum = args.tensor("y");
                  for (int i = 0; i < 4; i++) {
                    sum.setFloat(i, sum.getFloat(i) + args.tensor("x").getFloat(i));
                  }
                })
            .shouldBe(inAndInout())
            .isReadTooEarly(0, 0),
        faulty("a running maximum that is declared OUT", four())
            .kernel(
                args -> {
                  TensorView best = args.tensor("y");
                  for (int i = 3; i >= 0; i--) {
                    float x = args.tensor("x").getFloat(i);
                    if (!(best.getFloat(i) > x)) {
                      best.setFloat(i, x);
                    }
                  }
                })
            .shouldBe(inAndInout())
            .isReadTooEarly(3, 12),
        faulty("work in place on an argument that is declared IN", TaskArgs.of(floats(4)))
            .declared(Signature.builder().in("x"))
            .kernel(args -> args.tensor("x").setFloat(2, args.tensor("x").getFloat(2) * 2))
            .shouldBe(Signature.builder().inout("x"))
            .isWritten(2, 8),
        faulty("an IN argument that is written and restored", TaskArgs.of(floats(4), floats(4)))
            .kernel(
                args -> {
                  float kept = args.tensor("x").getFloat(0);
                  args.tensor("x").setFloat(0, 0);
                  args.tensor("x").setFloat(0, kept);
                  fill(0, 1, 0).run(args);
                })
            .shouldBe(fill(0, 1, 0))
            .isWritten(0, 0),
        faulty(
                "an IN argument that is written by a row of no use",
                TaskArgs.of(floats(2, 3), floats(1)))
            .kernel(
                args -> {
                  fill(0, 1, 0).run(args);
                  args.tensor("x").writeRow(1, new float[3]);
                })
            .shouldBe(fill(0, 1, 0))
            .isWritten(3, 12),
        faulty("a write to an IN argument of which the kernel says nothing", four())
            .kernel(
                args -> {
                  fill(0, 1, 0).run(args);
                  try {
                    args.tensor("x").setFloat(3, 1);
                  } catch (RuntimeException swallowed) {
                    args.tensor("y").setFloat(3, 1);
                  }
                })
            .shouldBe(fill(0, 1, 0))
            .isWritten(3, 12),
        faulty("a read after a write of a part", four())
            .kernel(
                args -> {
                  args.tensor("y").write(0, new float[2], 0, 2);
                  args.tensor("y").setFloat(3, args.tensor("y").getFloat(2));
                  args.tensor("y").setFloat(2, 1);
                })
            .shouldBe(
                args -> {
                  args.tensor("y").write(0, new float[3], 0, 3);
                  args.tensor("y").setFloat(3, args.tensor("y").getFloat(2));
                })
            .isReadTooEarly(2, 8),
        faulty(
                "a row that is read when half of it is written",
                TaskArgs.of(floats(1), floats(2, 4)))
            .kernel(
                args -> {
                  args.tensor("y").write(4, new float[2], 0, 2);
                  args.tensor("y").readRow(1, new float[4]);
                  rows(args, 2, 4);
                })
            .shouldBe(
                args -> {
                  rows(args, 2, 4);
                  args.tensor("y").readRow(1, new float[4]);
                })
            .isReadTooEarly(6, 24),
        faulty("a read through another view of the same argument", four())
            .kernel(
                args -> {
                  args.tensor(1).setFloat(0, 1);
                  args.tensor("y").getFloat(1);
                  fill(0, 1, 0).run(args);
                })
            .shouldBe(
                args -> {
                  args.tensor(1).setFloat(1, 1);
                  args.tensor("y").getFloat(1);
                  fill(0, 1, 0).run(args);
                })
            .isReadTooEarly(1, 4),
        faulty("a write to an IN argument by another thread", four())
            .kernel(
                args -> {
                  fill(0, 1, 0).run(args);
                  inAThread(() -> args.tensor("x").setFloat(1, 1));
                })
            .shouldBe(
                args -> {
                  inAThread(() -> args.tensor("y").setFloat(1, 1));
                  fill(0, 1, 0).run(args);
                })
            .isWritten(1, 4),
        faulty("a task that reads what the next one is to write", four())
            .kernel(
                args -> {
                  args.tensor("y").setFloat(3, 0);
                  for (int last = 2; last >= 0; last--) {
                    int first = Math.max(0, last - 1);
                    args.parallel(1, task -> args.tensor("y").getFloat(first));
                    args.tensor("y").setFloat(last, 1);
                  }
                })
            .shouldBe(
                args -> {
                  args.parallel(4, task -> args.tensor("y").setFloat(task, 1));
                  args.parallel(4, task -> args.tensor("y").getFloat(3 - task));
                })
            .isReadTooEarly(1, 4),
        faulty("the last row skipped", TaskArgs.of(floats(1), floats(5, 3)))
            .kernel(args -> rows(args, 4, 3))
            .shouldBe(args -> rows(args, 5, 3))
            .isUnwritten("1 'y'", "48..60 (12 bytes)"),
        faulty("the last column skipped", TaskArgs.of(floats(1), floats(3, 4)))
            .kernel(args -> rows(args, 3, 3))
            .shouldBe(args -> rows(args, 3, 4))
            .isUnwritten("1 'y'", "12..16, 28..32, 44..48 (12 bytes)"),
        faulty("the first element skipped", four())
            .kernel(fill(1, 1, 0))
            .shouldBe(fill(0, 1, 0))
            .isUnwritten("1 'y'", "0..4 (4 bytes)"),
        faulty("every other byte skipped", TaskArgs.of(floats(1), bytes(7)))
            .kernel(fill(0, 2, 0))
            .shouldBe(fill(0, 1, 0))
            .isUnwritten("1 'y'", "1..2, 3..4, 5..6 (3 bytes)"),
        faulty("one byte skipped", TaskArgs.of(floats(1), bytes(70_001)))
            .kernel(fill(0, 1, 1))
            .shouldBe(fill(0, 1, 0))
            .isUnwritten("1 'y'", "70000..70001 (1 byte)"),
        faulty(
                "one row forgotten by the tasks that share the work",
                TaskArgs.of(floats(1), floats(64, 3)))
            .kernel(
                args ->
                    args.parallel(
                        64,
                        row -> {
                          if (row != 41) {
                            args.tensor("y").writeRow(row, new float[3]);
                          }
                        }))
            .shouldBe(
                args -> args.parallel(64, row -> args.tensor("y").writeRow(row, new float[3])))
            .isUnwritten("1 'y'", "492..504 (12 bytes)"),
        faulty("an output that is forgotten", TaskArgs.of(floats(4), floats(4)))
            .declared(Signature.builder().out("x").out("y"))
            .kernel(fill(0, 1, 0))
            .shouldBe(
                args -> {
                  fill(0, 1, 0).run(args);
                  args.tensor("x").write(0, new float[4], 0, 4);
                })
            .isUnwritten("0 'x'", "0..16 (16 bytes)"),
        faulty("elements that a mask leaves out", TaskArgs.of(ints(1, 0, 1, 0), floats(4)))
            .kernel(
                args -> {
                  for (int i = 0; i < 4; i++) {
                    if (args.tensor("x").getInt(i) == 1) {
                      args.tensor("y").setFloat(i, 1);
                    }
                  }
                })
            .shouldBe(
                args -> {
                  for (int i = 0; i < 4; i++) {
                    args.tensor("y").setFloat(i, args.tensor("x").getInt(i));
                  }
                })
            .isUnwritten("1 'y'", "4..8, 12..16 (8 bytes)"),
        faulty(
                "a part that is updated of an argument that is declared OUT",
                TaskArgs.of(ints(2), ints(5, 6, 7, 8)))
            .kernel(args -> args.tensor("y").setInt(args.tensor("x").getInt(0), 9))
            .shouldBe(inAndInout())
            .isUnwritten("1 'y'", "0..8, 12..16 (12 bytes)"),
        faulty(
                "a result that the round before left, which is right by chance",
                TaskArgs.of(ints(1), ints(0, 0)),
                TaskArgs.of(ints(0), ints(0, 0)))
            .declared(inAndOut())
            .kernel(
                args -> {
                  if (args.tensor("x").getInt(0) == 1) {
                    fill(0, 1, 0).run(args);
                  }
                })
            .shouldBe(fill(0, 1, 0))
            .isUnwritten("1 'y'", "0..8 (8 bytes)"));
  }
}
