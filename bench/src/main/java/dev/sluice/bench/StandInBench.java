package dev.sluice.bench;

import dev.sluice.BoundCall;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.NativeArtifact;
import dev.sluice.kernel.NativeKernel;
import dev.sluice.kernel.NativeKernel.CoreType;
import dev.sluice.spi.hostruntime.HostRuntimeBinding;
import dev.sluice.spi.nativelib.NativeLibrary;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.lang.reflect.Constructor;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What the way through JNI costs, on the stand-in for the native host runtime. {@code caller.c}
 * makes the same calls in C; the bars are the differences.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StandInBench {

  /** The system property that names the folder in which {@code bench/standin} built. */
  static final String FOLDER = "sluice.bench.standin";

  private static final String PLATFORM = "a2a3";
  private static final String NATIVE_METHODS = "dev.sluice.a2a3.NativeCalls";
  private static final int CONFIG_BYTES = 2 * Integer.BYTES + 12 * Long.BYTES;
  private static final int SILENT = 60;

  private static Path home() {
    return Path.of(System.getProperty(FOLDER), "home");
  }

  /** The native methods alone, with a device that they have opened. */
  @State(Scope.Thread)
  public static class Shim {

    private HostRuntimeBinding calls;
    private long context;

    /** Opens it. The platform keeps its native methods to itself, so this asks for them by name. */
    @Setup
    public void open() throws ReflectiveOperationException {
      Constructor<?> constructor = Class.forName(NATIVE_METHODS).getDeclaredConstructor();
      constructor.setAccessible(true);
      calls = (HostRuntimeBinding) constructor.newInstance();
      NativeLibrary.load(calls.getClass(), PLATFORM, Map.of(), calls::systemLoad);
      Path runtime = home().resolve("a2a3/sim/tensormap_and_ringbuffer/libhost_runtime.so");
      long library =
          calls.load(
              home().resolve("libcpu_sim_context.so").toString(), runtime.toString(), SILENT);
      ByteBuffer executor = ByteBuffer.allocateDirect(1);
      ByteBuffer config = ByteBuffer.allocateDirect(CONFIG_BYTES);
      context = calls.open(library, 0, executor, executor, null, config);
    }

    /** Closes it. */
    @TearDown
    public void close() {
      calls.close(context, false);
    }
  }

  /** A call with three host tensors of 1 KiB, bound to a device of the platform. */
  @State(Scope.Benchmark)
  public static class Bound {

    private DeviceRuntime runtime;
    private BoundCall call;

    /** Opens the device. */
    @Setup
    public void open() {
      runtime =
          Sluice.builder()
              .platform(PLATFORM)
              .property("home", home().toString())
              .property("variant", "sim")
              .property("log", "off")
              .open();
      call =
          runtime
              .register(
                  DeviceCallable.builder("nothing")
                      .signature(Signature.builder().in("a").in("b").out("c").build())
                      .artifact(PLATFORM, writesNothing())
                      .build())
              .bind(TaskArgs.of(kibibyte(), kibibyte(), kibibyte()));
    }

    private static NativeArtifact writesNothing() {
      return NativeArtifact.builder()
          .orchestration(object())
          .entry("writes_nothing")
          .kernel(NativeKernel.builder(0, CoreType.AIV).binary(object()).build())
          .build();
    }

    /** The head of an ELF shared object, which is all that the stand-in looks at. */
    private static byte[] object() {
      byte[] head = new byte[64];
      System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}, 0, head, 0, 7);
      head[16] = 3; // ET_DYN
      return head;
    }

    private static HostTensor kibibyte() {
      return HostTensor.allocate(DataType.FLOAT32, Shape.of(256));
    }

    /** Closes the device. */
    @TearDown
    public void close() {
      runtime.close();
    }
  }

  /** A native call that does next to nothing. */
  @Benchmark
  public long emptyNativeCall(Shim shim) {
    return shim.calls.committedBytes(shim.context);
  }

  /** A whole run, handed over to the device's thread and back. */
  @Benchmark
  public RunReport boundRunOnStandIn(Bound bound) {
    return bound.call.run();
  }
}
