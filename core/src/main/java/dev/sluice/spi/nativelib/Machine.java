package dev.sluice.spi.nativelib;

import java.util.List;
import java.util.Locale;

/**
 * What a Java process runs on. Immutable.
 *
 * @param system such as {@code linux}
 * @param architecture as ELF tools call it: {@code x86_64}, not {@code amd64}
 */
record Machine(String system, String architecture) {

  /** Those that a jar may have a library for. */
  static final List<Machine> SUPPORTED =
      List.of(new Machine("linux", "x86_64"), new Machine("linux", "aarch64"));

  static Machine current() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  /** Returns the machine by Java's names. */
  static Machine of(String system, String architecture) {
    return new Machine(
        system.toLowerCase(Locale.ROOT),
        architecture.equals("amd64") ? "x86_64" : architecture.toLowerCase(Locale.ROOT));
  }

  /** Returns where a jar has the library of this name. */
  String resource(String library) {
    return "/META-INF/native/" + this + "/" + library;
  }

  @Override
  public String toString() {
    return system + "-" + architecture;
  }
}
