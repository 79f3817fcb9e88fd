package dev.sluice.it.injection;

import dev.sluice.it.jvm.ChildJvm;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.Launcher;
import org.opentest4j.AssertionFailedError;

/** Where the jars are that tests in a process of their own run with. */
public final class JUnitJars {

  private JUnitJars() {}

  /** Returns them as a path. */
  public static String path() {
    return ChildJvm.path(
        Test.class,
        JupiterTestEngine.class,
        TestEngine.class,
        Launcher.class,
        JUnitException.class,
        AssertionFailedError.class,
        API.class);
  }
}
