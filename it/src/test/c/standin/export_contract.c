#include "exported.h"
#include "host_log.h"
#include "identity.h"

enum { RUNTIME_ALIGNMENT = 64 };

EXPORTED const pipeline_contract *get_pipeline_contract(void) {
  return &identity.contract;
}

EXPORTED size_t get_runtime_size(void) {
  return identity.runtime_bytes;
}

EXPORTED size_t get_runtime_alignment(void) {
  return RUNTIME_ALIGNMENT;
}

EXPORTED int simpler_host_log_bind_state(log_state *state) {
  return host_log_bind(state);
}
