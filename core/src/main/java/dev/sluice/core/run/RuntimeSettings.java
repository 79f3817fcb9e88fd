package dev.sluice.core.run;

import dev.sluice.RunReport;
import dev.sluice.core.transfer.TransferPolicy;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * How a runtime behaves, whatever its device. Immutable.
 *
 * @param policy what runs move
 * @param runTimeout how long a launch may take before the device counts as lost
 * @param trackAllocations whether to keep where each device tensor was made
 * @param runListener gets the report of each run that succeeded, before its caller does
 */
public record RuntimeSettings(
    TransferPolicy policy,
    Duration runTimeout,
    boolean trackAllocations,
    Consumer<RunReport> runListener) {}
