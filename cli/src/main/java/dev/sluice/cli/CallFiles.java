package dev.sluice.cli;

import dev.sluice.ArgDirection;
import dev.sluice.Scalar;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.Signature.ScalarParameter;
import dev.sluice.Signature.TensorParameter;
import dev.sluice.cli.workload.FileCallable;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.ParameterException;

/**
 * The files and scalars of one call as given on the command line, checked against the callable's
 * signature; no file is touched. Immutable.
 */
final class CallFiles {

  private static final Set<ArgDirection> READ = EnumSet.of(ArgDirection.IN);
  private static final Set<ArgDirection> WRITTEN = EnumSet.of(ArgDirection.OUT);
  private static final Set<ArgDirection> BOTH = EnumSet.of(ArgDirection.INOUT);
  private static final Set<ArgDirection> RESULTS = EnumSet.of(ArgDirection.OUT, ArgDirection.INOUT);

  private final FileCallable callable;
  private final boolean writesResults;
  private final Function<String, ParameterException> usage;
  private final Signature signature;
  private final Map<String, Path> inputs = new LinkedHashMap<>();
  private final Map<String, Path> updates = new LinkedHashMap<>();
  private final Map<String, Path> results = new LinkedHashMap<>();
  private final Map<String, Path> expected = new LinkedHashMap<>();
  private final Map<String, Scalar> scalars = new LinkedHashMap<>();

  /**
   * Checks what was given.
   *
   * @param usage makes the exception of a wrong command line from what is wrong
   * @throws ParameterException if a name is unknown, given twice, missing, or of another direction,
   *     or if a value does not fit
   */
  CallFiles(
      FileCallable callable,
      Function<String, ParameterException> usage,
      List<NamedValue> in,
      List<NamedValue> out,
      List<NamedValue> inout,
      List<NamedValue> scalar,
      List<NamedValue> expect) {
    this(callable, true, usage);
    in.forEach(given -> put(inputs, "--in", given, READ, given.value()));
    out.forEach(given -> put(results, "--out", given, WRITTEN, given.value()));
    inout.forEach(this::putBoth);
    expect.forEach(given -> put(expected, "--expect", given, RESULTS, given.value()));
    scalar.forEach(this::putScalar);
    requireAll();
  }

  private CallFiles(
      FileCallable callable, boolean writesResults, Function<String, ParameterException> usage) {
    this.callable = callable;
    this.writesResults = writesResults;
    this.usage = usage;
    this.signature = callable.signature();
  }

  /** Checks what was given for a call whose results are not written to files. */
  static CallFiles toRead(
      FileCallable callable,
      Function<String, ParameterException> usage,
      List<NamedValue> in,
      List<NamedValue> inout,
      List<NamedValue> scalar) {
    CallFiles files = new CallFiles(callable, false, usage);
    in.forEach(given -> files.put(files.inputs, "--in", given, READ, given.value()));
    inout.forEach(given -> files.put(files.updates, "--inout", given, BOTH, given.value()));
    scalar.forEach(files::putScalar);
    files.requireAll();
    return files;
  }

  private void requireAll() {
    for (TensorParameter parameter : signature.tensors()) {
      String name = String.valueOf(parameter.name());
      boolean isGiven =
          switch (parameter.direction()) {
            case IN -> inputs.containsKey(name);
            case OUT -> !writesResults || results.containsKey(name);
            case INOUT, UNKNOWN -> updates.containsKey(name);
          };
      if (!isGiven) {
        throw wrong("argument '" + name + "' is missing: give it with " + option(parameter));
      }
    }
  }

  FileCallable callable() {
    return callable;
  }

  /** Returns the files of IN arguments, by name. */
  Map<String, Path> inputs() {
    return inputs;
  }

  /** Returns the files that INOUT arguments start from, by name. */
  Map<String, Path> updates() {
    return updates;
  }

  /** Returns the files that OUT and INOUT arguments are written to, by name. */
  Map<String, Path> results() {
    return results;
  }

  /** Returns the files of what OUT and INOUT arguments should be, by name. */
  Map<String, Path> expected() {
    return expected;
  }

  /** Returns the scalars that were given, by name. */
  Map<String, Scalar> scalars() {
    return scalars;
  }

  private void putBoth(NamedValue given) {
    int colon = given.value().indexOf(':');
    if (colon < 1
        || colon == given.value().length() - 1
        || colon != given.value().lastIndexOf(':')) {
      throw wrong("--inout " + given.name() + " takes two files with one colon between them");
    }
    put(updates, "--inout", given, BOTH, given.value().substring(0, colon));
    put(results, "--inout", given, BOTH, given.value().substring(colon + 1));
  }

  private void put(
      Map<String, Path> files,
      String option,
      NamedValue given,
      Set<ArgDirection> directions,
      String file) {
    int index = signature.tensorIndex(given.name());
    if (index < 0) {
      throw wrong("there is no tensor argument '" + given.name() + "'");
    }
    TensorParameter parameter = signature.tensors().get(index);
    if (!directions.contains(parameter.direction())) {
      throw wrong(
          "argument '"
              + given.name()
              + "' is "
              + parameter.direction()
              + ": give it with "
              + option(parameter)
              + ", not with "
              + option);
    }
    if (files.putIfAbsent(given.name(), path(file)) != null) {
      throw wrong(option + " " + given.name() + " is given twice");
    }
  }

  private String option(TensorParameter parameter) {
    return switch (parameter.direction()) {
      case IN -> "--in " + parameter.name() + "=FILE.npy";
      case OUT -> "--out " + parameter.name() + "=FILE.npy";
      case INOUT, UNKNOWN ->
          "--inout " + parameter.name() + (writesResults ? "=IN.npy:OUT.npy" : "=FILE.npy");
    };
  }

  private Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw wrong("'" + text + "' is not a path");
    }
  }

  private void putScalar(NamedValue given) {
    int index = signature.scalarIndex(given.name());
    if (index < 0) {
      throw wrong("there is no scalar '" + given.name() + "'");
    }
    ScalarParameter parameter = signature.scalars().get(index);
    if (scalars.putIfAbsent(given.name(), scalar(given, parameter.type())) != null) {
      throw wrong("--scalar " + given.name() + " is given twice");
    }
  }

  private Scalar scalar(NamedValue given, ScalarType type) {
    try {
      return switch (type) {
        case INT32 -> Scalar.int32(Integer.parseInt(given.value()));
        case INT64 -> Scalar.int64(Long.parseLong(given.value()));
        case FLOAT32 -> Scalar.float32((float) finite(Float.parseFloat(given.value())));
        case FLOAT64 -> Scalar.float64(finite(Double.parseDouble(given.value())));
        case BITS -> Scalar.bits(Long.parseUnsignedLong(given.value()));
      };
    } catch (NumberFormatException e) {
      throw wrong("scalar '" + given.name() + "' is " + given.value() + ", not a " + type);
    }
  }

  private static double finite(double value) {
    if (!Double.isFinite(value)) {
      throw new NumberFormatException("not finite");
    }
    return value;
  }

  private ParameterException wrong(String problem) {
    return usage.apply(problem + "; the callable is " + callable.name() + signature);
  }
}
