package dev.sluice.it.model;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceCallable;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call as the model sees it. Immutable.
 *
 * @param arguments the tensors, in order
 * @param declared how many of them the signature declares; the rest is its unknown rest
 * @param byPosition how many are given by position; the others are given by name
 * @param scalars bits of the scalars
 */
public record ModelCall(
    List<Argument> arguments, int declared, int byPosition, List<Long> scalars) {

  /** Checks that the model can say something about the call. */
  public ModelCall {
    arguments = List.copyOf(arguments);
    scalars = List.copyOf(scalars);
    for (Argument undeclared : arguments.subList(declared, arguments.size())) {
      if (undeclared.direction() != ArgDirection.UNKNOWN) {
        throw new IllegalArgumentException("undeclared arguments are UNKNOWN: " + undeclared);
      }
    }
  }

  /** Returns a call whose arguments are all declared and given by position. */
  public static ModelCall of(Argument... arguments) {
    return new ModelCall(List.of(arguments), arguments.length, arguments.length, List.of());
  }

  /** Returns the name of an argument; only every third one lacks one. */
  @Nullable String name(int index) {
    return index < declared && (index % 3 != 2 || index >= byPosition) ? "t" + index : null;
  }

  Signature signature() {
    Signature.Builder builder = Signature.builder();
    for (int i = 0; i < declared; i++) {
      String name = name(i);
      ArgDirection direction = arguments.get(i).direction();
      if (name == null) {
        builder.tensor(direction);
      } else {
        builder.tensor(name, direction);
      }
    }
    scalars.forEach(bits -> builder.scalar(ScalarType.INT64));
    return declared < arguments.size() ? builder.unknownRest().build() : builder.build();
  }

  /** Returns a callable of this signature that runs {@link Mixing} on every platform. */
  public DeviceCallable callable() {
    Signature signature = signature();
    return DeviceCallable.builder("mixing" + signature)
        .signature(signature)
        .artifact("sim", Mixing.KERNEL)
        .artifact("a2a3", TestPlatform.NATIVE_MIXING)
        .artifact("a5", TestPlatform.NATIVE_MIXING)
        .build();
  }
}
