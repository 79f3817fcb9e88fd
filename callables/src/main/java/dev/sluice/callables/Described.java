package dev.sluice.callables;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One object of a description, with its path in it, which every message starts with. Whatever is
 * not asked for is refused in the end. Not thread-safe.
 */
final class Described {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String path;
  private final JsonNode node;
  private final Set<String> asked = new LinkedHashSet<>();

  private Described(String path, JsonNode node) {
    this.path = path;
    this.node = node;
    if (!node.isObject()) {
      throw wrong("is " + kind(node) + ", not an object", "write an object, in braces");
    }
  }

  /** Reads a whole description. */
  static Described parse(byte[] text) {
    try {
      return new Described("$", MAPPER.readTree(text));
    } catch (JacksonException e) {
      throw new RejectedCallException(
          ErrorDetail.remedy("correct it; docs/callables.md describes it"),
          CallableFolder.DESCRIPTION + " is not JSON: " + e.getOriginalMessage(),
          e);
    }
  }

  RejectedCallException wrong(String problem, String remedy) {
    return wrongAt(path, problem, remedy);
  }

  private static RejectedCallException wrongAt(String path, String problem, String remedy) {
    return new RejectedCallException(
        ErrorDetail.remedy(remedy), CallableFolder.DESCRIPTION + ": " + path + " " + problem);
  }

  private static String kind(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT -> "an object";
      case STRING -> "a text";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      default -> "null";
    };
  }

  List<String> names() {
    return List.copyOf(node.propertyNames());
  }

  boolean has(String key) {
    asked.add(key);
    return node.has(key);
  }

  private JsonNode value(String key) {
    if (!has(key)) {
      throw wrong("lacks '" + key + "'", "add it");
    }
    return node.get(key);
  }

  private String at(String key) {
    return path + "." + key;
  }

  Described object(String key) {
    return new Described(at(key), value(key));
  }

  String text(String key) {
    return text(at(key), value(key));
  }

  private static String text(String path, JsonNode node) {
    if (!node.isString()) {
      throw wrongAt(path, "is " + kind(node) + ", not a text", "write it in quotes");
    }
    return node.stringValue();
  }

  long number(String key, long least, long most) {
    JsonNode value = value(key);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw wrongAt(
          at(key), "is " + kind(value) + ", not a whole number", "write it without quotes");
    }
    long number = value.longValue();
    if (number < least || number > most) {
      throw wrongAt(
          at(key),
          "is " + number,
          least == most ? "write " + least : "write a number from " + least + " to " + most);
    }
    return number;
  }

  <E extends Enum<E>> E choice(String key, Class<E> type) {
    return choice(at(key), value(key), type);
  }

  private static <E extends Enum<E>> E choice(String path, JsonNode node, Class<E> type) {
    String text = text(path, node);
    return Arrays.stream(type.getEnumConstants())
        .filter(value -> value.name().equals(text.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                wrongAt(
                    path,
                    "is '" + text + "'",
                    "write one of " + Arrays.toString(type.getEnumConstants())));
  }

  <E extends Enum<E>> List<E> choices(String key, Class<E> type) {
    List<E> choices = new ArrayList<>();
    List<JsonNode> items = items(key);
    for (int i = 0; i < items.size(); i++) {
      choices.add(choice(at(key) + "[" + i + "]", items.get(i), type));
    }
    return choices;
  }

  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    List<JsonNode> items = items(key);
    for (int i = 0; i < items.size(); i++) {
      texts.add(text(at(key) + "[" + i + "]", items.get(i)));
    }
    return texts;
  }

  List<Described> list(String key) {
    List<Described> objects = new ArrayList<>();
    List<JsonNode> items = items(key);
    for (int i = 0; i < items.size(); i++) {
      objects.add(new Described(at(key) + "[" + i + "]", items.get(i)));
    }
    return objects;
  }

  private List<JsonNode> items(String key) {
    JsonNode value = value(key);
    if (!value.isArray()) {
      throw wrongAt(at(key), "is " + kind(value) + ", not a list", "write a list, in brackets");
    }
    List<JsonNode> items = new ArrayList<>();
    value.forEach(items::add);
    return items;
  }

  /** Refuses a key that nobody asked for: it is a mistake, or of another schema. */
  void requireAllRead() {
    for (String name : names()) {
      if (!asked.contains(name)) {
        throw wrongAt(at(name), "is not known", "use one of " + asked);
      }
    }
  }
}
