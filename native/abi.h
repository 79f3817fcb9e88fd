/* abi.h: the host runtime's binary interface (snapshot of 2026-08-22), in declarations of our own.
 * Numbers in comments are sections of the fact sheet. Little-endian, LP64; knows no JNI and does nothing. */
#ifndef SLUICE_ABI_H
#define SLUICE_ABI_H

#include <stddef.h>
#include <stdint.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "fact sheet, head: little-endian");
_Static_assert(sizeof(void *) == 8 && sizeof(size_t) == 8, "fact sheet, head: LP64");

enum {
  SLUICE_MAX_RANK = 5,               /* 7 */
  SLUICE_MAX_TENSORS = 256,          /* 7 */
  SLUICE_MAX_SCALARS = 128,          /* 7 */
  SLUICE_MAX_CHILDREN = 1024,        /* 7, also the limit of func ids */
  SLUICE_MAX_KERNEL_SIGNATURE = 32,  /* 5.7 */
  SLUICE_NAME_BYTES = 64,            /* 7: 63 characters and NUL */
  SLUICE_ELEMENT_TYPES = 15,         /* 6: codes 0..14 */
  SLUICE_ARGUMENT_DIRECTIONS = 4,    /* 6: SCALAR, IN, OUT, INOUT */
  SLUICE_SPACE_HOST = 0,             /* 6 */
  SLUICE_SPACE_DEVICE = 1,           /* 6 */
  SLUICE_STRUCT_ALIGNMENT = 64,      /* 5.1, 5.2, 5.8 */
  SLUICE_MAX_RESOURCES = 8,          /* 5.6 */
  SLUICE_CONTRACT_VERSION = 1,       /* 5.6 */
  SLUICE_LOG_VERSION = 1,            /* 5.9 */
  SLUICE_LOG_SILENT = 60             /* 9: NUL */
};

/* 5.1 ChipTensor */
typedef struct {
  _Alignas(SLUICE_STRUCT_ALIGNMENT) uint64_t address;
  uint64_t buffer_bytes;
  uint64_t owner_task;
  uint64_t start_offset;
  int32_t version;
  uint32_t rank;
  uint8_t element_type;
  uint8_t manual_dependency;
  uint8_t contiguous;
  uint8_t space;
  uint32_t shape[SLUICE_MAX_RANK];
  uint64_t extent;
  uint32_t stride[SLUICE_MAX_RANK];
  uint8_t reserved[36];
} sluice_chip_tensor;
_Static_assert(sizeof(sluice_chip_tensor) == 128, "fact sheet 5.1");
_Static_assert(_Alignof(sluice_chip_tensor) == 64, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, address) == 0, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, buffer_bytes) == 8, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, owner_task) == 16, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, start_offset) == 24, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, version) == 32, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, rank) == 36, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, element_type) == 40, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, manual_dependency) == 41, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, contiguous) == 42, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, space) == 43, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, shape) == 44, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, extent) == 64, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, stride) == 72, "fact sheet 5.1");
_Static_assert(offsetof(sluice_chip_tensor, reserved) == 92, "fact sheet 5.1");

/* 5.2 ChipStorageTaskArgs */
typedef struct {
  sluice_chip_tensor tensors[SLUICE_MAX_TENSORS];
  uint64_t scalars[SLUICE_MAX_SCALARS];
  int32_t tensor_count;
  int32_t scalar_count;
} sluice_task_arguments;
_Static_assert(sizeof(sluice_task_arguments) == 33856, "fact sheet 5.2");
_Static_assert(_Alignof(sluice_task_arguments) == 64, "fact sheet 5.2");
_Static_assert(offsetof(sluice_task_arguments, tensors) == 0, "fact sheet 5.2");
_Static_assert(offsetof(sluice_task_arguments, scalars) == 32768, "fact sheet 5.2");
_Static_assert(offsetof(sluice_task_arguments, tensor_count) == 33792, "fact sheet 5.2");
_Static_assert(offsetof(sluice_task_arguments, scalar_count) == 33796, "fact sheet 5.2");

