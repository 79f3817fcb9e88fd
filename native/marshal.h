/* marshal.h: turns the flat buffers that Java writes into the host runtime's structures.
 * Knows layouts (fact sheet, section 5), knows no JNI. Every count and bound of a flat buffer is checked here, and so
 * is whatever upstream would crash on; the rules of the platforms are Java's. Nothing here keeps a pointer.
 *
 * Flat buffers are packed and little-endian:
 *   config     i32 aicpu threads (0 auto), i32 zero, u64 task window[4], u64 heap[4], u64 dependency pool[4]
 *   arguments  i32 tensors, i32 scalars, then per tensor u64 address, u64 buffer bytes, u64 start offset (elements),
 *              i32 element type, i32 rank, i32 space, i32 zero, i64 shape[5], i64 stride[5]; then u64 per scalar
 *   callable   i32 signature count, i32 kernels, i32 entry length, i32 config length, i64 orchestration bytes,
 *              i32 per signature entry, entry, config, pad to 8, orchestration, pad to 8; then per kernel
 *              i32 func id, i32 signature count, i64 binary bytes, i32 per signature entry, pad to 8, binary, pad to 8
 */
#ifndef SLUICE_MARSHAL_H
#define SLUICE_MARSHAL_H

#include "abi.h"
#include "error.h"

/* Each returns 0, or -1 with a sentence in *error. */
int sluice_pack_config(sluice_call_config *out, const void *flat, size_t length, sluice_error *error);

/* Writes the slots that are used and leaves the others alone. */
int sluice_pack_arguments(sluice_task_arguments *out, const void *flat, size_t length, sluice_error *error);

/* The image is one block, zero wherever nothing is said; the caller frees it with free(). */
int sluice_pack_callable(sluice_chip_callable **out, const void *flat, size_t length, sluice_error *error);

#endif
