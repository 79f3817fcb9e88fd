package dev.sluice.cli.bench;

import dev.sluice.DeviceCallable;
import dev.sluice.cli.workload.AttentionCase;
import dev.sluice.cli.workload.DecodeSteps;
import dev.sluice.tensor.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to decode. Immutable.
 *
 * @param sizes a case with room for the steps, as {@link DecodeSteps#withRoom} returns it
 * @param type the element type of query and caches
 * @param seed of the data and of the tokens
 * @param modes the modes, in the order in which each step runs them
 * @param steps how many
 * @param platform the platform's name
 * @param profile the simulator's cost profile; null on other platforms
 * @param callable what runs between the transfers
 * @param checked whether the kernel gives a result to check
 */
public record DecodeRequest(
    AttentionCase sizes,
    DataType type,
    long seed,
    List<BenchMode> modes,
    int steps,
    String platform,
    @Nullable String profile,
    DeviceCallable callable,
    boolean checked) {}