/* 5.3 RuntimeEnv and CallConfig */
typedef struct {
  uint64_t task_window[4];
  uint64_t heap[4];
  uint64_t dependency_pool[4];
} sluice_rings;
_Static_assert(sizeof(sluice_rings) == 96, "fact sheet 5.3");
_Static_assert(offsetof(sluice_rings, task_window) == 0, "fact sheet 5.3");
_Static_assert(offsetof(sluice_rings, heap) == 32, "fact sheet 5.3");
_Static_assert(offsetof(sluice_rings, dependency_pool) == 64, "fact sheet 5.3");

typedef struct {
  int32_t aicpu_threads;
  int32_t chip_swimlane;
  int32_t dump_arguments;
  int32_t pmu;
  int32_t dependency_generation;
  int32_t scope_statistics;
  sluice_rings rings;
  char output_prefix[1024];
} sluice_call_config;
_Static_assert(sizeof(sluice_call_config) == 1144, "fact sheet 5.3");
_Static_assert(offsetof(sluice_call_config, aicpu_threads) == 0, "fact sheet 5.3");
_Static_assert(offsetof(sluice_call_config, chip_swimlane) == 4, "fact sheet 5.3");
_Static_assert(offsetof(sluice_call_config, dump_arguments) == 8, "fact sheet 5.3");
_Static_assert(offsetof(sluice_call_config, pmu) == 12, "fact sheet 5.3");
_Static_assert(offsetof(sluice_call_config, dependency_generation) == 16, "fact sheet 5.3");
_Static_assert(offsetof(sluice_call_config, scope_statistics) == 20, "fact sheet 5.3");
_Static_assert(offsetof(sluice_call_config, rings) == 24, "fact sheet 5.3");
_Static_assert(offsetof(sluice_call_config, output_prefix) == 120, "fact sheet 5.3");

/* 5.4 NativeRunDescriptor */
typedef struct {
  uint32_t pipeline_slot;
  uint32_t arena_bank;
  uint64_t run_id;
  uint64_t generation;
  uint64_t dispatch_id;
  uint64_t run_epoch;
  int32_t *accepted_state;
  int32_t accepted_value;
  int32_t padding;
} sluice_run_descriptor;
_Static_assert(sizeof(sluice_run_descriptor) == 56, "fact sheet 5.4");
_Static_assert(_Alignof(sluice_run_descriptor) == 8, "fact sheet 5.4");
_Static_assert(offsetof(sluice_run_descriptor, pipeline_slot) == 0, "fact sheet 5.4");
_Static_assert(offsetof(sluice_run_descriptor, arena_bank) == 4, "fact sheet 5.4");
_Static_assert(offsetof(sluice_run_descriptor, run_id) == 8, "fact sheet 5.4");
_Static_assert(offsetof(sluice_run_descriptor, generation) == 16, "fact sheet 5.4");
_Static_assert(offsetof(sluice_run_descriptor, dispatch_id) == 24, "fact sheet 5.4");
_Static_assert(offsetof(sluice_run_descriptor, run_epoch) == 32, "fact sheet 5.4");
_Static_assert(offsetof(sluice_run_descriptor, accepted_state) == 40, "fact sheet 5.4");
_Static_assert(offsetof(sluice_run_descriptor, accepted_value) == 48, "fact sheet 5.4");

/* 5.6 PipelineContract */
enum { SLUICE_RESOURCE_RUNTIME_IMAGE = 3, SLUICE_RESOURCE_KINDS = 6 }; /* kinds 1..3 take memory of the device */
enum { SLUICE_CLASS_DEVICE_SCRATCH = 1, SLUICE_RESOURCE_CLASSES = 3 };
typedef struct {
  uint32_t kind;
  uint32_t class_of_use;
  uint64_t bytes;
} sluice_resource;
typedef struct {
  uint32_t abi_version;
  uint32_t resource_count;
  uint32_t pipeline_depth;
  uint32_t padding;
  sluice_resource resources[SLUICE_MAX_RESOURCES];
} sluice_pipeline_contract;
_Static_assert(sizeof(sluice_resource) == 16, "fact sheet 5.6");
_Static_assert(offsetof(sluice_resource, kind) == 0, "fact sheet 5.6");
_Static_assert(offsetof(sluice_resource, class_of_use) == 4, "fact sheet 5.6");
_Static_assert(offsetof(sluice_resource, bytes) == 8, "fact sheet 5.6");
_Static_assert(sizeof(sluice_pipeline_contract) == 144, "fact sheet 5.6");
_Static_assert(_Alignof(sluice_pipeline_contract) == 8, "fact sheet 5.6");
_Static_assert(offsetof(sluice_pipeline_contract, abi_version) == 0, "fact sheet 5.6");
_Static_assert(offsetof(sluice_pipeline_contract, resource_count) == 4, "fact sheet 5.6");
_Static_assert(offsetof(sluice_pipeline_contract, pipeline_depth) == 8, "fact sheet 5.6");
_Static_assert(offsetof(sluice_pipeline_contract, resources) == 16, "fact sheet 5.6");

