package dev.sluice.callables;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceCallable;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.NativeArtifact;
import dev.sluice.kernel.NativeKernel;
import dev.sluice.kernel.NativeKernel.CoreType;
import dev.sluice.kernel.NativeKernel.Parameter;
import java.nio.file.Path;

/**
 * A folder with a callable: {@value #DESCRIPTION}, which says what it takes and how each platform
 * runs it, and the compiled objects. Stateless.
 */
public final class CallableFolder {

  /** The file that describes the callable. */
  public static final String DESCRIPTION = "callable.json";

  private static final int SCHEMA = 1;

  private final FolderFiles files;

  private CallableFolder(FolderFiles files) {
    this.files = files;
  }

  /**
   * Reads a callable and all its objects, now.
   *
   * @throws RejectedCallException if the folder or a file of it cannot be read, lies outside the
   *     folder, or has another size or hash than described; or if the description has a key that is
   *     not known, lacks one, or has a value of another type: its path in the description says
   *     which
   */
  public static DeviceCallable read(Path folder) {
    FolderFiles files = new FolderFiles(folder);
    return new CallableFolder(files).callable(Described.parse(files.description()));
  }

  private DeviceCallable callable(Described root) {
    root.number("schema", SCHEMA, SCHEMA);
    DeviceCallable.Builder callable =
        DeviceCallable.builder(root.text("name")).signature(signature(root.object("signature")));
    Described platforms = root.object("platforms");
    for (String platform : platforms.names()) {
      callable.artifact(platform, artifact(platforms.object(platform)));
    }
    if (platforms.names().isEmpty()) {
      throw platforms.wrong("names no platform", "describe at least one");
    }
    root.requireAllRead();
    return callable.build();
  }

  private static Signature signature(Described described) {
    Signature.Builder signature = Signature.builder();
    for (Described tensor : described.list("tensors")) {
      signature.tensor(tensor.text("name"), tensor.choice("direction", ArgDirection.class));
      tensor.requireAllRead();
    }
    if (described.has("scalars")) {
      for (Described scalar : described.list("scalars")) {
        signature.scalar(scalar.text("name"), scalar.choice("type", ScalarType.class));
        scalar.requireAllRead();
      }
    }
    described.requireAllRead();
    return signature.build();
  }

  private NativeArtifact artifact(Described described) {
    NativeArtifact.Builder artifact = NativeArtifact.builder();
    Described orchestration = described.object("orchestration");
    artifact.orchestration(files.contents(orchestration));
    if (orchestration.has("entry")) {
      artifact.entry(orchestration.text("entry"));
    }
    if (orchestration.has("config")) {
      artifact.configSymbol(orchestration.text("config"));
    }
    orchestration.requireAllRead();
    for (Described kernel : described.list("kernels")) {
      artifact.kernel(kernel(kernel));
    }
    if (described.has("hostArguments")) {
      artifact.hostArguments(described.texts("hostArguments").toArray(String[]::new));
    }
    described.requireAllRead();
    return artifact.build();
  }

  private NativeKernel kernel(Described described) {
    NativeKernel.Builder kernel =
        NativeKernel.builder(
                (int) described.number("funcId", 0, NativeKernel.MAX_FUNC_ID),
                described.choice("core", CoreType.class))
            .binary(files.contents(described));
    if (described.has("signature")) {
      kernel.signature(described.choices("signature", Parameter.class));
    }
    described.requireAllRead();
    return kernel.build();
  }
}
