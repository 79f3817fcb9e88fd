/* memory.h: zero-filled, aligned host memory. */
#ifndef SLUICE_MEMORY_H
#define SLUICE_MEMORY_H

#include <stddef.h>

/* Null if there is none. alignment: a power of two. Freed with free(). */
void *sluice_zeroed(size_t alignment, size_t bytes);

#endif
