package dev.sluice.sim.corpus;

import static dev.sluice.sim.corpus.Faulty.bytes;
import static dev.sluice.sim.corpus.Faulty.faulty;
import static dev.sluice.sim.corpus.Faulty.floats;
import static dev.sluice.sim.corpus.Faulty.ints;

import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.kernel.BufferKernel;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.util.List;

/** Kernels that use buffers; x is the first, y the second. */
final class OnBuffersOnly {

  private OnBuffersOnly() {}

  private static Signature.Builder inAndInout() {
    return Signature.builder().in("x").inout("y");
  }

  private static TaskArgs four() {
    return TaskArgs.of(floats(4), floats(4));
  }

  private static BufferKernel fill(int from, int step, int before) {
    return (tensors, args) -> fill(tensors.get(1), from, step, before);
  }

  private static void fill(ByteBuffer y, int from, int step, int before) {
    for (int i = from; i < y.limit() - before; i += step) {
      y.put(i, (byte) 1);
    }
  }

  private static void inAThread(Runnable work) throws InterruptedException {
    Thread thread = new Thread(work);
    thread.start();
    thread.join();
  }

  static List<Faulty> all() {
    return List.of(
        faulty("an accumulator that is declared OUT, on buffers", four())
            .onBuffers(
                (tensors, args) -> {
                  for (int i = 0; i < 16; i += 4) {
                    tensors
                        .get(1)
                        .putFloat(i, tensors.get(1).getFloat(i) + tensors.get(0).getFloat(i));
                  }
                })
            .shouldBe(inAndInout())
            .isMadeFromBefore("0..16 (16 bytes)"),
        faulty(
                "one sum of integers that is declared OUT, on buffers",
                TaskArgs.of(ints(1), ints(5, 6, 7)))
            .onBuffers(
                (tensors, args) -> {
                  int sum = tensors.get(1).getInt(4);
                  fill(tensors.get(1), 0, 1, 0);
                  tensors.get(1).putInt(4, sum + 1);
                })
            .shouldBe(inAndInout())
            .isMadeFromBefore("4..8 (4 bytes)"),
        faulty(
                "a running maximum that is declared OUT, on buffers",
                TaskArgs.of(floats(4), HostTensor.wrap(new float[4], Shape.of(4))))
            .onBuffers(
                (tensors, args) -> {
                  for (int i = 0; i < 16; i += 4) {
                    float best = Math.max(tensors.get(1).getFloat(i), tensors.get(0).getFloat(i));
                    tensors.get(1).putFloat(i, best);
                  }
                })
            .shouldBe(inAndInout())
            .isMadeFromBefore("0..16 (16 bytes)"),
        faulty(
                "work in place on an argument that is declared IN, on buffers",
                TaskArgs.of(floats(4)))
            .declared(Signature.builder().in("x"))
            .onBuffers((tensors, args) -> tensors.get(0).putFloat(0, 2))
            .shouldBe(Signature.builder().inout("x"))
            .isWrittenInItsBuffer("bytes 2..4 (2 bytes) of the buffer"),
        faulty("an IN argument that is written and restored, on buffers", four())
            .onBuffers(
                (tensors, args) -> {
                  float kept = tensors.get(0).getFloat(0);
                  tensors.get(0).putFloat(0, 0).putFloat(0, kept);
                  fill(tensors.get(1), 0, 1, 0);
                })
            .shouldBeOnBuffers(fill(0, 1, 0))
            .isWrittenInItsBuffer("to the buffer"),
        faulty("an IN argument that is written through a duplicate, on buffers", four())
            .onBuffers(
                (tensors, args) -> {
                  fill(tensors.get(1), 0, 1, 0);
                  tensors.get(0).duplicate().slice().put(0, (byte) 1);
                })
            .shouldBeOnBuffers(fill(0, 1, 0))
            .isWrittenInItsBuffer("bytes 0..1 (1 byte) of the buffer"),
        faulty("a read through an alias, on buffers", TaskArgs.of(ints(1), ints(5, 6)))
            .onBuffers(
                (tensors, args) -> {
                  ByteBuffer alias = tensors.get(1).slice(4, 4);
                  tensors
                      .get(1)
                      .put(3, alias.get(0))
                      .put(0, (byte) 1)
                      .put(1, (byte) 1)
                      .put(2, (byte) 1);
                  fill(alias, 0, 1, 0);
                })
            .shouldBeOnBuffers(
                (tensors, args) -> {
                  ByteBuffer alias = tensors.get(1).slice(4, 4);
                  fill(alias, 0, 1, 0);
                  tensors
                      .get(1)
                      .put(3, alias.get(0))
                      .put(0, (byte) 1)
                      .put(1, (byte) 1)
                      .put(2, (byte) 1);
                })
            .isMadeFromBefore("0..4 (4 bytes)"),
        faulty("a part that another thread leaves out, on buffers", four())
            .onBuffers((tensors, args) -> inAThread(() -> fill(tensors.get(1), 0, 1, 5)))
            .shouldBeOnBuffers((tensors, args) -> inAThread(() -> fill(tensors.get(1), 0, 1, 0)))
            .isUnwritten("1 'y'", "11..16 (5 bytes)"),
        faulty("the last row skipped, on buffers", TaskArgs.of(floats(1), floats(3, 2)))
            .onBuffers(fill(0, 1, 8))
            .shouldBeOnBuffers(fill(0, 1, 0))
            .isUnwritten("1 'y'", "16..24 (8 bytes)"),
        faulty("every other byte skipped, on buffers", TaskArgs.of(floats(1), bytes(7)))
            .onBuffers(fill(0, 2, 0))
            .shouldBeOnBuffers(fill(0, 1, 0))
            .isUnwritten("1 'y'", "1..2, 3..4, 5..6 (3 bytes)"),
        faulty("one byte skipped, on buffers", TaskArgs.of(floats(1), bytes(70_001)))
            .onBuffers(fill(0, 1, 1))
            .shouldBeOnBuffers(fill(0, 1, 0))
            .isUnwritten("1 'y'", "70000..70001 (1 byte)"),
        faulty("two bytes of an element skipped, on buffers", TaskArgs.of(ints(1), ints(5, 6, 7)))
            .onBuffers(
                (tensors, args) -> {
                  fill(tensors.get(1), 0, 1, 6);
                  fill(tensors.get(1), 8, 1, 0);
                })
            .shouldBeOnBuffers(fill(0, 1, 0))
            .isUnwritten("1 'y'", "6..8 (2 bytes)"),
        faulty("an output used for sums and then cleared, on buffers", four())
            .declared(Signature.builder().out("x").out("y"))
            .onBuffers(
                (tensors, args) -> {
                  for (int i = 0; i < 16; i++) {
                    byte sum = (byte) (tensors.get(0).get(i) + 1);
                    tensors.get(1).put(i, sum);
                    tensors.get(0).put(i, (byte) 0);
                  }
                })
            .shouldBeOnBuffers(
                (tensors, args) -> {
                  fill(tensors.get(0), 0, 1, 0);
                  fill(tensors.get(1), 0, 1, 0);
                })
            .decidesOtherResults(),
        faulty(
                "a result that the round before left, on buffers",
                TaskArgs.of(ints(1), ints(0, 0)),
                TaskArgs.of(ints(0), ints(0, 0)))
            .onBuffers(
                (tensors, args) -> {
                  if (tensors.get(0).getInt(0) == 1) {
                    fill(tensors.get(1), 0, 1, 0);
                  }
                })
            .shouldBeOnBuffers(fill(0, 1, 0))
            .isUnwritten("1 'y'", "0..8 (8 bytes)"));
  }
}
