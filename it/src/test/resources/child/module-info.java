/** A host application on the module path. */
module hello {
  requires dev.sluice.core;
}
