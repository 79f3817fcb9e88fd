package dev.sluice.cli.bench;

import dev.sluice.TransferMode;

/** How a bench makes its calls: with host tensors under a transfer mode, or with managed ones. */
public enum BenchMode {
  /** Host tensors under {@link TransferMode#COPY_ALL}. */
  COPY_ALL(TransferMode.COPY_ALL),
  /** Host tensors under {@link TransferMode#SKIP_INPUT_DOWNLOAD}. */
  SKIP_INPUT_DOWNLOAD(TransferMode.SKIP_INPUT_DOWNLOAD),
  /** Host tensors under {@link TransferMode#GATED}. */
  GATED(TransferMode.GATED),
  /** Managed tensors, to which the transfer mode does not matter. */
  MANAGED(TransferMode.GATED);

  private final TransferMode transferMode;

  BenchMode(TransferMode transferMode) {
    this.transferMode = transferMode;
  }

  /** Returns the rule that the runtime is opened with. */
  public TransferMode transferMode() {
    return transferMode;
  }
}
