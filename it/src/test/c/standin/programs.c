#define _GNU_SOURCE
#include "programs.h"

#include "identity.h"
#include "misuse.h"
#include "tensors.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_CODE = 41 };

struct view {
  const chip_tensor *tensor;
  unsigned char *bytes; /* NULL without elements */
};

/* Device code that leaves its buffer, or is given an address that is not the device's, ends the process. */
static struct view view_of(struct run *run, int index) {
  struct view view = {.tensor = &run->arguments[index].tensor};
  if (tensors_elements(view.tensor) == 0) {
    return view;
  }
  /* A staged tensor has its own bytes and no more, whatever its buffer had on the host. */
  uint64_t length =
      run->arguments[index].is_host ? run->arguments[index].bytes : view.tensor->buffer_bytes;
  view.bytes = memory_bytes(&run->context->memory, view.tensor->address, length);
  if (view.bytes == NULL) {
    misuse("tensor %d: no device memory at %" PRIx64 " (%" PRIu64 " bytes)", index,
           view.tensor->address, length);
  }
  return view;
}

static float read_float(const struct view *view, uint64_t n) {
  float value;
  memcpy(&value, view->bytes + tensors_offset(view->tensor, n), sizeof value);
  return value;
}

static void write_float(const struct view *view, uint64_t n, float value) {
  memcpy(view->bytes + tensors_offset(view->tensor, n), &value, sizeof value);
}

static int vector_add(struct run *run) {
  struct view left = view_of(run, 0);
  struct view right = view_of(run, 1);
  struct view sum = view_of(run, 2);
  uint64_t count = tensors_elements(sum.tensor);
  for (uint64_t n = 0; n < count; n++) {
    write_float(&sum, n, read_float(&left, n) + read_float(&right, n));
  }
  return 0;
}

static void scale(struct run *run, int from, int to, float factor) {
  struct view source = view_of(run, from);
  struct view target = view_of(run, to);
  uint64_t count = tensors_elements(target.tensor);
  for (uint64_t n = 0; n < count; n++) {
    write_float(&target, n, read_float(&source, n) * factor);
  }
}

static int scaled_copy(struct run *run) {
  float factor;
  memcpy(&factor, &run->scalars[0], sizeof factor);
  scale(run, 0, 1, factor);
  return 0;
}

static void copy_elements(struct run *run, uint64_t parts) {
  struct view source = view_of(run, 0);
  struct view target = view_of(run, 1);
  uint64_t size = tensors_element_bytes(target.tensor);
  uint64_t count = tensors_elements(target.tensor) / parts;
  for (uint64_t n = 0; n < count; n++) {
    memcpy(target.bytes + tensors_offset(target.tensor, n),
           source.bytes + tensors_offset(source.tensor, n), size);
  }
}

static int strided_copy(struct run *run) {
  copy_elements(run, 1);
  return 0;
}

static int writes_half(struct run *run) {
  copy_elements(run, 2);
  return 0;
}

static int32_t read_int(const struct view *view, uint64_t n) {
  int32_t value;
  memcpy(&value, view->bytes + tensors_offset(view->tensor, n), sizeof value);
  return value;
}

static void write_int(const struct view *view, uint64_t n, int32_t value) {
  memcpy(view->bytes + tensors_offset(view->tensor, n), &value, sizeof value);
}

/* From the first tensor into the last, which may be the same one. */
static int adds_one(struct run *run) {
  struct view source = view_of(run, 0);
  struct view target = view_of(run, run->tensor_count - 1);
  uint64_t count = tensors_elements(target.tensor);
  for (uint64_t n = 0; n < count; n++) {
    write_int(&target, n, read_int(&source, n) + 1);
  }
  return 0;
}

static int fails_half_way(struct run *run) {
  struct view target = view_of(run, 0);
  uint64_t half = tensors_elements(target.tensor) / 2;
  for (uint64_t n = 0; n < half; n++) {
    write_int(&target, n, -1);
  }
  return -9;
}

static int does_nothing(struct run *run) {
  (void) run;
  return 0;
}

static int fails_with_7(struct run *run) {
  vector_add(run); /* bytes that must not come back */
  return -7;
}

static int fails_generic(struct run *run) {
  vector_add(run);
  return -1;
}

static int fails_with_scalar(struct run *run) {
  int32_t code;
  memcpy(&code, &run->scalars[0], sizeof code);
  return code;
}

