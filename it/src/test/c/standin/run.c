#define _GNU_SOURCE
#include "run.h"

#include "identity.h"
#include "misuse.h"
#include "programs.h"
#include "simulator.h"
#include "staging.h"
#include "tensors.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { STORAGE_ALIGNMENT = 64, PREPARED_INCOMPATIBLE = -3, BROKEN_CORES = 507018 };

static const uint64_t LIVE = UINT64_C(0x53544e44494e5255);

static pthread_once_t trace_once = PTHREAD_ONCE_INIT;
static pthread_key_t trace_key;

/* Upstream's tracing leaves a destructor in each thread that made a run (section 0, item 0): it is in this
 * library, so a thread that ends after an unload jumps to where nothing is. */
static void end_trace(void *value) {
  (void) value;
}

static void create_trace_key(void) {
  pthread_key_create(&trace_key, end_trace);
}

static void trace_this_thread(void) {
  pthread_once(&trace_once, create_trace_key);
  pthread_setspecific(trace_key, &trace_key);
}

static bool is_ring(uint64_t value, uint64_t least) {
  return value == 0 || (value >= least && value <= INT32_MAX);
}

static bool is_power_of_two(uint64_t value) {
  return (value & (value - 1)) == 0;
}

static bool are_rings_valid(const runtime_env *env) {
  for (int ring = 0; ring < RINGS; ring++) {
    if (!is_ring(env->task_window[ring], 4) || !is_power_of_two(env->task_window[ring])
        || (env->heap[ring] != 0 && env->heap[ring] < 1024)
        || (!identity.graph_on_host && !is_ring(env->dep_pool[ring], 4))) {
      return false;
    }
  }
  return true;
}

static bool is_config_valid(const call_config *config) {
  int32_t threads = config->aicpu_threads;
  bool enabled = false;
  for (size_t i = 0; i < sizeof config->enables / sizeof config->enables[0]; i++) {
    enabled |= config->enables[i] != 0;
  }
  return (threads == 0 || (threads >= 2 && threads <= identity.most_aicpu_threads))
         && are_rings_valid(&config->env) && (!enabled || config->output_prefix[0] != '\0');
}

static void check_args(const task_args *args) {
  if ((uintptr_t) args % 64 != 0) {
    misuse("an argument block at %p is not aligned to 64 bytes", (const void *) args);
  }
  if (args->tensor_count < 0 || args->tensor_count > MAX_TENSORS || args->scalar_count < 0
      || args->scalar_count > MAX_SCALARS) {
    misuse("%d tensors and %d scalars", args->tensor_count, args->scalar_count);
  }
  for (int32_t i = 0; i < args->tensor_count; i++) {
    tensors_check(&args->tensors[i], i);
  }
}

static bool has_too_few(const struct run *run) {
  return run->tensor_count + run->scalar_count < run->program->tensors + run->program->scalars;
}

/* An orchestration that runs on the host takes its arguments without counting them. */
static int build_graph_on_host(struct run *run) {
  if (!identity.graph_on_host) {
    return 0;
  }
  if (has_too_few(run)) {
    misuse("an orchestration on the host reads past %d tensors and %d scalars", run->tensor_count,
           run->scalar_count);
  }
  return run->program->on_host == NULL ? 0 : run->program->on_host(run);
}

static struct run *run_in(struct context *context, void *storage) {
  struct run *run = storage;
  bool is_live = context != NULL && run != NULL && (uintptr_t) storage % STORAGE_ALIGNMENT == 0
                 && run->tag == LIVE && run->context == context;
  return is_live ? run : NULL;
}

static void leave(struct run *run) {
  if (run->entered) {
    simulator_leave(run->context->device);
    run->entered = false;
  }
}

static void forget(struct run *run) {
  leave(run);
  staging_release(run);
  run->context->run = NULL;
  memset(run, 0, offsetof(struct run, scalars));
}

