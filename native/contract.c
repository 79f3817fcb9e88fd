#include "contract.h"

#include <inttypes.h>
#include <stdbool.h>

static int check_head(const sluice_pipeline_contract *contract, sluice_error *error) {
  if (contract->abi_version != SLUICE_CONTRACT_VERSION) {
    return sluice_refuse(error, "its pipeline contract has version %" PRIu32 ", and this build knows version %d",
                         contract->abi_version, SLUICE_CONTRACT_VERSION);
  }
  if (contract->resource_count > SLUICE_MAX_RESOURCES) {
    return sluice_refuse(error, "its pipeline contract counts %" PRIu32 " resources, and at most %d are possible",
                         contract->resource_count, SLUICE_MAX_RESOURCES);
  }
  if (contract->pipeline_depth < 1 || contract->pipeline_depth > 2) {
    return sluice_refuse(error, "its pipeline contract has depth %" PRIu32 ", which is neither 1 nor 2",
                         contract->pipeline_depth);
  }
  return 0;
}

static int check_resource(const sluice_resource *resource, uint32_t index, sluice_error *error) {
  if (resource->kind < 1 || resource->kind > SLUICE_RESOURCE_KINDS ||
      resource->class_of_use >= SLUICE_RESOURCE_CLASSES) {
    return sluice_refuse(error,
                         "resource %" PRIu32 " of its pipeline contract is of kind %" PRIu32 " and class %" PRIu32
                         ", and kinds 1..%d and classes 0..%d are known",
                         index, resource->kind, resource->class_of_use, SLUICE_RESOURCE_KINDS,
                         SLUICE_RESOURCE_CLASSES - 1);
  }
  if (resource->bytes != 0) {
    return sluice_refuse(error, "resource %" PRIu32 " of its pipeline contract asks for %" PRIu64
                                " bytes, and this build knows only 0", index, resource->bytes);
  }
  return 0;
}

int sluice_check_contract(const sluice_pipeline_contract *contract, uint32_t *depth, uint32_t *banks,
                          sluice_error *error) {
  if (contract == NULL) {
    return sluice_refuse(error, "it has no pipeline contract");
  }
  if (check_head(contract, error) != 0) {
    return -1;
  }
  bool seen[SLUICE_RESOURCE_KINDS + 1] = {false};
  uint32_t copies = 0;
  for (uint32_t index = 0; index < contract->resource_count; index++) {
    const sluice_resource *resource = &contract->resources[index];
    if (check_resource(resource, index, error) != 0) {
      return -1;
    }
    if (resource->kind > SLUICE_RESOURCE_RUNTIME_IMAGE) {
      continue; /* not memory of the device: says nothing about arenas */
    }
    if (seen[resource->kind]) {
      return sluice_refuse(error, "its pipeline contract has kind %" PRIu32 " twice", resource->kind);
    }
    seen[resource->kind] = true;
    const uint32_t needed =
        resource->class_of_use == SLUICE_CLASS_DEVICE_SCRATCH ? 1 : contract->pipeline_depth;
    if (copies != 0 && copies != needed) {
      return sluice_refuse(error, "its pipeline contract asks for %" PRIu32 " copies of one resource and %" PRIu32
                                  " of kind %" PRIu32, copies, needed, resource->kind);
    }
    copies = needed;
  }
  *depth = contract->pipeline_depth;
  *banks = copies == 0 ? 1 : copies;
  return 0;
}
