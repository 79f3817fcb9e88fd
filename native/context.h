/* context.h: the life of one opened device: memory, callables, and one run at a time. Confined to one thread, the one
 * that opened it (fact sheet 0.7). Knows no JNI. Functions that return int give 0, or -1 with a sentence in *error,
 * unless they say otherwise. */
#ifndef SLUICE_CONTEXT_H
#define SLUICE_CONTEXT_H

#include "load.h"

/* The arguments are part of it, so that a launch allocates nothing. */
typedef struct sluice_context {
  sluice_library *library;
  void *device;  /* the host runtime's context */
  void *storage; /* of the native run; the host runtime's while running is true */
  bool running;
  struct sluice_context *next_retired;
  sluice_call_config config;
  sluice_task_arguments arguments;
} sluice_context;

typedef struct {
  const void *bytes;
  size_t length;
} sluice_bytes;

typedef struct {
  sluice_bytes aicpu;
  sluice_bytes aicore;
  sluice_bytes dispatcher; /* none on a simulator */
} sluice_executors;

/* The first open of a library also probes it (probe.h). */
int sluice_open(sluice_context **out, sluice_library *library, int32_t device_id, const sluice_executors *executors,
                sluice_bytes config, sluice_error *error);

/* Frees the context and what it holds, also where this fails; refuses, with nothing done, while a run is unfinished.
 * retired: a run hangs in it, so the device is not told, and the memory that it may still write to is never freed. */
int sluice_close(sluice_context *context, bool retired, sluice_error *error);

/* *address is 0, and the result 0, where the device has no room. */
int sluice_allocate(sluice_context *context, int64_t bytes, uint64_t *address, sluice_error *error);
void sluice_free(sluice_context *context, uint64_t address);
uint64_t sluice_committed_bytes(sluice_context *context);

int sluice_copy_to_device(sluice_context *context, uint64_t target, sluice_bytes source, sluice_error *error);
int sluice_copy_to_host(sluice_context *context, void *target, uint64_t source, size_t bytes, sluice_error *error);

/* callable: flat (marshal.h). */
int sluice_register(sluice_context *context, int32_t id, sluice_bytes callable, sluice_error *error);
int sluice_unregister(sluice_context *context, int32_t id, sluice_error *error);

/* Prepares and launches; arguments: flat (marshal.h). Where either fails, no run is left behind.
 * bank: 0, or 1 where the contract gives each run an arena of its own. */
int sluice_launch(sluice_context *context, int32_t id, sluice_bytes arguments, int32_t bank, sluice_error *error);

/* 1 complete, 0 not yet, or the host runtime's code; -1 where nothing runs. */
int sluice_poll(sluice_context *context);

/* Ends the run, waiting for it if need be; the host runtime's code, or -1 where nothing runs. */
int sluice_finish(sluice_context *context);

/* Identifies a run: run_epoch grows, over reloads of this library too. */
sluice_run_descriptor sluice_describe_run(uint32_t slot, uint32_t bank);

#endif
