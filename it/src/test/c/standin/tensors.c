#include "tensors.h"

#include "misuse.h"

#include <inttypes.h>
#include <stdbool.h>

static const uint8_t element_bytes[DATA_TYPES] = {4, 2, 4, 2, 1, 1, 2, 8, 8, 2, 4, 1, 1, 1, 1};

uint64_t tensors_element_bytes(const chip_tensor *tensor) {
  return element_bytes[tensor->data_type];
}

uint64_t tensors_elements(const chip_tensor *tensor) {
  uint64_t elements = 1;
  for (uint32_t i = 0; i < tensor->rank; i++) {
    elements *= tensor->shape[i];
  }
  return elements;
}

uint64_t tensors_bytes(const chip_tensor *tensor) {
  return tensors_elements(tensor) * tensors_element_bytes(tensor);
}

uint64_t tensors_offset(const chip_tensor *tensor, uint64_t n) {
  uint64_t offset = tensor->start_offset;
  for (uint32_t i = tensor->rank; i-- > 0;) {
    offset += n % tensor->shape[i] * tensor->stride[i];
    n /= tensor->shape[i];
  }
  return offset * tensors_element_bytes(tensor);
}

static uint64_t extent(const chip_tensor *tensor) {
  uint64_t last = 0;
  for (uint32_t i = 0; i < tensor->rank; i++) {
    last += ((uint64_t) tensor->shape[i] - 1) * tensor->stride[i];
  }
  return last + 1;
}

static bool is_contiguous(const chip_tensor *tensor) {
  uint64_t expected = 1;
  for (uint32_t i = tensor->rank; i-- > 0;) {
    if (tensor->shape[i] != 1 && tensor->stride[i] != expected) {
      return false;
    }
    expected *= tensor->shape[i];
  }
  return true;
}

static void check_strides(const chip_tensor *tensor, int index) {
  for (uint32_t i = 0; i < tensor->rank; i++) {
    if (tensor->stride[i] == 0) {
      misuse("tensor %d: stride 0 in dimension %u", index, i);
    }
  }
  if (tensor->extent != extent(tensor)) {
    misuse("tensor %d: extent %" PRIu64 " instead of %" PRIu64, index, tensor->extent, extent(tensor));
  }
  if (tensor->is_contiguous && !is_contiguous(tensor)) {
    misuse("tensor %d: says it is contiguous, and is not", index);
  }
  uint64_t end = (tensor->start_offset + tensor->extent) * tensors_element_bytes(tensor);
  if (end > tensor->buffer_bytes) {
    misuse("tensor %d: reaches byte %" PRIu64 " of a buffer of %" PRIu64, index, end,
           tensor->buffer_bytes);
  }
}

void tensors_check(const chip_tensor *tensor, int index) {
  if (tensor->rank < 1 || tensor->rank > MAX_RANK) {
    misuse("tensor %d: rank %u", index, tensor->rank);
  }
  if (tensor->data_type >= DATA_TYPES) {
    misuse("tensor %d: data type %u", index, tensor->data_type);
  }
  if (tensor->owner != UINT64_MAX || tensor->version != 0) {
    misuse("tensor %d: owner %" PRIx64 ", version %d", index, tensor->owner, tensor->version);
  }
  if (tensor->manual_dependency > 1 || tensor->is_contiguous > 1 || tensor->space > SPACE_DEVICE) {
    misuse("tensor %d: flags %u %u %u", index, tensor->manual_dependency, tensor->is_contiguous,
           tensor->space);
  }
  for (size_t i = 0; i < sizeof tensor->reserved; i++) {
    if (tensor->reserved[i] != 0) {
      misuse("tensor %d: reserved byte %zu is %u", index, i, tensor->reserved[i]);
    }
  }
  if (tensors_elements(tensor) != 0) {
    check_strides(tensor, index);
  }
}
