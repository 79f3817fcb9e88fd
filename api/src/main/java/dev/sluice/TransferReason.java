package dev.sluice;

/** Why a plan moves an argument the way it does. */
public enum TransferReason {
  /** IN, in mode GATED. */
  INPUT("only read, so it goes up and does not come back"),
  /** OUT, in mode GATED. */
  OUTPUT("only written, so nothing goes up and all of it comes down"),
  /** INOUT. */
  IN_OUT("read and written, so it goes up and comes down"),
  /** UNKNOWN. */
  UNDECLARED("no direction is declared, so it goes up and comes down to be safe"),
  /** A device tensor. */
  ON_DEVICE("already on the device, so it does not move"),
  /** A managed tensor that is read, and that the device has. */
  VALID_ON_DEVICE("the device has it already, so it does not move"),
  /** A managed tensor that is read, and of which the device lacks a part. */
  STALE_ON_DEVICE(
      "what the host has written since goes up; nothing comes down until the host reads"),
  /** A managed tensor that is only written. */
  WRITTEN_ON_DEVICE(
      "only written, so nothing goes up, and nothing comes down until the host reads"),
  /** A tensor of zero bytes. */
  EMPTY("has no bytes"),
  /** An argument that the artifact asked to have in host memory. */
  DELEGATED("read on the host by the platform, which transfers it itself"),
  /** Mode COPY_ALL, and whatever mode SKIP_INPUT_DOWNLOAD does not skip. */
  COPY_ALL("the transfer mode copies it both ways"),
  /** IN, in mode SKIP_INPUT_DOWNLOAD. */
  INPUT_NOT_DOWNLOADED("only read, so the transfer mode skips its download");

  private final String sentence;

  TransferReason(String sentence) {
    this.sentence = sentence;
  }

  /** Returns the reason in words, to follow the argument's name. */
  public String sentence() {
    return sentence;
  }
}
