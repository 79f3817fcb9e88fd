package dev.sluice.cli.workload;

import dev.sluice.DeviceRuntime;
import dev.sluice.cli.npy.NpyReader;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import java.nio.file.Path;

/** Calls of paged attention for tests. */
final class Attention {

  /** Two short sequences and a longer one, in blocks of four tokens. */
  static final AttentionCase TINY = new AttentionCase("tiny", 3, 4, 1, 8, 4, 24, 32, true);

  private Attention() {}

  /** Returns one of the files, as memory of its own that a test may change. */
  static HostTensor file(String name) {
    return NpyReader.copy(Path.of("src", "test", "resources", "paged_attention", name + ".npy"));
  }

  /** Returns the call of the files, whose result is {@code golden_out}. */
  static AttentionData fromFiles() {
    HostTensor query = file("query");
    return new AttentionData(
        query,
        file("key_cache"),
        file("value_cache"),
        file("block_table"),
        file("context_lens"),
        HostTensor.allocate(DataType.FLOAT32, query.shape()),
        PagedAttention.scale(128));
  }

  /** Runs a kernel on the simulator; the result is in the output, which is NaN before. */
  static void run(JavaKernel kernel, AttentionData data) {
    GoldenCheck.poison(data.out());
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      runtime.run(PagedAttention.callable("sim", kernel), data.args());
    }
  }

  /** Returns a copy of floats in another element type. */
  static HostTensor as(DataType type, HostTensor floats) {
    HostTensor copy = HostTensor.allocate(type, floats.shape());
    for (long i = 0; i < floats.shape().elementCount(); i++) {
      copy.setFloat(i, floats.getFloat(i));
    }
    return copy;
  }
}
