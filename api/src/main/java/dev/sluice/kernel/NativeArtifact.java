package dev.sluice.kernel;

import dev.sluice.CallableArtifact;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A callable's work as compiled objects: the artifact of the platforms {@code a2a3} and {@code a5}.
 * An orchestration submits kernels by their numbers. Immutable; equal where all parts are equal,
 * byte for byte.
 *
 * <pre>{@code
 * NativeArtifact.builder()
 *     .orchestration(Path.of("orchestration.so"))
 *     .kernel(NativeKernel.builder(0, CoreType.AIV).binary(Path.of("add.so")).build())
 *     .build();
 * }</pre>
 */
public final class NativeArtifact implements CallableArtifact {

  /** The most characters of a symbol's name. */
  public static final int MAX_SYMBOL_LENGTH = 63;

  /** The most kernels of one artifact. */
  public static final int MAX_KERNELS = 1024;

  /** The entry of an orchestration that names none. */
  public static final String DEFAULT_ENTRY = "aicpu_orchestration_entry";

  /** The configuration symbol of an orchestration that names none. */
  public static final String DEFAULT_CONFIG_SYMBOL = "aicpu_orchestration_config";

  private final NativeBinary orchestration;
  private final String entry;
  private final String configSymbol;
  private final List<NativeKernel> kernels;
  private final Set<String> hostArguments;

  private NativeArtifact(Builder builder, NativeBinary orchestration) {
    this.orchestration = orchestration;
    this.entry = builder.entry;
    this.configSymbol = builder.configSymbol;
    this.kernels = List.copyOf(builder.kernels);
    this.hostArguments = Collections.unmodifiableSet(new LinkedHashSet<>(builder.hostArguments));
  }

  /** Returns a builder without objects. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a read-only view of the orchestration's object, at least one byte. */
  public ByteBuffer orchestration() {
    return orchestration.view();
  }

  /** Returns the symbol that a launch starts at. */
  public String entry() {
    return entry;
  }

  /**
   * Returns the symbol that says how many arguments the orchestration takes; empty where the device
   * runtime looks for its own default. An object without that symbol is not asked.
   */
  public String configSymbol() {
    return configSymbol;
  }

  /** Returns the kernels, in the order in which they were added. */
  public List<NativeKernel> kernels() {
    return kernels;
  }

  @Override
  public Set<String> hostArguments() {
    return hostArguments;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NativeArtifact that
        && entry.equals(that.entry)
        && configSymbol.equals(that.configSymbol)
        && hostArguments.equals(that.hostArguments)
        && kernels.equals(that.kernels)
        && orchestration.equals(that.orchestration);
  }

  @Override
  public int hashCode() {
    return Objects.hash(entry, configSymbol, hostArguments, kernels, orchestration);
  }

  /** Returns entry, size and kernels, for messages. */
  @Override
  public String toString() {
    return "orchestration " + entry + " (" + orchestration.length() + " bytes) with " + kernels;
  }

  /** Collects the parts of an artifact. Not thread-safe. */
  public static final class Builder {

    private @Nullable NativeBinary orchestration;
    private String entry = DEFAULT_ENTRY;
    private String configSymbol = DEFAULT_CONFIG_SYMBOL;
    private final List<NativeKernel> kernels = new ArrayList<>();
    private final Set<String> hostArguments = new LinkedHashSet<>();

    private Builder() {}

    /**
     * Sets the orchestration's object; the bytes are copied.
     *
     * @throws RejectedCallException if there are none
     */
    public Builder orchestration(byte[] object) {
      this.orchestration = NativeBinary.of("the orchestration", object);
      return this;
    }

    /**
     * Reads the orchestration's object from a file, now.
     *
     * @throws RejectedCallException if the file cannot be read or is empty
     */
    public Builder orchestration(Path file) {
      this.orchestration = NativeBinary.read("the orchestration", file);
      return this;
    }

    /**
     * Sets the symbol that a launch starts at; by default {@value #DEFAULT_ENTRY}.
     *
     * @throws RejectedCallException if it is empty, has more than {@value #MAX_SYMBOL_LENGTH}
     *     characters, or has others than printable ASCII
     */
    public Builder entry(String symbol) {
      if (symbol.isEmpty()) {
        throw rejected(
            "the entry symbol is empty", "name it, or leave it out for " + DEFAULT_ENTRY);
      }
      this.entry = checked("entry", symbol);
      return this;
    }

    /**
     * Sets the symbol that says how many arguments the orchestration takes; by default {@value
     * #DEFAULT_CONFIG_SYMBOL}.
     *
     * @throws RejectedCallException if it has more than {@value #MAX_SYMBOL_LENGTH} characters, or
     *     others than printable ASCII
     */
    public Builder configSymbol(String symbol) {
      this.configSymbol = checked("configuration", symbol);
      return this;
    }

    /**
     * Adds a kernel.
     *
     * @throws RejectedCallException if its number is taken
     */
    public Builder kernel(NativeKernel kernel) {
      if (kernels.stream().anyMatch(known -> known.funcId() == kernel.funcId())) {
        // Numbers have an upper limit, so this also keeps the kernels to MAX_KERNELS.
        throw rejected(
            "two kernels have the func id " + kernel.funcId(),
            "give every kernel of an artifact a number of its own");
      }
      kernels.add(kernel);
      return this;
    }

    /**
     * Names IN tensors of the callable's signature that the orchestration reads on the host: small
     * control tensors of orchestrations for {@code host_build_graph}.
     */
    public Builder hostArguments(String... names) {
      hostArguments.addAll(List.of(names));
      return this;
    }

    /**
     * Returns the artifact.
     *
     * @throws RejectedCallException if it has no orchestration
     */
    public NativeArtifact build() {
      if (orchestration == null) {
        throw rejected(
            "the artifact has no orchestration",
            "give the bytes of its object, or the file they are in");
      }
      return new NativeArtifact(this, orchestration);
    }

    private static String checked(String what, String symbol) {
      if (symbol.length() > MAX_SYMBOL_LENGTH) {
        throw rejected(
            "the " + what + " symbol '" + symbol + "' has " + symbol.length() + " characters",
            "give at most " + MAX_SYMBOL_LENGTH + ": the device runtime would cut it short");
      }
      if (!symbol.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
        throw rejected(
            "the " + what + " symbol '" + symbol + "' has characters that no symbol has",
            "use printable ASCII without spaces");
      }
      return symbol;
    }

    private static RejectedCallException rejected(String problem, String remedy) {
      return new RejectedCallException(ErrorDetail.remedy(remedy), problem);
    }
  }
}
