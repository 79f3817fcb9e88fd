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
 * The arguments of one paged-attention call, in host memory: inputs from a seed, and room for the
 * result.
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

  /** The seed of those who do not care. */
  public static final long SEED = 0x51_01_CEL;

  /** Wide enough that a sequence attends to some tokens much more than to others. */
  static final float QUERY_RANGE = 4;

  /** Where the seeds of what is filled later start, so that it differs from the first contents. */
  static final int SEEDS_TAKEN = 5;

  /** Returns the arguments of a case in BFLOAT16, off-heap; the same values each time. */
  public static AttentionData generate(AttentionCase sizes) {
    return generate(sizes, DataType.BFLOAT16, SEED);
  }

  /**
   * Returns the arguments of a case, off-heap; the same values for the same seed.
   *
   * @param floats the element type of query and caches
   */
  public static AttentionData generate(AttentionCase sizes, DataType floats, long seed) {
    AttentionData data = over(sizes, floats, HostTensor::allocate);
    fillUniform(data.query, seed, QUERY_RANGE);
    fillUniform(data.keyCache, seed + 1, 1);
    fillUniform(data.valueCache, seed + 2, 1);
    data.fillTable(sizes, new SplittableRandom(seed + 3), contextLengths(sizes, seed));
    return data;
  }

  /** Returns how long the sequences of a case are with a seed, without making the data. */
  static int[] contextLengths(AttentionCase sizes, long seed) {
    return sizes.contextLengths(seed + 4);
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
            DataType.BFLOAT16,
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

  private static AttentionData over(AttentionCase sizes, DataType floats, Allocation memory) {
    HostTensor[] tensors = new HostTensor[6];
    for (int i = 0; i < tensors.length; i++) {
      tensors[i] = memory.of(AttentionCase.types(floats).get(i), sizes.shapes().get(i));
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
  static void fillUniform(HostTensor tensor, long seed, float range) {
    Shape shape = tensor.shape();
    int slice = Math.toIntExact(shape.elementCount() / shape.dimension(0));
    IntStream.range(0, Math.toIntExact(shape.dimension(0)))
        .parallel()
        .forEach(
            index -> {
              float[] values = uniform(seed, index, slice, range);
              tensor.write((long) index * slice, values, 0, slice);
            });
  }

  /** Returns values from -range to range. */
  static float[] uniform(long seed, int index, int count, float range) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + index);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      // 24 bits make every float from 0 to 2 in steps of 2^-23.
      values[i] = ((random.nextInt() >>> 8) * 0x1p-23f - 1) * range;
    }
    return values;
  }

  /** Deals the blocks out in an order of their own, and sets the lengths. */
  private void fillTable(AttentionCase sizes, SplittableRandom random, int[] lengths) {
    int[] order = shuffled(sizes.blocks(), random);
    blockTable.fillBits(-1);
    int entries = Math.toIntExact(blockTable.shape().rowLength());
    int dealt = 0;
    for (int sequence = 0; sequence < sizes.sequences(); sequence++) {
      contextLens.setInt(sequence, lengths[sequence]);
      long needed = sizes.blocksFor(lengths[sequence]);
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
