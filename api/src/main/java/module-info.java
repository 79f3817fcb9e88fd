/** What a host application compiles against: tensors, signatures, callables, runtimes, reports. */
module dev.sluice.api {
  requires static transitive org.jspecify;

  exports dev.sluice;
  exports dev.sluice.error;
  exports dev.sluice.kernel;
  exports dev.sluice.tensor;
}
