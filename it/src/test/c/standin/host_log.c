#include "host_log.h"

#include <stdatomic.h>
#include <stdio.h>

enum { ERROR = 40 };

static _Atomic(log_state *) bound;

int host_log_bind(log_state *state) {
  static const int32_t thresholds[] = {10, 20, 25, 30, ERROR, 60};
  if (state == NULL || state->abi_version != 1 || state->struct_size < sizeof *state) {
    return -1;
  }
  for (size_t i = 0; i < sizeof thresholds / sizeof *thresholds; i++) {
    if (state->threshold == thresholds[i]) {
      atomic_store(&bound, state);
      return 0;
    }
  }
  return -1;
}

void host_log_error(const char *call, int result) {
  const log_state *state = atomic_load(&bound);
  if (state != NULL && state->threshold <= ERROR) {
    fprintf(stderr, "[ERROR] stand-in: %s returns %d\n", call, result);
  }
}
