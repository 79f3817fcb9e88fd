package dev.sluice.sim.kernel;

import dev.sluice.sim.check.Ranges;
import java.nio.ByteBuffer;

/**
 * What one argument held after four runs of a kernel: twice on the same contents of an output, and
 * twice on others. Not thread-safe.
 */
record FourRuns(
    ByteBuffer same, ByteBuffer sameAgain, ByteBuffer changed, ByteBuffer changedAgain) {

  /** Returns whether a byte depends on the output's contents, and on nothing that is by chance. */
  private boolean depends(int at) {
    return same.get(at) != changed.get(at)
        && same.get(at) == sameAgain.get(at)
        && changed.get(at) == changedAgain.get(at);
  }

  boolean anyDepends() {
    for (int i = 0; i < same.capacity(); i++) {
      if (depends(i)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a byte is all four times as it was before. */
  private boolean isUntouched(int at, ByteBuffer before) {
    return depends(at)
        && same.get(at) == before.get(at)
        && changed.get(at) == PriorContents.otherThan(before.get(at), at);
  }

  /** Adds the bytes that the kernel left as they were, and the elements that it made from them. */
  void sort(ByteBuffer before, int elementBytes, Ranges unwritten, Ranges made) {
    for (int element = 0; element < same.capacity(); element += elementBytes) {
      if (isMade(before, element, elementBytes)) {
        made.add(element, elementBytes);
      } else {
        for (int i = element; i < element + elementBytes; i++) {
          if (isUntouched(i, before)) {
            unwritten.add(i, 1);
          }
        }
      }
    }
  }

  private boolean isMade(ByteBuffer before, int element, int elementBytes) {
    for (int i = element; i < element + elementBytes; i++) {
      if (depends(i) && !isUntouched(i, before)) {
        return true;
      }
    }
    return false;
  }
}
