package dev.sluice.core.audit;

import dev.sluice.ArgDirection;
import dev.sluice.AuditReport;
import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RegisteredCallable;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.transfer.BoundArguments;
import dev.sluice.error.ArgumentRef;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.LaunchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The runs of an audit. One, with the caller's contents, is what the others are held against: two
 * that repeat it show what differs from run to run for no reason, and a few for each argument that
 * may be written start with other contents of that argument alone, until one shows that something
 * depends on them. Not thread-safe.
 */
public final class Audit {

  private final DeviceRuntime runtime;
  private final DeviceCallable callable;
  private final List<AuditedArgument> arguments = new ArrayList<>();
  private final long[] scalars;
  private int runs;

  private Audit(
      DeviceRuntime runtime,
      DeviceCallable callable,
      Set<String> hostArguments,
      BoundArguments bound) {
    this.runtime = runtime;
    this.callable = callable;
    this.scalars = bound.scalars();
    for (int i = 0; i < bound.tensors().size(); i++) {
      String name = callable.signature().tensorName(i);
      arguments.add(
          new AuditedArgument(
              new ArgumentRef(i, name),
              callable.signature().direction(i),
              name != null && hostArguments.contains(name),
              bound.tensors().get(i),
              runtime));
    }
  }

  /**
   * Audits a callable with arguments that a run would take.
   *
   * @param hostArguments the arguments that the artifact reads on the host, by name
   */
  public static AuditReport of(
      DeviceRuntime runtime,
      DeviceCallable callable,
      Set<String> hostArguments,
      BoundArguments bound) {
    return new Audit(runtime, callable, hostArguments, bound).report();
  }

  private AuditReport report() {
    try (RegisteredCallable observed = runtime.register(observed())) {
      run(observed, null, Contents.USUAL);
      arguments.forEach(AuditedArgument::keepAsFirst);
      repeat(observed);
      runWithOtherContents(observed);
    }
    return new AuditReport(
        callable.name(),
        runtime.device().name(),
        runs,
        arguments.stream().map(new Verdicts(arguments)::of).toList());
  }

  /**
   * Returns the same artifact under a signature that has everything copied both ways and lets the
   * callable read and write all, so that a platform which checks rights lets it do what it does.
   */
  private DeviceCallable observed() {
    Signature.Builder signature = Signature.builder();
    for (AuditedArgument argument : arguments) {
      ArgDirection direction = argument.isDelegated() ? ArgDirection.IN : ArgDirection.INOUT;
      String name = argument.ref().name();
      if (name == null) {
        signature.tensor(direction);
      } else {
        signature.tensor(name, direction);
      }
    }
    List<Signature.ScalarParameter> declared = callable.signature().scalars();
    for (int i = 0; i < scalars.length; i++) {
      ScalarType type = i < declared.size() ? declared.get(i).type() : ScalarType.BITS;
      String name = i < declared.size() ? declared.get(i).name() : null;
      if (name == null) {
        signature.scalar(type);
      } else {
        signature.scalar(name, type);
      }
    }
    String platform = runtime.device().platform();
    CallableArtifact artifact = callable.artifacts().get(platform);
    return DeviceCallable.builder(callable.name() + " (audit)")
        .signature(signature.build())
        .artifact(platform, artifact)
        .build();
  }

  private void repeat(RegisteredCallable observed) {
    run(observed, null, Contents.USUAL);
    arguments.forEach(AuditedArgument::compareRepeated);
  }

  private void runWithOtherContents(RegisteredCallable observed) {
    int at = 0;
    try {
      for (; at < arguments.size(); at++) {
        vary(observed, arguments.get(at));
      }
      repeat(observed); // at the end too: what grows from run to run shows late
    } catch (DeviceLostException lost) {
      keepLoss(at, lost.problem());
    }
  }

  /** Keeps that the device was lost with other contents of an argument, or in the last run. */
  private void keepLoss(int at, String problem) {
    if (at == arguments.size()) {
      arguments.forEach(argument -> argument.lostDevice("in the last run (" + problem + ")"));
      return;
    }
    arguments.get(at).lostDevice("with other contents of it (" + problem + ")");
    String earlier = "with other contents of " + arguments.get(at).ref();
    arguments.subList(at + 1, arguments.size()).forEach(untried -> untried.lostDevice(earlier));
  }

  private void vary(RegisteredCallable observed, AuditedArgument varied) {
    for (Contents contents : varied.contentsToTry()) {
      if (varied.isSeenToMatter()) {
        return;
      }
      if (succeeds(observed, varied, contents)) {
        compareVaried(varied);
      }
    }
  }

  /** Runs with other contents; a failure counts where it comes again. */
  private boolean succeeds(RegisteredCallable observed, AuditedArgument varied, Contents contents) {
    try {
      run(observed, varied, contents);
      return true;
    } catch (LaunchException first) {
      try {
        run(observed, varied, contents);
        varied.failedByChance(first.problem());
        return true;
      } catch (LaunchException again) {
        varied.failedWithOther(again.problem());
        return false;
      }
    }
  }

  private void compareVaried(AuditedArgument varied) {
    for (AuditedArgument argument : arguments) {
      if (argument == varied) {
        argument.compareVaried();
      } else if (argument.isInfluenced()) {
        varied.influences(argument);
      }
    }
  }

  private void run(
      RegisteredCallable observed, @Nullable AuditedArgument varied, Contents contents) {
    TaskArgs.Builder args = TaskArgs.builder();
    for (AuditedArgument argument : arguments) {
      args.tensor(argument.prepare(argument == varied ? contents : Contents.USUAL));
    }
    for (long bits : scalars) {
      args.scalarBits(bits);
    }
    observed.run(args.build());
    runs++;
    arguments.forEach(AuditedArgument::compareWithStart);
  }
}
