package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.JavaKernel;
import org.junit.jupiter.api.Test;

class DeviceCallableTest {

  private static final Signature SIGNATURE = Signature.builder().in("x").out("y").build();
  private static final JavaKernel KERNEL = args -> {};
  private static final JavaKernel OTHER = args -> {};

  @Test
  void a_callable_has_a_name_a_signature_and_an_artifact_for_each_platform() {
    DeviceCallable callable =
        DeviceCallable.builder("add")
            .signature(SIGNATURE)
            .artifact("sim", KERNEL)
            .artifact("a5", OTHER)
            .build();

    assertThat(callable.name()).isEqualTo("add");
    assertThat(callable.signature()).isSameAs(SIGNATURE);
    assertThat(callable.artifacts()).containsEntry("sim", KERNEL).containsEntry("a5", OTHER);
    assertThat(callable).hasToString("add(IN x, OUT y) for [a5, sim]");
  }

  @Test
  void without_a_signature_everything_is_unknown() {
    assertThat(DeviceCallable.builder("add").build().signature()).isEqualTo(Signature.unknown());
  }

  @Test
  void an_artifact_asks_for_no_host_arguments_unless_it_says_so() {
    assertThat(KERNEL.hostArguments()).isEmpty();
  }

  @Test
  void two_artifacts_for_one_platform_are_refused_and_the_first_one_stays() {
    DeviceCallable.Builder builder = DeviceCallable.builder("add").artifact("sim", KERNEL);
    assertThatThrownBy(() -> builder.artifact("sim", OTHER))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "callable 'add' on sim: two artifacts are given for this platform;"
                + " give each platform one artifact");
    assertThat(builder.build().artifacts()).containsEntry("sim", KERNEL);
  }

  @Test
  void a_blank_name_is_refused() {
    assertThatThrownBy(() -> DeviceCallable.builder(" ").build())
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("a callable's name is blank; give the callable a name");
  }

  @Test
  void what_is_missing_is_refused_when_given() {
    String name = null;
    Signature signature = null;
    CallableArtifact artifact = null;
    DeviceCallable.Builder builder = DeviceCallable.builder("add");
    assertThatThrownBy(() -> DeviceCallable.builder(name))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("name");
    assertThatThrownBy(() -> builder.signature(signature))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("signature");
    assertThatThrownBy(() -> builder.artifact("sim", artifact))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("artifact");
    assertThatThrownBy(() -> builder.artifact(name, KERNEL))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("platform");
  }

  @Test
  void callables_are_equal_where_name_signature_and_artifacts_are() {
    DeviceCallable callable =
        DeviceCallable.builder("add").signature(SIGNATURE).artifact("sim", KERNEL).build();
    DeviceCallable same =
        DeviceCallable.builder("add").artifact("sim", KERNEL).signature(SIGNATURE).build();
    assertThat(callable).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(callable)
        .isNotEqualTo(
            DeviceCallable.builder("sub").signature(SIGNATURE).artifact("sim", KERNEL).build())
        .isNotEqualTo(DeviceCallable.builder("add").artifact("sim", KERNEL).build())
        .isNotEqualTo(
            DeviceCallable.builder("add").signature(SIGNATURE).artifact("sim", OTHER).build())
        .isNotEqualTo(
            DeviceCallable.builder("add").signature(SIGNATURE).artifact("a5", KERNEL).build());
  }

  @Test
  void a_callable_does_not_change_with_its_builder() {
    DeviceCallable.Builder builder = DeviceCallable.builder("add").artifact("sim", KERNEL);
    DeviceCallable before = builder.build();
    builder.artifact("a5", OTHER).signature(SIGNATURE);
    assertThat(before.artifacts()).containsOnlyKeys("sim");
    assertThat(before.signature()).isEqualTo(Signature.unknown());
    assertThatThrownBy(() -> before.artifacts().put("a5", OTHER))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
