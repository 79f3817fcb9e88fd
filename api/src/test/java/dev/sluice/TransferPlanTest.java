package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.TransferPlan.Argument;
import dev.sluice.error.ArgumentRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TransferPlanTest {

  private static final Argument QUERY =
      new Argument(
          0,
          "query",
          ArgDirection.IN,
          Placement.HOST,
          1_048_576,
          true,
          false,
          false,
          1,
          TransferReason.INPUT);
  private static final Argument WEIGHTS =
      new Argument(
          1,
          "weights",
          ArgDirection.IN,
          Placement.DEVICE,
          4096,
          false,
          false,
          false,
          0,
          TransferReason.ON_DEVICE);
  private static final Argument TABLE =
      new Argument(
          2,
          "table",
          ArgDirection.IN,
          Placement.DELEGATED,
          512,
          false,
          false,
          false,
          0,
          TransferReason.DELEGATED);
  private static final Argument STATE =
      new Argument(
          3,
          null,
          ArgDirection.INOUT,
          Placement.HOST,
          16,
          true,
          true,
          false,
          2,
          TransferReason.IN_OUT);
  private static final Argument RESULT =
      new Argument(
          4,
          "result",
          ArgDirection.OUT,
          Placement.HOST,
          2048,
          false,
          true,
          true,
          3,
          TransferReason.OUTPUT);
  private static final Argument EMPTY =
      new Argument(
          5,
          "empty",
          ArgDirection.OUT,
          Placement.HOST,
          0,
          false,
          false,
          false,
          0,
          TransferReason.EMPTY);

  private static TransferPlan plan(Argument... arguments) {
    return new TransferPlan("attention", TransferMode.GATED, List.of(arguments));
  }

  @Test
  void totals_are_of_what_each_direction_copies() {
    TransferPlan plan = plan(QUERY, WEIGHTS, TABLE, STATE, RESULT, EMPTY);
    assertThat(plan.uploadBytes()).isEqualTo(1_048_592);
    assertThat(plan.downloadBytes()).isEqualTo(2064);
    assertThat(plan.uploadCopies()).isEqualTo(3);
    assertThat(plan.downloadCopies()).isEqualTo(5);
    assertThat(plan.delegatedBytes()).isEqualTo(512);
  }

  @Test
  void the_text_has_a_line_for_each_argument_and_the_totals() {
    String text =
        """
        callable 'attention', mode GATED
           0 query            IN      HOST            1,048,576 bytes  up   -     only read, so it goes up and does not come back
           1 weights          IN      DEVICE              4,096 bytes  -    -     already on the device, so it does not move
           2 table            IN      DELEGATED             512 bytes  -    -     read on the host by the platform, which transfers it itself
           3 -                INOUT   HOST                   16 bytes  up   down  read and written, so it goes up and comes down
           4 result           OUT     HOST                2,048 bytes  -    down  only written, so nothing goes up and all of it comes down; zero-filled on the device
           5 empty            OUT     HOST                    0 bytes  -    -     has no bytes
          total: 1,048,592 bytes up in 3 copies, 2,064 bytes down in 5 copies, 512 bytes delegated
        """;
    assertThat(plan(QUERY, WEIGHTS, TABLE, STATE, RESULT, EMPTY).explain()).isEqualTo(text);
    assertThat(plan(QUERY, WEIGHTS, TABLE, STATE, RESULT, EMPTY)).hasToString(text);
  }

  @Test
  void a_pack_is_one_copy() {
    TransferPlan plan =
        new TransferPlan(
            "attention",
            TransferMode.GATED,
            List.of(QUERY, WEIGHTS, TABLE, STATE, RESULT),
            List.of(
                new TransferPlan.Pack(Transfer.UPLOAD, List.of(0, 3), 1_048_592),
                new TransferPlan.Pack(Transfer.DOWNLOAD, List.of(3, 4), 2064)));

    assertThat(plan.uploadCopies()).isEqualTo(1);
    assertThat(plan.downloadCopies()).isEqualTo(1);
    assertThat(plan.uploadBytes()).isEqualTo(1_048_592);
    assertThat(plan.downloadBytes()).isEqualTo(2064);
    assertThat(plan.isPacked(Transfer.UPLOAD, 3)).isTrue();
    assertThat(plan.isPacked(Transfer.UPLOAD, 4)).isFalse();
    assertThat(plan.isPacked(Transfer.DOWNLOAD, 0)).isFalse();
    assertThat(plan.explain())
        .endsWith(
            """
              in one copy up: argument 0 'query', argument 3; 1,048,592 bytes
              in one copy down: argument 3, argument 4 'result'; 2,064 bytes
              total: 1,048,592 bytes up in 1 copy, 2,064 bytes down in 1 copy, 512 bytes delegated
            """);
  }

  @Test
  void the_text_names_one_copy_as_one_and_leaves_out_what_is_not_delegated() {
    assertThat(plan(QUERY).explain())
        .endsWith("  total: 1,048,576 bytes up in 1 copy, 0 bytes down in 0 copies\n");
  }

  @Test
  void the_text_is_the_same_in_every_country() {
    String text = plan(QUERY).explain();
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertThat(plan(QUERY).explain()).isEqualTo(text);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void only_host_tensors_with_bytes_are_staged() {
    assertThat(QUERY.isStaged()).isTrue();
    assertThat(WEIGHTS.isStaged()).isFalse();
    assertThat(TABLE.isStaged()).isFalse();
    assertThat(EMPTY.isStaged()).isFalse();
    assertThat(STATE.ref()).isEqualTo(new ArgumentRef(3, null));
  }

  @Test
  void a_plan_does_not_change_with_the_list_it_was_given() {
    List<Argument> given = new ArrayList<>(List.of(QUERY));
    TransferPlan plan = new TransferPlan("attention", TransferMode.GATED, given);
    given.clear();
    assertThat(plan.arguments()).containsExactly(QUERY);
    assertThat(plan.callable()).isEqualTo("attention");
    assertThat(plan.mode()).isEqualTo(TransferMode.GATED);
  }

  @Test
  void a_missing_mode_is_refused() {
    TransferMode missing = null;
    assertThatThrownBy(() -> new TransferPlan("attention", missing, List.of()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("mode");
  }
}
