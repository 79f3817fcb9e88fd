package dev.sluice.it.injection;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.internal.InternalFutureFailureAccess;
import com.google.inject.Injector;
import dev.sluice.it.jvm.ChildJvm;
import jakarta.inject.Inject;
import org.aopalliance.intercept.MethodInterceptor;

/** Where Guice is, and what it needs. */
final class GuiceJars {

  /** Keeps Guice from using {@code sun.misc.Unsafe}; docs/configuration.md says so. */
  static final String QUIET = "-Dguice_custom_class_loading=CHILD";

  private GuiceJars() {}

  static String path() {
    return ChildJvm.path(
        Injector.class,
        Inject.class,
        MethodInterceptor.class,
        ImmutableList.class,
        InternalFutureFailureAccess.class);
  }
}
