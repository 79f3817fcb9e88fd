package dev.sluice.spi.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Objects made by this machine's C compiler. */
public final class Compiled {

  private Compiled() {}

  /**
   * Compiles C and returns the file.
   *
   * @param folder where it is put
   * @param name of the file
   * @param source in C
   * @param options of gcc
   */
  public static Path file(Path folder, String name, String source, String... options)
      throws IOException, InterruptedException {
    Path file = folder.resolve(name);
    Path code = folder.resolve(name + ".c");
    Files.writeString(code, source);
    List<String> command = new ArrayList<>(List.of("gcc", "-Os", "-fcf-protection=none"));
    command.addAll(List.of("-fno-asynchronous-unwind-tables", "-o", file.toString()));
    command.add(code.toString());
    command.addAll(List.of(options));
    File messages = folder.resolve(name + ".txt").toFile();
    Process compiler =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(messages).start();
    assertThat(compiler.waitFor())
        .as("%s: %s", command, Files.readString(messages.toPath(), StandardCharsets.UTF_8))
        .isZero();
    return file;
  }
}
