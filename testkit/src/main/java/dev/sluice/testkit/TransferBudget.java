package dev.sluice.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fails a test that moves more bytes between host and device than allowed; what its lifecycle
 * methods move does not count. The message shows the plan of every run. On a class it holds for
 * each test of it and of its nested classes; a method or nested class with a budget of its own has
 * that one. Implies {@link SimulatedDevice}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(SimulatedDeviceExtension.class)
public @interface TransferBudget {

  /**
   * Returns the most bytes that a test may upload, such as {@code "2 MiB"} or {@code "100"}; empty
   * for any number. Units are KiB, MiB and GiB.
   */
  String upload() default "";

  /** Returns the most bytes that a test may download, likewise. */
  String download() default "";
}
