#define _POSIX_C_SOURCE 200809L /* strdup */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "suites.h"
#include "text.h"

static void text_of_every_length_of_point_goes_there_and_back(void) {
  static const uint16_t text[] = {'a', 0x00e9, 0x20ac, 0xd83d, 0xde00};
  char utf8[15];
  const size_t bytes = sluice_to_utf8(utf8, text, 5);
  CHECK_NUMBER(10, bytes);
  CHECK_BYTES("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", utf8, 10);
  utf8[bytes] = '\0';
  uint16_t back[10];
  CHECK_NUMBER(5, sluice_to_utf16(back, utf8));
  CHECK_BYTES(text, back, sizeof text);
}

static void a_lone_surrogate_becomes_a_question_mark(void) {
  static const uint16_t text[] = {0xd83d, 'x', 0xde00, 0xd83d};
  char utf8[12];
  CHECK_NUMBER(4, sluice_to_utf8(utf8, text, 4));
  CHECK_BYTES("?x??", utf8, 4);
}

/* On the heap with nothing behind, so that a sanitizer sees a step over the NUL. */
static void check_replaced(const char *malformed, size_t replacements) {
  char *text = strdup(malformed);
  uint16_t units[8];
  CHECK_NUMBER(replacements, sluice_to_utf16(units, text));
  for (size_t index = 0; index < replacements; index++) {
    CHECK_NUMBER(0xFFFD, units[index]);
  }
  free(text);
}

static void bytes_that_are_no_text_become_replacements(void) {
  check_replaced("\x80", 1);             /* starts in the middle */
  check_replaced("\xc3", 1);             /* ends too early */
  check_replaced("\xf0\x9f\x98", 3);     /* so does this */
  check_replaced("\xc0\xaf", 2);         /* longer than it need be */
  check_replaced("\xed\xa0\x80", 3);     /* a surrogate */
  check_replaced("\xf4\x90\x80\x80", 4); /* beyond the last point */
  check_replaced("\xff", 1);
}

void test_text(void) {
  RUN(text_of_every_length_of_point_goes_there_and_back);
  RUN(a_lone_surrogate_becomes_a_question_mark);
  RUN(bytes_that_are_no_text_become_replacements);
}
