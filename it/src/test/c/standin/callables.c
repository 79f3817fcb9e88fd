#include "callables.h"

#include "identity.h"
#include "misuse.h"
#include "programs.h"
#include "record.h"

#include <stdlib.h>
#include <string.h>

enum { ELF_TYPE_OFFSET = 16, ELF_SHARED_OBJECT = 3 };

static const char DEFAULT_ENTRY[] = "aicpu_orchestration_entry";
static const char DEFAULT_CONFIG[] = "aicpu_orchestration_config";

static bool is_elf(const unsigned char *bytes, size_t length) {
  return length >= 4 && memcmp(bytes, "\177ELF", 4) == 0;
}

static bool is_shared_object(const unsigned char *bytes, size_t length) {
  return is_elf(bytes, length) && length > ELF_TYPE_OFFSET + 1
         && bytes[ELF_TYPE_OFFSET] == ELF_SHARED_OBJECT && bytes[ELF_TYPE_OFFSET + 1] == 0;
}

static size_t align64(size_t offset) {
  return (offset + 63) / 64 * 64;
}

static const core_callable *child(const chip_callable *image, int index) {
  return (const core_callable *) ((const unsigned char *) image + sizeof *image
                                  + image->child_offsets[index]);
}

static const unsigned char *binary(const core_callable *child) {
  return (const unsigned char *) child + sizeof *child;
}

static void check_name(const char *what, const char *name, uint32_t length) {
  if (memchr(name, '\0', NAME_BYTES) == NULL || strlen(name) != length) {
    misuse("the %s of a callable is not a string of %u characters", what, length);
  }
}

size_t callables_image_length(const void *bytes) {
  const chip_callable *image = bytes;
  if ((uintptr_t) bytes % 64 != 0) {
    misuse("a callable at %p is not aligned to 64 bytes", bytes);
  }
  if (image->signature_count < 0 || image->signature_count > MAX_TENSORS) {
    misuse("a callable with a signature of %d", image->signature_count);
  }
  if (image->child_count < 0 || image->child_count > MAX_CHILDREN) {
    misuse("a callable with %d children", image->child_count);
  }
  check_name("entry", image->entry, image->entry_length);
  check_name("config", image->config, image->config_length);
  size_t cursor = image->binary_bytes;
  for (int i = 0; i < image->child_count; i++) {
    cursor = align64(cursor);
    if (image->child_offsets[i] != cursor) {
      misuse("child %d is at offset %u, not %zu", i, image->child_offsets[i], cursor);
    }
    const core_callable *kernel = child(image, i);
    if (kernel->signature_count < 0 || kernel->signature_count > MAX_CHILD_TENSORS) {
      misuse("child %d has a signature of %d", i, kernel->signature_count);
    }
    cursor += sizeof *kernel + kernel->binary_bytes;
  }
  return sizeof *image + cursor;
}

static bool all_zero(const void *from, const void *to) {
  for (const unsigned char *next = from; next < (const unsigned char *) to; next++) {
    if (*next != 0) {
      return false;
    }
  }
  return true;
}

bool callables_padding_is_zero(const void *bytes) {
  const chip_callable *image = bytes;
  bool zero = all_zero(image->padding, image + 1)
              && all_zero(image->signature + image->signature_count, &image->signature_count)
              && all_zero(image->entry + image->entry_length, &image->entry_length)
              && all_zero(image->config + image->config_length, &image->config_length)
              && all_zero(image->child_ids + image->child_count, image->child_offsets)
              && all_zero(image->child_offsets + image->child_count, &image->child_count);
  const unsigned char *cursor = (const unsigned char *) (image + 1) + image->binary_bytes;
  for (int i = 0; i < image->child_count; i++) {
    const core_callable *kernel = child(image, i);
    zero = zero && all_zero(cursor, kernel) && kernel->resolved_address == 0
           && all_zero(kernel->signature + kernel->signature_count, &kernel->signature_count)
           && all_zero(kernel->padding, kernel + 1);
    cursor = binary(kernel) + kernel->binary_bytes;
  }
  return zero;
}

static int check_children(const chip_callable *image, bool *has_unlinked_child) {
  *has_unlinked_child = false;
  for (int i = 0; i < image->child_count; i++) {
    const core_callable *kernel = child(image, i);
    if (image->child_ids[i] < 0 || image->child_ids[i] >= MAX_CHILDREN) {
      return -1;
    }
    for (int before = 0; before < i; before++) {
      if (image->child_ids[before] == image->child_ids[i]) {
        misuse("func id %d is in a callable twice", image->child_ids[i]);
      }
    }
    if (!identity.onboard && !is_shared_object(binary(kernel), kernel->binary_bytes)) {
      return -1;
    }
    *has_unlinked_child |= identity.onboard && is_elf(binary(kernel), kernel->binary_bytes);
  }
  return 0;
}

static const struct program *find_program(const chip_callable *image) {
  if (image->entry_length == 0) {
    return identity.graph_on_host ? NULL : programs_find(DEFAULT_ENTRY);
  }
  return programs_find(image->entry);
}

/* Returns the address of an earlier upload of these bytes, or 0. */
static uint64_t find_upload(const struct callables *callables, uint64_t hash) {
  for (int i = 0; i < MAX_CALLABLES; i++) {
    if (callables->at[i].image != NULL && callables->at[i].hash == hash) {
      return callables->at[i].upload;
    }
  }
  return 0;
}

int callables_register(struct callables *callables, struct device_memory *memory, int32_t id,
                       const void *bytes) {
  if (id < 0 || id >= MAX_CALLABLES || callables->at[id].image != NULL || bytes == NULL) {
    return -1;
  }
  const chip_callable *image = bytes;
  size_t length = callables_image_length(image);
  struct callable callable = {.length = length, .hash = record_hash(image, length)};
  callable.program = find_program(image);
  if (callable.program == NULL || check_children(image, &callable.has_unlinked_child) != 0
      || !is_shared_object((const unsigned char *) (image + 1), image->binary_bytes)) {
    return -1;
  }
  callable.checks_counts = image->config_length == 0 ? !identity.graph_on_host
                                                     : strcmp(image->config, DEFAULT_CONFIG) == 0;
  callable.upload = find_upload(callables, callable.hash);
  if (callable.upload == 0) {
    callable.upload = memory_allocate(memory, length);
  }
  callable.image = aligned_alloc(64, align64(length));
  if (callable.upload == 0 || callable.image == NULL) {
    free(callable.image);
    return -1;
  }
  memcpy(callable.image, image, length);
  callables->at[id] = callable;
  return 0;
}

int callables_unregister(struct callables *callables, struct device_memory *memory, int32_t id) {
  if (callables_find(callables, id) == NULL) {
    return 0;
  }
  struct callable *callable = &callables->at[id];
  free(callable->image);
  callable->image = NULL;
  if (find_upload(callables, callable->hash) == 0) {
    memory_free(memory, callable->upload);
  }
  return 0;
}

const struct callable *callables_find(const struct callables *callables, int32_t id) {
  return id < 0 || id >= MAX_CALLABLES || callables->at[id].image == NULL ? NULL
                                                                         : &callables->at[id];
}

void callables_clear(struct callables *callables) {
  for (int i = 0; i < MAX_CALLABLES; i++) {
    free(callables->at[i].image);
  }
  memset(callables, 0, sizeof *callables);
}
