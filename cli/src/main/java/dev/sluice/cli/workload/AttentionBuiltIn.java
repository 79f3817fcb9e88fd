package dev.sluice.cli.workload;

import dev.sluice.Scalar;
import dev.sluice.Signature;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.HostTensor;
import java.util.List;
import java.util.Map;

/** {@link PagedAttention} on files. Immutable. */
final class AttentionBuiltIn implements BuiltIn {

  private static final int QUERY_RANK = 3;

  @Override
  public String name() {
    return PagedAttention.NAME;
  }

  @Override
  public Signature signature() {
    return PagedAttention.SIGNATURE;
  }

  @Override
  public List<String> description() {
    return List.of(
        "One decoding step of attention over a key/value cache that is cut into blocks.",
        "query: float32 or float16 [sequences, heads, head dim]",
        "key_cache, value_cache: float32 or float16 [blocks, block size, kv heads, head dim]",
        "block_table: int32 [sequences, entries]; -1 where unused",
        "context_lens: int32 [sequences], in tokens",
        "out: type and shape of query",
        "scale: 1/sqrt(head dim) unless given");
  }

  @Override
  public JavaKernel kernel() {
    return new PagedAttentionKernel();
  }

  @Override
  public TensorSpec output(String name, Map<String, HostTensor> inputs) {
    HostTensor query = query(inputs);
    return new TensorSpec(query.dataType(), query.shape());
  }

  @Override
  public Map<String, Scalar> defaultScalars(Map<String, HostTensor> inputs) {
    long headDim = query(inputs).shape().dimension(QUERY_RANK - 1);
    return Map.of("scale", Scalar.float32(PagedAttention.scale(headDim)));
  }

  private static HostTensor query(Map<String, HostTensor> inputs) {
    String name = PagedAttention.tensorName(PagedAttention.QUERY);
    HostTensor query = inputs.get(name);
    if (query == null || query.shape().rank() != QUERY_RANK) {
      throw new RejectedCallException(
          ErrorDetail.builder()
              .callable(PagedAttention.NAME)
              .argument(PagedAttention.QUERY, name)
              .remedy("give " + QUERY_RANK + " dimensions: sequences, heads, head dim")
              .build(),
          query == null ? "is missing" : "has shape " + query.shape());
    }
    return query;
  }
}