/* 5.7 CoreCallable up to its binary */
typedef struct {
  int32_t signature[SLUICE_MAX_KERNEL_SIGNATURE];
  int32_t signature_count;
  uint32_t binary_bytes;
  uint64_t resolved_address;
  uint8_t padding[48];
} sluice_core_callable;
_Static_assert(sizeof(sluice_core_callable) == 192, "fact sheet 5.7");
_Static_assert(_Alignof(sluice_core_callable) == 8, "fact sheet 5.7");
_Static_assert(offsetof(sluice_core_callable, signature) == 0, "fact sheet 5.7");
_Static_assert(offsetof(sluice_core_callable, signature_count) == 128, "fact sheet 5.7");
_Static_assert(offsetof(sluice_core_callable, binary_bytes) == 132, "fact sheet 5.7");
_Static_assert(offsetof(sluice_core_callable, resolved_address) == 136, "fact sheet 5.7");
_Static_assert(offsetof(sluice_core_callable, padding) == 144, "fact sheet 5.7");

/* 5.8 ChipCallable up to its binaries */
typedef struct {
  _Alignas(16) int32_t signature[SLUICE_MAX_TENSORS];
  int32_t signature_count;
  uint32_t orchestration_bytes;
  char entry[SLUICE_NAME_BYTES];
  uint32_t entry_length;
  int32_t child_ids[SLUICE_MAX_CHILDREN];
  uint32_t child_offsets[SLUICE_MAX_CHILDREN];
  int32_t child_count;
  char config[SLUICE_NAME_BYTES];
  uint32_t config_length;
  uint8_t padding[12];
} sluice_chip_callable;
_Static_assert(sizeof(sluice_chip_callable) == 9376, "fact sheet 5.8");
_Static_assert(_Alignof(sluice_chip_callable) == 16, "fact sheet 5.8");
_Static_assert(offsetof(sluice_chip_callable, signature) == 0, "fact sheet 5.8");
_Static_assert(offsetof(sluice_chip_callable, signature_count) == 1024, "fact sheet 5.8");
_Static_assert(offsetof(sluice_chip_callable, orchestration_bytes) == 1028, "fact sheet 5.8");
_Static_assert(offsetof(sluice_chip_callable, entry) == 1032, "fact sheet 5.8");
_Static_assert(offsetof(sluice_chip_callable, entry_length) == 1096, "fact sheet 5.8");
_Static_assert(offsetof(sluice_chip_callable, child_ids) == 1100, "fact sheet 5.8");
_Static_assert(offsetof(sluice_chip_callable, child_offsets) == 5196, "fact sheet 5.8");
_Static_assert(offsetof(sluice_chip_callable, child_count) == 9292, "fact sheet 5.8");
_Static_assert(offsetof(sluice_chip_callable, config) == 9296, "fact sheet 5.8");
_Static_assert(offsetof(sluice_chip_callable, config_length) == 9360, "fact sheet 5.8");
_Static_assert(offsetof(sluice_chip_callable, padding) == 9364, "fact sheet 5.8");

