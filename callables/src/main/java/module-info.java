/** Packaged callables: a folder with a description and compiled objects. */
module dev.sluice.callables {
  requires transitive dev.sluice.api;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  exports dev.sluice.callables;
}
