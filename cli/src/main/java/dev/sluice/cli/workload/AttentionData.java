package dev.sluice.cli.workload;

import dev.sluice.TaskArgs;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.MappedAccess;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The arguments of one paged-attention call, in host memory: inputs from a fixed seed, and room for
 * the result.
 *
 * @param query [sequences, heads, head dim]
 * @param keyCache [blocks, block size, kv heads, head dim]
 * @param valueCache the same shape
 * @param blockTable [sequences, entries]; -1 where unused
 * @param contextLens [sequences], in tokens
 * @param out the shape of {@code query}
 * @param scale what scores are multiplied by
 */
public record AttentionData(
    HostTensor query,
    HostTensor keyCache,
    HostTensor valueCache,
    HostTensor blockTable,
    HostTensor contextLens,
    HostTensor out,
    float scale) {

  private static final long SEED = 0x51_01_CEL;

  /** Wide enough that a sequence attends to some tokens much more than to others. */
  private static final float QUERY_RANGE = 4;

  /** Returns the arguments of a case, off-heap; the same values each time. */
  public static AttentionData generate(AttentionCase sizes) {
    AttentionData data = over(sizes, HostTensor::allocate);
    fillUniform(data.query, SEED, QUERY_RANGE);
    fillUniform(data.keyCache, SEED + 1, 1);
    fillUniform(data.valueCache, SEED + 2, 1);
    data.fillTable(sizes);
    return data;
  }

  /**
   * Returns arguments of a case's sizes that hold zeros and take no memory, to plan with: a mapped
   * file without contents, which is gone from its folder already.
   */
  public static AttentionData sizesOnly(AttentionCase sizes) {
    try {
      Path file = Files.createTempFile("sluice", ".sizes");
      try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
        sparse.setLength(sizes.byteCount());
        long[] offset = new long[1];
        return over(
            sizes,
            (type, shape) -> {
              long start = offset[0];
              offset[0] += shape.byteCount(type);
              return HostTensor.map(file, start, type, shape, MappedAccess.READ_WRITE);
            });
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new RejectedCallException(
          ErrorDetail.remedy("make the folder of java.io.tmpdir writable"),
          "a temporary file cannot be made: " + e,
          e);
    }
  }

  private interface Allocation {
    HostTensor of(DataType type, Shape shape);
  }

  private static AttentionData over(AttentionCase sizes, Allocation memory) {
    HostTensor[] tensors = new HostTensor[6];
    for (int i = 0; i < tensors.length; i++) {
      tensors[i] = memory.of(AttentionCase.types().get(i), sizes.shapes().get(i));
    }
    return new AttentionData(
        tensors[0],
        tensors[1],
        tensors[2],
        tensors[3],
        tensors[4],
        tensors[5],
        PagedAttention.scale(sizes.headDim()));
  }

  /** Returns the tensors, in the order of the signature. */
  public List<HostTensor> tensors() {
    return List.of(query, keyCache, valueCache, blockTable, contextLens, out);
  }

  /** Returns the call's arguments, in the order of the signature. */
  public TaskArgs args() {
    TaskArgs.Builder args = TaskArgs.builder();
    tensors().forEach(args::tensor);
    return args.scalar(scale).build();
  }

  /**
   * Fills a tensor with values from -range to range; each outermost slice has a seed of its own.
   */
  private static void fillUniform(HostTensor tensor, long seed, float range) {
    Shape shape = tensor.shape();
    int slice = Math.toIntExact(shape.elementCount() / shape.dimension(0));
    IntStream.range(0, Math.toIntExact(shape.dimension(0)))
        .parallel()
        .forEach(
            index -> {
              SplittableRandom random = new SplittableRandom(seed * 1_000_003 + index);
              float[] values = new float[slice];
              for (int i = 0; i < slice; i++) {
                // 24 bits make every float from 0 to 2 in steps of 2^-23.
                values[i] = ((random.nextInt() >>> 8) * 0x1p-23f - 1) * range;
              }
              tensor.write((long) index * slice, values, 0, slice);
            });
  }

  /** Deals the blocks out in an order of their own, and sets the lengths. */
  private void fillTable(AttentionCase sizes) {
    SplittableRandom random = new SplittableRandom(SEED + 3);
    int[] order = shuffled(sizes.blocks(), random);
    blockTable.fillBits(-1);
    int entries = Math.toIntExact(blockTable.shape().rowLength());
    int dealt = 0;
    for (int sequence = 0; sequence < sizes.sequences(); sequence++) {
      int length = sizes.ragged() ? 1 + random.nextInt(sizes.context()) : sizes.context();
      contextLens.setInt(sequence, length);
      int needed = (length + sizes.blockSize() - 1) / sizes.blockSize();
      for (int entry = 0; entry < needed; entry++) {
        blockTable.setInt((long) sequence * entries + entry, order[dealt++]);
      }
    }
  }

  private static int[] shuffled(int count, SplittableRandom random) {
    int[] order = IntStream.range(0, count).toArray();
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    return order;
  }
}
