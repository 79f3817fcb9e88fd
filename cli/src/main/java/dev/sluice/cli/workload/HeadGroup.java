package dev.sluice.cli.workload;

import dev.sluice.kernel.KernelArguments;
import dev.sluice.kernel.TensorView;
import java.util.Arrays;

/**
 * The attention of one sequence for the query heads that share one kv head, block by block with an
 * online softmax. Confined to one thread.
 *
 * <p>All arithmetic is one operation, {@link #addScaledRows}, on rows that are arrays of their own:
 * HotSpot vectorises a loop over several arrays only where all are indexed alike. So a block's keys
 * are kept transposed, a row for each element of the head, and its values as they are, a row for
 * each token.
 */
final class HeadGroup {

  /** Rows added in one pass over the target, which saves loading and storing it for each. */
  private static final int ROWS_AT_ONCE = 8;

  private final AttentionExtents extents;
  private final TensorView keyCache;
  private final TensorView valueCache;
  private final TensorView out;
  private final int sequence;
  private final int kvHead;
  private final int context;
  private final int[] table;

  /** The group's query heads, multiplied by the scale. */
  private final float[][] queries;

  /** For each head: the values so far, weighted relative to {@link #maxima} and not normalised. */
  private final float[][] sums;

  private final float[] maxima;
  private final float[] weightSums;

  /** Scores, then weights, of one head for the tokens of the block at hand. */
  private final float[] weights;

  private final float[] block;
  private final float[][] keysByElement;
  private final float[][] valuesByToken;

  HeadGroup(KernelArguments arguments, AttentionExtents extents, int sequence, int kvHead) {
    this.extents = extents;
    this.keyCache = arguments.tensor(PagedAttention.KEY_CACHE);
    this.valueCache = arguments.tensor(PagedAttention.VALUE_CACHE);
    this.out = arguments.tensor(PagedAttention.OUT);
    this.sequence = sequence;
    this.kvHead = kvHead;
    this.context =
        extents.checkedContext(
            sequence, arguments.tensor(PagedAttention.CONTEXT_LENS).getInt(sequence));
    this.table = new int[extents.tableEntries()];
    arguments
        .tensor(PagedAttention.BLOCK_TABLE)
        .read((long) sequence * table.length, table, 0, table.length);

    int heads = extents.headsPerKvHead();
    this.queries = new float[heads][extents.headDim()];
    this.sums = new float[heads][extents.headDim()];
    this.maxima = new float[heads];
    this.weightSums = new float[heads];
    this.weights = new float[extents.blockSize()];
    this.block = new float[extents.blockSize() * extents.headDim()];
    this.keysByElement = new float[extents.headDim()][extents.blockSize()];
    this.valuesByToken = new float[extents.blockSize()][extents.headDim()];
    readQueries(arguments.tensor(PagedAttention.QUERY), arguments.float32(0));
  }

  private void readQueries(TensorView query, float scale) {
    for (int head = 0; head < queries.length; head++) {
      query.readRow(row(head), queries[head]);
      for (int i = 0; i < queries[head].length; i++) {
        queries[head][i] *= scale;
      }
      maxima[head] = Float.NEGATIVE_INFINITY;
    }
  }

  void attend() {
    int tokens;
    for (int entry = 0, done = 0; done < context; entry++, done += tokens) {
      int number = extents.checkedBlock(sequence, entry, table[entry]);
      tokens = Math.min(extents.blockSize(), context - done); // the rest is never read
      readKeys(number, tokens);
      readValues(number, tokens);
      for (int head = 0; head < queries.length; head++) {
        attendTo(tokens, head);
      }
    }
    for (int head = 0; head < queries.length; head++) {
      writeResult(head);
    }
  }

