/* A stand-in for libcpu_sim_context.so: what all simulated devices of a process share. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORTED __attribute__((visibility("default")))

static _Thread_local int bound_device = -1;
static atomic_int runs;

EXPORTED void _Z26sim_context_set_cluster_idj(unsigned int cluster) {
  (void) cluster;
}

EXPORTED void pto_cpu_sim_bind_device(int device) {
  bound_device = device;
}

EXPORTED int pto_cpu_sim_get_bound_device(void) {
  return bound_device;
}

/* Upstream's simulated devices are not apart from each other: two runs at a time go wrong (section 0, item 2). */
EXPORTED int pto_cpu_sim_acquire_device(int device) {
  (void) device;
  return atomic_fetch_add(&runs, 1) == 0 ? 0 : -1;
}

EXPORTED void pto_cpu_sim_release_device(int device) {
  (void) device;
  atomic_fetch_sub(&runs, 1);
}

EXPORTED uint32_t pto_sim_get_subblock_id(void) {
  return 0;
}

EXPORTED void *pto_sim_get_pipe_shared_state(void) {
  return NULL;
}

EXPORTED int simpler_host_log_bind_state(const void *state) {
  const int32_t *words = state;
  return words == NULL || words[0] != 1 || (uint32_t) words[1] < 16 ? -1 : 0;
}
