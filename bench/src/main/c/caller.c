/* caller HOME: what the calls that a run of three tensors of 1 KiB makes cost a program in C, on the stand-in for the
 * host runtime in HOME. Prints two numbers of nanoseconds: of one call that does nothing, and of one run. The stand-in
 * is opened by the functions of the JNI libraries; what is measured calls it directly. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "context.h"
#include "memory.h"

enum {
  TENSORS = 3,
  TENSOR_BYTES = 1024,
  ELEMENT_BYTES = 4,
  OBJECT_BYTES = 64, /* the head of a shared object is all that the stand-in looks at */
  CALLS = 10 * 1000 * 1000,
  RUNS = 500 * 1000
};

static void require(int result, const char *what) {
  if (result != 0) {
    (void) fprintf(stderr, "caller: %s: %d\n", what, result);
    exit(1);
  }
}

static void require_good(int result, const sluice_error *error) {
  if (result != 0) {
    (void) fprintf(stderr, "caller: %s\n", error->message);
    exit(1);
  }
}

static double nanoseconds(void) {
  struct timespec now;
  (void) clock_gettime(CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec * 1e9 + (double) now.tv_nsec;
}

static sluice_context *opened(const char *home) {
  char sim_context[4096];
  char host_runtime[4096];
  (void) snprintf(sim_context, sizeof sim_context, "%s/libcpu_sim_context.so", home);
  (void) snprintf(host_runtime, sizeof host_runtime, "%s/a2a3/sim/tensormap_and_ringbuffer/libhost_runtime.so", home);
  sluice_error error;
  sluice_library *library = NULL;
  require_good(sluice_load(&library, sim_context, host_runtime, SLUICE_LOG_SILENT, &error), &error);
  static const unsigned char config[8 + 12 * 8]; /* everything by the host runtime's own choice */
  const sluice_executors executors = {.aicpu = {"aicpu", 5}, .aicore = {"aicore", 6}};
  sluice_context *context = NULL;
  require_good(sluice_open(&context, library, 0, &executors, (sluice_bytes) {config, sizeof config}, &error), &error);
  return context;
}

static void write_object(unsigned char *at) {
  static const unsigned char head[] = {0x7f, 'E', 'L', 'F', 2, 1, 1};
  memcpy(at, head, sizeof head);
  at[16] = 3; /* ET_DYN */
}

/* A callable whose kernel does nothing, under id 0. */
static void register_callable(sluice_context *context) {
  const size_t bytes = sizeof(sluice_chip_callable) + OBJECT_BYTES + sizeof(sluice_core_callable) + OBJECT_BYTES;
  sluice_chip_callable *image = sluice_zeroed(SLUICE_STRUCT_ALIGNMENT, bytes);
  require(image == NULL, "no memory for a callable");
  static const char entry[] = "writes_nothing";
  memcpy(image->entry, entry, sizeof entry);
  image->entry_length = sizeof entry - 1;
  image->orchestration_bytes = OBJECT_BYTES;
  image->child_count = 1;
  image->child_offsets[0] = OBJECT_BYTES;
  unsigned char *orchestration = (unsigned char *) (image + 1);
  write_object(orchestration);
  sluice_core_callable *core = (sluice_core_callable *) (orchestration + OBJECT_BYTES);
  core->binary_bytes = OBJECT_BYTES;
  write_object((unsigned char *) (core + 1));
  require(context->library->call.simpler_register_callable(context->device, 0, image), "simpler_register_callable");
  free(image);
}

static void point_to(sluice_task_arguments *arguments, const unsigned char *device) {
  arguments->tensor_count = TENSORS;
  for (int index = 0; index < TENSORS; index++) {
    arguments->tensors[index] = (sluice_chip_tensor) {.address = (uintptr_t) (device + index * TENSOR_BYTES),
                                                      .buffer_bytes = TENSOR_BYTES,
                                                      .owner_task = UINT64_MAX,
                                                      .rank = 1,
                                                      .contiguous = 1,
                                                      .space = SLUICE_SPACE_DEVICE,
                                                      .shape = {TENSOR_BYTES / ELEMENT_BYTES},
                                                      .extent = TENSOR_BYTES / ELEMENT_BYTES,
                                                      .stride = {1}};
  }
}

static double time_of_a_call(sluice_context *context) {
  const double start = nanoseconds();
  for (int call = 0; call < CALLS; call++) {
    (void) context->library->call.committed_device_memory_ctx(context->device);
  }
  return (nanoseconds() - start) / CALLS;
}

/* Two tensors go up, one comes down; the size of the device's memory is asked for after the run, as Java does. */
static void run(sluice_context *context, unsigned char *device, unsigned char *host) {
  const sluice_functions *call = &context->library->call;
  for (int index = 0; index < TENSORS - 1; index++) {
    const int offset = index * TENSOR_BYTES;
    require(call->copy_to_device_ctx(context->device, device + offset, host + offset, TENSOR_BYTES), "copy_to_device");
  }
  const sluice_run_descriptor descriptor = sluice_describe_run(0, 0);
  require(call->simpler_prepare_run(context->device, context->storage, 0, &context->arguments, &context->config,
                                    &descriptor),
          "simpler_prepare_run");
  require(call->simpler_launch_run(context->device, context->storage), "simpler_launch_run");
  while (call->simpler_poll_run(context->device, context->storage) == 0) {
  }
  require(call->simpler_finalize_run(context->device, context->storage), "simpler_finalize_run");
  (void) call->committed_device_memory_ctx(context->device);
  const int offset = (TENSORS - 1) * TENSOR_BYTES;
  require(call->copy_from_device_ctx(context->device, host + offset, device + offset, TENSOR_BYTES),
          "copy_from_device");
}

static double time_of_a_run(sluice_context *context) {
  static unsigned char host[TENSORS * TENSOR_BYTES];
  unsigned char *device = context->library->call.device_malloc_ctx(context->device, sizeof host);
  require(device == NULL, "device_malloc_ctx");
  register_callable(context);
  point_to(&context->arguments, device);
  const double start = nanoseconds();
  for (int index = 0; index < RUNS; index++) {
    run(context, device, host);
  }
  return (nanoseconds() - start) / RUNS;
}

int main(int count, char **arguments) {
  if (count != 2) {
    (void) fprintf(stderr, "usage: caller HOME\n");
    return 2;
  }
  sluice_context *context = opened(arguments[1]);
  const double of_a_call = time_of_a_call(context);
  const double of_a_run = time_of_a_run(context);
  (void) printf("%.3f %.3f\n", of_a_call, of_a_run);
  sluice_error error;
  require_good(sluice_close(context, false, &error), &error);
  return 0;
}
