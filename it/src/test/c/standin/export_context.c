#include "exported.h"
#include "identity.h"
#include "misuse.h"
#include "run.h"
#include "simulator.h"

#include <stdlib.h>

EXPORTED void *create_device_context(void) {
  struct context *context = calloc(1, sizeof *context);
  if (context == NULL) {
    return NULL;
  }
  context->device = -1;
  configuration_open(&context->configuration);
  struct record record;
  record_begin(&record, &context->configuration, -1, "create_device_context");
  int code = 0;
  bool fails = configuration_fails(&context->configuration, "create_device_context", &code)
               || memory_open(&context->memory) != 0;
  record_number(&record, "result", fails ? -1 : 0);
  record_end(&record);
  if (fails) {
    free(context);
    return NULL;
  }
  context->memory.capacity = context->configuration.memory;
  return context;
}

EXPORTED void destroy_device_context(void *handle) {
  struct context *context = handle;
  if (context == NULL) {
    return;
  }
  struct record record;
  context_begin(context, &record, "destroy_device_context");
  if (context->run != NULL) {
    context_end(&record, "destroy_device_context", -1);
    return;
  }
  callables_clear(&context->callables);
  memory_close(&context->memory);
  record_number(&record, "result", 0);
  record_end(&record);
  free(context);
}

static void record_binary(struct record *record, const char *key, const uint8_t *bytes, size_t length) {
  record_text(record, "binary", key);
  record_number(record, "bytes", (int64_t) length);
  if (bytes != NULL) {
    record_address(record, "hash", record_hash(bytes, length));
  }
}

static int init(struct context *context, int device, size_t aicpu_bytes, size_t aicore_bytes,
                size_t dispatcher_bytes, const call_config *prewarm) {
  if (device < 0 || (context->device >= 0 && context->device != device) || aicpu_bytes == 0
      || aicore_bytes == 0 || (identity.onboard && dispatcher_bytes == 0)) {
    return -1;
  }
  context->device = device;
  context_attach(context);
  bool builds_arena = prewarm != NULL && !identity.graph_on_host;
  return builds_arena ? context_commit_arena(context, &prewarm->env) : 0;
}

EXPORTED int simpler_init(void *handle, int device, const uint8_t *aicpu, size_t aicpu_bytes,
                          const uint8_t *aicore, size_t aicore_bytes, const uint8_t *dispatcher,
                          size_t dispatcher_bytes, const call_config *prewarm) {
  struct context *context = handle;
  if (context == NULL) {
    return -1;
  }
  struct record record;
  context_begin(context, &record, "simpler_init");
  record_number(&record, "id", device);
  record_binary(&record, "aicpu", aicpu, aicpu_bytes);
  record_binary(&record, "aicore", aicore, aicore_bytes);
  record_binary(&record, "dispatcher", dispatcher, dispatcher_bytes);
  if (prewarm != NULL) {
    record_bytes(&record, "prewarm", prewarm, sizeof *prewarm);
  }
  int result = 0;
  if (!configuration_fails(&context->configuration, "simpler_init", &result)) {
    result = init(context, device, aicpu == NULL ? 0 : aicpu_bytes, aicore == NULL ? 0 : aicore_bytes,
                  dispatcher == NULL ? 0 : dispatcher_bytes, prewarm);
  }
  return context_end(&record, "simpler_init", result);
}

EXPORTED int finalize_device(void *handle) {
  struct context *context = handle;
  if (context == NULL) {
    return -1;
  }
  struct record record;
  context_begin(context, &record, "finalize_device");
  if (context->run != NULL) {
    return context_end(&record, "finalize_device", -1);
  }
  int bound = simulator_bound();
  if (bound >= 0 && context->device >= 0 && bound != context->device) {
    misuse("finalize_device of device %d on a thread of device %d", context->device, bound);
  }
  int result = 0;
  configuration_fails(&context->configuration, "finalize_device", &result);
  context_clear(context);
  context->poisoned = false;
  context->device = -1;
  return context_end(&record, "finalize_device", result);
}
