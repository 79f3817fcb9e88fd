#include "error.h"

#include <stdarg.h>
#include <stdio.h>

int sluice_fail(sluice_error *error, int64_t code, const char *format, ...) {
  error->kind = SLUICE_FAILED;
  error->code = code;
  va_list values;
  va_start(values, format);
  (void) vsnprintf(error->message, sizeof error->message, format, values);
  va_end(values);
  return -1;
}

int sluice_refuse(sluice_error *error, const char *format, ...) {
  error->kind = SLUICE_REFUSED;
  error->code = 0;
  va_list values;
  va_start(values, format);
  (void) vsnprintf(error->message, sizeof error->message, format, values);
  va_end(values);
  return -1;
}

int sluice_exhaust(sluice_error *error, const char *purpose, size_t bytes) {
  error->kind = SLUICE_OUT_OF_MEMORY;
  error->code = 0;
  (void) snprintf(error->message, sizeof error->message, "no host memory for %s (%zu bytes)", purpose, bytes);
  return -1;
}
