/* flat.h: reads a buffer that Java wrote, never past its end. Confined to one call. */
#ifndef SLUICE_FLAT_H
#define SLUICE_FLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

typedef struct {
  const char *name; /* for messages */
  const unsigned char *bytes;
  size_t length;
  size_t position;
} sluice_flat;

/* Returns the next bytes and moves past them; null, with a sentence in *error, where fewer are left. */
const unsigned char *sluice_flat_take(sluice_flat *flat, uint64_t bytes, const char *what, sluice_error *error);

/* The same into target; 0 or -1. */
int sluice_flat_read(sluice_flat *flat, void *target, size_t bytes, const char *what, sluice_error *error);

/* Moves to the next multiple of 8 from the buffer's start. */
int sluice_flat_pad(sluice_flat *flat, sluice_error *error);

/* Refuses bytes that nobody read. */
int sluice_flat_end(const sluice_flat *flat, sluice_error *error);

#endif