/* 5.9 SimplerHostLogState */
typedef struct {
  uint32_t abi_version;
  uint32_t struct_bytes;
  int32_t threshold;
  int32_t clock_anchor_pid;
} sluice_log_state;
_Static_assert(sizeof(sluice_log_state) == 16, "fact sheet 5.9");
_Static_assert(offsetof(sluice_log_state, abi_version) == 0, "fact sheet 5.9");
_Static_assert(offsetof(sluice_log_state, struct_bytes) == 4, "fact sheet 5.9");
_Static_assert(offsetof(sluice_log_state, threshold) == 8, "fact sheet 5.9");
_Static_assert(offsetof(sluice_log_state, clock_anchor_pid) == 12, "fact sheet 5.9");

/* 3: the functions that we call, as X(result, name, parameters) */
#define SLUICE_CALLED_FUNCTIONS(X)                                                                       \
  X(const sluice_pipeline_contract *, get_pipeline_contract, (void))                                     \
  X(void *, create_device_context, (void))                                                               \
  X(void, destroy_device_context, (void *device))                                                        \
  X(size_t, get_runtime_size, (void))                                                                    \
  X(size_t, get_runtime_alignment, (void))                                                               \
  X(int, simpler_init,                                                                                   \
    (void *device, int device_id, const uint8_t *aicpu, size_t aicpu_bytes, const uint8_t *aicore,       \
     size_t aicore_bytes, const uint8_t *dispatcher, size_t dispatcher_bytes,                            \
     const sluice_call_config *prewarm))                                                                 \
  X(int, finalize_device, (void *device))                                                                \
  X(void *, device_malloc_ctx, (void *device, size_t bytes))                                             \
  X(void, device_free_ctx, (void *device, void *address))                                                \
  X(size_t, committed_device_memory_ctx, (void *device))                                                 \
  X(int, copy_to_device_ctx, (void *device, void *target, const void *source, size_t bytes))             \
  X(int, copy_from_device_ctx, (void *device, void *target, const void *source, size_t bytes))           \
  X(int, simpler_register_callable, (void *device, int32_t id, const void *callable))                    \
  X(int, simpler_unregister_callable, (void *device, int32_t id))                                        \
  X(int, simpler_prepare_run,                                                                            \
    (void *device, void *storage, int32_t id, const void *arguments, const sluice_call_config *config,   \
     const sluice_run_descriptor *descriptor))                                                           \
  X(int, simpler_launch_run, (void *device, void *storage))                                              \
  X(int, simpler_poll_run, (void *device, void *storage))                                                \
  X(int, simpler_finalize_run, (void *device, void *storage))                                            \
  X(int, simpler_host_log_bind_state, (sluice_log_state *state))

/* 3: what a host runtime of this era exports besides; not called, but its absence says that the era is another */
#define SLUICE_PRESENT_FUNCTIONS(X)                                                                      \
  X(simpler_wait_run)                                                                                    \
  X(simpler_run)                                                                                         \
  X(supports_concurrent_native_prepare_ctx)                                                              \
  X(get_arena_bank_gm_heap_base_ctx)                                                                     \
  X(get_retained_temp_addr_ctx)                                                                          \
  X(get_aicpu_dlopen_count)                                                                              \
  X(get_host_dlopen_count)                                                                               \
  X(get_run_stream_set_create_count)                                                                     \
  X(simpler_provision_dma_workspace)                                                                     \
  X(ensure_acl_ready_ctx)                                                                                \
  X(create_comm_stream_ctx)                                                                              \
  X(destroy_comm_stream_ctx)                                                                             \
  X(comm_init)                                                                                           \
  X(comm_alloc_windows)                                                                                  \
  X(comm_get_local_window_base)                                                                          \
  X(comm_get_window_size)                                                                                \
  X(comm_derive_context)                                                                                 \
  X(comm_alloc_domain_windows)                                                                           \
  X(comm_release_domain_windows)                                                                         \
  X(comm_global_domain_prepare)                                                                          \
  X(comm_global_domain_import)                                                                           \
  X(comm_global_domain_release)                                                                          \
  X(comm_barrier)                                                                                        \
  X(comm_destroy)

/* 11.1: what earlier eras exported and this one does not */
#define SLUICE_REMOVED_FUNCTIONS(X) \
  X(select_pipeline_slot_ctx)       \
  X(set_native_run_identity_ctx)    \
  X(simpler_log_init)               \
  X(prepare_callable)

#endif
