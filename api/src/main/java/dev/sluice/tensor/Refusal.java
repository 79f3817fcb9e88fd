package dev.sluice.tensor;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;

/** Makes the exception of a request about a tensor that names no call, device or argument yet. */
final class Refusal {

  private Refusal() {}

  static RejectedCallException of(String problem, String remedy) {
    return new RejectedCallException(ErrorDetail.remedy(remedy), problem);
  }
}
