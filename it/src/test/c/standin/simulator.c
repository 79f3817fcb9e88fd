#include "simulator.h"

#include "identity.h"

#ifdef STANDIN_ONBOARD

void simulator_bind(int device) {
  (void) device;
}

int simulator_bound(void) {
  return -1;
}

bool simulator_enter(int device) {
  (void) device;
  return true;
}

void simulator_leave(int device) {
  (void) device;
}

#else

/* Only libcpu_sim_context.so has these, and it is not named as needed: a host that does not open it first, for
 * all to see, cannot load this library (section 0, item 1). */
extern void _Z26sim_context_set_cluster_idj(unsigned int cluster);
extern void pto_cpu_sim_bind_device(int device);
extern int pto_cpu_sim_get_bound_device(void);
extern int pto_cpu_sim_acquire_device(int device);
extern void pto_cpu_sim_release_device(int device);

void simulator_bind(int device) {
  pto_cpu_sim_bind_device(device);
  _Z26sim_context_set_cluster_idj(0);
}

int simulator_bound(void) {
  return pto_cpu_sim_get_bound_device();
}

bool simulator_enter(int device) {
  return pto_cpu_sim_acquire_device(device) == 0;
}

void simulator_leave(int device) {
  pto_cpu_sim_release_device(device);
}

#endif
