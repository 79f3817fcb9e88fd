package dev.sluice.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What a command line came to.
 *
 * @param exitCode 0 where it went well
 * @param out standard output
 * @param err standard error
 */
record Outcome(int exitCode, String out, String err) {

  /** Runs a command line. */
  static Outcome of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = Main.run(new PrintWriter(out), new PrintWriter(err, true), args);
    return new Outcome(exitCode, out.toString(), err.toString());
  }
}
