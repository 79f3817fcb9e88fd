package dev.sluice.error;

import org.jspecify.annotations.Nullable;

/**
 * Names one tensor argument of a call. Immutable.
 *
 * @param index position among the tensors of the call, from 0
 * @param name the name its signature gives it, or null where the signature gives none
 */
public record ArgumentRef(int index, @Nullable String name) {

  @Override
  public String toString() {
    return name == null ? "argument " + index : "argument " + index + " '" + name + "'";
  }
}
