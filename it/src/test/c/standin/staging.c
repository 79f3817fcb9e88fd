#include "staging.h"

#include "identity.h"
#include "tensors.h"

#include <string.h>

enum { STAGING_ALIGNMENT = 1024 };

static uint64_t align(uint64_t bytes) {
  return (bytes + STAGING_ALIGNMENT - 1) / STAGING_ALIGNMENT * STAGING_ALIGNMENT;
}

static int32_t direction(const struct run *run, int index) {
  const chip_callable *image = (const chip_callable *) run->callable->image;
  return index < image->signature_count ? image->signature[index] : 0;
}

/* The buffer of a slot only grows, and is kept: unwritten bytes are those of an earlier run. */
static int reserve(struct run *run, uint64_t bytes) {
  struct staging *staging = &run->context->staging[run->slot];
  if (bytes <= staging->bytes) {
    return 0;
  }
  memory_free(&run->context->memory, staging->address);
  staging->address = memory_allocate(&run->context->memory, bytes);
  staging->bytes = staging->address == 0 ? 0 : bytes;
  return staging->address == 0 ? -1 : 0;
}

static uint64_t total(const struct run *run) {
  uint64_t bytes = 0;
  for (int32_t i = 0; i < run->tensor_count; i++) {
    bytes += align(run->arguments[i].bytes);
  }
  return bytes;
}

static int place(struct run *run) {
  struct device_memory *memory = &run->context->memory;
  if (!identity.graph_on_host && reserve(run, total(run)) != 0) {
    return -1;
  }
  uint64_t next = run->context->staging[run->slot].address;
  for (int32_t i = 0; i < run->tensor_count; i++) {
    struct argument *argument = &run->arguments[i];
    if (!argument->is_host) {
      continue;
    }
    argument->tensor.address = 0;
    if (argument->bytes == 0) {
      if (identity.graph_on_host) {
        return -1;
      }
    } else if (identity.graph_on_host) {
      argument->tensor.address = memory_allocate(memory, argument->bytes);
      if (argument->tensor.address == 0) {
        return -1;
      }
    } else {
      argument->tensor.address = next;
      next += align(argument->bytes);
    }
  }
  return 0;
}

static int upload(struct run *run, int index) {
  struct argument *argument = &run->arguments[index];
  if (!argument->is_host || argument->bytes == 0) {
    return 0;
  }
  int32_t way = direction(run, index);
  argument->downloads = way != DIRECTION_IN && argument->host != 0;
  if (way == DIRECTION_OUT) {
    return 0;
  }
  if (argument->host == 0) {
    return -1;
  }
  memcpy(memory_bytes(&run->context->memory, argument->tensor.address, argument->bytes),
         (const void *) (uintptr_t) argument->host, argument->bytes);
  return 0;
}

int staging_upload(struct run *run, const task_args *args) {
  run->tensor_count = args->tensor_count;
  run->scalar_count = args->scalar_count;
  memcpy(run->scalars, args->scalars, sizeof run->scalars);
  for (int32_t i = 0; i < run->tensor_count; i++) {
    struct argument *argument = &run->arguments[i];
    argument->tensor = args->tensors[i];
    argument->is_host = argument->tensor.space == SPACE_HOST;
    argument->host = argument->is_host ? argument->tensor.address : 0;
    argument->bytes = argument->is_host ? tensors_bytes(&argument->tensor) : 0;
    argument->downloads = false;
  }
  int result = place(run);
  for (int32_t i = 0; i < run->tensor_count && result == 0; i++) {
    result = upload(run, i);
  }
  return result;
}

int staging_download(struct run *run) {
  int result = 0;
  for (int32_t i = 0; i < run->tensor_count; i++) {
    const struct argument *argument = &run->arguments[i];
    int code = 0;
    if (!argument->downloads) {
      continue;
    }
    if (configuration_fails(&run->context->configuration, "download", &code)) {
      result = code;
      continue;
    }
    memcpy((void *) (uintptr_t) argument->host,
           memory_bytes(&run->context->memory, argument->tensor.address, argument->bytes),
           argument->bytes);
  }
  return result;
}

void staging_release(struct run *run) {
  if (!identity.graph_on_host) {
    return;
  }
  for (int32_t i = 0; i < run->tensor_count; i++) {
    if (run->arguments[i].is_host) {
      memory_free(&run->context->memory, run->arguments[i].tensor.address);
    }
  }
}
