/** The sluice command, and the workloads that it runs. */
module dev.sluice.cli {
  requires transitive dev.sluice.core;
  requires dev.sluice.callables;
  requires static transitive org.jspecify;
  requires ch.qos.logback.classic;
  requires info.picocli;
  requires org.slf4j;
  requires tools.jackson.databind;

  exports dev.sluice.cli.workload;

  opens dev.sluice.cli to
      info.picocli;
}
