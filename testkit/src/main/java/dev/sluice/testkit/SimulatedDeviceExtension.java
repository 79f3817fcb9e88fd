package dev.sluice.testkit;

import dev.sluice.DeviceRuntime;
import dev.sluice.sim.SimDevice;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Opens, counts on, checks and closes the device of each test; named by the annotations {@link
 * SimulatedDevice} and {@link TransferBudget}, so tests need not name it. Without state: everything
 * is kept in the store of the test.
 */
public final class SimulatedDeviceExtension
    implements ParameterResolver,
        BeforeTestExecutionCallback,
        AfterTestExecutionCallback,
        AfterEachCallback {

  private static final Namespace NAMESPACE = Namespace.create(SimulatedDeviceExtension.class);

  @SimulatedDevice
  private static final class Defaults {}

  /** Made by JUnit. */
  public SimulatedDeviceExtension() {}

  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(
      ExtensionContext rootContext) {
    return ExtensionContextScope.TEST_METHOD; // so that a constructor gets the device of its test
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == DeviceRuntime.class || type == SimDevice.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (context.getTestMethod().isEmpty()) {
      throw new ParameterResolutionException(
          "each test has a device of its own, so there is none for "
              + parameter.getDeclaringExecutable()
              + "; take it as a parameter of the test, or of @BeforeEach");
    }
    DeviceRuntime runtime = device(context).runtime();
    return parameter.getParameter().getType() == DeviceRuntime.class
        ? runtime
        : runtime.capability(SimDevice.class).orElseThrow();
  }

  private static TestDevice device(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            TestDevice.class,
            key ->
                new TestDevice(
                    nearest(SimulatedDevice.class, context)
                        .orElseGet(() -> Defaults.class.getAnnotation(SimulatedDevice.class))),
            TestDevice.class);
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) {
    if (nearest(TransferBudget.class, context).map(ByteBudget::of).isPresent()) {
      device(context).startCounting();
    }
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isEmpty()) {
      nearest(TransferBudget.class, context)
          .flatMap(budget -> device(context).exceeded(ByteBudget.of(budget)))
          .ifPresent(SimulatedDeviceExtension::fail);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    TestDevice device = context.getStore(NAMESPACE).get(TestDevice.class, TestDevice.class);
    if (device != null && context.getExecutionException().isEmpty()) {
      device.findings().ifPresent(SimulatedDeviceExtension::fail);
      device.leaks().ifPresent(SimulatedDeviceExtension::fail);
    }
  }

  private static void fail(String problem) {
    throw new AssertionError(problem);
  }

  /** Returns the annotation of the test method, else of its class, else of the classes around. */
  private static <A extends Annotation> Optional<A> nearest(
      Class<A> annotation, ExtensionContext context) {
    Optional<A> found = AnnotationSupport.findAnnotation(context.getTestMethod(), annotation);
    if (found.isPresent()) {
      return found;
    }
    List<Class<?>> classes = new ArrayList<>(context.getEnclosingTestClasses());
    context.getTestClass().ifPresent(classes::add);
    Collections.reverse(classes);
    return classes.stream()
        .map(type -> AnnotationSupport.findAnnotation(type, annotation))
        .flatMap(Optional::stream)
        .findFirst();
  }
}
