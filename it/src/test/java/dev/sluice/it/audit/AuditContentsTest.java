package dev.sluice.it.audit;

import static dev.sluice.AuditVerdict.SAFE;
import static dev.sluice.AuditVerdict.UNSAFE;
import static dev.sluice.AuditVerdict.WASTEFUL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ArgDirection;
import dev.sluice.AuditReport.Finding;
import dev.sluice.AuditVerdict;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;
import dev.sluice.kernel.TensorView;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Kernels whose result depends on what it held for some contents only. */
class AuditContentsTest {

  private final DeviceRuntime runtime = Sluice.open("sim");

  @AfterEach
  void close() {
    runtime.close();
  }

  private Finding audit(ArgDirection declared, JavaKernel kernel, HostTensor in, HostTensor held) {
    DeviceCallable callable =
        DeviceCallable.builder("f")
            .signature(Signature.builder().in("in").tensor("result", declared).build())
            .artifact("sim", kernel)
            .build();
    return runtime.audit(callable, TaskArgs.of(in, held)).arguments().get(1);
  }

  private static JavaKernel ofFloats(DoubleBinaryOperator inAndHeld) {
    return args -> {
      TensorView result = args.tensor("result");
      float value = args.tensor("in").getFloat(0);
      result.setFloat(0, (float) inAndHeld.applyAsDouble(value, result.getFloat(0)));
    };
  }

  private static JavaKernel ofInts(IntBinaryOperator inAndHeld) {
    return args -> {
      TensorView result = args.tensor("result");
      result.setInt(0, inAndHeld.applyAsInt(args.tensor("in").getInt(0), result.getInt(0)));
    };
  }

  private static HostTensor number(float value) {
    return HostTensor.wrap(new float[] {value}, Shape.of(1));
  }

  private static HostTensor number(int value) {
    return HostTensor.wrap(new int[] {value}, Shape.of(1));
  }

  /** The neutral start of a maximum is below each input, of a minimum above. */
  @ParameterizedTest
  @CsvSource({"-1e30", "-1000", "-1", "0", "0.5", "1000", "1e30"})
  void a_running_maximum_or_minimum_of_floats_needs_what_it_held(float value) {
    float lowest = Float.NEGATIVE_INFINITY;
    float highest = Float.POSITIVE_INFINITY;
    assertNeedsBothWays(ofFloats(Math::max), number(value), number(lowest));
    assertNeedsBothWays(ofFloats(Math::min), number(value), number(highest));
  }

  @ParameterizedTest
  @CsvSource({"-1900000000", "-1000", "-1", "0", "1", "1000", "1900000000"})
  void a_running_maximum_or_minimum_of_integers_needs_what_it_held(int value) {
    assertNeedsBothWays(ofInts(Math::max), number(value), number(Integer.MIN_VALUE));
    assertNeedsBothWays(ofInts(Math::min), number(value), number(Integer.MAX_VALUE));
  }

  private void assertNeedsBothWays(JavaKernel kernel, HostTensor in, HostTensor held) {
    assertThat(audit(ArgDirection.OUT, kernel, in, held).verdict()).isEqualTo(UNSAFE);
    assertThat(audit(ArgDirection.INOUT, kernel, in, held).verdict()).isEqualTo(SAFE);
  }

  @Test
  void what_is_multiplied_by_zero_is_read_all_the_same() {
    JavaKernel scaled = ofFloats((in, held) -> in + 0 * held); // NaN, where it held one

    Finding out = audit(ArgDirection.OUT, scaled, number(3f), number(4f));

    assertThat(out.verdict()).isEqualTo(UNSAFE);
    assertThat(out.reason())
        .isEqualTo(
            "the result depends on what it held before, which a run does not upload; declare it"
                + " INOUT");
    assertThat(audit(ArgDirection.INOUT, scaled, number(3f), number(4f)).verdict()).isEqualTo(SAFE);
  }

  @ParameterizedTest
  @EnumSource(DataType.class)
  void a_copy_is_never_taken_for_more(DataType type) {
    HostTensor in = HostTensor.allocate(type, Shape.of(9));
    HostTensor held = HostTensor.allocate(type, Shape.of(9));
    for (int fill : new int[] {0x00, 0x01, 0x3C, 0x78, 0x80, 0xFE, 0xFF}) {
      byte[] bytes = new byte[(int) in.byteCount()];
      Arrays.fill(bytes, (byte) fill);
      in.writeBytes(0, ByteBuffer.wrap(bytes));
      held.writeBytes(0, ByteBuffer.wrap(bytes));

      assertVerdicts(type, in, held, AuditContentsTest::copy, SAFE, WASTEFUL);
      assertVerdicts(type, in, held, args -> {}, UNSAFE, WASTEFUL);
    }
  }

  private void assertVerdicts(
      DataType type,
      HostTensor in,
      HostTensor held,
      JavaKernel kernel,
      AuditVerdict asOut,
      AuditVerdict asInout) {
    assertThat(
            Stream.of(ArgDirection.OUT, ArgDirection.INOUT)
                .map(declared -> audit(declared, kernel, in, held).verdict()))
        .as("%s", type)
        .containsExactly(asOut, asInout);
  }

  private static void copy(KernelArguments args) {
    for (int i = 0; i < args.tensor("in").elementCount(); i++) {
      args.tensor("result").setBits(i, args.tensor("in").getBits(i));
    }
  }
}
