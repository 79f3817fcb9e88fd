/* Writes down each call: one line of 'call key=value ...', values without spaces, bytes as hex. A line is
 * written in one piece when the call ends, so lines of two threads do not mix and a crash loses none. */
#ifndef STANDIN_RECORD_H
#define STANDIN_RECORD_H

#include "configuration.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct record {
  FILE *out; /* NULL where nothing is recorded; then the calls below do nothing */
  char *text;
  size_t length;
  const char *path;
};

/* The record must stay where it is until it is ended: its stream writes into it. */
void record_begin(struct record *record, const struct configuration *configuration, int device,
                  const char *call);

void record_number(struct record *record, const char *key, int64_t value);

void record_address(struct record *record, const char *key, uint64_t value);

void record_text(struct record *record, const char *key, const char *value);

void record_bytes(struct record *record, const char *key, const void *bytes, size_t length);

/* Records their hash, and the bytes themselves where they are few. */
void record_contents(struct record *record, const char *key, const void *bytes, size_t length);

void record_end(struct record *record);

/* FNV-1a, 64 bits. */
uint64_t record_hash(const void *bytes, size_t length);

#endif
