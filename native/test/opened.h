/* opened.h: a context on a fake host runtime, for tests. */
#ifndef SLUICE_TEST_OPENED_H
#define SLUICE_TEST_OPENED_H

#include <stdbool.h>

#include "context.h"
#include "fake.h"

/* The fake's state, all zero; loads the library. probed: whether an open takes the probes for done. */
fake_runtime_state *fresh_fake(const char *name, sluice_library **library, bool probed);

/* Opens device 3 with executors of 2, 3 and no bytes. */
int open_fake(sluice_context **out, sluice_library *library, sluice_error *error);

/* The same where it must succeed. */
sluice_context *opened(sluice_library *library);

/* Closes, where it must succeed. */
void closed(sluice_context *context);

#endif
