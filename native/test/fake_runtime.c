/* A fake host runtime: all symbols, no device. What it answers and saw is in fake_runtime; offsets are numbers of the
 * fact sheet, since this must not agree with native/abi.h by sharing it. Like the real one, it does not say that it needs
 * the simulator context. */
#include <stdlib.h>
#include <string.h>

#include "fake.h"

#ifndef FAKE_NUMBER
#define FAKE_NUMBER 1
#endif
#ifndef FAKE_CONTRACT_VERSION
#define FAKE_CONTRACT_VERSION 1
#endif
#ifndef FAKE_STORAGE_BYTES
#define FAKE_STORAGE_BYTES 1000
#endif
#ifndef FAKE_STORAGE_ALIGNMENT
#define FAKE_STORAGE_ALIGNMENT 128
#endif
#ifndef FAKE_LOG_CODE
#define FAKE_LOG_CODE 0
#endif

fake_runtime_state fake_runtime;
int fake_number(void);
int fake_context_number(void); /* the simulator context's */

static int32_t read32(const void *from, size_t offset) {
  int32_t value;
  memcpy(&value, (const char *) from + offset, 4);
  return value;
}

int fake_number(void) { return FAKE_NUMBER + 10 * fake_context_number(); }

const uint32_t *get_pipeline_contract(void);
const uint32_t *get_pipeline_contract(void) {
#ifdef FAKE_PER_RUN
  static const uint32_t contract[36] = {FAKE_CONTRACT_VERSION, 4, 2, 0, 1, 0, 0, 0, 3, 0, 0, 0, 5, 2, 0, 0, 6, 2};
#else
  static const uint32_t contract[36] = {FAKE_CONTRACT_VERSION, 6, 2, 0, 4, 0, 0, 0, 1, 1, 0, 0, 2, 1, 0, 0,
                                        3, 1, 0, 0, 5, 2, 0, 0, 6, 2};
#endif
  return contract;
}

size_t get_runtime_size(void);
size_t get_runtime_size(void) { return FAKE_STORAGE_BYTES; }

size_t get_runtime_alignment(void);
size_t get_runtime_alignment(void) { return FAKE_STORAGE_ALIGNMENT; }

void *create_device_context(void);
void *create_device_context(void) { return fake_runtime.no_device ? NULL : &fake_runtime; }

void destroy_device_context(void *device);
void destroy_device_context(void *device) {
  (void) device;
  fake_runtime.destroyed_devices++;
}

int simpler_init(void *device, int id, const void *aicpu, size_t aicpu_bytes, const void *aicore, size_t aicore_bytes,
                 const void *dispatcher, size_t dispatcher_bytes, const void *prewarm);
int simpler_init(void *device, int id, const void *aicpu, size_t aicpu_bytes, const void *aicore, size_t aicore_bytes,
                 const void *dispatcher, size_t dispatcher_bytes, const void *prewarm) {
  (void) device;
  (void) aicpu;
  (void) aicore;
  fake_runtime.device_id = id;
  fake_runtime.aicpu_bytes = aicpu_bytes;
  fake_runtime.aicore_bytes = aicore_bytes;
  fake_runtime.dispatcher = dispatcher;
  fake_runtime.dispatcher_bytes = dispatcher_bytes;
  memcpy(fake_runtime.prewarm, prewarm, sizeof fake_runtime.prewarm);
  return fake_runtime.init;
}

int finalize_device(void *device);
int finalize_device(void *device) {
  (void) device;
  fake_runtime.finalized_devices++;
  return fake_runtime.finalize_device;
}

void *device_malloc_ctx(void *device, size_t bytes);
void *device_malloc_ctx(void *device, size_t bytes) {
  (void) device;
  return bytes > 4096 ? NULL : (void *) (uintptr_t) fake_runtime.address;
}

void device_free_ctx(void *device, void *address);
void device_free_ctx(void *device, void *address) {
  (void) device;
  fake_runtime.freed = (int64_t) (uintptr_t) address;
}

size_t committed_device_memory_ctx(void *device);
size_t committed_device_memory_ctx(void *device) {
  (void) device;
  return 5000000000;
}

int copy_to_device_ctx(void *device, void *target, const void *source, size_t bytes);
int copy_to_device_ctx(void *device, void *target, const void *source, size_t bytes) {
  (void) device;
  (void) target;
  memcpy(fake_runtime.copied, source, bytes < 16 ? bytes : 16);
  return fake_runtime.copy;
}

int copy_from_device_ctx(void *device, void *target, const void *source, size_t bytes);
int copy_from_device_ctx(void *device, void *target, const void *source, size_t bytes) {
  (void) device;
  (void) source;
  memset(target, 'd', bytes);
  return fake_runtime.copy;
}

