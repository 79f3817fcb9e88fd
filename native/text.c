#include "text.h"

#include <stdbool.h>

enum { REPLACEMENT = 0xFFFD, FIRST_SUPPLEMENTARY = 0x10000, LAST_POINT = 0x10FFFF };

static bool is_high(uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }

static bool is_low(uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

static size_t put_point(char *out, uint32_t point) {
  if (point < 0x80) {
    out[0] = (char) point;
    return 1;
  }
  if (point < 0x800) {
    out[0] = (char) (0xC0 | point >> 6);
    out[1] = (char) (0x80 | (point & 0x3F));
    return 2;
  }
  if (point < FIRST_SUPPLEMENTARY) {
    out[0] = (char) (0xE0 | point >> 12);
    out[1] = (char) (0x80 | (point >> 6 & 0x3F));
    out[2] = (char) (0x80 | (point & 0x3F));
    return 3;
  }
  out[0] = (char) (0xF0 | point >> 18);
  out[1] = (char) (0x80 | (point >> 12 & 0x3F));
  out[2] = (char) (0x80 | (point >> 6 & 0x3F));
  out[3] = (char) (0x80 | (point & 0x3F));
  return 4;
}

size_t sluice_to_utf8(char *out, const uint16_t *text, size_t units) {
  size_t bytes = 0;
  for (size_t index = 0; index < units; index++) {
    uint32_t point = text[index];
    if (is_high(point) && index + 1 < units && is_low(text[index + 1])) {
      point = FIRST_SUPPLEMENTARY + ((point - 0xD800) << 10) + (text[++index] - 0xDC00u);
    } else if (is_high(point) || is_low(point)) {
      point = '?';
    }
    bytes += put_point(out + bytes, point);
  }
  return bytes;
}

/* Bytes of the point that starts with this one; 0 where none does. */
static size_t point_bytes(unsigned char first) {
  if (first < 0x80) {
    return 1;
  }
  if ((first & 0xE0) == 0xC0) {
    return 2;
  }
  if ((first & 0xF0) == 0xE0) {
    return 3;
  }
  return (first & 0xF8) == 0xF0 ? 4 : 0;
}

/* Length and value of the point at text; length 0 where it is not well formed. Stops at the NUL by itself, which is no
 * continuation byte. */
static size_t get_point(const unsigned char *text, uint32_t *point) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, FIRST_SUPPLEMENTARY};
  const size_t length = point_bytes(text[0]);
  if (length < 2) {
    *point = text[0];
    return length;
  }
  *point = text[0] & (0x7Fu >> length);
  for (size_t index = 1; index < length; index++) {
    if ((text[index] & 0xC0) != 0x80) {
      return 0;
    }
    *point = *point << 6 | (text[index] & 0x3Fu);
  }
  return *point < least[length] || *point > LAST_POINT || is_high(*point) || is_low(*point) ? 0 : length;
}

size_t sluice_to_utf16(uint16_t *out, const char *text) {
  size_t units = 0;
  const unsigned char *next = (const unsigned char *) text;
  while (*next != 0) {
    uint32_t point;
    const size_t length = get_point(next, &point);
    if (length == 0) {
      point = REPLACEMENT;
    }
    next += length == 0 ? 1 : length;
    if (point >= FIRST_SUPPLEMENTARY) {
      out[units++] = (uint16_t) (0xD800 + ((point - FIRST_SUPPLEMENTARY) >> 10));
      point = 0xDC00 + ((point - FIRST_SUPPLEMENTARY) & 0x3FF);
    }
    out[units++] = (uint16_t) point;
  }
  return units;
}
