package dev.sluice.cli.workload;

import dev.sluice.tensor.HostTensor;
import java.util.stream.IntStream;

/**
 * The result of a paged-attention call, in double, by another way than the kernel's: it gathers
 * each sequence's keys and values first, and takes the softmax in two passes over all its tokens.
 * Stateless.
 */
public final class AttentionReference {

  private AttentionReference() {}

  /** Returns the result, row-major as the output tensor. */
  public static double[] compute(AttentionData data) {
    int sequences = Math.toIntExact(data.query().shape().dimension(0));
    double[] result = new double[Math.toIntExact(data.query().shape().elementCount())];
    IntStream.range(0, sequences)
        .parallel()
        .forEach(sequence -> new SequenceReference(data, sequence).compute(result));
    return result;
  }

  /** One sequence, all heads. Confined to one thread. */
  private static final class SequenceReference {

    private final AttentionData data;
    private final int sequence;
    private final int heads;
    private final int kvHeads;
    private final int headDim;
    private final int tokens;

    SequenceReference(AttentionData data, int sequence) {
      this.data = data;
      this.sequence = sequence;
      this.heads = Math.toIntExact(data.query().shape().dimension(1));
      this.headDim = Math.toIntExact(data.query().shape().dimension(2));
      this.kvHeads = Math.toIntExact(data.keyCache().shape().dimension(2));
      this.tokens = data.contextLens().getInt(sequence);
    }

    void compute(double[] result) {
      for (int kvHead = 0; kvHead < kvHeads; kvHead++) {
        float[] keys = gather(data.keyCache(), kvHead);
        float[] values = gather(data.valueCache(), kvHead);
        for (int head = 0; head < heads; head++) {
          if (head * kvHeads / heads == kvHead) {
            attend(head, keys, values, result);
          }
        }
      }
    }

    /** Copies the rows of all tokens together, in their order. */
    private float[] gather(HostTensor cache, int kvHead) {
      int blockSize = Math.toIntExact(cache.shape().dimension(1));
      long entries = data.blockTable().shape().rowLength();
      float[] rows = new float[tokens * headDim];
      for (int token = 0; token < tokens; token++) {
        long block = data.blockTable().getInt(sequence * entries + token / blockSize);
        long row = (block * blockSize + token % blockSize) * kvHeads + kvHead;
        cache.read(row * headDim, rows, token * headDim, headDim);
      }
      return rows;
    }

    private void attend(int head, float[] keys, float[] values, double[] result) {
      int start = (sequence * heads + head) * headDim;
      float[] query = new float[headDim];
      data.query().read(start, query, 0, headDim);

      double[] weights = new double[tokens];
      double largest = Double.NEGATIVE_INFINITY;
      for (int token = 0; token < tokens; token++) {
        double score = 0;
        for (int i = 0; i < headDim; i++) {
          score += (double) query[i] * keys[token * headDim + i];
        }
        weights[token] = score * data.scale();
        largest = Math.max(largest, weights[token]);
      }

      double total = 0;
      for (int token = 0; token < tokens; token++) {
        weights[token] = Math.exp(weights[token] - largest);
        total += weights[token];
      }
      for (int token = 0; token < tokens; token++) {
        double share = weights[token] / total;
        for (int i = 0; i < headDim; i++) {
          result[start + i] += share * values[token * headDim + i];
        }
      }
    }
  }
}
