/* What is registered: an image is copied, its children are read, and its entry is looked up by name. */
#ifndef STANDIN_CALLABLES_H
#define STANDIN_CALLABLES_H

#include "layout.h"
#include "memory.h"

#include <stdbool.h>

struct program;

struct callable {
  unsigned char *image; /* NULL where the id is free */
  size_t length;
  uint64_t hash;
  uint64_t upload; /* device address, shared by callables of the same bytes */
  const struct program *program;
  bool checks_counts;    /* the orchestration has a config function */
  bool has_unlinked_child; /* an ELF object where the cores expect bare text (section 8) */
};

struct callables {
  struct callable at[MAX_CALLABLES];
};

/* Returns the length of an image; stops the process where its counts and offsets make no sense. */
size_t callables_image_length(const void *image);

/* Says whether all bytes that have no meaning are 0. */
bool callables_padding_is_zero(const void *image);

/* Returns 0 or -1. */
int callables_register(struct callables *callables, struct device_memory *memory, int32_t id,
                       const void *image);

/* Returns 0, also for an id that is free. */
int callables_unregister(struct callables *callables, struct device_memory *memory, int32_t id);

/* Returns NULL where the id is out of range or free. */
const struct callable *callables_find(const struct callables *callables, int32_t id);

/* Forgets all, without freeing device memory. */
void callables_clear(struct callables *callables);

#endif
