#include "misuse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void misuse(const char *format, ...) {
  va_list values;
  va_start(values, format);
  fputs("stand-in: misuse: ", stderr);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  va_end(values);
  abort();
}
