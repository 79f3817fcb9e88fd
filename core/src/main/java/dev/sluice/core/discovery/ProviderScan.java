package dev.sluice.core.discovery;

import dev.sluice.core.discovery.PlatformEntry.Source;
import dev.sluice.spi.DevicePlatform;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.ServiceLoader.Provider;
import java.util.Set;
import java.util.Spliterator;
import org.jspecify.annotations.Nullable;

/**
 * Goes through what {@code ServiceLoader} finds, one step at a time, behind every provider that is
 * broken. Not thread-safe.
 */
final class ProviderScan {

  /**
   * Platforms of this project by class name: where their service files are lost, nothing else tells
   * that they are there.
   */
  private static final Map<String, String> OURS =
      Map.of(
          "dev.sluice.sim.SimPlatform", "sim",
          "dev.sluice.a2a3.A2a3Platform", "a2a3",
          "dev.sluice.a5.A5Platform", "a5");

  /**
   * Several modules may lack the same class; a loader that always fails must not be asked forever.
   */
  private static final int MOST_SAME_ERRORS = 100;

  private final ClassLoader loader;
  private final Examination examination;
  private final ServiceFiles files;
  private final Spliterator<Provider<DevicePlatform>> providers;
  private final Queue<Candidate> found = new ArrayDeque<>();

  /** Names of the classes that were made or refused. */
  private final Set<String> seen = new HashSet<>();

  /** Loaded, but not yet examined; stays where its examination is interrupted. */
  private @Nullable Provider<DevicePlatform> pending;

  /** What the last error said, of those that name no provider, and how often in a row. */
  private String lastError = "";

  private int sameErrors;

  private boolean ended;

  ProviderScan(ClassLoader loader, BoundedCall calls) {
    this.loader = loader;
    this.examination = new Examination(calls);
    this.files = ServiceFiles.of(loader);
    this.providers = ServiceLoader.load(DevicePlatform.class, loader).stream().spliterator();
  }

  /** Returns the next platform, or null behind the last. */
  @Nullable Candidate next() {
    while (found.isEmpty() && !ended) {
      step();
    }
    return found.poll();
  }

  private void step() {
    try {
      if (pending == null && !providers.tryAdvance(next -> pending = next)) {
        end();
      }
    } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
      refuse(e);
    }
    if (pending != null) { // outside the try: an interrupt of the caller is no refusal
      take(pending);
      pending = null;
    }
  }

  private void take(Provider<DevicePlatform> provider) {
    Class<?> type = provider.type();
    seen.add(type.getName());
    Candidate candidate = examination.of(provider);
    found.add(candidate);
    addCopies(type.getName(), candidate);
  }

  /** Other places of the class, where a loader sees a jar twice, or a parent has it too. */
  private void addCopies(String provider, Candidate used) {
    Set<String> jars = new HashSet<>(Set.of(used.source().jar()));
    try {
      for (URL place : Collections.list(loader.getResources(classFile(provider)))) {
        Source copy = Origin.of(provider, Origin.jarOf(place, classFile(provider)));
        if (jars.add(copy.jar())) {
          refuse(
              used.name(),
              copy,
              RefusalCode.SEEN_TWICE,
              "the same class was found in "
                  + used.source().jar()
                  + " before; remove one of the two",
              null);
        }
      }
    } catch (IOException e) {
      refuse(
          used.name(),
          new Source(provider, String.valueOf(loader), null),
          RefusalCode.SERVICE_FILE,
          "it cannot be seen whether the class is there twice: " + e,
          e);
    }
  }

  /**
   * The class path is gone through in the order of the service files, so an error that names none
   * of their classes is about the first that was not seen.
   */
  private void refuse(Throwable error) {
    String text = String.valueOf(error.getMessage());
    String aboutService = DevicePlatform.class.getName() + ": "; // every message starts with it
    Set<String> named =
        new HashSet<>(
            Arrays.asList(
                (text.startsWith(aboutService) ? text.substring(aboutService.length()) : text)
                    .replace('/', '.') // as the JVM writes the names of classes
                    .split("[\\s:,()]+")));
    List<String> open = files.providers().stream().filter(name -> !seen.contains(name)).toList();
    String provider =
        open.stream()
            .filter(named::contains)
            .findFirst()
            .orElse(error instanceof LinkageError ? firstThatIsLoaded(open) : null);
    if (provider != null) {
      seen.add(provider);
      found.add(
          Candidate.refused(null, source(provider), Refusals.ofLoading(provider, error, loader)));
      return;
    }
    sameErrors = error.toString().equals(lastError) ? sameErrors + 1 : 0;
    lastError = error.toString();
    if (sameErrors == MOST_SAME_ERRORS || !files.isComplete()) {
      end(); // the search does not get on, and each further step would say so again
    } else if (sameErrors == 0 && files.problems().isEmpty()) {
      refuse(
          null,
          new Source("a provider", String.valueOf(loader), null),
          RefusalCode.SERVICE_FILE,
          "it cannot be loaded: "
              + OneLine.excerpt(error.toString())
              + "; repair or remove its jar",
          error);
    }
  }

  /** Returns the first that {@code ServiceLoader} does not pass over in silence, or null. */
  private @Nullable String firstThatIsLoaded(List<String> open) {
    return open.stream().filter(name -> !isOfModule(name)).findFirst().orElse(null);
  }

  /** What a module has, service files do not provide: it is told at the end of the search. */
  private boolean isOfModule(String provider) {
    try {
      return Class.forName(provider, false, loader).getModule().isNamed();
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // it is to be refused for that
    }
  }

  private void end() {
    ended = true;
    files.problems().forEach(problem -> found.add(Candidate.refused(problem)));
    for (String provider : files.providers()) {
      if (seen.add(provider)) {
        refuse(
            null,
            source(provider),
            RefusalCode.SERVICE_FILE,
            "its service file names it, but its module does not provide it; add 'provides' to the"
                + " module, or put the jar on the class path",
            null);
      }
    }
    OURS.forEach(this::refuseIfLost);
    ModuleFiles.providers(loader).forEach(this::refuseWithoutFile);
  }

  private void refuseWithoutFile(String provider, String jar) {
    if (seen.add(provider)) {
      refuse(
          null,
          Origin.of(provider, jar),
          RefusalCode.SERVICE_FILE_LOST,
          "its module provides it, but it is on the class path, where no "
              + ServiceFiles.NAME
              + " names it; add that file to the jar, or put the jar on the module path",
          null);
    }
  }

  private void refuseIfLost(String provider, String name) {
    URL place = seen.contains(provider) ? null : loader.getResource(classFile(provider));
    if (place != null) {
      seen.add(provider);
      refuse(
          name,
          Origin.of(provider, Origin.jarOf(place, classFile(provider))),
          RefusalCode.SERVICE_FILE_LOST,
          "its class is there, but no "
              + ServiceFiles.NAME
              + " names it: a tool that merged several jars into one kept the service file of one"
              + " of them only; merge them (maven-shade-plugin: add ServicesResourceTransformer)",
          null);
    }
  }

  private Source source(String provider) {
    String jar = files.jarNaming(provider);
    return Origin.of(provider, jar == null ? String.valueOf(loader) : jar);
  }

  private void refuse(
      @Nullable String name,
      Source source,
      RefusalCode code,
      String because,
      @Nullable Throwable cause) {
    found.add(Candidate.refused(name, source, Refusals.refused(code, because, cause)));
  }

  private static String classFile(String type) {
    return type.replace('.', '/') + ".class";
  }
}
