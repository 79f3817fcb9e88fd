/* What a registered callable does, found by the name of its entry. Kernel binaries are not executed. */
#ifndef STANDIN_PROGRAMS_H
#define STANDIN_PROGRAMS_H

#include "run.h"

enum { PROGRAM_HANGS = 1 };

struct program {
  const char *entry;
  int tensors;
  int scalars;
  int (*on_host)(struct run *run);   /* while a graph is built on the host; nullable */
  int (*on_device)(struct run *run); /* 0, an error code, or PROGRAM_HANGS */
};

/* Returns NULL for an unknown entry. */
const struct program *programs_find(const char *entry);

#endif
