package dev.sluice.cli;

import dev.sluice.cli.output.PlatformTable;
import dev.sluice.core.SluiceConfig;
import dev.sluice.core.discovery.PlatformRegistry;
import dev.sluice.spi.DeviceOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Lists platforms. */
@Command(
    name = "platforms",
    description = {
      "Lists every platform found: name, kind, version, jar, and whether it can be used, or why not.",
      "Platforms are jars on the class path, or in the folder given with --platform-path."
    })
final class PlatformsCommand implements Callable<Integer> {

  @Spec CommandSpec spec;
  @ParentCommand Main main;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    SluiceConfig config = SluiceConfig.builder().build();
    PlatformRegistry registry =
        PlatformRegistry.discover(
            main.platformLoader(),
            name -> new DeviceOptions(config.deviceId(), config.platformOptions(name)));
    out.print(PlatformTable.of(registry.entries()));
    out.flush();
    return 0;
  }
}