int simpler_register_callable(void *device, int32_t id, const void *callable);
int simpler_register_callable(void *device, int32_t id, const void *callable) {
  (void) device;
  fake_runtime.registers++;
  fake_runtime.image_address = (uintptr_t) callable;
  const size_t child = 9376 + (size_t) read32(callable, 5196);
  const size_t bytes = read32(callable, 9292) == 0 ? 9376 : child + 192 + (size_t) read32(callable, child + 132);
  memcpy(fake_runtime.callable, callable, bytes < sizeof fake_runtime.callable ? bytes : sizeof fake_runtime.callable);
  if ((read32(callable, 1100) > 1023 && !fake_runtime.takes_func_1024) || fake_runtime.registered != 0) {
    return fake_runtime.registered != 0 ? fake_runtime.registered : -1;
  }
  fake_runtime.ids |= UINT64_C(1) << id;
  return 0;
}

int simpler_unregister_callable(void *device, int32_t id);
int simpler_unregister_callable(void *device, int32_t id) {
  (void) device;
  fake_runtime.unregisters++;
  fake_runtime.ids &= ~(UINT64_C(1) << id);
  return 0;
}

static int check_run(int32_t id, const void *config, const void *descriptor, void *storage) {
  if (read32(descriptor, 0) == 2 && !fake_runtime.takes_slot_2) {
    if (fake_runtime.writes_storage) {
      ((char *) storage)[999] = 1;
    }
    return -1;
  }
  if ((fake_runtime.ids >> id & 1) == 0 && !fake_runtime.takes_unregistered) {
    return -1;
  }
  if (read32(config, 24) == 3 && !fake_runtime.takes_window_3) {
    return -1;
  }
  return read32(config, 0) == 1 && !fake_runtime.takes_thread_1 ? -1 : fake_runtime.prepare;
}

int simpler_prepare_run(void *device, void *storage, int32_t id, const void *arguments, const void *config,
                        const void *descriptor);
int simpler_prepare_run(void *device, void *storage, int32_t id, const void *arguments, const void *config,
                        const void *descriptor) {
  (void) device;
  fake_runtime.prepares++;
  fake_runtime.storage = storage;
  fake_runtime.arguments = arguments;
  fake_runtime.threshold = fake_runtime.log_state[2];
  memcpy(fake_runtime.config, config, sizeof fake_runtime.config);
  memcpy(fake_runtime.descriptor, descriptor, sizeof fake_runtime.descriptor);
  const int code = check_run(id, config, descriptor, storage);
  fake_runtime.prepared += code == 0;
  return code;
}

int simpler_launch_run(void *device, void *storage);
int simpler_launch_run(void *device, void *storage) {
  (void) device;
  (void) storage;
  fake_runtime.launches++;
  return fake_runtime.launch;
}

int simpler_poll_run(void *device, void *storage);
int simpler_poll_run(void *device, void *storage) {
  (void) device;
  (void) storage;
  return fake_runtime.poll;
}

int simpler_finalize_run(void *device, void *storage);
int simpler_finalize_run(void *device, void *storage) {
  (void) device;
  (void) storage;
  fake_runtime.finalizes++;
  fake_runtime.prepared--;
  return fake_runtime.finalize;
}

int simpler_host_log_bind_state(const int32_t *state);
int simpler_host_log_bind_state(const int32_t *state) {
  const int32_t threshold = state[2];
  if (FAKE_LOG_CODE != 0 || state[0] != 1 || state[1] < 16 || threshold % 5 != 0 || threshold < 10 || threshold > 60) {
    return -1;
  }
  fake_runtime.log_state = state;
  return 0;
}

#define UNUSED(name) \
  void name(void);   \
  void name(void) { abort(); }
UNUSED(simpler_wait_run)
UNUSED(simpler_run)
UNUSED(supports_concurrent_native_prepare_ctx)
UNUSED(get_arena_bank_gm_heap_base_ctx)
UNUSED(get_retained_temp_addr_ctx)
UNUSED(get_aicpu_dlopen_count)
UNUSED(get_host_dlopen_count)
UNUSED(get_run_stream_set_create_count)
UNUSED(simpler_provision_dma_workspace)
UNUSED(ensure_acl_ready_ctx)
UNUSED(create_comm_stream_ctx)
UNUSED(destroy_comm_stream_ctx)
UNUSED(comm_init)
UNUSED(comm_alloc_windows)
UNUSED(comm_get_local_window_base)
UNUSED(comm_get_window_size)
UNUSED(comm_derive_context)
UNUSED(comm_alloc_domain_windows)
UNUSED(comm_release_domain_windows)
UNUSED(comm_global_domain_prepare)
UNUSED(comm_global_domain_import)
UNUSED(comm_global_domain_release)
UNUSED(comm_barrier)
UNUSED(comm_destroy)
#ifdef FAKE_REMOVED
UNUSED(select_pipeline_slot_ctx)
#endif