static int may_prepare(const struct context *context, const void *storage, int32_t id,
                       const call_config *config, const run_descriptor *descriptor) {
  uint64_t tag;
  if (descriptor->pipeline_slot >= SLOTS || descriptor->arena_bank >= SLOTS
      || (uintptr_t) storage % STORAGE_ALIGNMENT != 0
      || callables_find(&context->callables, id) == NULL || context->device < 0
      || context->poisoned || !is_config_valid(config)) {
    return -1;
  }
  memcpy(&tag, storage, sizeof tag);
  if (tag != 0) {
    return -1;
  }
  if (context->run != NULL) {
    return identity.onboard ? PREPARED_INCOMPATIBLE : -1;
  }
  return 0;
}

int run_prepare(struct context *context, void *storage, int32_t id, const task_args *args,
                const call_config *config, const run_descriptor *descriptor) {
  int result = may_prepare(context, storage, id, config, descriptor);
  if (result != 0) {
    return result;
  }
  check_args(args);
  if (context_commit_arena(context, &config->env) != 0) {
    return -1;
  }
  struct run *run = storage;
  memset(run, 0, offsetof(struct run, scalars));
  run->context = context;
  run->callable = callables_find(&context->callables, id);
  run->program = run->callable->program;
  run->slot = (int) descriptor->pipeline_slot;
  run->accepted_state = descriptor->accepted_state;
  run->accepted_value = descriptor->accepted_value;
  run->polls_left = context->configuration.polls;
  run->hangs = context->hangs;
  run->tag = LIVE;
  context->run = run;
  result = staging_upload(run, args);
  if (result == 0) {
    result = build_graph_on_host(run);
  }
  if (result != 0) {
    forget(run);
    return result;
  }
  run->collides = !simulator_enter(context->device);
  run->entered = true;
  return 0;
}

int run_launch(struct context *context, void *storage) {
  struct run *run = run_in(context, storage);
  if (run == NULL || run->state != RUN_PREPARED) {
    return -1;
  }
  trace_this_thread();
  run->state = RUN_LAUNCHED;
  if (run->accepted_state != NULL) {
    __atomic_store_n(run->accepted_state, run->accepted_value, __ATOMIC_RELEASE);
  }
  return 0;
}

static int execute(struct run *run) {
  if (run->collides) {
    return -1;
  }
  if (run->callable->has_unlinked_child) {
    return BROKEN_CORES;
  }
  if (!identity.graph_on_host && has_too_few(run)) {
    if (run->callable->checks_counts) {
      return -1;
    }
    misuse("an orchestration reads past %d tensors and %d scalars", run->tensor_count,
           run->scalar_count);
  }
  return run->program->on_device(run);
}

/* Device work is done by the call that finds it done: what a host can see of it is the same, and tests know
 * the order of things. Returns whether the run is complete. */
static bool advance(struct run *run) {
  if (run->state == RUN_COMPLETE) {
    return true;
  }
  int result = run->hangs ? PROGRAM_HANGS : execute(run);
  if (result == PROGRAM_HANGS) {
    run->hangs = true;
    leave(run); /* it disturbs nobody any more */
    return false;
  }
  run->state = RUN_COMPLETE;
  run->code = result;
  run->context->hangs = !identity.onboard && result == -1;
  run->context->poisoned = identity.onboard && result > 0;
  return true;
}

int run_poll(struct context *context, void *storage) {
  struct run *run = run_in(context, storage);
  if (run == NULL || run->state == RUN_PREPARED) {
    return -1;
  }
  if (run->polls_left > 0) {
    run->polls_left--;
    return 0;
  }
  if (context->configuration.hold || !advance(run)) {
    return 0;
  }
  return run->code == 0 || context->configuration.errors_in_finalize_only ? 1 : run->code;
}

static void wait_for(struct run *run) {
  while (!advance(run)) {
    pause();
  }
}

int run_wait(struct context *context, void *storage) {
  struct run *run = run_in(context, storage);
  if (run == NULL || run->state == RUN_PREPARED) {
    return -1;
  }
  wait_for(run);
  return run->code;
}

int run_finalize(struct context *context, void *storage) {
  struct run *run = run_in(context, storage);
  if (run == NULL) {
    return -1;
  }
  int result = 0;
  if (run->state != RUN_PREPARED) {
    wait_for(run);
    result = run->code == 0 ? staging_download(run) : run->code;
  }
  forget(run);
  return result;
}
