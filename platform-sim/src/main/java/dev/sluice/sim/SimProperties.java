package dev.sluice.sim;

import dev.sluice.error.RejectedCallException;
import dev.sluice.sim.check.CheckLevel;
import dev.sluice.sim.cost.CostProfile;
import dev.sluice.spi.DeviceFailure;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the options that are given as text. Stateless. */
final class SimProperties {

  private static final String KNOWN = "capacity, checks, ledger, ledger-limit, profile, refill";
  private static final Pattern BYTES = Pattern.compile("(\\d{1,18})\\s*(KiB|MiB|GiB|)");

  private static final Pattern OPERATIONS = Pattern.compile("[1-9]\\d{0,8}");

  private SimProperties() {}

  /**
   * Returns options with the properties on top.
   *
   * @throws DeviceFailure if a name is unknown or a value wrong
   */
  static SimOptions apply(SimOptions base, Map<String, String> properties) {
    if ("false".equals(properties.get("ledger")) && properties.containsKey("ledger-limit")) {
      throw wrong("ledger", "false", "leave out ledger-limit, or set ledger to true");
    }
    SimOptions.Builder options = base.toBuilder();
    // In the order of the names, so that ledger-limit has the last word on what ledger keeps.
    new TreeMap<>(properties)
        .forEach(
            (name, value) -> {
              try {
                apply(base, options, name, value);
              } catch (RejectedCallException e) {
                throw wrong(name, value, e.detail().remedy());
              }
            });
    return options.build();
  }

  private static void apply(
      SimOptions base, SimOptions.Builder options, String name, String value) {
    switch (name) {
      case "capacity" -> options.capacityBytes(bytes(name, value));
      case "checks" -> options.checks(level(name, value));
      case "profile" -> options.profile(CostProfile.named(value));
      case "refill" -> options.refill(flag(name, value));
      case "ledger" -> options.ledgerLimit(flag(name, value) ? keptBy(base) : 0);
      case "ledger-limit" -> options.ledgerLimit(operations(name, value));
      default ->
          throw DeviceFailure.refused(
              "the simulator has no option '" + name + "'", "use one of " + KNOWN);
    }
  }

  private static int keptBy(SimOptions base) {
    return base.ledgerLimit() > 0 ? base.ledgerLimit() : SimOptions.DEFAULT_LEDGER_LIMIT;
  }

  private static int operations(String name, String value) {
    if (!OPERATIONS.matcher(value).matches()) {
      throw wrong(name, value, "give a number of operations from 1 to 999999999");
    }
    return Integer.parseInt(value);
  }

  private static CheckLevel level(String name, String value) {
    return switch (value) {
      case "off" -> CheckLevel.OFF;
      case "access" -> CheckLevel.ACCESS;
      case "full" -> CheckLevel.FULL;
      default -> throw wrong(name, value, "give off, access or full");
    };
  }

  private static boolean flag(String name, String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(name, value, "give true or false");
    };
  }

  private static long bytes(String name, String value) {
    Matcher parts = BYTES.matcher(value);
    if (!parts.matches()) {
      throw wrong(name, value, "give a number, with KiB, MiB or GiB behind it if you like");
    }
    long unit =
        switch (parts.group(2)) {
          case "KiB" -> 1L << 10;
          case "MiB" -> 1L << 20;
          case "GiB" -> 1L << 30;
          default -> 1;
        };
    long count = Long.parseLong(parts.group(1));
    if (count > Long.MAX_VALUE / unit) {
      throw wrong(name, value, "give at most " + Long.MAX_VALUE + " bytes");
    }
    return count * unit;
  }

  private static DeviceFailure wrong(String name, String value, @Nullable String remedy) {
    return DeviceFailure.refused("the simulator's option " + name + " is '" + value + "'", remedy);
  }
}
