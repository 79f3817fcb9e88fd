/* bytes.h: writes flat buffers as Java does, and reads structures by the numbers of the fact sheet. */
#ifndef SLUICE_TEST_BYTES_H
#define SLUICE_TEST_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* A buffer of exactly its length on the heap, so that a sanitizer sees a read past its end. */
typedef struct {
  unsigned char *bytes;
  size_t length;
} buffer;

void append(buffer *to, const void *bytes, size_t length);
void append32(buffer *to, int32_t value);
void append64(buffer *to, int64_t value);
void append_padding(buffer *to);
void release(buffer *of);

/* One f32 tensor of rank 1 in device memory at an address, contiguous, with room for just its elements. */
void append_tensor(buffer *to, uint64_t address, int64_t elements);

/* A callable with the given orchestration and one kernel of func id 7, each of some bytes. */
buffer flat_callable(void);

/* The arguments of a run with one tensor of four floats at an address, and two scalars. */
buffer flat_arguments(uint64_t address);

/* 3 threads, and the ring sizes 11..22. */
buffer flat_config(void);

uint32_t get32(const void *from, size_t offset);
uint64_t get64(const void *from, size_t offset);

#endif
