package dev.sluice.cli.bench;

import dev.sluice.DeviceCallable;
import dev.sluice.cli.workload.AttentionCase;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to measure. Immutable.
 *
 * @param sizes the case
 * @param modes the modes, in the order in which each round runs them
 * @param rounds measured rounds
 * @param warmup rounds before them
 * @param platform the platform's name
 * @param profile the simulator's cost profile; null on other platforms
 * @param callable what runs between the transfers
 * @param checked whether the kernel gives a result to check
 */
public record BenchRequest(
    AttentionCase sizes,
    List<BenchMode> modes,
    int rounds,
    int warmup,
    String platform,
    @Nullable String profile,
    DeviceCallable callable,
    boolean checked) {}
