package dev.sluice.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy between host and device failed. After a failed upload no host byte changed. After a failed
 * download {@link #arrived()} names the arguments whose host bytes are complete and {@link
 * #missing()} those whose host bytes are undefined.
 */
public final class TransferException extends SluiceException {

  private static final long serialVersionUID = 1L;

  private final transient List<ArgumentRef> arrived;
  private final transient List<ArgumentRef> missing;

  /** Makes an exception of a copy that has no arguments beside it, such as an upload. */
  public TransferException(ErrorDetail detail, String problem, @Nullable Throwable cause) {
    this(detail, problem, List.of(), List.of(), cause);
  }

  /** Makes an exception of a download phase. */
  public TransferException(
      ErrorDetail detail,
      String problem,
      List<ArgumentRef> arrived,
      List<ArgumentRef> missing,
      @Nullable Throwable cause) {
    super(detail, problem, cause);
    this.arrived = List.copyOf(arrived);
    this.missing = List.copyOf(missing);
  }

  /** Returns the arguments that did arrive in host memory, in argument order. */
  public List<ArgumentRef> arrived() {
    return arrived == null ? List.of() : arrived; // absent after serialization
  }

  /** Returns the arguments that did not arrive, in argument order. */
  public List<ArgumentRef> missing() {
    return missing == null ? List.of() : missing;
  }
}
