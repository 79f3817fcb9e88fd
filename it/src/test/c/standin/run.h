/* A run between prepare and finalize. It lives in the storage that the host gives, as upstream's does. */
#ifndef STANDIN_RUN_H
#define STANDIN_RUN_H

#include "context.h"

enum run_state { RUN_PREPARED, RUN_LAUNCHED, RUN_COMPLETE };

struct argument {
  chip_tensor tensor; /* as device code sees it: its address is one of the device, or 0 without bytes */
  uint64_t host;      /* where it came from, 0 for device tensors */
  uint64_t bytes;     /* to transfer, 0 for device tensors */
  bool is_host;
  bool downloads;
};

struct run {
  uint64_t tag;
  struct context *context;
  const struct callable *callable;
  const struct program *program;
  enum run_state state;
  int slot;
  int polls_left;
  int code; /* of a complete run */
  bool hangs;
  bool collides; /* with a run on another simulated device */
  bool entered;  /* the simulator */
  int32_t *accepted_state;
  int32_t accepted_value;
  int32_t tensor_count;
  int32_t scalar_count;
  uint64_t scalars[MAX_SCALARS];
  struct argument arguments[MAX_TENSORS];
};

_Static_assert(sizeof(struct run) <= 48512, "section 2: the least storage that a build asks for");

/* Returns 0, -1, -3 or, where a graph is built on the host, what its building returned. */
int run_prepare(struct context *context, void *storage, int32_t id, const task_args *args,
                const call_config *config, const run_descriptor *descriptor);

/* The calls below return -1 for storage that holds no run of this context. */
int run_launch(struct context *context, void *storage);

/* Returns 1 when it is complete, 0 before, or the code of a failure. */
int run_poll(struct context *context, void *storage);

int run_wait(struct context *context, void *storage);

int run_finalize(struct context *context, void *storage);

#endif
