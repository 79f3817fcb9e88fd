package dev.sluice.spi.hostruntime;

import dev.sluice.spi.DeviceFailure;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets one run at a time use the host runtime's own simulation, which keeps its state once for the
 * process: two runs on two of its devices corrupt each other (fact sheet, 0.2). A run that was
 * given up may still be going on, so no other gets a turn after it. Thread-safe.
 */
final class SimulatorTurn {

  /** Of this process, as the state it guards is. */
  static final SimulatorTurn OF_PROCESS = new SimulatorTurn(Duration.ofMinutes(5));

  private final Semaphore turn = new Semaphore(1, true);
  private final Duration patience;
  private volatile @Nullable String holder;
  private volatile boolean givenUp;

  /** Makes one that waits so long for the run before. */
  SimulatorTurn(Duration patience) {
    this.patience = patience;
  }

  /**
   * Takes the turn.
   *
   * @param device names the holder
   * @throws DeviceFailure REFUSED, if the run before does not end, or was given up
   */
  void take(String device) {
    boolean taken = false;
    try {
      taken = !givenUp && turn.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw DeviceFailure.refused(
          "interrupted while waiting for the run on " + holder, "run again if it is still wanted");
    }
    if (taken && givenUp) { // while this one waited
      turn.release();
      taken = false;
    }
    if (!taken) {
      throw DeviceFailure.refused(
          givenUp
              ? "a run on "
                  + holder
                  + " was given up and may still be going on in this process, which has one"
                  + " simulator for all devices"
              : "the run on " + holder + " has not ended for " + patience,
          "restart the process, or use a process for each simulated device");
    }
    holder = device;
  }

  void giveBack() {
    turn.release();
  }

  /** Ends all turns, since nobody waits any more for the run that has this one. */
  void giveUp() {
    givenUp = true;
    turn.release(); // those who wait for it need not wait on
  }
}
