package dev.sluice.spi.hostruntime;

import dev.sluice.spi.Launch;
import java.util.OptionalLong;

/** One run that the host runtime has accepted. Confined to the context's thread. */
final class HostRuntimeLaunch implements Launch {

  private final HostRuntimeContext context;
  private int polled;

  HostRuntimeLaunch(HostRuntimeContext context) {
    this.context = context;
  }

  @Override
  public boolean poll() {
    if (polled == 0) {
      polled = context.poll();
    }
    return polled != 0;
  }

  @Override
  public void finish() {
    int code = context.finish();
    if (code == 0 && polled < 0) {
      code = polled; // the end says nothing new of a run that was seen to fail
    }
    if (code != 0) {
      throw FailureCodes.ofRun(code);
    }
  }

  @Override
  public void abort() {
    context.giveUp();
  }

  /** The host runtime writes how long the device worked into its log and nowhere else. */
  @Override
  public OptionalLong deviceWallNanos() {
    return OptionalLong.empty();
  }
}
