package dev.sluice.cli.workload;

import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the test resources, which are version 1, C order, float32 or int32. */
final class NpyFile {

  private static final int HEADER_LENGTH_AT = 8;
  private static final int HEADER_AT = 10;

  private NpyFile() {}

  static HostTensor read(String name) {
    byte[] bytes = bytes("/paged_attention/" + name + ".npy");
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int dataAt = HEADER_AT + file.getShort(HEADER_LENGTH_AT);
    String header = new String(bytes, HEADER_AT, dataAt - HEADER_AT, StandardCharsets.US_ASCII);
    DataType type = header.contains("'<f4'") ? DataType.FLOAT32 : DataType.INT32;
    Matcher shape = Pattern.compile("\\(([^)]*)\\)").matcher(header);
    if (!shape.find()) {
      throw new IllegalStateException(header);
    }
    long[] extents =
        Arrays.stream(shape.group(1).split(","))
            .map(String::strip)
            .filter(extent -> !extent.isEmpty())
            .mapToLong(Long::parseLong)
            .toArray();
    byte[] data = Arrays.copyOfRange(bytes, dataAt, bytes.length);
    return HostTensor.wrap(data, type, Shape.of(extents));
  }

  private static byte[] bytes(String resource) {
    try (InputStream in = NpyFile.class.getResourceAsStream(resource)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
