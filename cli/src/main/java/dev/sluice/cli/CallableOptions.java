package dev.sluice.cli;

import dev.sluice.DeviceCallable;
import dev.sluice.callables.CallableFolder;
import dev.sluice.cli.workload.BuiltIn;
import dev.sluice.cli.workload.FileCallable;
import dev.sluice.cli.workload.PackagedCallable;
import dev.sluice.cli.workload.TensorSpec;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which callable runs on files: a built-in one, or one of a folder. */
final class CallableOptions {

  private static final Pattern SHAPE = Pattern.compile("\\d{1,18}(x\\d{1,18}){0,4}");

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Parameters(arity = "0..1", paramLabel = "CALLABLE", description = "A built-in callable's name.")
  @Nullable String name;

  @Option(
      names = "--callable",
      paramLabel = "FOLDER",
      description = "Take a packaged callable from this folder instead.")
  @Nullable Path folder;

  @Option(
      names = "--shape",
      paramLabel = "NAME=2x3",
      converter = NamedValue.Converter.class,
      description = "The shape of an OUT argument of a packaged callable.")
  List<NamedValue> shapes = new ArrayList<>();

  @Option(
      names = "--type",
      paramLabel = "NAME=TYPE",
      converter = NamedValue.Converter.class,
      description = "The element type of such an argument, for example float32.")
  List<NamedValue> types = new ArrayList<>();

  /** Returns the callable. */
  FileCallable chosen() {
    if ((name == null) == (folder == null)) {
      throw wrong("give either the name of a built-in callable or --callable FOLDER");
    }
    if (folder != null) {
      DeviceCallable packaged = CallableFolder.read(folder);
      return new PackagedCallable(packaged, outputs(packaged));
    }
    if (!shapes.isEmpty() || !types.isEmpty()) {
      throw wrong("--shape and --type are for packaged callables");
    }
    return BuiltIn.named(name)
        .orElseThrow(
            () -> wrong("there is no callable '" + name + "'; there are " + BuiltIn.names()));
  }

  private Map<String, TensorSpec> outputs(DeviceCallable packaged) {
    Map<String, Shape> shapeOf = new LinkedHashMap<>();
    for (NamedValue given : shapes) {
      requireArgument(packaged, "--shape", given.name());
      if (shapeOf.putIfAbsent(given.name(), shape(given)) != null) {
        throw wrong("--shape " + given.name() + " is given twice");
      }
    }
    Map<String, DataType> typeOf = new LinkedHashMap<>();
    for (NamedValue given : types) {
      requireArgument(packaged, "--type", given.name());
      if (typeOf.putIfAbsent(given.name(), type(given)) != null) {
        throw wrong("--type " + given.name() + " is given twice");
      }
    }
    Map<String, TensorSpec> outputs = new LinkedHashMap<>();
    shapeOf.forEach(
        (argument, shape) -> {
          DataType type = typeOf.remove(argument);
          if (type == null) {
            throw wrong("--shape " + argument + " is given without --type");
          }
          outputs.put(argument, new TensorSpec(type, shape));
        });
    if (!typeOf.isEmpty()) {
      throw wrong("--type " + typeOf.keySet().iterator().next() + " is given without --shape");
    }
    return outputs;
  }

  private void requireArgument(DeviceCallable packaged, String option, String argument) {
    if (packaged.signature().tensorIndex(argument) < 0) {
      throw wrong(
          option
              + ": there is no tensor argument '"
              + argument
              + "'; the callable is "
              + packaged.name()
              + packaged.signature());
    }
  }

  private Shape shape(NamedValue given) {
    if (!SHAPE.matcher(given.value()).matches()) {
      throw wrong("--shape " + given.name() + " is '" + given.value() + "', not of the form 2x3");
    }
    return Shape.of(Arrays.stream(given.value().split("x")).mapToLong(Long::parseLong).toArray());
  }

  private DataType type(NamedValue given) {
    return Arrays.stream(DataType.values())
        .filter(type -> type.name().toLowerCase(Locale.ROOT).equals(given.value()))
        .findFirst()
        .orElseThrow(
            () ->
                wrong(
                    "--type "
                        + given.name()
                        + " is '"
                        + given.value()
                        + "', which is none of "
                        + Arrays.toString(DataType.values()).toLowerCase(Locale.ROOT)));
  }

  private ParameterException wrong(String problem) {
    return new ParameterException(command.commandLine(), problem);
  }
}
