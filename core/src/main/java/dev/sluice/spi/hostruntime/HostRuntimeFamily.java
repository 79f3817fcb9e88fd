package dev.sluice.spi.hostruntime;

import dev.sluice.spi.CopyCosts;
import dev.sluice.tensor.DataType;
import java.util.Set;

/**
 * What differs from one device family to another. Immutable.
 *
 * @param name the platform's, which is also that of the family's folder in the runtime's home
 * @param title for people, such as {@code Ascend A2/A3}
 * @param minAicpuThreads the fewest AICPU threads of a run, where their number is given
 * @param maxAicpuThreads the most
 * @param elementTypes those that the family's cores know
 * @param copyCosts what a copy costs, as far as it was measured
 */
public record HostRuntimeFamily(
    String name,
    String title,
    int minAicpuThreads,
    int maxAicpuThreads,
    Set<DataType> elementTypes,
    CopyCosts copyCosts) {

  /** Copies the element types. */
  public HostRuntimeFamily {
    elementTypes = Set.copyOf(elementTypes);
  }
}
