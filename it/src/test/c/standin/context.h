/* One device as the stand-in keeps it. Calls on one context come one after another. */
#ifndef STANDIN_CONTEXT_H
#define STANDIN_CONTEXT_H

#include "callables.h"
#include "configuration.h"
#include "memory.h"
#include "record.h"

struct run;

/* Device memory that host tensors pass through (section 10); address 0 while there is none. */
struct staging {
  uint64_t address;
  uint64_t bytes;
};

struct context {
  struct configuration configuration;
  struct device_memory memory;
  struct callables callables;
  struct staging staging[SLOTS];
  struct run *run; /* prepared and not finalized, or NULL */
  int device;      /* -1 before it is initialised */
  runtime_env arena_env;
  uint64_t arena_bytes; /* committed for arenas of arena_env */
  bool hangs;           /* the next run does */
  bool poisoned;        /* on board, after a failure of the cores */
};

/* Starts the record of a call. Looks at the configuration first. */
void context_begin(struct context *context, struct record *record, const char *call);

/* Ends the record of a call, and returns the result. An error is also logged where the host bound the log. */
int context_end(struct record *record, const char *call, int result);

/* Makes the calling thread one that works with the device (section 0, item 7). */
void context_attach(const struct context *context);

/* Says whether the calling thread may make memory calls. */
bool context_attached(const struct context *context);

/* Commits the arenas for these rings, if they are not there. Returns 0 or -1. */
int context_commit_arena(struct context *context, const runtime_env *env);

/* Frees all that the device holds. */
void context_clear(struct context *context);

#endif
