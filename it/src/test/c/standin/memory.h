/* Device memory. An address that is handed out cannot be read or written by the host: the bytes are elsewhere,
 * and only device code reaches them, through memory_bytes. Addresses are not used twice. Thread-safe. */
#ifndef STANDIN_MEMORY_H
#define STANDIN_MEMORY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct allocation {
  uint64_t address;
  size_t length;
  unsigned char *bytes;
  bool handed_out; /* to the host, and not for the runtime itself */
};

struct device_memory {
  pthread_mutex_t lock;
  unsigned char *window; /* addresses without memory behind them */
  uint64_t used;         /* of the window */
  uint64_t committed;
  uint64_t capacity;
  uint64_t handed_out; /* bytes */
  struct allocation *live; /* by ascending address */
  size_t live_count;
  size_t live_room;
};

/* Returns 0, or -1 where there is no address space. */
int memory_open(struct device_memory *memory);

/* Frees all; the addresses stay taken. */
void memory_clear(struct device_memory *memory);

void memory_close(struct device_memory *memory);

/* Returns an address whose bytes are not zero, or 0 where there is no room. */
uint64_t memory_allocate(struct device_memory *memory, size_t length);

/* The same for the host, of which there may be so many bytes at a time. */
uint64_t memory_hand_out(struct device_memory *memory, size_t length, uint64_t room);

/* Does nothing for an address that is not the start of a live allocation. */
void memory_free(struct device_memory *memory, uint64_t address);

/* Returns the bytes of live allocations, as they were asked for. */
uint64_t memory_committed(struct device_memory *memory);

/* Counts bytes that the runtime itself takes. Returns 0, or -1 where there is no room. */
int memory_commit(struct device_memory *memory, uint64_t length);

void memory_release(struct device_memory *memory, uint64_t length);

/* Returns where the bytes of a range are, or NULL where the range is not inside one live allocation. */
unsigned char *memory_bytes(struct device_memory *memory, uint64_t address, uint64_t length);

#endif
