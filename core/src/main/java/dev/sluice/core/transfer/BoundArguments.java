package dev.sluice.core.transfer;

import dev.sluice.DeviceCallable;
import dev.sluice.Scalar;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one call in the order of the signature, which they match in number, name and
 * scalar type. Immutable.
 */
public final class BoundArguments {

  private final List<Tensor> tensors;
  private final long[] scalars;

  private BoundArguments(List<Tensor> tensors, List<Scalar> scalars) {
    this.tensors = tensors;
    this.scalars = new long[scalars.size()];
    for (int i = 0; i < this.scalars.length; i++) {
      this.scalars[i] = scalars.get(i).bits();
    }
  }

  /**
   * Puts arguments into the callable's order.
   *
   * @param device for messages
   * @throws RejectedCallException if there are too few, too many, unknown or doubly given ones, or
   *     if a scalar is not of the declared type
   */
  public static BoundArguments of(DeviceCallable callable, String device, TaskArgs args) {
    Signature signature = callable.signature();
    List<Tensor> tensors =
        isInPlace(args.positionalTensors(), args.namedTensors(), signature.tensors())
            ? args.positionalTensors()
            : new Matcher<Tensor>("tensor", place(callable, device), signature)
                .match(
                    args.positionalTensors(),
                    args.namedTensors(),
                    signature.tensors().stream().map(Signature.TensorParameter::name).toList());
    List<Scalar> scalars =
        isInPlace(args.positionalScalars(), args.namedScalars(), signature.scalars())
            ? args.positionalScalars()
            : new Matcher<Scalar>("scalar", place(callable, device), signature)
                .match(
                    args.positionalScalars(),
                    args.namedScalars(),
                    signature.scalars().stream().map(Signature.ScalarParameter::name).toList());
    checkTypes(scalars, callable, device);
    return new BoundArguments(tensors, scalars);
  }

  /**
   * Returns whether all are given by position, as declared: the usual case, which costs nothing.
   */
  private static boolean isInPlace(List<?> positional, Map<String, ?> named, List<?> declared) {
    return named.isEmpty() && positional.size() == declared.size();
  }

  private static void checkTypes(List<Scalar> scalars, DeviceCallable callable, String device) {
    List<Signature.ScalarParameter> parameters = callable.signature().scalars();
    for (int i = 0; i < parameters.size(); i++) {
      Signature.ScalarParameter declared = parameters.get(i);
      ScalarType given = scalars.get(i).type();
      if (declared.type() != ScalarType.BITS
          && given != ScalarType.BITS
          && given != declared.type()) {
        throw rejected(
            place(callable, device),
            label("scalar", i, declared.name())
                + " is declared "
                + declared.type()
                + ", but "
                + given
                + " was given",
            "give a value of the declared type, or its raw bits");
      }
    }
  }

  private static ErrorDetail place(DeviceCallable callable, String device) {
    return ErrorDetail.builder().callable(callable.name()).device(device).build();
  }

  /** Returns the tensors, in order. */
  public List<Tensor> tensors() {
    return tensors;
  }

  /** Returns the number of scalars. */
  public int scalarCount() {
    return scalars.length;
  }

  /** Returns a new array of the scalars' bits, in order. */
  public long[] scalars() {
    return scalars.clone();
  }

  private static String label(String kind, int index, @Nullable String name) {
    return kind + " " + index + (name == null ? "" : " '" + name + "'");
  }

  private static RejectedCallException rejected(ErrorDetail place, String problem, String remedy) {
    return new RejectedCallException(place.toBuilder().remedy(remedy).build(), problem);
  }

  /** Puts one kind of argument into order. */
  private record Matcher<T>(String kind, ErrorDetail place, Signature signature) {

    List<T> match(List<T> positional, Map<String, T> named, List<@Nullable String> declared) {
      checkCount(positional.size() + named.size(), declared.size());
      List<@Nullable T> places =
          new ArrayList<>(Collections.nCopies(Math.max(declared.size(), positional.size()), null));
      for (int i = 0; i < positional.size(); i++) {
        places.set(i, positional.get(i));
      }
      named.forEach((name, value) -> put(places, declared, name, value));
      return requireAll(places, declared);
    }

    private void checkCount(int given, int declared) {
      if (given < declared || (given > declared && !signature.isOpen())) {
        throw rejected(
            place,
            "the signature "
                + signature
                + " declares "
                + declared
                + " "
                + kind
                + (declared == 1 ? "" : "s")
                + ", but "
                + given
                + (given == 1 ? " was given" : " were given"),
            given < declared
                ? "give the missing ones"
                : "declare the others, or build the signature with unknownRest()");
      }
    }

    private void put(
        List<@Nullable T> places, List<@Nullable String> declared, String name, T value) {
      int index = declared.indexOf(name);
      if (index < 0) {
        throw rejected(
            place,
            "the signature " + signature + " has no " + kind + " named '" + name + "'",
            "use a declared name, or give it by position");
      }
      if (places.get(index) != null) {
        throw rejected(
            place,
            label(kind, index, name) + " is given both by position and by name",
            "give it once");
      }
      places.set(index, value);
    }

    private List<T> requireAll(List<@Nullable T> places, List<@Nullable String> declared) {
      List<T> complete = new ArrayList<>(places.size());
      for (int i = 0; i < places.size(); i++) {
        T value = places.get(i);
        if (value == null) {
          throw rejected(
              place,
              label(kind, i, declared.get(i)) + " is missing",
              "give it, or give it by name");
        }
        complete.add(value);
      }
      return Collections.unmodifiableList(complete);
    }
  }
}
