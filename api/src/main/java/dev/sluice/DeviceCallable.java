package dev.sluice;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A named unit of device work: one signature, and an artifact for each platform that can run it.
 * The same host program runs it on hardware in production and on the simulator in CI. Immutable;
 * equal where name, signature and artifacts are equal.
 */
public final class DeviceCallable {

  private final String name;
  private final Signature signature;
  private final Map<String, CallableArtifact> artifacts;

  private DeviceCallable(
      String name, Signature signature, Map<String, CallableArtifact> artifacts) {
    this.name = name;
    this.signature = signature;
    this.artifacts = Collections.unmodifiableMap(new TreeMap<>(artifacts));
  }

  /**
   * Returns a builder.
   *
   * @param name unique within a runtime
   */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /** Returns what a call takes. */
  public Signature signature() {
    return signature;
  }

  /** Returns the artifacts by platform name, in the order of the names. */
  public Map<String, CallableArtifact> artifacts() {
    return artifacts;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DeviceCallable that
        && name.equals(that.name)
        && signature.equals(that.signature)
        && artifacts.equals(that.artifacts);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name + signature + " for " + artifacts.keySet();
  }

  /** Collects the parts of a callable. Not thread-safe. */
  public static final class Builder {

    private final String name;
    private @Nullable Signature signature;
    private final Map<String, CallableArtifact> artifacts = new TreeMap<>();

    private Builder(String name) {
      this.name = Objects.requireNonNull(name, "name");
    }

    /** Sets what a call takes; without it, everything is UNKNOWN. */
    public Builder signature(Signature signature) {
      this.signature = Objects.requireNonNull(signature, "signature");
      return this;
    }

    /**
     * Adds what runs the callable on a platform.
     *
     * @throws RejectedCallException if the platform has an artifact already
     */
    public Builder artifact(String platform, CallableArtifact artifact) {
      Objects.requireNonNull(platform, "platform");
      Objects.requireNonNull(artifact, "artifact");
      if (artifacts.putIfAbsent(platform, artifact) != null) {
        throw new RejectedCallException(
            ErrorDetail.builder()
                .callable(name)
                .platform(platform)
                .remedy("give each platform one artifact")
                .build(),
            "two artifacts are given for this platform");
      }
      return this;
    }

    /**
     * Returns the callable.
     *
     * @throws RejectedCallException if the name is blank
     */
    public DeviceCallable build() {
      if (name.isBlank()) {
        throw new RejectedCallException(
            ErrorDetail.remedy("give the callable a name"), "a callable's name is blank");
      }
      return new DeviceCallable(
          name, signature == null ? Signature.unknown() : signature, artifacts);
    }
  }
}
