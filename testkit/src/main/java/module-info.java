/** What tests of host applications are written with. */
module dev.sluice.testkit {
  requires transitive dev.sluice.core;
  requires transitive dev.sluice.platform.sim;
  requires transitive org.assertj.core;
  requires transitive org.junit.jupiter.api;
  requires static transitive org.jspecify;

  exports dev.sluice.testkit;
  exports dev.sluice.testkit.conformance;

  // JUnit makes the extension.
  opens dev.sluice.testkit to
      org.junit.platform.commons;
}
