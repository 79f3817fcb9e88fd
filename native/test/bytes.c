#include "bytes.h"

#include <stdlib.h>
#include <string.h>

void append(buffer *to, const void *bytes, size_t length) {
  unsigned char *grown = malloc(to->length + length);
  if (grown == NULL) {
    abort();
  }
  if (to->length > 0) {
    memcpy(grown, to->bytes, to->length);
  }
  memcpy(grown + to->length, bytes, length);
  free(to->bytes);
  *to = (buffer) {grown, to->length + length};
}

void append32(buffer *to, int32_t value) { append(to, &value, sizeof value); }

void append64(buffer *to, int64_t value) { append(to, &value, sizeof value); }

void append_padding(buffer *to) {
  while (to->length % 8 != 0) {
    append(to, "", 1);
  }
}

void release(buffer *of) {
  free(of->bytes);
  *of = (buffer) {0};
}

void append_tensor(buffer *to, uint64_t address, int64_t elements) {
  append64(to, (int64_t) address);
  append64(to, elements * 4);
  append64(to, 0);
  append32(to, 0); /* f32 */
  append32(to, 1);
  append32(to, 1); /* device */
  append32(to, 0);
  append64(to, elements);
  for (int axis = 1; axis < 5; axis++) {
    append64(to, 0);
  }
  append64(to, 1);
  for (int axis = 1; axis < 5; axis++) {
    append64(to, 0);
  }
}

buffer flat_callable(void) {
  buffer flat = {0};
  append32(&flat, 3);  /* signature */
  append32(&flat, 1);  /* kernels */
  append32(&flat, 3);  /* entry */
  append32(&flat, 4);  /* configuration */
  append64(&flat, 70); /* orchestration */
  append32(&flat, 1);
  append32(&flat, 2);
  append32(&flat, 3);
  append(&flat, "runconf", 7);
  append_padding(&flat);
  for (int index = 0; index < 70; index++) {
    append(&flat, "O", 1);
  }
  append_padding(&flat);
  append32(&flat, 7);  /* func id */
  append32(&flat, 1);  /* signature */
  append64(&flat, 9);  /* binary */
  append32(&flat, 2);
  append_padding(&flat);
  append(&flat, "KKKKKKKKK", 9);
  append_padding(&flat);
  return flat;
}

buffer flat_arguments(uint64_t address) {
  buffer flat = {0};
  append32(&flat, 1);
  append32(&flat, 2);
  append_tensor(&flat, address, 4);
  append64(&flat, 0x1122334455667788);
  append64(&flat, -1);
  return flat;
}

buffer flat_config(void) {
  buffer flat = {0};
  append32(&flat, 3);
  append32(&flat, 0);
  for (int64_t size = 11; size < 23; size++) {
    append64(&flat, size);
  }
  return flat;
}

uint32_t get32(const void *from, size_t offset) {
  uint32_t value;
  memcpy(&value, (const unsigned char *) from + offset, sizeof value);
  return value;
}

uint64_t get64(const void *from, size_t offset) {
  uint64_t value;
  memcpy(&value, (const unsigned char *) from + offset, sizeof value);
  return value;
}
