/* check.h: the smallest test frame. A test is a function whose name is a true sentence; each check counts, and a wrong
 * one is printed with its place and does not stop the others. */
#ifndef SLUICE_CHECK_H
#define SLUICE_CHECK_H

#include <stddef.h>
#include <stdint.h>

#define RUN(test) run_test(#test, test)
#define CHECK_NUMBER(expected, actual) check_number(__FILE__, __LINE__, (int64_t) (expected), (int64_t) (actual))
#define CHECK_TEXT(expected, actual) check_text(__FILE__, __LINE__, expected, actual)
#define CHECK_BYTES(expected, actual, bytes) check_bytes(__FILE__, __LINE__, expected, actual, bytes)

void run_test(const char *name, void (*test)(void));
void check_number(const char *file, int line, int64_t expected, int64_t actual);
void check_text(const char *file, int line, const char *expected, const char *actual);
void check_bytes(const char *file, int line, const void *expected, const void *actual, size_t bytes);

/* Prints what ran; the exit code of the program: 0 where all checks held, and there were some. */
int report_tests(void);

#endif
