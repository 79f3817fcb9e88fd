/* fake.h: how a test steers a fake host runtime, and what that saw. Found by the name fake_runtime. */
#ifndef SLUICE_FAKE_H
#define SLUICE_FAKE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  /* answers */
  int no_device, init, finalize_device, copy, registered, prepare, launch, poll, finalize;
  int takes_slot_2, writes_storage, takes_unregistered, takes_func_1024, takes_window_3, takes_thread_1;
  uint64_t address;
  /* calls */
  int prepares, launches, finalizes, finalized_devices, destroyed_devices, registers, unregisters;
  int64_t freed;
  int prepared; /* runs prepared and not finalized */
  /* what was handed over last */
  int device_id;
  int32_t threshold; /* the log's, while preparing */
  size_t aicpu_bytes, aicore_bytes, dispatcher_bytes;
  const void *dispatcher;
  const void *arguments, *storage;
  unsigned char prewarm[1144], config[1144], descriptor[56], copied[16], callable[12288];
  uint64_t image_address;
  uint64_t ids; /* registered, as bits */
  const int32_t *log_state;
} fake_runtime_state;

#endif
