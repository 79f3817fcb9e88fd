#include "flat.h"

#include <inttypes.h>
#include <string.h>

const unsigned char *sluice_flat_take(sluice_flat *flat, uint64_t bytes, const char *what, sluice_error *error) {
  const size_t left = flat->length - flat->position;
  if (bytes > left) {
    (void) sluice_refuse(error, "malformed %s: %s at offset %zu: %" PRIu64 " bytes, and %zu of %zu are left",
                         flat->name, what, flat->position, bytes, left, flat->length);
    return NULL;
  }
  const unsigned char *taken = flat->bytes + flat->position;
  flat->position += (size_t) bytes;
  return taken;
}

int sluice_flat_read(sluice_flat *flat, void *target, size_t bytes, const char *what, sluice_error *error) {
  const unsigned char *source = sluice_flat_take(flat, bytes, what, error);
  if (source == NULL) {
    return -1;
  }
  memcpy(target, source, bytes);
  return 0;
}

int sluice_flat_pad(sluice_flat *flat, sluice_error *error) {
  return sluice_flat_take(flat, -flat->position & 7, "padding", error) == NULL ? -1 : 0;
}

int sluice_flat_end(const sluice_flat *flat, sluice_error *error) {
  if (flat->position != flat->length) {
    return sluice_refuse(error, "malformed %s: %zu bytes, of which the last %zu belong to nothing", flat->name,
                         flat->length, flat->length - flat->position);
  }
  return 0;
}
