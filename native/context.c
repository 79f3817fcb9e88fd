#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "context.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "marshal.h"
#include "memory.h"
#include "probe.h"

/* Contexts that a run still hangs in. Kept in reach, so that a leak checker knows that they are meant. */
static pthread_mutex_t retired_lock = PTHREAD_MUTEX_INITIALIZER;
static sluice_context *retired_contexts;

static _Atomic uint64_t last_epoch;

/* A clock's nanoseconds for a start: a copy of this library that is loaded later begins above all runs of this one. */
static uint64_t next_epoch(void) {
  if (atomic_load_explicit(&last_epoch, memory_order_relaxed) == 0) {
    struct timespec now;
    (void) clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t none = 0;
    const uint64_t start = (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec + 1;
    (void) atomic_compare_exchange_strong(&last_epoch, &none, start);
  }
  return atomic_fetch_add_explicit(&last_epoch, 1, memory_order_relaxed) + 1;
}

sluice_run_descriptor sluice_describe_run(uint32_t slot, uint32_t bank) {
  const uint64_t epoch = next_epoch();
  return (sluice_run_descriptor) {.pipeline_slot = slot,
                                  .arena_bank = bank,
                                  .run_id = epoch,
                                  .generation = epoch,
                                  .dispatch_id = epoch,
                                  .run_epoch = epoch};
}

static int check_executors(const sluice_executors *executors, sluice_error *error) {
  if (executors->aicpu.length == 0) {
    return sluice_refuse(error, "the AICPU executor is empty");
  }
  if (executors->aicore.length == 0) {
    return sluice_refuse(error, "the AICore executor is empty");
  }
  return 0;
}

static int start_device(sluice_context *context, int32_t device_id, const sluice_executors *executors,
                        sluice_error *error) {
  const sluice_functions *call = &context->library->call;
  context->device = call->create_device_context();
  if (context->device == NULL) {
    return sluice_fail(error, -1, "create_device_context: the host runtime gave none");
  }
  const int code = call->simpler_init(context->device, device_id, executors->aicpu.bytes, executors->aicpu.length,
                                      executors->aicore.bytes, executors->aicore.length, executors->dispatcher.bytes,
                                      executors->dispatcher.length, &context->config);
  if (code != 0) {
    call->destroy_device_context(context->device); /* and no finalize_device (fact sheet, section 2) */
    return sluice_fail(error, code, "simpler_init: the host runtime returned %d for device %" PRId32, code, device_id);
  }
  return 0;
}

static int stop_device(sluice_context *context, sluice_error *error) {
  const sluice_functions *call = &context->library->call;
  const int code = call->finalize_device(context->device);
  call->destroy_device_context(context->device);
  return code == 0 ? 0 : sluice_fail(error, code, "finalize_device: the host runtime returned %d", code);
}

/* Returns a context that owns its memory and no device yet. */
static int create(sluice_context **out, sluice_library *library, sluice_bytes config, sluice_error *error) {
  sluice_context *context = sluice_zeroed(_Alignof(sluice_context), sizeof *context);
  if (context == NULL) {
    return sluice_exhaust(error, "a device context", sizeof *context);
  }
  context->library = library;
  if (sluice_pack_config(&context->config, config.bytes, config.length, error) != 0) {
    free(context);
    return -1;
  }
  context->storage = sluice_zeroed(library->storage_alignment, library->storage_bytes);
  if (context->storage == NULL) {
    free(context);
    return sluice_exhaust(error, "the storage of a run", library->storage_bytes);
  }
  *out = context;
  return 0;
}

static void discard(sluice_context *context) {
  free(context->storage);
  free(context);
}

int sluice_open(sluice_context **out, sluice_library *library, int32_t device_id, const sluice_executors *executors,
                sluice_bytes config, sluice_error *error) {
  sluice_context *context = NULL;
  if (check_executors(executors, error) != 0 || create(&context, library, config, error) != 0) {
    return -1;
  }
  if (start_device(context, device_id, executors, error) != 0) {
    discard(context);
    return -1;
  }
  if (!atomic_load(&library->probed)) {
    if (sluice_probe_refusals(context, error) != 0) {
      sluice_error second; /* the first is the one to tell */
      (void) stop_device(context, &second);
      discard(context);
      return -1;
    }
    atomic_store(&library->probed, true);
  }
  *out = context;
  return 0;
}

int sluice_close(sluice_context *context, bool retired, sluice_error *error) {
  if (retired) {
    (void) pthread_mutex_lock(&retired_lock);
    context->next_retired = retired_contexts;
    retired_contexts = context;
    (void) pthread_mutex_unlock(&retired_lock);
    return 0;
  }
  if (context->running) {
    return sluice_refuse(error, "a run is unfinished; finish it, or retire the context");
  }
  const int result = stop_device(context, error);
  discard(context);
  return result;
}

int sluice_allocate(sluice_context *context, int64_t bytes, uint64_t *address, sluice_error *error) {
  if (bytes < 1) {
    return sluice_refuse(error, "%" PRId64 " bytes of device memory; at least 1 is needed", bytes);
  }
  *address = (uintptr_t) context->library->call.device_malloc_ctx(context->device, (size_t) bytes);
  return 0;
}

void sluice_free(sluice_context *context, uint64_t address) {
  context->library->call.device_free_ctx(context->device, (void *) (uintptr_t) address);
}

uint64_t sluice_committed_bytes(sluice_context *context) {
  return context->library->call.committed_device_memory_ctx(context->device);
}

int sluice_copy_to_device(sluice_context *context, uint64_t target, sluice_bytes source, sluice_error *error) {
  const int code = context->library->call.copy_to_device_ctx(context->device, (void *) (uintptr_t) target,
                                                             source.bytes, source.length);
  if (code != 0) {
    return sluice_fail(error, code, "copy_to_device_ctx: the host runtime returned %d for %zu bytes to 0x%" PRIx64,
                       code, source.length, target);
  }
  return 0;
}

int sluice_copy_to_host(sluice_context *context, void *target, uint64_t source, size_t bytes, sluice_error *error) {
  const int code = context->library->call.copy_from_device_ctx(context->device, target, (void *) (uintptr_t) source,
                                                               bytes);
  if (code != 0) {
    return sluice_fail(error, code, "copy_from_device_ctx: the host runtime returned %d for %zu bytes from 0x%" PRIx64,
                       code, bytes, source);
  }
  return 0;
}

int sluice_register(sluice_context *context, int32_t id, sluice_bytes callable, sluice_error *error) {
  sluice_chip_callable *image = NULL;
  if (sluice_pack_callable(&image, callable.bytes, callable.length, error) != 0) {
    return -1;
  }
  const int code = context->library->call.simpler_register_callable(context->device, id, image);
  free(image);
  if (code != 0) {
    return sluice_fail(error, code, "simpler_register_callable: the host runtime returned %d for id %" PRId32, code,
                       id);
  }
  return 0;
}

int sluice_unregister(sluice_context *context, int32_t id, sluice_error *error) {
  const int code = context->library->call.simpler_unregister_callable(context->device, id);
  if (code != 0) {
    return sluice_fail(error, code, "simpler_unregister_callable: the host runtime returned %d for id %" PRId32, code,
                       id);
  }
  return 0;
}

/* A run's slot is its arena, unless all runs share the one arena (fact sheet 5.4). */
static int check_bank(const sluice_context *context, int32_t bank, sluice_error *error) {
  if (bank < 0 || (uint32_t) bank >= context->library->banks) {
    return sluice_refuse(error, "arena bank %" PRId32 " is outside 0..%" PRIu32 " of this host runtime", bank,
                         context->library->banks - 1);
  }
  return 0;
}

static int launch_prepared(sluice_context *context, sluice_error *error) {
  const sluice_functions *call = &context->library->call;
  const int code = call->simpler_launch_run(context->device, context->storage);
  if (code == 0) {
    context->running = true;
    return 0;
  }
  const int end = call->simpler_finalize_run(context->device, context->storage);
  if (end == 0) {
    return sluice_fail(error, code, "launch: the host runtime returned %d", code);
  }
  return sluice_fail(error, code, "launch: the host runtime returned %d, and %d from ending the run", code, end);
}

int sluice_launch(sluice_context *context, int32_t id, sluice_bytes arguments, int32_t bank, sluice_error *error) {
  if (context->running) {
    return sluice_refuse(error, "a run is unfinished; finish it before the next launch");
  }
  if (check_bank(context, bank, error) != 0 ||
      sluice_pack_arguments(&context->arguments, arguments.bytes, arguments.length, error) != 0) {
    return -1;
  }
  const sluice_run_descriptor descriptor = sluice_describe_run((uint32_t) bank, (uint32_t) bank);
  const int code = context->library->call.simpler_prepare_run(
      context->device, context->storage, id, &context->arguments, &context->config, &descriptor);
  if (code != 0) {
    return sluice_fail(error, code, "prepare: the host runtime returned %d for callable id %" PRId32, code, id);
  }
  return launch_prepared(context, error);
}

int sluice_poll(sluice_context *context) {
  return context->running ? context->library->call.simpler_poll_run(context->device, context->storage) : -1;
}

int sluice_finish(sluice_context *context) {
  if (!context->running) {
    return -1;
  }
  const int code = context->library->call.simpler_finalize_run(context->device, context->storage);
  context->running = false;
  return code;
}
