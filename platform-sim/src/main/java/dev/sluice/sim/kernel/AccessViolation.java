package dev.sluice.sim.kernel;

/** A kernel used an argument as its callable does not declare it, or outside its elements. */
final class AccessViolation extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int argument;
  private final String remedy;

  AccessViolation(int argument, String problem, String remedy) {
    super(problem);
    this.argument = argument;
    this.remedy = remedy;
  }

  int argument() {
    return argument;
  }

  String remedy() {
    return remedy;
  }
}
