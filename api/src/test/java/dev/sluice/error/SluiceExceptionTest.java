package dev.sluice.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SluiceExceptionTest {

  private static final ErrorDetail DETAIL =
      ErrorDetail.builder().device("sim:0").argument(1, "y").remedy("mend it").build();
  private static final Throwable CAUSE = new IllegalStateException("first");

  static Stream<SluiceException> family() {
    return Stream.of(
        new RejectedCallException(DETAIL, "it broke", CAUSE),
        new PlatformException(DETAIL, "it broke", CAUSE),
        new DeviceMemoryException(DETAIL, "it broke", CAUSE),
        new TransferException(DETAIL, "it broke", CAUSE),
        new ContentsLostException(DETAIL, "it broke", CAUSE),
        new LaunchException(DETAIL, "it broke", CAUSE),
        new DeviceLostException(DETAIL, "it broke", CAUSE),
        new ClosedRuntimeException(DETAIL, "it broke", CAUSE));
  }

  @Test
  void the_family_is_closed_and_these_tests_know_all_of_it() {
    Set<Class<?>> known = family().map(Object::getClass).collect(Collectors.toSet());
    assertThat(Set.of(SluiceException.class.getPermittedSubclasses())).isEqualTo(known);
  }

  @ParameterizedTest
  @MethodSource("family")
  void an_exception_has_message_problem_detail_and_cause(SluiceException exception) {
    assertThat(exception).hasMessage("sim:0, argument 1 'y': it broke; mend it").hasCause(CAUSE);
    assertThat(exception.problem()).isEqualTo("it broke");
    assertThat(exception.detail()).isSameAs(DETAIL);
  }

  @Test
  void an_exception_without_a_cause_can_be_given_none() {
    assertThat(
            Stream.of(
                new RejectedCallException(DETAIL, "it broke"),
                new PlatformException(DETAIL, "it broke"),
                new DeviceMemoryException(DETAIL, "it broke"),
                new TransferException(DETAIL, "it broke", null),
                new ContentsLostException(DETAIL, "it broke", null),
                new LaunchException(DETAIL, "it broke"),
                new DeviceLostException(DETAIL, "it broke"),
                new ClosedRuntimeException(DETAIL, "it broke")))
        .allSatisfy(exception -> assertThat(exception).hasNoCause());
  }

  @ParameterizedTest
  @MethodSource("family")
  void an_exception_survives_serialization_with_its_message_and_without_its_detail(
      SluiceException exception) throws Exception {
    SluiceException copy = throughSerialization(exception);
    assertThat(copy).hasSameClassAs(exception).hasMessage(exception.getMessage());
    assertThat(copy.getCause()).hasMessage("first");
    assertThat(copy.problem()).isEqualTo("it broke");
    assertThat(copy.detail()).isSameAs(ErrorDetail.none());
    if (copy instanceof TransferException transfer) {
      assertThat(transfer.arrived()).isEmpty();
      assertThat(transfer.missing()).isEmpty();
    }
  }

  @Test
  void a_failed_download_names_what_arrived_and_what_did_not() {
    List<ArgumentRef> arrived = new ArrayList<>(List.of(new ArgumentRef(0, "x")));
    List<ArgumentRef> missing = new ArrayList<>(List.of(new ArgumentRef(2, null)));
    TransferException exception =
        new TransferException(DETAIL, "it broke", arrived, missing, CAUSE);
    arrived.clear();
    missing.clear();

    assertThat(exception.arrived()).containsExactly(new ArgumentRef(0, "x"));
    assertThat(exception.missing()).containsExactly(new ArgumentRef(2, null));
  }

  @Test
  void an_argument_is_named_by_position_and_by_name_where_it_has_one() {
    assertThat(new ArgumentRef(2, "key_cache")).hasToString("argument 2 'key_cache'");
    assertThat(new ArgumentRef(2, null)).hasToString("argument 2");
  }

  private static SluiceException throughSerialization(SluiceException exception)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(exception);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (SluiceException) in.readObject();
    }
  }
}
