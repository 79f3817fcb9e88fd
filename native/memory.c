#define _POSIX_C_SOURCE 200809L /* posix_memalign */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

void *sluice_zeroed(size_t alignment, size_t bytes) {
  void *memory = NULL;
  if (posix_memalign(&memory, alignment < sizeof(void *) ? sizeof(void *) : alignment, bytes) != 0) {
    return NULL;
  }
  return memset(memory, 0, bytes);
}
