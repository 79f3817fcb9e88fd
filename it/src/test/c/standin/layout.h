/* The structures of the host runtime's ABI (fact sheet, section 5), declared here once more on purpose: the
 * stand-in shares no header with the library under test, so that one mistake cannot hide the other. */
#ifndef STANDIN_LAYOUT_H
#define STANDIN_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

enum { MAX_RANK = 5, MAX_TENSORS = 256, MAX_SCALARS = 128, MAX_CHILDREN = 1024, MAX_CALLABLES = 64 };
enum { MAX_CHILD_TENSORS = 32, SLOTS = 2, RINGS = 4, NAME_BYTES = 64, DATA_TYPES = 15 };
enum { SPACE_HOST = 0, SPACE_DEVICE = 1 };
enum { DIRECTION_IN = 1, DIRECTION_OUT = 2 };

typedef struct {
  uint64_t address;
  uint64_t buffer_bytes;
  uint64_t owner;
  uint64_t start_offset; /* elements */
  int32_t version;
  uint32_t rank;
  uint8_t data_type;
  uint8_t manual_dependency;
  uint8_t is_contiguous;
  uint8_t space;
  uint32_t shape[MAX_RANK];
  uint64_t extent; /* elements */
  uint32_t stride[MAX_RANK];
  uint8_t reserved[36];
} chip_tensor;

_Static_assert(sizeof(chip_tensor) == 128, "5.1");
_Static_assert(offsetof(chip_tensor, buffer_bytes) == 8, "5.1");
_Static_assert(offsetof(chip_tensor, owner) == 16, "5.1");
_Static_assert(offsetof(chip_tensor, start_offset) == 24, "5.1");
_Static_assert(offsetof(chip_tensor, version) == 32, "5.1");
_Static_assert(offsetof(chip_tensor, rank) == 36, "5.1");
_Static_assert(offsetof(chip_tensor, data_type) == 40, "5.1");
_Static_assert(offsetof(chip_tensor, space) == 43, "5.1");
_Static_assert(offsetof(chip_tensor, shape) == 44, "5.1");
_Static_assert(offsetof(chip_tensor, extent) == 64, "5.1");
_Static_assert(offsetof(chip_tensor, stride) == 72, "5.1");
_Static_assert(offsetof(chip_tensor, reserved) == 92, "5.1");

typedef struct {
  chip_tensor tensors[MAX_TENSORS];
  uint64_t scalars[MAX_SCALARS];
  int32_t tensor_count;
  int32_t scalar_count;
  uint8_t padding[56];
} task_args;

_Static_assert(sizeof(task_args) == 33856, "5.2");
_Static_assert(offsetof(task_args, scalars) == 32768, "5.2");
_Static_assert(offsetof(task_args, tensor_count) == 33792, "5.2");
_Static_assert(offsetof(task_args, scalar_count) == 33796, "5.2");

typedef struct __attribute__((packed)) {
  uint64_t task_window[RINGS];
  uint64_t heap[RINGS];
  uint64_t dep_pool[RINGS];
} runtime_env;

_Static_assert(sizeof(runtime_env) == 96, "5.3");

typedef struct __attribute__((packed)) {
  int32_t aicpu_threads;
  int32_t enables[5];
  runtime_env env;
  char output_prefix[1024];
} call_config;

_Static_assert(sizeof(call_config) == 1144, "5.3");
_Static_assert(offsetof(call_config, env) == 24, "5.3");
_Static_assert(offsetof(call_config, output_prefix) == 120, "5.3");

typedef struct {
  uint32_t pipeline_slot;
  uint32_t arena_bank;
  uint64_t run_id;
  uint64_t generation;
  uint64_t dispatch_id;
  uint64_t run_epoch;
  int32_t *accepted_state;
  int32_t accepted_value;
  uint32_t padding;
} run_descriptor;

_Static_assert(sizeof(run_descriptor) == 56, "5.4");
_Static_assert(offsetof(run_descriptor, run_epoch) == 32, "5.4");
_Static_assert(offsetof(run_descriptor, accepted_state) == 40, "5.4");
_Static_assert(offsetof(run_descriptor, accepted_value) == 48, "5.4");

typedef struct {
  uint32_t kind;
  uint32_t copies_class;
  uint64_t bytes;
} contract_resource;

typedef struct {
  uint32_t abi_version;
  uint32_t resource_count;
  uint32_t pipeline_depth;
  uint32_t padding;
  contract_resource resources[8];
} pipeline_contract;

_Static_assert(sizeof(pipeline_contract) == 144, "5.6");
_Static_assert(offsetof(pipeline_contract, resources) == 16, "5.6");

typedef struct {
  int32_t signature[MAX_CHILD_TENSORS];
  int32_t signature_count;
  uint32_t binary_bytes;
  uint64_t resolved_address;
  uint8_t padding[48];
} core_callable;

_Static_assert(sizeof(core_callable) == 192, "5.7: where the binary starts");
_Static_assert(offsetof(core_callable, signature_count) == 128, "5.7");
_Static_assert(offsetof(core_callable, resolved_address) == 136, "5.7");
_Static_assert(offsetof(core_callable, padding) == 144, "5.7");

typedef struct {
  int32_t signature[MAX_TENSORS];
  int32_t signature_count;
  uint32_t binary_bytes;
  char entry[NAME_BYTES];
  uint32_t entry_length;
  int32_t child_ids[MAX_CHILDREN];
  uint32_t child_offsets[MAX_CHILDREN];
  int32_t child_count;
  char config[NAME_BYTES];
  uint32_t config_length;
  uint8_t padding[12];
} chip_callable;

_Static_assert(sizeof(chip_callable) == 9376, "5.8");
_Static_assert(offsetof(chip_callable, binary_bytes) == 1028, "5.8");
_Static_assert(offsetof(chip_callable, entry) == 1032, "5.8");
_Static_assert(offsetof(chip_callable, child_ids) == 1100, "5.8");
_Static_assert(offsetof(chip_callable, child_offsets) == 5196, "5.8");
_Static_assert(offsetof(chip_callable, child_count) == 9292, "5.8");
_Static_assert(offsetof(chip_callable, config) == 9296, "5.8");
_Static_assert(offsetof(chip_callable, config_length) == 9360, "5.8");
_Static_assert(offsetof(chip_callable, padding) == 9364, "5.8");

typedef struct {
  uint32_t abi_version;
  uint32_t struct_size;
  int32_t threshold;
  int32_t clock_anchor_pid;
} log_state;

_Static_assert(sizeof(log_state) == 16, "5.9");

#endif
