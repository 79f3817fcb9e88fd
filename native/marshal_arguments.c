#include <inttypes.h>
#include <string.h>

#include "flat.h"
#include "marshal.h"

/* One tensor as Java writes it; packed by itself, since all of it is naturally aligned. */
typedef struct {
  uint64_t address;
  uint64_t buffer_bytes;
  uint64_t start_offset;
  int32_t element_type;
  int32_t rank;
  int32_t space;
  int32_t zero;
  int64_t shape[SLUICE_MAX_RANK];
  int64_t stride[SLUICE_MAX_RANK];
} flat_tensor;
_Static_assert(sizeof(flat_tensor) == 120, "marshal.h, arguments");

/* Bytes per element by code (fact sheet 6); a shape element of FP4E2M1 is one byte. */
static const uint8_t ELEMENT_BYTES[SLUICE_ELEMENT_TYPES] = {4, 2, 4, 2, 1, 1, 2, 8, 8, 2, 4, 1, 1, 1, 1};

static int check_codes(const flat_tensor *tensor, int32_t index, sluice_error *error) {
  if (tensor->element_type < 0 || tensor->element_type >= SLUICE_ELEMENT_TYPES) {
    return sluice_refuse(error, "argument %" PRId32 ": element type %" PRId32 " is none of 0..%d", index,
                         tensor->element_type, SLUICE_ELEMENT_TYPES - 1);
  }
  if (tensor->rank < 1 || tensor->rank > SLUICE_MAX_RANK) {
    return sluice_refuse(error, "argument %" PRId32 ": rank %" PRId32 " is none of 1..%d", index, tensor->rank,
                         SLUICE_MAX_RANK);
  }
  if (tensor->space != SLUICE_SPACE_HOST && tensor->space != SLUICE_SPACE_DEVICE) {
    return sluice_refuse(error, "argument %" PRId32 ": address space %" PRId32 " is neither 0 (host) nor 1 (device)",
                         index, tensor->space);
  }
  if (tensor->zero != 0) {
    return sluice_refuse(error, "malformed argument buffer: argument %" PRId32 " has %" PRId32 " where a zero belongs",
                         index, tensor->zero);
  }
  return 0;
}

static int copy_shape(sluice_chip_tensor *out, const flat_tensor *tensor, int32_t index, uint64_t *elements,
                      sluice_error *error) {
  *elements = 1;
  for (int32_t axis = 0; axis < SLUICE_MAX_RANK; axis++) {
    const int64_t length = tensor->shape[axis];
    if (axis >= tensor->rank) {
      if (length != 0 || tensor->stride[axis] != 0) {
        return sluice_refuse(error,
                             "malformed argument buffer: argument %" PRId32 " of rank %" PRId32 " has axis %" PRId32,
                             index, tensor->rank, axis);
      }
    } else if (length < 0 || length > UINT32_MAX) {
      return sluice_refuse(error, "argument %" PRId32 ": axis %" PRId32 " has length %" PRId64 ", outside 0..%" PRIu32,
                           index, axis, length, UINT32_MAX);
    } else if (__builtin_mul_overflow(*elements, (uint64_t) length, elements)) {
      return sluice_refuse(error, "argument %" PRId32 ": the number of its elements does not fit 64 bits", index);
    }
    out->shape[axis] = (uint32_t) length;
  }
  return 0;
}

/* Row-major strides of the shape. An axis without elements counts as one, so that no stride is zero. Saturates, which
 * is no stride of a tensor that fits any memory. */
static void row_major(int64_t *stride, const sluice_chip_tensor *tensor) {
  uint64_t step = 1;
  for (uint32_t axis = tensor->rank; axis-- > 0;) {
    stride[axis] = (int64_t) step;
    const uint64_t length = tensor->shape[axis] == 0 ? 1 : tensor->shape[axis];
    if (__builtin_mul_overflow(step, length, &step) || step > UINT32_MAX) {
      step = UINT32_MAX;
    }
  }
}

static int copy_strides(sluice_chip_tensor *out, const flat_tensor *tensor, int32_t index, sluice_error *error) {
  for (int32_t axis = 0; axis < tensor->rank; axis++) {
    if (tensor->stride[axis] < 1 || tensor->stride[axis] > UINT32_MAX) {
      return sluice_refuse(error, "argument %" PRId32 ": axis %" PRId32 " has stride %" PRId64 ", outside 1..%" PRIu32,
                           index, axis, tensor->stride[axis], UINT32_MAX);
    }
    out->stride[axis] = (uint32_t) tensor->stride[axis];
  }
  return 0;
}

/* 1 + sum((shape - 1) * stride); -1 where that does not fit 64 bits. */
static int measure(sluice_chip_tensor *tensor) {
  tensor->extent = 1;
  for (uint32_t axis = 0; axis < tensor->rank; axis++) {
    const uint64_t reach = (uint64_t) (tensor->shape[axis] - 1) * tensor->stride[axis];
    if (__builtin_add_overflow(tensor->extent, reach, &tensor->extent)) {
      return -1;
    }
  }
  return 0;
}

