/* Which of the builds this is: the only thing that differs between them besides simulator.c. */
#ifndef STANDIN_IDENTITY_H
#define STANDIN_IDENTITY_H

#include "layout.h"

#include <stdbool.h>

struct identity {
  const char *arch;
  bool onboard;
  bool graph_on_host; /* host_build_graph: orchestrations run on the host, while a run is prepared */
  int32_t most_aicpu_threads;
  size_t runtime_bytes;     /* storage of a run (section 2) */
  uint64_t arena_bytes;     /* committed by the first run with default rings (section 4) */
  pipeline_contract contract;
};

extern const struct identity identity;

#endif
