package dev.sluice.cli.npy;

import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.DataType;
import java.util.EnumMap;
import java.util.Map;

/** The element types that NumPy and {@link DataType} share, as a header's {@code descr}. */
final class NpyType {

  private static final Map<DataType, String> NAMES = new EnumMap<>(DataType.class);

  static {
    NAMES.put(DataType.FLOAT32, "f4");
    NAMES.put(DataType.FLOAT16, "f2");
    NAMES.put(DataType.INT8, "i1");
    NAMES.put(DataType.INT16, "i2");
    NAMES.put(DataType.INT32, "i4");
    NAMES.put(DataType.INT64, "i8");
    NAMES.put(DataType.UINT8, "u1");
    NAMES.put(DataType.UINT16, "u2");
    NAMES.put(DataType.UINT32, "u4");
    NAMES.put(DataType.UINT64, "u8");
    NAMES.put(DataType.BOOL, "b1");
  }

  private static final String CONVERT = "convert it before saving: a.astype('<f4')";

  private NpyType() {}

  /**
   * Returns what NumPy calls a type, with its byte order.
   *
   * @throws RejectedCallException if NumPy has no such type
   */
  static String descr(DataType type) {
    String name = NAMES.get(type);
    if (name == null) {
      throw NpyRefusal.of("NumPy has no element type " + type, "use one of " + NAMES.keySet());
    }
    return (type.byteSize() == 1 ? "|" : "<") + name;
  }

  /**
   * Returns the type that a header names.
   *
   * @throws RejectedCallException if it is none of the shared ones, or big-endian
   */
  static DataType of(String descr) {
    for (DataType type : NAMES.keySet()) {
      if (descr.equals(descr(type)) || descr.equals('<' + NAMES.get(type))) {
        return type;
      }
    }
    throw refused(descr);
  }

  private static RejectedCallException refused(String descr) {
    String quoted = NpyRefusal.quoted(descr);
    if (descr.startsWith(">")) {
      String name = descr.substring(1);
      return NpyRefusal.of(
          "element type " + quoted + " is big-endian, but tensors are little-endian",
          NAMES.containsValue(name)
              ? "convert it before saving: a.astype('<" + name + "')"
              : CONVERT);
    }
    String kind = descr.startsWith("<") || descr.startsWith("|") ? descr.substring(1) : descr;
    if (kind.startsWith("O")) {
      return NpyRefusal.of("element type " + quoted + " is Python objects, not numbers", CONVERT);
    }
    if (kind.startsWith("c")) {
      return NpyRefusal.of(
          "element type " + quoted + " is complex, which no device takes",
          "save a.real.astype('<f4') and a.imag.astype('<f4') by themselves");
    }
    return NpyRefusal.of(
        "element type " + quoted + " is none of " + String.join(", ", NAMES.values()), CONVERT);
  }
}
