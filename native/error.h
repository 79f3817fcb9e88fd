/* error.h: what went wrong, as a kind, the host runtime's own code and a sentence. Knows no JNI. */
#ifndef SLUICE_ERROR_H
#define SLUICE_ERROR_H

#include <stddef.h>
#include <stdint.h>

/* The values are those of dev.sluice.spi.hostruntime.NativeFailure. */
typedef enum {
  SLUICE_FAILED = 0,       /* the host runtime answered with an error code */
  SLUICE_REFUSED = 1,      /* not attempted, or a library that is not the one we speak to */
  SLUICE_OUT_OF_MEMORY = 2 /* no host memory */
} sluice_error_kind;

enum { SLUICE_MESSAGE_BYTES = 1024 };

typedef struct {
  sluice_error_kind kind;
  int64_t code; /* 0 unless kind is SLUICE_FAILED */
  char message[SLUICE_MESSAGE_BYTES];
} sluice_error;

/* Each of these fills *error, cutting a sentence that is too long, and returns -1 for the caller to return. */
int sluice_fail(sluice_error *error, int64_t code, const char *format, ...) __attribute__((format(printf, 3, 4)));
int sluice_refuse(sluice_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
int sluice_exhaust(sluice_error *error, const char *purpose, size_t bytes);

#endif
