/* The logger: mute until the host binds a state to it (section 9). */
#ifndef STANDIN_HOST_LOG_H
#define STANDIN_HOST_LOG_H

#include "layout.h"

/* Returns 0, or -1 for a state that is not in order. The state must live as long as the library. */
int host_log_bind(log_state *state);

void host_log_error(const char *call, int result);

#endif