static int never_finishes(struct run *run) {
  (void) run;
  return PROGRAM_HANGS;
}

static int submits_nothing(struct run *run) {
  (void) run;
  return identity.onboard ? -100 : PROGRAM_HANGS;
}

static int crashes(struct run *run) {
  (void) run;
  volatile int *volatile nowhere = NULL;
  return *nowhere;
}

static int exits(struct run *run) {
  (void) run;
  exit(EXIT_CODE);
}

/* Multiplies by the first number of its control tensor; on a host that builds the graph, reads it there. */
static int reads_control_on_host(struct run *run) {
  const struct argument *control = &run->arguments[0];
  if (!control->is_host) {
    return -5;
  }
  int32_t factor;
  memcpy(&factor, (const void *) (uintptr_t) control->host, sizeof factor);
  run->scalars[0] = (uint32_t) factor;
  return 0;
}

static int reads_control(struct run *run) {
  int32_t factor;
  if (identity.graph_on_host) {
    memcpy(&factor, &run->scalars[0], sizeof factor);
  } else {
    struct view control = view_of(run, 0);
    memcpy(&factor, control.bytes + tensors_offset(control.tensor, 0), sizeof factor);
  }
  scale(run, 1, 2, (float) factor);
  return 0;
}

static uint64_t absorb(uint64_t hash, uint64_t value) {
  uint64_t mixed = (hash ^ value) * UINT64_C(0xFF51AFD7ED558CCD);
  return mixed ^ (mixed >> 32);
}

static uint64_t element_bits(const struct view *view, uint64_t n) {
  uint64_t bits = 0;
  memcpy(&bits, view->bytes + tensors_offset(view->tensor, n), tensors_element_bytes(view->tensor));
  return bits;
}

/* Every element that it may write depends on every one that it may read, and on its place. The tests' model computes
 * the same. */
static int mixing(struct run *run) {
  const int32_t *signature = ((const chip_callable *) (const void *) run->callable->image)->signature;
  uint64_t hash = UINT64_C(0x9E3779B97F4A7C15);
  for (int32_t i = 0; i < run->scalar_count; i++) {
    hash = absorb(hash, run->scalars[i]);
  }
  for (int32_t i = 0; i < run->tensor_count; i++) {
    struct view view = view_of(run, i);
    bool is_read = signature[i] != DIRECTION_OUT;
    for (uint64_t n = 0; is_read && n < tensors_elements(view.tensor); n++) {
      hash = absorb(hash, element_bits(&view, n));
    }
  }
  for (int32_t i = 0; i < run->tensor_count; i++) {
    struct view view = view_of(run, i);
    bool is_written = signature[i] != DIRECTION_IN;
    for (uint64_t n = 0; is_written && n < tensors_elements(view.tensor); n++) {
      uint64_t bits = absorb(absorb(hash, (uint64_t) i), n);
      memcpy(view.bytes + tensors_offset(view.tensor, n), &bits, tensors_element_bytes(view.tensor));
    }
  }
  return 0;
}

static const struct program programs[] = {
    {"mixing", 0, 0, NULL, mixing},
    {"aicpu_orchestration_entry", 3, 0, NULL, vector_add},
    {"vector_add", 3, 0, NULL, vector_add},
    {"scaled_copy", 2, 1, NULL, scaled_copy},
    {"strided_copy", 2, 0, NULL, strided_copy},
    {"writes_half", 2, 0, NULL, writes_half},
    {"adds_one", 1, 0, NULL, adds_one},
    {"fails_half_way", 1, 0, NULL, fails_half_way},
    {"writes_nothing", 0, 0, NULL, does_nothing},
    {"empty", 0, 0, NULL, does_nothing},
    {"submits_nothing", 0, 0, NULL, submits_nothing},
    {"fails_with_7", 3, 0, NULL, fails_with_7},
    {"fails_generic", 3, 0, NULL, fails_generic},
    {"fails_with_scalar", 0, 1, NULL, fails_with_scalar},
    {"never_finishes", 0, 0, NULL, never_finishes},
    {"crashes", 0, 0, NULL, crashes},
    {"exits", 0, 0, NULL, exits},
    {"reads_control", 3, 0, reads_control_on_host, reads_control},
};

const struct program *programs_find(const char *entry) {
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    if (strcmp(programs[i].entry, entry) == 0) {
      return &programs[i];
    }
  }
  return NULL;
}
