#define _GNU_SOURCE
#include "record.h"

#include "misuse.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const size_t FEW_BYTES = 65536;

void record_begin(struct record *record, const struct configuration *configuration, int device,
                  const char *call) {
  memset(record, 0, sizeof *record);
  if (configuration->log[0] == '\0') {
    return;
  }
  record->path = configuration->log;
  record->out = open_memstream(&record->text, &record->length);
  if (record->out == NULL) {
    misuse("no memory to record '%s'", call);
  }
  fprintf(record->out, "%s thread=%ld device=%d", call, syscall(SYS_gettid), device);
}

void record_number(struct record *record, const char *key, int64_t value) {
  if (record->out != NULL) {
    fprintf(record->out, " %s=%" PRId64, key, value);
  }
}

void record_address(struct record *record, const char *key, uint64_t value) {
  if (record->out != NULL) {
    fprintf(record->out, " %s=%016" PRIx64, key, value);
  }
}

void record_text(struct record *record, const char *key, const char *value) {
  if (record->out != NULL) {
    fprintf(record->out, " %s=%s", key, value);
  }
}

void record_bytes(struct record *record, const char *key, const void *bytes, size_t length) {
  if (record->out == NULL) {
    return;
  }
  fprintf(record->out, " %s=", key);
  const unsigned char *next = bytes;
  for (size_t i = 0; i < length; i++) {
    static const char digits[] = "0123456789abcdef";
    fputc(digits[next[i] >> 4], record->out);
    fputc(digits[next[i] & 15], record->out);
  }
}

uint64_t record_hash(const void *bytes, size_t length) {
  const unsigned char *next = bytes;
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < length; i++) {
    hash = (hash ^ next[i]) * UINT64_C(0x100000001b3);
  }
  return hash;
}

void record_contents(struct record *record, const char *key, const void *bytes, size_t length) {
  if (record->out == NULL) {
    return;
  }
  record_address(record, "hash", record_hash(bytes, length));
  if (length <= FEW_BYTES) {
    record_bytes(record, key, bytes, length);
  }
}

void record_end(struct record *record) {
  if (record->out == NULL) {
    return;
  }
  fputc('\n', record->out);
  fclose(record->out);
  int file = open(record->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || write(file, record->text, record->length) != (ssize_t) record->length) {
    misuse("'%s' cannot be written", record->path);
  }
  close(file);
  free(record->text);
  record->out = NULL;
}
