package dev.sluice.core.run;

import dev.sluice.ArgDirection;
import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.memory.TryAll;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.spi.DeviceFailure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The callables that a device has loaded, by name. Guarded by the runtime's turn. */
final class CallableTable {

  private static final long NOT_LOADED = -1;

  private final MeteredDevice device;
  private final String platform;
  private final Failures failures;
  private final Map<String, LoadedCallable> loaded = new LinkedHashMap<>();
  private final Set<String> heldForGood = new HashSet<>();

  CallableTable(MeteredDevice device, String platform, Failures failures) {
    this.device = device;
    this.platform = platform;
    this.failures = failures;
  }

  /** Loads a callable, or adds a holder to the one that is loaded with equal content. */
  LoadedCallable hold(DeviceCallable callable) {
    LoadedCallable known = find(callable);
    if (known == null) {
      known = load(callable);
      loaded.put(callable.name(), known);
    }
    known.addHolder();
    return known;
  }

  /** Loads a callable for as long as the runtime is open, once. */
  LoadedCallable holdForGood(DeviceCallable callable) {
    LoadedCallable known = find(callable);
    if (known == null || !heldForGood.contains(callable.name())) {
      known = hold(callable);
      heldForGood.add(callable.name());
    }
    return known;
  }

  private LoadedCallable load(DeviceCallable callable) {
    CallableArtifact artifact = artifact(callable);
    Set<String> hostArguments = hostArguments(callable, artifact);
    try {
      long handle = device.register(LoadedCallable.registration(callable, artifact));
      return new LoadedCallable(callable, hostArguments, device.name(), handle);
    } catch (DeviceFailure failure) {
      throw failures.registering(failure, place(callable));
    }
  }

  /**
   * Returns the loaded callable of equal content, or null; refuses other content of the same name.
   */
  private @Nullable LoadedCallable find(DeviceCallable callable) {
    LoadedCallable known = loaded.get(callable.name());
    if (known != null && !isEqual(callable, known.callable())) {
      boolean artifactsDiffer = known.callable().signature().equals(callable.signature());
      throw rejected(
          callable,
          "the name is registered with "
              + (artifactsDiffer
                  ? "another artifact"
                  : "another signature " + known.callable().signature()),
          "build the callable once and keep it (a lambda is equal to itself only), close its"
              + " registration first, or use another name");
    }
    return known;
  }

  private boolean isEqual(DeviceCallable callable, DeviceCallable known) {
    try {
      return known.equals(callable);
    } catch (RuntimeException e) { // the artifact's own equals
      throw broken(callable, "its artifact cannot be compared: " + e, e);
    }
  }

  /** Returns the loaded callable, or one that is not loaded, to plan with. */
  LoadedCallable described(DeviceCallable callable) {
    LoadedCallable known = find(callable);
    return known == null
        ? new LoadedCallable(
            callable, hostArguments(callable, artifact(callable)), device.name(), NOT_LOADED)
        : known;
  }

  /** Returns what runs a callable here. */
  private CallableArtifact artifact(DeviceCallable callable) {
    CallableArtifact artifact = callable.artifacts().get(platform);
    if (artifact == null) {
      throw rejected(
          callable,
          "it has no artifact for this platform, only for " + callable.artifacts().keySet(),
          "add one with artifact(\"" + platform + "\", ...)");
    }
    return artifact;
  }

  /** Asks the artifact once: what it answers later is of no account. */
  private Set<String> hostArguments(DeviceCallable callable, CallableArtifact artifact) {
    Set<String> names;
    try {
      names = Set.copyOf(artifact.hostArguments());
    } catch (RuntimeException e) {
      throw broken(callable, "its artifact does not say what it reads on the host: " + e, e);
    }
    for (String name : names) {
      int index = callable.signature().tensorIndex(name);
      if (index < 0 || callable.signature().direction(index) != ArgDirection.IN) {
        throw rejected(
            callable,
            "its artifact reads '"
                + name
                + "' on the host, but the signature "
                + callable.signature()
                + " has no IN tensor of that name",
            "declare it IN");
      }
    }
    return names;
  }

  /** Lets one holder go, and unloads the callable after the last. */
  void release(LoadedCallable held) {
    if (held.removeHolder()) {
      loaded.remove(held.callable().name());
      try {
        device.unregister(held.deviceHandle());
      } catch (DeviceFailure failure) {
        throw failures.unloading(failure, held.place());
      }
    }
  }

  /** Unloads all; the first failure is thrown once all were tried. */
  void releaseAll() {
    List<LoadedCallable> all = new ArrayList<>(loaded.values());
    loaded.clear();
    TryAll.each(all, callable -> device.unregister(callable.deviceHandle()));
  }

  private ErrorDetail.Builder place(DeviceCallable callable) {
    return ErrorDetail.builder().callable(callable.name()).device(device.name());
  }

  private RejectedCallException broken(
      DeviceCallable callable, String problem, RuntimeException cause) {
    return new RejectedCallException(
        place(callable).remedy("correct the artifact's class").build(), problem, cause);
  }

  private RejectedCallException rejected(DeviceCallable callable, String problem, String remedy) {
    return new RejectedCallException(place(callable).remedy(remedy).build(), problem);
  }
}
