/** A host application that lists platforms, on the module path. */
module platforms {
  requires dev.sluice.core;
}
