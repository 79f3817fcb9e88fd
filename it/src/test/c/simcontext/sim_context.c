/* A stand-in for libcpu_sim_context.so: what the simulated builds of the host runtime take from it (fact sheet,
 * section 2). It keeps which thread is bound to which device, and which device has the simulated cores. */
#include <stdint.h>
#include <stdatomic.h>

#define EXPORTED __attribute__((visibility("default")))

enum { NOBODY = -1 };

static _Thread_local int bound = NOBODY;
static atomic_int holder = NOBODY;

EXPORTED void pto_cpu_sim_bind_device(int device) {
  bound = device;
}

EXPORTED int pto_cpu_sim_get_bound_device(void) {
  return bound;
}

EXPORTED int pto_cpu_sim_acquire_device(int device) {
  int nobody = NOBODY;
  return atomic_compare_exchange_strong(&holder, &nobody, device) ? 0 : -1;
}

EXPORTED void pto_cpu_sim_release_device(int device) {
  int expected = device;
  atomic_compare_exchange_strong(&holder, &expected, NOBODY);
}

EXPORTED unsigned int pto_sim_get_subblock_id(void) {
  return 0;
}

EXPORTED void *pto_sim_get_pipe_shared_state(void) {
  return 0;
}

/* The mangled name is what a C++ host runtime asks for. */
EXPORTED void _Z26sim_context_set_cluster_idj(unsigned int cluster) {
  (void) cluster;
}

/* The log state (fact sheet, 5.9): version 1, at least 16 bytes, a threshold that is a level. */
EXPORTED int simpler_host_log_bind_state(const int32_t *state) {
  return state == 0 || state[0] != 1 || state[1] < 16 ? -1 : 0;
}
