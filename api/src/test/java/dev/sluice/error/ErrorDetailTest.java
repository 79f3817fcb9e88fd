package dev.sluice.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ErrorDetailTest {

  private static String message(ErrorDetail detail) {
    return new RejectedCallException(detail, "it broke").getMessage();
  }

  @Test
  void the_full_message_has_place_bytes_problem_and_remedy() {
    ErrorDetail detail =
        ErrorDetail.builder()
            .callable("attention")
            .device("a2a3:0")
            .argument(2, "key_cache")
            .byteCount(536870912)
            .remedy("declare it IN or map it READ_WRITE")
            .build();
    assertThat(
            new RejectedCallException(
                detail,
                "INOUT needs writable host memory, but it is mapped read-only from weights.bin"))
        .hasMessage(
            "callable 'attention' on a2a3:0, argument 2 'key_cache' (536870912 bytes): INOUT needs"
                + " writable host memory, but it is mapped read-only from weights.bin; declare it IN"
                + " or map it READ_WRITE");
  }

  @Test
  void absent_parts_leave_no_trace_in_the_message() {
    assertThat(message(ErrorDetail.none())).isEqualTo("it broke");
    assertThat(message(ErrorDetail.remedy("mend it"))).isEqualTo("it broke; mend it");
    assertThat(message(ErrorDetail.builder().callable("add").build()))
        .isEqualTo("callable 'add': it broke");
    assertThat(message(ErrorDetail.builder().platform("sim").build())).isEqualTo("sim: it broke");
    assertThat(message(ErrorDetail.builder().device("sim:1").build())).isEqualTo("sim:1: it broke");
    assertThat(message(ErrorDetail.builder().platform("sim").device("sim:1").build()))
        .isEqualTo("sim:1: it broke");
    assertThat(message(ErrorDetail.builder().callable("add").platform("sim").build()))
        .isEqualTo("callable 'add' on sim: it broke");
    assertThat(message(ErrorDetail.builder().argument(0, null).build()))
        .isEqualTo("argument 0: it broke");
    assertThat(message(ErrorDetail.builder().argument(0, "x").byteCount(0).build()))
        .isEqualTo("argument 0 'x' (0 bytes): it broke");
    assertThat(message(ErrorDetail.builder().callable("add").argument(1, null).build()))
        .isEqualTo("callable 'add', argument 1: it broke");
    assertThat(message(ErrorDetail.builder().device("sim:0").argument(1, "y").build()))
        .isEqualTo("sim:0, argument 1 'y': it broke");
    assertThat(message(ErrorDetail.builder().byteCount(1).build())).isEqualTo("(1 byte): it broke");
    assertThat(message(ErrorDetail.builder().device("sim:0").byteCount(2).build()))
        .isEqualTo("sim:0 (2 bytes): it broke");
  }

  @Test
  void a_native_code_stands_behind_the_problem() {
    assertThat(
            message(ErrorDetail.builder().device("a5:0").nativeCode(-1).remedy("reset it").build()))
        .isEqualTo("a5:0: it broke (native code -1); reset it");
  }

  @Test
  void the_parts_are_there_for_programs() {
    ArgumentRef argument = new ArgumentRef(3, "x");
    ErrorDetail detail =
        ErrorDetail.builder()
            .platform("sim")
            .device("sim:0")
            .callable("add")
            .argument(argument)
            .byteCount(16)
            .nativeCode(507018)
            .remedy("mend it")
            .build();

    for (ErrorDetail same : new ErrorDetail[] {detail, detail.toBuilder().build()}) {
      assertThat(same.platform()).isEqualTo("sim");
      assertThat(same.device()).isEqualTo("sim:0");
      assertThat(same.callable()).isEqualTo("add");
      assertThat(same.argument()).isEqualTo(argument);
      assertThat(same.byteCount()).hasValue(16);
      assertThat(same.nativeCode()).hasValue(507018);
      assertThat(same.remedy()).isEqualTo("mend it");
    }
  }

  @Test
  void absent_parts_are_null_or_empty() {
    ErrorDetail none = ErrorDetail.none();
    assertThat(none.platform()).isNull();
    assertThat(none.device()).isNull();
    assertThat(none.callable()).isNull();
    assertThat(none.argument()).isNull();
    assertThat(none.byteCount()).isEmpty();
    assertThat(none.nativeCode()).isEmpty();
    assertThat(none.remedy()).isNull();
  }

  @Test
  void a_device_names_its_platform() {
    assertThat(ErrorDetail.builder().device("sim:0").build().platform()).isEqualTo("sim");
  }

  @Test
  void a_device_that_is_not_a_platform_and_a_number_is_refused() {
    ErrorDetail.Builder builder = ErrorDetail.builder();
    for (String name : new String[] {"sim", ":0", ""}) {
      assertThatThrownBy(() -> builder.device(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("'" + name + "' is not a platform and a number");
    }
  }

  @Test
  void a_changed_copy_leaves_the_original_alone() {
    ErrorDetail original = ErrorDetail.builder().callable("add").remedy("mend it").build();
    ErrorDetail changed = original.toBuilder().callable("sub").remedy(null).build();
    assertThat(original.callable()).isEqualTo("add");
    assertThat(original.remedy()).isEqualTo("mend it");
    assertThat(changed.callable()).isEqualTo("sub");
    assertThat(changed.remedy()).isNull();
  }
}
