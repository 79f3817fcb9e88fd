/** A host application that injects the runtime. */
module injected {
  requires com.google.guice;
  requires dev.sluice.core;
  requires jakarta.inject;

  opens injected to
      com.google.guice;
}
