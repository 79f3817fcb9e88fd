/* contract.h: checks the pipeline contract of a host runtime (fact sheet 5.6). Knows no JNI. */
#ifndef SLUICE_CONTRACT_H
#define SLUICE_CONTRACT_H

#include "abi.h"
#include "error.h"

/* On 0, *depth is the number of runs that may be prepared at once, and *banks the number of arenas on the device. */
int sluice_check_contract(const sluice_pipeline_contract *contract, uint32_t *depth, uint32_t *banks,
                          sluice_error *error);

#endif
