package dev.sluice.spi.hostruntime;

/**
 * A platform's own class with native methods: the JVM binds a library to the class loader that
 * loads it, so each platform loads its own.
 */
public interface HostRuntimeBinding extends HostRuntimeCalls {

  /** Calls {@code System.load(path)}; written in the platform's class. */
  void systemLoad(String path);
}
