#include "context.h"

#include "host_log.h"
#include "identity.h"
#include "simulator.h"

#include <string.h>

/* The device that the thread attached to; devices of a card are told apart, contexts are not. */
static _Thread_local int attached_device = -1;

void context_begin(struct context *context, struct record *record, const char *call) {
  configuration_refresh(&context->configuration);
  record_begin(record, &context->configuration, context->device, call);
}

int context_end(struct record *record, const char *call, int result) {
  record_number(record, "result", result);
  record_end(record);
  if (result != 0 && result != 1) { /* 1 says that a run is complete */
    host_log_error(call, result);
  }
  return result;
}

void context_attach(const struct context *context) {
  attached_device = context->device;
  simulator_bind(context->device);
}

bool context_attached(const struct context *context) {
  return !identity.onboard || (context->device >= 0 && attached_device == context->device);
}

static uint64_t bytes_of_arena(const runtime_env *env) {
  static const uint64_t default_heap = UINT64_C(256) << 20;
  uint64_t bytes = identity.arena_bytes;
  for (int ring = 0; ring < RINGS; ring++) {
    if (env->heap[ring] != 0 && !identity.graph_on_host) {
      bytes = bytes - default_heap + env->heap[ring];
    }
  }
  return bytes;
}

int context_commit_arena(struct context *context, const runtime_env *env) {
  if (context->arena_bytes != 0 && memcmp(&context->arena_env, env, sizeof *env) == 0) {
    return 0;
  }
  memory_release(&context->memory, context->arena_bytes);
  context->arena_bytes = 0;
  uint64_t bytes = bytes_of_arena(env);
  if (memory_commit(&context->memory, bytes) != 0) {
    return -1;
  }
  context->arena_env = *env;
  context->arena_bytes = bytes;
  return 0;
}

void context_clear(struct context *context) {
  callables_clear(&context->callables);
  memory_clear(&context->memory);
  memset(context->staging, 0, sizeof context->staging);
  context->arena_bytes = 0;
  context->hangs = false;
}
