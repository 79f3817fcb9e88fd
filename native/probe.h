/* probe.h: asks a host runtime for what it must refuse, since nothing else tells a layout that has moved (fact sheet,
 * section 11). Confined to the context's thread. Knows no JNI. No probe runs anything on the device. */
#ifndef SLUICE_PROBE_H
#define SLUICE_PROBE_H

#include "context.h"

/* What can be asked right after opening, with nothing registered. 0, or -1 with what the library did instead. */
int sluice_probe_refusals(sluice_context *context, sluice_error *error);

/* What can be asked with a callable that works: registers it at id, which must be free, and takes it away again.
 * callable and arguments are flat (marshal.h); the callable has a kernel, and the arguments fit it. */
int sluice_probe_callable(sluice_context *context, int32_t id, sluice_bytes callable, sluice_bytes arguments,
                          sluice_error *error);

#endif
