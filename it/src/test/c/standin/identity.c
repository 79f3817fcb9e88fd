#include "identity.h"

/* -DSTANDIN_A5, -DSTANDIN_ONBOARD, -DSTANDIN_HOST_BUILD_GRAPH choose the build. The other two are for builds
 * that a host has to refuse: another contract version, and a function of an older era. */
#ifndef STANDIN_CONTRACT_VERSION
#define STANDIN_CONTRACT_VERSION 1
#endif

#ifdef STANDIN_REMOVED_SYMBOL
__attribute__((visibility("default"))) int STANDIN_REMOVED_SYMBOL(void);

int STANDIN_REMOVED_SYMBOL(void) {
  return -2;
}
#endif

const struct identity identity = {
#ifdef STANDIN_ONBOARD
    .onboard = true,
#endif
#if defined(STANDIN_A5)
    .arch = "a5",
    .most_aicpu_threads = 5,
#else
    .arch = "a2a3",
    .most_aicpu_threads = 4,
#endif
#if defined(STANDIN_HOST_BUILD_GRAPH)
    .graph_on_host = true,
#if defined(STANDIN_A5)
    .runtime_bytes = 50880,
#else
    .runtime_bytes = 48576,
#endif
    .arena_bytes = 270668294, /* 270,680,582 with three tensors of 4 KiB */
    .contract = {STANDIN_CONTRACT_VERSION, 4, 2, 0, {{1, 0, 0}, {3, 0, 0}, {5, 2, 0}, {6, 2, 0}}},
#else
#if defined(STANDIN_A5)
    .runtime_bytes = 50816,
    .arena_bytes = 1422939197,
#else
    .runtime_bytes = 48512,
    .arena_bytes = 1422938941,
#endif
    .contract = {STANDIN_CONTRACT_VERSION,
                 6,
                 2,
                 0,
                 {{4, 0, 0}, {1, 1, 0}, {2, 1, 0}, {3, 1, 0}, {5, 2, 0}, {6, 2, 0}}},
#endif
};
