#include "exported.h"
#include "misuse.h"

#include <inttypes.h>
#include <string.h>

/* What CANN says on a thread that did not set a device. */
enum { NO_DEVICE_ON_THREAD = 107002 };

EXPORTED void *device_malloc_ctx(void *handle, size_t length) {
  struct context *context = handle;
  if (context == NULL) {
    return NULL;
  }
  struct record record;
  context_begin(context, &record, "device_malloc_ctx");
  int code = 0;
  uint64_t address = 0;
  context->memory.capacity = context->configuration.memory;
  if (!configuration_fails(&context->configuration, "device_malloc_ctx", &code)
      && context_attached(context)) {
    address = memory_hand_out(&context->memory, length, context->configuration.room);
  }
  record_number(&record, "bytes", (int64_t) length);
  record_address(&record, "address", address);
  record_end(&record);
  return (void *) (uintptr_t) address;
}

EXPORTED void device_free_ctx(void *handle, void *address) {
  struct context *context = handle;
  if (context == NULL) {
    return;
  }
  struct record record;
  context_begin(context, &record, "device_free_ctx");
  record_address(&record, "address", (uint64_t) (uintptr_t) address);
  record_end(&record);
  memory_free(&context->memory, (uint64_t) (uintptr_t) address);
}

EXPORTED size_t committed_device_memory_ctx(void *handle) {
  struct context *context = handle;
  return context == NULL ? 0 : memory_committed(&context->memory);
}

/* Upstream does not check: it writes past an allocation, or jumps where there is none. */
static unsigned char *device_bytes(struct context *context, const void *address, size_t length) {
  unsigned char *bytes = memory_bytes(&context->memory, (uint64_t) (uintptr_t) address, length);
  if (bytes == NULL) {
    misuse("a copy of %zu bytes at %p is not inside one allocation", length, address);
  }
  return bytes;
}

static void record_copy(struct record *record, const void *address, const void *bytes, size_t length) {
  record_number(record, "bytes", (int64_t) length);
  record_address(record, "address", (uint64_t) (uintptr_t) address);
  record_contents(record, "contents", bytes, length);
}

EXPORTED int copy_to_device_ctx(void *handle, void *device, const void *host, size_t length) {
  struct context *context = handle;
  if (context == NULL || device == NULL || host == NULL) {
    return -1;
  }
  struct record record;
  context_begin(context, &record, "copy_to_device_ctx");
  record_copy(&record, device, host, length);
  int result = 0;
  if (!configuration_fails(&context->configuration, "copy_to_device_ctx", &result)) {
    result = context_attached(context) ? 0 : NO_DEVICE_ON_THREAD;
  }
  if (result == 0 && length > 0) {
    memcpy(device_bytes(context, device, length), host, length);
  }
  return context_end(&record, "copy_to_device_ctx", result);
}

EXPORTED int copy_from_device_ctx(void *handle, void *host, const void *device, size_t length) {
  struct context *context = handle;
  if (context == NULL || device == NULL || host == NULL) {
    return -1;
  }
  struct record record;
  context_begin(context, &record, "copy_from_device_ctx");
  int result = 0;
  if (!configuration_fails(&context->configuration, "copy_from_device_ctx", &result)) {
    result = context_attached(context) ? 0 : NO_DEVICE_ON_THREAD;
  }
  if (result == 0 && length > 0) {
    memcpy(host, device_bytes(context, device, length), length);
  }
  record_copy(&record, device, host, result == 0 ? length : 0);
  return context_end(&record, "copy_from_device_ctx", result);
}
