/** A host application that knows nothing of Guice. */
module plain {
  requires dev.sluice.core;
}
