/* What a host resolves and a single-chip run does not need: counters, and refusals. */
#include "exported.h"
#include "identity.h"

enum { UNSUPPORTED = -2 };

EXPORTED int supports_concurrent_native_prepare_ctx(void *context) {
  (void) context;
  return identity.onboard ? 1 : 0;
}

EXPORTED uint64_t get_arena_bank_gm_heap_base_ctx(void *context, uint32_t bank) {
  (void) context;
  (void) bank;
  return 0;
}

EXPORTED uint64_t get_retained_temp_addr_ctx(void *context, uint32_t slot) {
  const struct context *of = context;
  return of == NULL || slot >= SLOTS ? 0 : of->staging[slot].address;
}

static size_t registered(const struct context *context) {
  size_t count = 0;
  for (int32_t id = 0; context != NULL && id < MAX_CALLABLES; id++) {
    count += callables_find(&context->callables, id) != NULL;
  }
  return count;
}

EXPORTED size_t get_aicpu_dlopen_count(void *context) {
  return identity.graph_on_host ? 0 : registered(context);
}

EXPORTED size_t get_host_dlopen_count(void *context) {
  return identity.graph_on_host ? registered(context) : 0;
}

EXPORTED size_t get_run_stream_set_create_count(void *context) {
  (void) context;
  return 0;
}

EXPORTED int simpler_provision_dma_workspace(void *context, uint32_t mask, const void *warmup,
                                             uint64_t warmup_bytes) {
  (void) context;
  (void) warmup;
  (void) warmup_bytes;
  return mask == 0 ? 0 : -1;
}

EXPORTED int ensure_acl_ready_ctx(void *context, int device) {
  (void) context;
  (void) device;
  return 0;
}

EXPORTED void *create_comm_stream_ctx(void *context) {
  (void) context;
  return NULL;
}

EXPORTED int destroy_comm_stream_ctx(void *context, void *stream) {
  (void) context;
  (void) stream;
  return UNSUPPORTED;
}

/* Communication between chips; the parameters are not known here, and none is looked at. */
#define REFUSED(name)         \
  EXPORTED int name(void) { \
    return UNSUPPORTED;       \
  }

REFUSED(comm_init)
REFUSED(comm_alloc_windows)
REFUSED(comm_get_local_window_base)
REFUSED(comm_get_window_size)
REFUSED(comm_derive_context)
REFUSED(comm_alloc_domain_windows)
REFUSED(comm_release_domain_windows)
REFUSED(comm_global_domain_prepare)
REFUSED(comm_global_domain_import)
REFUSED(comm_global_domain_release)
REFUSED(comm_barrier)
REFUSED(comm_destroy)
