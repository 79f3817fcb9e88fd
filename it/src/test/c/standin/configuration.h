/* The file standin.conf beside the library: where to record, and which calls go wrong. configuration.c has
 * the directives. A file that cannot be understood ends the process. */
#ifndef STANDIN_CONFIGURATION_H
#define STANDIN_CONFIGURATION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

enum { MAX_FAULTS = 16, PATH_BYTES = 4096 };

struct fault {
  char call[64];
  int64_t left; /* fails when this gets to 0 */
  int code;
};

struct configuration {
  bool watched; /* it was there when the context was created */
  struct stat last;
  char log[PATH_BYTES]; /* empty: nothing is recorded */
  int polls;            /* that say "not ready" before a run is looked at */
  bool errors_in_finalize_only;
  bool hold;       /* no run completes */
  uint64_t memory; /* bytes of the device */
  uint64_t room;   /* bytes of those that are handed out */
  struct fault faults[MAX_FAULTS];
  int fault_count;
};

void configuration_open(struct configuration *configuration);

/* Reads the file again if it was replaced. */
void configuration_refresh(struct configuration *configuration);

/* Says whether this call is to fail, and with which code; counts it. */
bool configuration_fails(struct configuration *configuration, const char *call, int *code);

#endif
