package dev.sluice.testkit;

import dev.sluice.OutputFill;
import dev.sluice.TransferMode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test a simulated device of its own, which is closed behind it. The test, its lifecycle
 * methods and its constructor get it by a parameter of type {@code DeviceRuntime} or {@code
 * SimDevice}. Device tensors that a test leaves open fail it, with the place they were allocated
 * at; so does a kernel that does not do what its callable declares of its arguments, with what the
 * device found ({@code properties = "checks=access"} leaves it at single accesses).
 *
 * <pre>{@code
 * @SimulatedDevice
 * class AttentionServiceTest {
 *
 *   @Test
 *   @TransferBudget(upload = "2 MiB", download = "64 KiB")
 *   void a_step_moves_only_the_query_and_the_result(DeviceRuntime runtime) {
 *     new AttentionService(runtime).step(query);
 *   }
 * }
 * }</pre>
 *
 * <p>On a method it takes the place of the one on its class, on a nested class that of the one
 * around it. Tests may run in parallel.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(SimulatedDeviceExtension.class)
public @interface SimulatedDevice {

  /** Returns the rule that decides what runs copy. */
  TransferMode mode() default TransferMode.GATED;

  /** Returns what OUT tensors' device memory holds when a kernel starts. */
  OutputFill outputFill() default OutputFill.NONE;

  /** Returns options of the simulator, such as {@code "profile=a2a3"} or {@code "ledger=true"}. */
  String[] properties() default {};

  /** Returns whether device tensors that are left open fail the test. */
  boolean leakCheck() default true;
}