static int check_memory(const sluice_chip_tensor *tensor, uint64_t elements, int32_t index, sluice_error *error) {
  const uint64_t width = ELEMENT_BYTES[tensor->element_type];
  uint64_t end;
  uint64_t bytes;
  if (__builtin_add_overflow(tensor->start_offset, tensor->extent, &end) ||
      __builtin_mul_overflow(end, width, &bytes) || bytes > tensor->buffer_bytes ||
      __builtin_mul_overflow(elements, width, &bytes)) {
    return sluice_refuse(error,
                         "argument %" PRId32 ": %" PRIu64 " elements of %" PRIu64 " bytes from element %" PRIu64
                         " reach past the end of its %" PRIu64 " bytes",
                         index, tensor->extent, width, tensor->start_offset, tensor->buffer_bytes);
  }
  if (tensor->address == 0) {
    return sluice_refuse(error, "argument %" PRId32 ": %" PRIu64 " elements at address 0", index, elements);
  }
  if (tensor->space == SLUICE_SPACE_HOST && (tensor->contiguous == 0 || tensor->start_offset != 0)) {
    return sluice_refuse(error,
                         "argument %" PRId32 ": host memory that is not contiguous from its first element; upstream "
                         "uploads it as if it were",
                         index);
  }
  return 0;
}

static int pack_tensor(sluice_chip_tensor *out, const flat_tensor *tensor, int32_t index, sluice_error *error) {
  memset(out, 0, sizeof *out);
  uint64_t elements;
  if (check_codes(tensor, index, error) != 0 || copy_shape(out, tensor, index, &elements, error) != 0) {
    return -1;
  }
  out->address = tensor->address;
  out->buffer_bytes = tensor->buffer_bytes;
  out->owner_task = UINT64_MAX; /* no task of the graph made it (fact sheet 5.1) */
  out->start_offset = tensor->start_offset;
  out->rank = (uint32_t) tensor->rank;
  out->element_type = (uint8_t) tensor->element_type;
  out->space = (uint8_t) tensor->space;

  int64_t contiguous[SLUICE_MAX_RANK];
  row_major(contiguous, out);
  if (elements == 0) { /* nothing to step over: whatever strides it has, none is read */
    out->contiguous = 1;
    for (uint32_t axis = 0; axis < out->rank; axis++) {
      out->stride[axis] = (uint32_t) contiguous[axis];
    }
    return 0;
  }
  if (copy_strides(out, tensor, index, error) != 0) {
    return -1;
  }
  out->contiguous = memcmp(contiguous, tensor->stride, sizeof *contiguous * out->rank) == 0;
  if (measure(out) != 0) {
    return sluice_refuse(error, "argument %" PRId32 ": its last element lies beyond 64 bits", index);
  }
  return check_memory(out, elements, index, error);
}

static int check_count(const char *what, int32_t count, int32_t most, sluice_error *error) {
  if (count < 0 || count > most) {
    return sluice_refuse(error, "%" PRId32 " %s arguments; a run takes 0..%" PRId32, count, what, most);
  }
  return 0;
}

int sluice_pack_arguments(sluice_task_arguments *out, const void *bytes, size_t length, sluice_error *error) {
  sluice_flat flat = {.name = "argument buffer", .bytes = bytes, .length = length};
  int32_t counts[2];
  if (sluice_flat_read(&flat, counts, sizeof counts, "the counts", error) != 0 ||
      check_count("tensor", counts[0], SLUICE_MAX_TENSORS, error) != 0 ||
      check_count("scalar", counts[1], SLUICE_MAX_SCALARS, error) != 0) {
    return -1;
  }
  for (int32_t index = 0; index < counts[0]; index++) {
    flat_tensor tensor;
    if (sluice_flat_read(&flat, &tensor, sizeof tensor, "a tensor", error) != 0 ||
        pack_tensor(&out->tensors[index], &tensor, index, error) != 0) {
      return -1;
    }
  }
  if (sluice_flat_read(&flat, out->scalars, sizeof *out->scalars * (size_t) counts[1], "the scalars", error) != 0) {
    return -1;
  }
  out->tensor_count = counts[0];
  out->scalar_count = counts[1];
  return sluice_flat_end(&flat, error);
}

int sluice_pack_config(sluice_call_config *out, const void *bytes, size_t length, sluice_error *error) {
  sluice_flat flat = {.name = "configuration buffer", .bytes = bytes, .length = length};
  int32_t head[2];
  memset(out, 0, sizeof *out);
  if (sluice_flat_read(&flat, head, sizeof head, "the thread count", error) != 0 ||
      sluice_flat_read(&flat, &out->rings, sizeof out->rings, "the ring sizes", error) != 0 ||
      sluice_flat_end(&flat, error) != 0) {
    return -1;
  }
  if (head[0] < 0 || head[1] != 0) {
    return sluice_refuse(error, "malformed configuration buffer: %" PRId32 " AICPU threads, then %" PRId32
                                " where a zero belongs", head[0], head[1]);
  }
  out->aicpu_threads = head[0];
  return 0;
}
