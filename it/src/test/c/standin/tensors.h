/* What can be said about a tensor from its 128 bytes. */
#ifndef STANDIN_TENSORS_H
#define STANDIN_TENSORS_H

#include "layout.h"

/* Stops the process for a tensor that upstream would take and then go wrong with; names it by its index. */
void tensors_check(const chip_tensor *tensor, int index);

uint64_t tensors_element_bytes(const chip_tensor *tensor);

uint64_t tensors_elements(const chip_tensor *tensor);

/* What a transfer of a host tensor copies: elements times their size, whatever the strides. */
uint64_t tensors_bytes(const chip_tensor *tensor);

/* Returns the offset in bytes, from the tensor's address, of its n-th element in row-major order. */
uint64_t tensors_offset(const chip_tensor *tensor, uint64_t n);

#endif
