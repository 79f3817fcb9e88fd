#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *current;
static int tests;
static int checks;
static int failures;

static void fail(const char *file, int line) {
  failures++;
  (void) fprintf(stderr, "%s:%d: in %s: ", file, line, current);
}

void run_test(const char *name, void (*test)(void)) {
  current = name;
  tests++;
  test();
}

void check_number(const char *file, int line, int64_t expected, int64_t actual) {
  checks++;
  if (expected != actual) {
    fail(file, line);
    (void) fprintf(stderr, "expected %" PRId64 ", got %" PRId64 "\n", expected, actual);
  }
}

void check_text(const char *file, int line, const char *expected, const char *actual) {
  checks++;
  if (strcmp(expected, actual) != 0) {
    fail(file, line);
    (void) fprintf(stderr, "expected\n  %s\ngot\n  %s\n", expected, actual);
  }
}

void check_bytes(const char *file, int line, const void *expected, const void *actual, size_t bytes) {
  checks++;
  for (size_t index = 0; index < bytes; index++) {
    const int wanted = ((const unsigned char *) expected)[index];
    const int got = ((const unsigned char *) actual)[index];
    if (wanted != got) {
      fail(file, line);
      (void) fprintf(stderr, "expected 0x%02x at byte %zu, got 0x%02x\n", wanted, index, got);
      return;
    }
  }
}

int report_tests(void) {
  (void) printf("native: %d tests, %d checks, %d failed\n", tests, checks, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
}
