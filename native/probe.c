#include "probe.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "marshal.h"
#include "memory.h"

static const char REMEDY[] = "its layouts are not those this build knows; install a runtime of August 2026";

/* Asks to prepare a run and takes back what should not have been prepared. */
static int prepare(sluice_context *context, int32_t id, const sluice_call_config *config, uint32_t slot) {
  const sluice_functions *call = &context->library->call;
  const sluice_run_descriptor descriptor = sluice_describe_run(slot, 0);
  const int code =
      call->simpler_prepare_run(context->device, context->storage, id, &context->arguments, config, &descriptor);
  if (code == 0) {
    (void) call->simpler_finalize_run(context->device, context->storage);
  }
  return code;
}

static int expect(int expected, int code, const char *what, sluice_error *error) {
  if (code == expected) {
    return 0;
  }
  return sluice_refuse(error, "the host runtime answers %d to %s, where %d is right: %s", code, what, expected, REMEDY);
}

static int expect_untouched(const sluice_context *context, sluice_error *error) {
  const unsigned char *storage = context->storage;
  for (size_t index = 0; index < context->library->storage_bytes; index++) {
    if (storage[index] != 0) {
      return sluice_refuse(error, "the host runtime wrote to byte %zu of a run's storage while it refused slot 2: %s",
                           index, REMEDY);
    }
  }
  return 0;
}

/* The smallest image with one child; its binaries are no objects, so it could not be registered anyway. */
static int register_child(sluice_context *context, int32_t child, int *code, sluice_error *error) {
  enum { BINARY_BYTES = 64 };
  const size_t bytes = sizeof(sluice_chip_callable) + BINARY_BYTES + sizeof(sluice_core_callable) + BINARY_BYTES;
  sluice_chip_callable *image = sluice_zeroed(SLUICE_STRUCT_ALIGNMENT, bytes);
  if (image == NULL) {
    return sluice_exhaust(error, "a callable", bytes);
  }
  static const char entry[] = "aicpu_orchestration_entry";
  memcpy(image->entry, entry, sizeof entry);
  image->entry_length = sizeof entry - 1;
  image->orchestration_bytes = BINARY_BYTES;
  image->child_count = 1;
  image->child_ids[0] = child;
  image->child_offsets[0] = BINARY_BYTES;
  sluice_core_callable *core = (sluice_core_callable *) ((unsigned char *) (image + 1) + BINARY_BYTES);
  core->binary_bytes = BINARY_BYTES;
  *code = context->library->call.simpler_register_callable(context->device, 0, image);
  free(image);
  if (*code == 0) {
    (void) context->library->call.simpler_unregister_callable(context->device, 0);
  }
  return 0;
}

static int ask_refusals(sluice_context *context, sluice_error *error) {
  if (expect(-1, prepare(context, 0, &context->config, 2), "a run in slot 2", error) != 0 ||
      expect_untouched(context, error) != 0 ||
      expect(-1, prepare(context, 0, &context->config, 0), "a run of a callable that is not registered", error) != 0) {
    return -1;
  }
  int code = 0;
  if (register_child(context, SLUICE_MAX_CHILDREN, &code, error) != 0) {
    return -1;
  }
  return expect(-1, code, "a callable whose kernel has func id 1024", error);
}

int sluice_probe_refusals(sluice_context *context, sluice_error *error) {
  const int32_t threshold = sluice_log_threshold(SLUICE_LOG_SILENT); /* the refusals are meant: no lines about them */
  const int result = ask_refusals(context, error);
  (void) sluice_log_threshold(threshold);
  return result;
}

static int ask_configurations(sluice_context *context, int32_t id, sluice_error *error) {
  sluice_call_config config = {0};
  config.rings.task_window[0] = 3; /* no power of two */
  if (expect(-1, prepare(context, id, &config, 0), "a run with a task window of 3", error) != 0) {
    return -1;
  }
  config = (sluice_call_config) {.aicpu_threads = 1};
  if (expect(-1, prepare(context, id, &config, 0), "a run with 1 AICPU thread", error) != 0) {
    return -1;
  }
  config = (sluice_call_config) {0};
  return expect(0, prepare(context, id, &config, 0), "a run with an empty configuration", error);
}

static int ask_callable(sluice_context *context, int32_t id, sluice_chip_callable *image, sluice_error *error) {
  const sluice_functions *call = &context->library->call;
  const int32_t child = image->child_ids[0];
  image->child_ids[0] = SLUICE_MAX_CHILDREN;
  const int refused = call->simpler_register_callable(context->device, id, image);
  if (refused == 0) {
    (void) call->simpler_unregister_callable(context->device, id);
  }
  image->child_ids[0] = child;
  if (expect(-1, refused, "a callable whose kernel has func id 1024", error) != 0 ||
      expect(0, call->simpler_register_callable(context->device, id, image), "a callable that works", error) != 0) {
    return -1;
  }
  const int result = ask_configurations(context, id, error);
  const int end = call->simpler_unregister_callable(context->device, id);
  return result != 0 ? result : expect(0, end, "taking a callable away", error);
}

int sluice_probe_callable(sluice_context *context, int32_t id, sluice_bytes callable, sluice_bytes arguments,
                          sluice_error *error) {
  if (context->running) {
    return sluice_refuse(error, "a run is unfinished; finish it before probing");
  }
  sluice_chip_callable *image = NULL;
  if (sluice_pack_arguments(&context->arguments, arguments.bytes, arguments.length, error) != 0 ||
      sluice_pack_callable(&image, callable.bytes, callable.length, error) != 0) {
    return -1;
  }
  int result;
  if (image->child_count == 0) {
    result = sluice_refuse(error, "a callable without kernels cannot show that func ids are where they should be");
  } else {
    const int32_t threshold = sluice_log_threshold(SLUICE_LOG_SILENT);
    result = ask_callable(context, id, image, error);
    (void) sluice_log_threshold(threshold);
  }
  free(image);
  return result;
}