  private void attendTo(int tokens, int head) {
    Arrays.fill(weights, 0, tokens, 0);
    addScaledRows(weights, tokens, queries[head], keysByElement, extents.headDim());

    float maximum = maxima[head];
    for (int token = 0; token < tokens; token++) {
      maximum = Math.max(maximum, weights[token]);
    }
    if (maximum == Float.NEGATIVE_INFINITY) {
      return; // all tokens so far are masked and weigh nothing beside any that is not
    }
    float correction = (float) Math.exp(maxima[head] - maximum); // 0 for the first block
    maxima[head] = maximum;

    float weightSum = 0;
    for (int token = 0; token < tokens; token++) {
      weights[token] = (float) Math.exp(weights[token] - maximum);
      weightSum += weights[token];
    }
    weightSums[head] = weightSums[head] * correction + weightSum;

    float[] sum = sums[head];
    for (int i = 0; i < sum.length; i++) {
      sum[i] *= correction;
    }
    addScaledRows(sum, sum.length, weights, valuesByToken, tokens);
  }

  /** Adds the first {@code rowCount} rows, each times its factor, to {@code target}. */
  private static void addScaledRows(
      float[] target, int length, float[] factors, float[][] rows, int rowCount) {
    int row = 0;
    for (; row <= rowCount - ROWS_AT_ONCE; row += ROWS_AT_ONCE) {
      addEightScaledRows(target, length, factors, rows, row);
    }
    for (; row < rowCount; row++) {
      addScaledRow(target, length, factors[row], rows[row]);
    }
  }

  private static void addEightScaledRows(
      float[] target, int length, float[] factors, float[][] rows, int first) {
    float factor0 = factors[first];
    float factor1 = factors[first + 1];
    float factor2 = factors[first + 2];
    float factor3 = factors[first + 3];
    float factor4 = factors[first + 4];
    float factor5 = factors[first + 5];
    float factor6 = factors[first + 6];
    float factor7 = factors[first + 7];
    float[] row0 = rows[first];
    float[] row1 = rows[first + 1];
    float[] row2 = rows[first + 2];
    float[] row3 = rows[first + 3];
    float[] row4 = rows[first + 4];
    float[] row5 = rows[first + 5];
    float[] row6 = rows[first + 6];
    float[] row7 = rows[first + 7];
    for (int i = 0; i < length; i++) {
      target[i] +=
          (factor0 * row0[i] + factor1 * row1[i])
              + (factor2 * row2[i] + factor3 * row3[i])
              + ((factor4 * row4[i] + factor5 * row5[i]) + (factor6 * row6[i] + factor7 * row7[i]));
    }
  }

  private static void addScaledRow(float[] target, int length, float factor, float[] row) {
    for (int i = 0; i < length; i++) {
      target[i] += factor * row[i];
    }
  }

  private void readKeys(int number, int tokens) {
    readBlock(keyCache, number, tokens);
    int headDim = extents.headDim();
    for (int element = 0; element < headDim; element++) {
      float[] row = keysByElement[element];
      for (int token = 0; token < tokens; token++) {
        row[token] = block[token * headDim + element];
      }
    }
  }

  private void readValues(int number, int tokens) {
    readBlock(valueCache, number, tokens);
    int headDim = extents.headDim();
    for (int token = 0; token < tokens; token++) {
      System.arraycopy(block, token * headDim, valuesByToken[token], 0, headDim);
    }
  }

  /** Reads this kv head's part of a block, token by token in {@link #block}. */
  private void readBlock(TensorView cache, int number, int tokens) {
    int headDim = extents.headDim();
    long firstToken = (long) number * extents.blockSize();
    if (extents.kvHeads() == 1) {
      cache.read(firstToken * headDim, block, 0, tokens * headDim);
      return;
    }
    for (int token = 0; token < tokens; token++) {
      long row = (firstToken + token) * extents.kvHeads() + kvHead;
      cache.read(row * headDim, block, token * headDim, headDim);
    }
  }

  private void writeResult(int head) {
    float[] sum = sums[head];
    if (context > 0) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] /= weightSums[head];
      }
    }
    out.writeRow(row(head), sum);
  }

  private long row(int head) {
    return (long) sequence * extents.heads() + (long) kvHead * queries.length + head;
  }
}
