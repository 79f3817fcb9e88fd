package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.Signature.ScalarParameter;
import dev.sluice.Signature.TensorParameter;
import dev.sluice.error.ArgumentRef;
import dev.sluice.error.RejectedCallException;
import org.junit.jupiter.api.Test;

class SignatureTest {

  private static Signature.Builder attention() {
    return Signature.builder()
        .in("query")
        .inout("cache")
        .out("result")
        .tensor(ArgDirection.IN)
        .scalar("scale", ScalarType.FLOAT32)
        .scalar(ScalarType.BITS);
  }

  @Test
  void parameters_stand_in_the_order_given() {
    Signature signature = attention().build();

    assertThat(signature.tensors())
        .containsExactly(
            new TensorParameter("query", ArgDirection.IN),
            new TensorParameter("cache", ArgDirection.INOUT),
            new TensorParameter("result", ArgDirection.OUT),
            new TensorParameter(null, ArgDirection.IN));
    assertThat(signature.scalars())
        .containsExactly(
            new ScalarParameter("scale", ScalarType.FLOAT32),
            new ScalarParameter(null, ScalarType.BITS));
    assertThat(signature.isOpen()).isFalse();
  }

  @Test
  void arguments_are_found_by_position_and_by_name() {
    Signature signature = attention().build();

    assertThat(signature.tensorIndex("result")).isEqualTo(2);
    assertThat(signature.tensorIndex("scale")).as("a scalar's name").isEqualTo(-1);
    assertThat(signature.scalarIndex("scale")).isZero();
    assertThat(signature.scalarIndex("query")).isEqualTo(-1);
    assertThat(signature.tensorName(1)).isEqualTo("cache");
    assertThat(signature.tensorName(3)).isNull();
    assertThat(signature.tensorRef(1)).isEqualTo(new ArgumentRef(1, "cache"));
    assertThat(signature.direction(2)).isEqualTo(ArgDirection.OUT);
  }

  @Test
  void what_is_behind_the_declared_tensors_is_unknown_and_has_no_name() {
    Signature signature = attention().unknownRest().build();

    assertThat(signature.isOpen()).isTrue();
    assertThat(signature.direction(4)).isEqualTo(ArgDirection.UNKNOWN);
    assertThat(signature.tensorName(4)).isNull();
    assertThat(signature.tensorRef(4)).isEqualTo(new ArgumentRef(4, null));
    assertThatThrownBy(() -> signature.direction(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void an_unknown_signature_declares_nothing_and_takes_anything() {
    assertThat(Signature.unknown()).isEqualTo(Signature.builder().unknownRest().build());
    assertThat(Signature.unknown().tensors()).isEmpty();
    assertThat(Signature.unknown().direction(0)).isEqualTo(ArgDirection.UNKNOWN);
  }

  @Test
  void a_name_stands_once_among_tensors_and_scalars() {
    assertThatThrownBy(() -> attention().in("query"))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the argument name 'query' is used twice in one signature;"
                + " give every argument a name of its own");
    assertThatThrownBy(() -> attention().scalar("query", ScalarType.INT32))
        .isInstanceOf(RejectedCallException.class);
  }

  @Test
  void a_blank_name_is_refused() {
    assertThatThrownBy(() -> Signature.builder().in(" "))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("an argument name is blank; give a name, or declare the argument without one");
  }

  @Test
  void missing_names_directions_and_types_are_refused_when_given() {
    String name = null;
    ArgDirection direction = null;
    ScalarType type = null;
    Signature.Builder builder = Signature.builder();
    assertThatThrownBy(() -> builder.in(name))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("name");
    assertThatThrownBy(() -> builder.tensor("x", direction))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("direction");
    assertThatThrownBy(() -> builder.tensor(direction))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("direction");
    assertThatThrownBy(() -> builder.scalar(type))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("type");
    assertThat(builder.build()).as("nothing was added").isEqualTo(Signature.builder().build());
  }

  @Test
  void signatures_are_equal_where_all_parts_are() {
    Signature signature = attention().build();
    assertThat(signature).isEqualTo(attention().build()).hasSameHashCodeAs(attention().build());
    assertThat(signature)
        .isNotEqualTo(attention().unknownRest().build())
        .isNotEqualTo(attention().tensor(ArgDirection.IN).build())
        .isNotEqualTo(attention().scalar(ScalarType.BITS).build());
    assertThat(Signature.builder().in("x").build())
        .isNotEqualTo(Signature.builder().out("x").build())
        .isNotEqualTo(Signature.builder().in("y").build())
        .isNotEqualTo(Signature.builder().tensor(ArgDirection.IN).build());
  }

  @Test
  void the_text_lists_tensors_scalars_and_whether_there_may_be_more() {
    assertThat(attention().build())
        .hasToString("(IN query, INOUT cache, OUT result, IN; FLOAT32 scale, BITS)");
    assertThat(Signature.builder().out("x").unknownRest().build()).hasToString("(OUT x; ...)");
    assertThat(Signature.unknown()).hasToString("(...)");
    assertThat(Signature.builder().build()).hasToString("()");
  }

  @Test
  void a_signature_does_not_change_with_its_builder() {
    Signature.Builder builder = Signature.builder().in("x");
    Signature before = builder.build();
    builder.out("y").scalar(ScalarType.INT32).unknownRest();
    assertThat(before).isEqualTo(Signature.builder().in("x").build());
    assertThatThrownBy(() -> before.tensors().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> before.scalars().add(null))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
