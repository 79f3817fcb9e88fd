package dev.sluice.cli;

import dev.sluice.ArgDirection;
import dev.sluice.Scalar;
import dev.sluice.Signature.TensorParameter;
import dev.sluice.TaskArgs;
import dev.sluice.cli.npy.NpyOutputs;
import dev.sluice.cli.npy.NpyReader;
import dev.sluice.cli.workload.ExpectedValues;
import dev.sluice.cli.workload.TensorSpec;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.HostTensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One call over opened files: its arguments, what they should become, and where they go. Confined
 * to one thread.
 */
final class FileCall {

  private final CallFiles files;
  private final NpyOutputs outputs;
  private final Map<String, HostTensor> results = new LinkedHashMap<>();
  private final Map<String, ExpectedValues> expected = new LinkedHashMap<>();
  private final TaskArgs args;

  private FileCall(CallFiles files, boolean writableInputs, double tolerance) {
    this.files = files;
    Map<String, HostTensor> inputs = new LinkedHashMap<>();
    files
        .inputs()
        .forEach(
            (name, file) ->
                inputs.put(name, writableInputs ? NpyReader.copy(file) : NpyReader.map(file)));
    files.updates().forEach((name, file) -> inputs.put(name, NpyReader.copy(file)));
    files
        .expected()
        .forEach(
            (name, file) -> expected.put(name, new ExpectedValues(NpyReader.map(file), tolerance)));
    this.outputs = NpyOutputs.checked(List.copyOf(files.results().values()), filesRead());
    for (TensorParameter parameter : files.callable().signature().tensors()) {
      if (parameter.direction() != ArgDirection.IN) {
        String name = String.valueOf(parameter.name());
        results.put(name, result(name, inputs));
      }
    }
    this.args = args(inputs);
  }

  /**
   * Opens the files and makes room for the results; writes nothing.
   *
   * @param writableInputs whether IN arguments are copied into memory, since the run will write to
   *     them, or mapped
   * @param tolerance of what is expected
   * @throws RejectedCallException naming the file that cannot be used
   */
  static FileCall open(CallFiles files, boolean writableInputs, double tolerance) {
    return new FileCall(files, writableInputs, tolerance);
  }

  private List<Path> filesRead() {
    return Stream.of(files.inputs(), files.updates(), files.expected())
        .flatMap(byName -> byName.values().stream())
        .toList();
  }

  private HostTensor result(String name, Map<String, HostTensor> inputs) {
    HostTensor update = inputs.get(name);
    TensorSpec spec =
        update == null
            ? files.callable().output(name, inputs)
            : new TensorSpec(update.dataType(), update.shape());
    requireComparable(name, spec);
    return update == null ? HostTensor.allocate(spec.type(), spec.shape()) : update;
  }

  private void requireComparable(String name, TensorSpec spec) {
    ExpectedValues check = expected.get(name);
    if (check != null) {
      check
          .incomparable(spec.type(), spec.shape())
          .ifPresent(
              problem -> {
                throw new RejectedCallException(
                    ErrorDetail.remedy("expect a file of the result's type and shape"),
                    files.expected().get(name) + ": " + problem);
              });
    }
  }

  private TaskArgs args(Map<String, HostTensor> inputs) {
    Map<String, HostTensor> tensors = new LinkedHashMap<>(inputs);
    tensors.putAll(results);
    Map<String, Scalar> scalars = new LinkedHashMap<>(files.callable().defaultScalars(inputs));
    scalars.putAll(files.scalars());
    TaskArgs.Builder builder = TaskArgs.builder();
    tensors.forEach(builder::tensor);
    scalars.forEach(builder::scalar);
    return builder.build();
  }

  /** Returns the call's arguments. */
  TaskArgs args() {
    return args;
  }

  /** Returns a line for each result that is not as expected. */
  List<String> mismatches() {
    List<String> lines = new ArrayList<>();
    expected.forEach(
        (name, check) ->
            check
                .mismatch(results.get(name))
                .ifPresent(
                    problem ->
                        lines.add(
                            name
                                + " is not as in "
                                + files.expected().get(name)
                                + ": "
                                + problem)));
    return lines;
  }

  /** Writes the results to their files. */
  void writeResults() {
    outputs.write(files.results().keySet().stream().map(results::get).toList());
  }

  /** Returns a line for each result: where it is, and what. */
  List<String> resultLines() {
    List<String> lines = new ArrayList<>();
    results.forEach(
        (name, tensor) ->
            lines.add(
                name
                    + " written to "
                    + files.results().get(name)
                    + ": "
                    + tensor.dataType()
                    + " "
                    + tensor.shape()));
    return lines;
  }
}
