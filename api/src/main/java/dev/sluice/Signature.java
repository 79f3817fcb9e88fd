package dev.sluice;

import dev.sluice.error.ArgumentRef;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a callable takes: a direction for each tensor, in order, then the scalars. This alone
 * decides what a run copies. A signature is closed, so the counts of a call must match it exactly,
 * unless it was built with {@link Builder#unknownRest()}. Immutable; equal where all parts are
 * equal.
 *
 * <pre>{@code
 * Signature.builder().in("query").in("keys").out("result").scalar("scale", FLOAT32).build();
 * }</pre>
 */
public final class Signature {

  /**
   * One declared tensor.
   *
   * @param name null where the argument is known by position only
   */
  public record TensorParameter(@Nullable String name, ArgDirection direction) {

    /** Checks that there is a direction. */
    public TensorParameter {
      Objects.requireNonNull(direction, "direction");
    }
  }

  /**
   * One declared scalar.
   *
   * @param name null where the argument is known by position only
   */
  public record ScalarParameter(@Nullable String name, ScalarType type) {

    /** Checks that there is a type. */
    public ScalarParameter {
      Objects.requireNonNull(type, "type");
    }
  }

  private static final Signature UNKNOWN = builder().unknownRest().build();

  private final List<TensorParameter> tensors;
  private final List<ScalarParameter> scalars;
  private final boolean open;

  private Signature(Builder builder) {
    this.tensors = List.copyOf(builder.tensors);
    this.scalars = List.copyOf(builder.scalars);
    this.open = builder.open;
  }

  /** Returns a signature that declares nothing: any arguments, every tensor UNKNOWN. */
  public static Signature unknown() {
    return UNKNOWN;
  }

  /** Returns a builder without arguments. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the declared tensors, in order. */
  public List<TensorParameter> tensors() {
    return tensors;
  }

  /** Returns the declared scalars, in order. */
  public List<ScalarParameter> scalars() {
    return scalars;
  }

  /** Returns whether a call may have more tensors and scalars than declared. */
  public boolean isOpen() {
    return open;
  }

  /** Returns the direction of the tensor at a position; UNKNOWN behind the declared ones. */
  public ArgDirection direction(int tensorIndex) {
    return tensorIndex < tensors.size()
        ? tensors.get(tensorIndex).direction()
        : ArgDirection.UNKNOWN;
  }

  /** Returns the name of the tensor at a position, or null where it has none. */
  public @Nullable String tensorName(int tensorIndex) {
    return tensorIndex < tensors.size() ? tensors.get(tensorIndex).name() : null;
  }

  /** Returns a reference to the tensor at a position, for messages. */
  public ArgumentRef tensorRef(int tensorIndex) {
    return new ArgumentRef(tensorIndex, tensorName(tensorIndex));
  }

  /** Returns the position of the tensor with a name, or -1. */
  public int tensorIndex(String name) {
    for (int i = 0; i < tensors.size(); i++) {
      if (name.equals(tensors.get(i).name())) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the position of the scalar with a name, or -1. */
  public int scalarIndex(String name) {
    for (int i = 0; i < scalars.size(); i++) {
      if (name.equals(scalars.get(i).name())) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Signature that
        && open == that.open
        && tensors.equals(that.tensors)
        && scalars.equals(that.scalars);
  }

  @Override
  public int hashCode() {
    return (tensors.hashCode() * 31 + scalars.hashCode()) * 31 + Boolean.hashCode(open);
  }

  /** Returns the arguments as {@code (IN query, OUT result; FLOAT32 scale)}. */
  @Override
  public String toString() {
    String tensorText =
        tensors.stream()
            .map(p -> p.direction() + (p.name() == null ? "" : " " + p.name()))
            .collect(Collectors.joining(", "));
    String scalarText =
        scalars.stream()
            .map(p -> p.type() + (p.name() == null ? "" : " " + p.name()))
            .collect(Collectors.joining(", "));
    return Stream.of(tensorText, scalarText, open ? "..." : "")
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("; ", "(", ")"));
  }

  /** Collects the arguments in order. Not thread-safe. */
  public static final class Builder {

    private final List<TensorParameter> tensors = new ArrayList<>();
    private final List<ScalarParameter> scalars = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private boolean open;

    private Builder() {}

    /** Adds a tensor that is only read. */
    public Builder in(String name) {
      return tensor(name, ArgDirection.IN);
    }

    /** Adds a tensor that is only written, and written whole. */
    public Builder out(String name) {
      return tensor(name, ArgDirection.OUT);
    }

    /** Adds a tensor that is read and written, or written in part. */
    public Builder inout(String name) {
      return tensor(name, ArgDirection.INOUT);
    }

    /**
     * Adds a named tensor.
     *
     * @throws RejectedCallException if the name is blank or taken
     */
    public Builder tensor(String name, ArgDirection direction) {
      tensors.add(new TensorParameter(free(name), direction));
      return this;
    }

    /** Adds a tensor known by position only. */
    public Builder tensor(ArgDirection direction) {
      tensors.add(new TensorParameter(null, direction));
      return this;
    }

    /**
     * Adds a named scalar.
     *
     * @throws RejectedCallException if the name is blank or taken
     */
    public Builder scalar(String name, ScalarType type) {
      scalars.add(new ScalarParameter(free(name), type));
      return this;
    }

    /** Adds a scalar known by position only. */
    public Builder scalar(ScalarType type) {
      scalars.add(new ScalarParameter(null, type));
      return this;
    }

    /** Lets a call have further tensors, all UNKNOWN, and further scalars. */
    public Builder unknownRest() {
      open = true;
      return this;
    }

    /** Returns the signature. */
    public Signature build() {
      return new Signature(this);
    }

    private String free(String name) {
      Objects.requireNonNull(name, "name");
      if (name.isBlank()) {
        throw new RejectedCallException(
            ErrorDetail.remedy("give a name, or declare the argument without one"),
            "an argument name is blank");
      }
      if (!names.add(name)) {
        throw new RejectedCallException(
            ErrorDetail.remedy("give every argument a name of its own"),
            "the argument name '" + name + "' is used twice in one signature");
      }
      return name;
    }
  }
}
