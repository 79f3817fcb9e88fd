package dev.sluice.sim.kernel;

import dev.sluice.sim.check.Finding.Kind;
import dev.sluice.sim.check.Findings;
import dev.sluice.sim.check.Ranges;
import dev.sluice.sim.memory.FillPattern;
import dev.sluice.spi.LaunchArgument;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a kernel on buffers made of the contents that its outputs had before it, which
 * cannot be seen while it runs: it runs again, with another value in every byte of one output. A
 * byte that is as before both times was not written; one that differs otherwise was made from what
 * was there. The results of the first run stay. Confined to the device's thread.
 */
final class PriorContents {

  /** Runs the kernel again on the same arguments. */
  interface Attempt {
    void run() throws Exception;
  }

  /** An argument that the kernel may write: its memory, and a copy of what it held. */
  private record Held(int index, LaunchArgument argument, ByteBuffer memory, ByteBuffer before) {

    boolean isOnlyWritten() {
      return !argument.isReadable() && before.capacity() > 0;
    }

    void restore() {
      memory.put(0, before, 0, before.capacity());
    }

    void change() {
      for (int i = 0; i < before.capacity(); i++) {
        memory.put(i, otherThan(before.get(i), i));
      }
    }
  }

  /** Returns what to put in place of a byte: the pattern's, or where it is that, its opposite. */
  static byte otherThan(byte before, int at) {
    byte pattern = FillPattern.at(at);
    return pattern == before ? (byte) ~before : pattern;
  }

  private final KernelRun run;
  private final List<Held> held;

  private PriorContents(KernelRun run, List<Held> held) {
    this.run = run;
    this.held = held;
  }

  /** Remembers what a launch that is about to start finds. */
  static PriorContents of(KernelRun run) {
    List<LaunchArgument> arguments = run.request().arguments();
    List<Held> held = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).isWritable()) {
        ByteBuffer memory = run.bytes(i);
        held.add(new Held(i, arguments.get(i), memory, copy(memory)));
      }
    }
    return new PriorContents(run, held);
  }

  static ByteBuffer copy(ByteBuffer memory) {
    ByteBuffer copy = ByteBuffer.allocateDirect(memory.capacity());
    return copy.put(0, memory, 0, memory.capacity());
  }

  /** Puts back what the launch found. */
  void restore() {
    held.forEach(Held::restore);
  }

  private List<ByteBuffer> contents() {
    return held.stream().map(one -> copy(one.memory())).toList();
  }

  /** Runs the kernel again, and reports each output whose contents from before show. */
  void judge(Attempt again, Findings findings) {
    List<ByteBuffer> results = contents();
    try {
      for (int i = 0; i < held.size(); i++) {
        if (held.get(i).isOnlyWritten()) {
          judge(i, results, again, findings);
        }
      }
    } finally {
      for (int i = 0; i < held.size(); i++) {
        held.get(i).memory().put(0, results.get(i), 0, results.get(i).capacity());
      }
    }
  }

  private void judge(int output, List<ByteBuffer> results, Attempt again, Findings findings) {
    List<ByteBuffer> others = resultsOf(output, again);
    if (results.equals(others)) {
      return;
    }
    // Once more each, so that a kernel which never does the same twice is not accused; in this
    // order, so that neither is one that does two things in turn.
    List<ByteBuffer> othersAgain = resultsOf(output, again);
    List<ByteBuffer> sameAgain = resultsOf(-1, again);
    Held suspect = held.get(output);
    if (sameAgain == null || (others == null) != (othersAgain == null)) {
      return;
    }
    if (others == null || othersAgain == null) {
      report(Kind.READ_BEFORE, suspect, new Ranges(), findings);
      return;
    }
    Ranges unwritten = new Ranges();
    Ranges made = new Ranges();
    boolean elsewhere = false;
    for (int i = 0; i < held.size(); i++) {
      FourRuns runs =
          new FourRuns(results.get(i), sameAgain.get(i), others.get(i), othersAgain.get(i));
      if (i == output) {
        runs.sort(suspect.before(), suspect.argument().dataType().byteSize(), unwritten, made);
      } else {
        elsewhere |= runs.anyDepends();
      }
    }
    if (!unwritten.isEmpty()) {
      report(Kind.UNWRITTEN, suspect, unwritten, findings);
    }
    if (!made.isEmpty()) {
      report(Kind.MADE_FROM_BEFORE, suspect, made, findings);
    } else if (elsewhere) {
      report(Kind.READ_BEFORE, suspect, made, findings);
    }
  }

  private void report(Kind kind, Held output, Ranges ranges, Findings findings) {
    findings.add(kind, run.callable(), output.index(), output.argument(), ranges);
  }

  /** Returns the results where one output held something else before; null if it failed. */
  private @Nullable List<ByteBuffer> resultsOf(int changed, Attempt again) {
    for (int i = 0; i < held.size(); i++) {
      if (i == changed) {
        held.get(i).change();
      } else {
        held.get(i).restore();
      }
    }
    try {
      again.run();
    } catch (Throwable e) { // an error too is the kernel's answer to what it found
      return null;
    }
    return contents();
  }
}
