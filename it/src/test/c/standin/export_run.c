#include "exported.h"
#include "run.h"

static void record_args(struct record *record, const task_args *args) {
  record_number(record, "tensors", args->tensor_count);
  record_number(record, "scalars", args->scalar_count);
  for (int32_t i = 0; i < args->tensor_count && i < MAX_TENSORS; i++) {
    record_bytes(record, "tensor", &args->tensors[i], sizeof args->tensors[i]);
  }
  for (int32_t i = 0; i < args->scalar_count && i < MAX_SCALARS; i++) {
    record_address(record, "scalar", args->scalars[i]);
  }
}

EXPORTED int simpler_prepare_run(void *handle, void *storage, int32_t id, const void *args,
                                 const call_config *config, const run_descriptor *descriptor) {
  struct context *context = handle;
  if (context == NULL || storage == NULL || args == NULL || config == NULL || descriptor == NULL) {
    return -1;
  }
  struct record record;
  context_begin(context, &record, "simpler_prepare_run");
  record_number(&record, "id", id);
  record_args(&record, args);
  record_bytes(&record, "config", config, sizeof *config);
  record_bytes(&record, "descriptor", descriptor, sizeof *descriptor);
  context_attach(context);
  int result = 0;
  if (!configuration_fails(&context->configuration, "simpler_prepare_run", &result)) {
    result = run_prepare(context, storage, id, args, config, descriptor);
  }
  return context_end(&record, "simpler_prepare_run", result);
}

/* The calls on a run that is prepared differ in one function. */
static int call(const char *name, void *handle, void *storage,
                int (*function)(struct context *context, void *storage)) {
  struct context *context = handle;
  if (context == NULL) {
    return -1;
  }
  struct record record;
  context_begin(context, &record, name);
  context_attach(context);
  int result = 0;
  if (!configuration_fails(&context->configuration, name, &result)) {
    result = function(context, storage);
  }
  return context_end(&record, name, result);
}

EXPORTED int simpler_launch_run(void *handle, void *storage) {
  return call("simpler_launch_run", handle, storage, run_launch);
}

EXPORTED int simpler_poll_run(void *handle, void *storage) {
  return call("simpler_poll_run", handle, storage, run_poll);
}

EXPORTED int simpler_wait_run(void *handle, void *storage) {
  return call("simpler_wait_run", handle, storage, run_wait);
}

EXPORTED int simpler_finalize_run(void *handle, void *storage) {
  return call("simpler_finalize_run", handle, storage, run_finalize);
}

EXPORTED int simpler_run(void *handle, void *storage, int32_t id, const void *args,
                         const call_config *config, const run_descriptor *descriptor) {
  int result = simpler_prepare_run(handle, storage, id, args, config, descriptor);
  if (result != 0) {
    return result;
  }
  int executed = simpler_launch_run(handle, storage);
  if (executed == 0) {
    executed = simpler_wait_run(handle, storage);
  }
  result = simpler_finalize_run(handle, storage);
  return result != 0 ? result : executed;
}
