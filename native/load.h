/* load.h: opens a host runtime, checks that it is the one we speak to, and keeps it for the life of the process.
 * Thread-safe. Knows no JNI. */
#ifndef SLUICE_LOAD_H
#define SLUICE_LOAD_H

#include <stdatomic.h>
#include <stdbool.h>

#include "abi.h"
#include "error.h"

#define SLUICE_POINTER(result, name, parameters) result(*name) parameters;
typedef struct {
  SLUICE_CALLED_FUNCTIONS(SLUICE_POINTER)
} sluice_functions;
#undef SLUICE_POINTER

/* Immutable once loaded, save what says otherwise; never freed. */
typedef struct sluice_library {
  struct sluice_library *next;
  void *handle;
  sluice_functions call;
  size_t storage_bytes;     /* of a native run */
  size_t storage_alignment; /* a power of two */
  uint32_t depth;           /* runs that may be prepared at once, 1..2 */
  uint32_t banks;           /* arenas on the device: one that all runs share, or one per run */
  atomic_bool probed;
} sluice_library;

/* Opens both files and never closes them: threads that made a run jump into the host runtime when they exit (fact sheet
 * 0.0). sim_context is null on hardware. A file that is open already gives the pointer that it gave before.
 * The log threshold is one per process and JNI library; the last load sets it. */
int sluice_load(sluice_library **out, const char *sim_context, const char *host_runtime, int32_t log_threshold,
                sluice_error *error);

/* Sets the log threshold and returns the one before; for calls that are meant to fail. */
int32_t sluice_log_threshold(int32_t threshold);

#endif
