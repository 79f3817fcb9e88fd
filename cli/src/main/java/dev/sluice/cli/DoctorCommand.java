package dev.sluice.cli;

import dev.sluice.AuditReport;
import dev.sluice.AuditVerdict;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.TaskArgs;
import dev.sluice.TransferMode;
import dev.sluice.callables.CallableFolder;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * Tries a platform, in a process of its own: a native runtime of another state than the one that a
 * platform was written for can take its process down.
 */
@Command(
    name = "doctor",
    description = {
      "Opens a device, copies memory to it and back, and, with --callable, runs a packaged callable.",
      "The callable adds its first two FLOAT32 tensors of 128 x 128 into its third; before it runs, it"
          + " is checked that the native runtime lays things out as expected. All of it happens in a"
          + " process of its own."
    })
final class DoctorCommand implements Callable<Integer> {

  private static final int BYTES = 1 << 20;

  /** The host runtime's own example of a sum is compiled for this shape, and checks none. */
  private static final Shape SHAPE = Shape.of(128, 128);

  private static final int ELEMENTS = (int) SHAPE.elementCount();
  private static final int ROUNDS = 3;

  @Spec CommandSpec spec;
  @ParentCommand Main main;
  @Mixin PlatformOptions platform;

  @Option(
      names = "--callable",
      paramLabel = "FOLDER",
      description = "A packaged callable that adds two tensors.")
  @Nullable Path folder;

  @Option(names = "--in-process", hidden = true, description = "Try it here.")
  boolean inProcess;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (folder != null && platform.name.equals(PlatformOptions.SIMULATOR)) {
      throw new ParameterException(
          spec.commandLine(),
          "--callable checks a native runtime, and the simulator has none; name a platform that has"
              + " one with --platform");
    }
    return inProcess ? examine() : examineInChild();
  }

  private int examineInChild() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("sluice."))
        .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("doctor", "--in-process", "--platform", platform.name));
    if (folder != null) {
      command.addAll(List.of("--callable", folder.toString()));
    }
    if (main.platformFolder() != null) {
      command.addAll(List.of("--platform-path", main.platformFolder().toString()));
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    PrintWriter out = spec.commandLine().getOut();
    try (var lines = process.inputReader()) {
      lines.lines().forEach(out::println);
    } catch (UncheckedIOException e) {
      process.destroyForcibly();
      throw e;
    }
    out.flush();
    int exitCode = process.waitFor();
    if (exitCode > CommandLine.ExitCode.USAGE) {
      spec.commandLine()
          .getErr()
          .println(
              "sluice: the test ended its process with exit code "
                  + exitCode
                  + "; the native runtime is not of the state that the platform was written for");
      return CommandLine.ExitCode.SOFTWARE;
    }
    return exitCode;
  }

  private int examine() {
    PrintWriter out = spec.commandLine().getOut();
    try (DeviceRuntime runtime = platform.open(TransferMode.GATED, options())) {
      say(out, "opened " + runtime.device().name() + ", " + runtime.device().description());
      copyThereAndBack(runtime);
      say(out, "copied " + BYTES + " bytes there and back");
      if (folder != null) {
        DeviceCallable add = CallableFolder.read(folder);
        addRepeatedly(runtime, add);
        say(out, "ran " + add.name() + " " + ROUNDS + " times");
        AuditReport report = runtime.audit(add, TaskArgs.of(floats(1), floats(2), floats(0)));
        out.print(report.explain());
        return report.has(AuditVerdict.UNSAFE) ? CommandLine.ExitCode.SOFTWARE : 0;
      }
      return 0;
    }
  }

  /** With a callable, a platform that drives a native runtime checks it before it runs anything. */
  private Map<String, String> options() {
    return folder == null ? Map.of() : Map.of("self-test", "true");
  }

  private static void say(PrintWriter out, String line) {
    out.println("ok: " + line);
    out.flush(); // the process may not live to print more
  }

  private static void copyThereAndBack(DeviceRuntime runtime) {
    HostTensor bytes = HostTensor.allocate(DataType.INT64, Shape.of(BYTES / Long.BYTES));
    for (long i = 0; i < bytes.shape().elementCount(); i++) {
      bytes.setLong(i, i * 0x9E3779B97F4A7C15L);
    }
    try (DeviceTensor onDevice = runtime.upload(bytes)) {
      HostTensor back = runtime.download(onDevice);
      for (long i = 0; i < bytes.shape().elementCount(); i++) {
        require(
            back.getLong(i) == bytes.getLong(i), "byte " + i * Long.BYTES + " came back changed");
      }
    }
  }

  private static void addRepeatedly(DeviceRuntime runtime, DeviceCallable add) {
    for (int round = 0; round < ROUNDS; round++) {
      HostTensor sum = floats(0);
      runtime.run(add, TaskArgs.of(floats(round), floats(10), sum));
      for (int i = 0; i < ELEMENTS; i++) {
        float expected = round + 10 + 2f * i;
        require(
            sum.getFloat(i) == expected,
            "element " + i + " of the sum is " + sum.getFloat(i) + ", not " + expected);
      }
    }
  }

  private static HostTensor floats(float first) {
    float[] values = new float[ELEMENTS];
    for (int i = 0; i < values.length; i++) {
      values[i] = first + i;
    }
    return HostTensor.wrap(values, SHAPE);
  }

  private static void require(boolean valid, String problem) {
    if (!valid) {
      throw new IllegalStateException(problem);
    }
  }
}
