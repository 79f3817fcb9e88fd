#define _GNU_SOURCE
#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGNMENT = 512, GARBAGE = 0xCD };

static const uint64_t WINDOW_BYTES = UINT64_C(1) << 40;
static const size_t GARBAGE_BYTES = (size_t) 16 << 20; /* larger allocations are left as they come */

int memory_open(struct device_memory *memory) {
  memset(memory, 0, sizeof *memory);
  void *window =
      mmap(NULL, WINDOW_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (window == MAP_FAILED) {
    return -1;
  }
  pthread_mutex_init(&memory->lock, NULL);
  memory->window = window;
  memory->capacity = UINT64_MAX;
  return 0;
}

void memory_clear(struct device_memory *memory) {
  pthread_mutex_lock(&memory->lock);
  for (size_t i = 0; i < memory->live_count; i++) {
    free(memory->live[i].bytes);
  }
  memory->live_count = 0;
  memory->committed = 0;
  memory->handed_out = 0;
  pthread_mutex_unlock(&memory->lock);
}

void memory_close(struct device_memory *memory) {
  memory_clear(memory);
  free(memory->live);
  munmap(memory->window, WINDOW_BYTES);
  pthread_mutex_destroy(&memory->lock);
}

/* Returns the index of the last allocation that starts at or before the address, or live_count. */
static size_t find(const struct device_memory *memory, uint64_t address) {
  size_t low = 0;
  size_t high = memory->live_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (memory->live[middle].address <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? memory->live_count : low - 1;
}

static int has_room(const struct device_memory *memory, uint64_t length) {
  return memory->committed <= memory->capacity && length <= memory->capacity - memory->committed;
}

static uint64_t allocate(struct device_memory *memory, size_t length) {
  uint64_t span = ((uint64_t) length + 2 * ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (!has_room(memory, length) || length > WINDOW_BYTES || span > WINDOW_BYTES - memory->used) {
    return 0;
  }
  if (memory->live_count == memory->live_room) {
    size_t room = memory->live_room == 0 ? 64 : memory->live_room * 2;
    struct allocation *live = realloc(memory->live, room * sizeof *live);
    if (live == NULL) {
      return 0;
    }
    memory->live = live;
    memory->live_room = room;
  }
  unsigned char *bytes = malloc(length == 0 ? 1 : length);
  if (bytes == NULL) {
    return 0;
  }
  memset(bytes, GARBAGE, length < GARBAGE_BYTES ? length : GARBAGE_BYTES);
  uint64_t address = (uint64_t) (uintptr_t) (memory->window + memory->used);
  memory->used += span;
  memory->committed += length;
  memory->live[memory->live_count++] =
      (struct allocation) {.address = address, .length = length, .bytes = bytes};
  return address;
}

uint64_t memory_allocate(struct device_memory *memory, size_t length) {
  pthread_mutex_lock(&memory->lock);
  uint64_t address = allocate(memory, length);
  pthread_mutex_unlock(&memory->lock);
  return address;
}

uint64_t memory_hand_out(struct device_memory *memory, size_t length, uint64_t room) {
  pthread_mutex_lock(&memory->lock);
  uint64_t address = 0;
  if (memory->handed_out <= room && length <= room - memory->handed_out) {
    address = allocate(memory, length);
  }
  if (address != 0) {
    memory->live[memory->live_count - 1].handed_out = true;
    memory->handed_out += length;
  }
  pthread_mutex_unlock(&memory->lock);
  return address;
}

void memory_free(struct device_memory *memory, uint64_t address) {
  pthread_mutex_lock(&memory->lock);
  size_t i = find(memory, address);
  if (i < memory->live_count && memory->live[i].address == address) {
    free(memory->live[i].bytes);
    memory->committed -= memory->live[i].length;
    memory->handed_out -= memory->live[i].handed_out ? memory->live[i].length : 0;
    memory->live_count--;
    memmove(&memory->live[i], &memory->live[i + 1], (memory->live_count - i) * sizeof *memory->live);
  }
  pthread_mutex_unlock(&memory->lock);
}

uint64_t memory_committed(struct device_memory *memory) {
  pthread_mutex_lock(&memory->lock);
  uint64_t committed = memory->committed;
  pthread_mutex_unlock(&memory->lock);
  return committed;
}

int memory_commit(struct device_memory *memory, uint64_t length) {
  pthread_mutex_lock(&memory->lock);
  int result = has_room(memory, length) ? 0 : -1;
  if (result == 0) {
    memory->committed += length;
  }
  pthread_mutex_unlock(&memory->lock);
  return result;
}

void memory_release(struct device_memory *memory, uint64_t length) {
  pthread_mutex_lock(&memory->lock);
  memory->committed -= length;
  pthread_mutex_unlock(&memory->lock);
}

unsigned char *memory_bytes(struct device_memory *memory, uint64_t address, uint64_t length) {
  pthread_mutex_lock(&memory->lock);
  unsigned char *bytes = NULL;
  size_t i = find(memory, address);
  if (i < memory->live_count) {
    const struct allocation *found = &memory->live[i];
    uint64_t offset = address - found->address;
    if (offset <= found->length && length <= found->length - offset) {
      bytes = found->bytes + offset;
    }
  }
  pthread_mutex_unlock(&memory->lock);
  return bytes;
}
