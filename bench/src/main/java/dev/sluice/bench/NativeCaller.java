package dev.sluice.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The program {@code caller.c}, run several times: what calls into the stand-in cost without Java.
 * Immutable.
 */
final class NativeCaller {

  /**
   * What one process measured.
   *
   * @param callNanos of a call that does next to nothing
   * @param runNanos of all calls of a run
   */
  private record Times(double callNanos, double runNanos) {}

  private final List<Times> processes;

  private NativeCaller(List<Times> processes) {
    this.processes = List.copyOf(processes);
  }

  /** Runs it in so many processes, one after the other. */
  static NativeCaller measure(Path folder, int processes) throws IOException, InterruptedException {
    List<Times> all = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      all.add(once(folder));
    }
    return new NativeCaller(all);
  }

  private static Times once(Path folder) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(folder.resolve("caller").toString(), folder.resolve("home").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
    int exitCode = process.waitFor();
    if (exitCode != 0) {
      throw new IOException("the caller in " + folder + " ended with exit code " + exitCode);
    }
    String[] numbers = printed.split(" ");
    return new Times(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
  }

  double callNanos() {
    return median(Times::callNanos);
  }

  double runNanos() {
    return median(Times::runNanos);
  }

  private double median(ToDoubleFunction<Times> number) {
    return processes.stream()
        .mapToDouble(number)
        .sorted()
        .skip(processes.size() / 2)
        .findFirst()
        .orElseThrow();
  }
}
