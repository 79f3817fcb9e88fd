#include <string.h>

#include "check.h"
#include "contract.h"
#include "suites.h"

static sluice_pipeline_contract contract;
static sluice_error error;
static uint32_t depth;
static uint32_t banks;

/* Writes a contract by the offsets of the fact sheet. */
static void set(uint32_t version, uint32_t count, uint32_t runs, const uint32_t (*resources)[2]) {
  unsigned char bytes[144] = {0};
  memcpy(bytes, &version, 4);
  memcpy(bytes + 4, &count, 4);
  memcpy(bytes + 8, &runs, 4);
  for (uint32_t index = 0; index < count && index < 8; index++) {
    memcpy(bytes + 16 + 16 * (size_t) index, resources[index], 8);
  }
  memcpy(&contract, bytes, sizeof bytes);
}

static void check_refused(const char *sentence) {
  CHECK_NUMBER(-1, sluice_check_contract(&contract, &depth, &banks, &error));
  CHECK_NUMBER(SLUICE_REFUSED, error.kind);
  CHECK_TEXT(sentence, error.message);
}

static void the_contract_of_tensormap_and_ringbuffer_gives_one_bank(void) {
  set(1, 6, 2, (const uint32_t[][2]) {{4, 0}, {1, 1}, {2, 1}, {3, 1}, {5, 2}, {6, 2}});
  CHECK_NUMBER(0, sluice_check_contract(&contract, &depth, &banks, &error));
  CHECK_NUMBER(2, depth);
  CHECK_NUMBER(1, banks);
}

static void the_contract_of_host_build_graph_gives_a_bank_per_run(void) {
  set(1, 4, 2, (const uint32_t[][2]) {{1, 0}, {3, 0}, {5, 2}, {6, 2}});
  CHECK_NUMBER(0, sluice_check_contract(&contract, &depth, &banks, &error));
  CHECK_NUMBER(2, depth);
  CHECK_NUMBER(2, banks);
}

static void a_contract_without_resources_gives_one_bank(void) {
  set(1, 0, 1, NULL);
  CHECK_NUMBER(0, sluice_check_contract(&contract, &depth, &banks, &error));
  CHECK_NUMBER(1, depth);
  CHECK_NUMBER(1, banks);
}

static void a_head_that_is_not_known_is_refused(void) {
  set(2, 0, 1, NULL);
  check_refused("its pipeline contract has version 2, and this build knows version 1");
  set(1, 9, 1, (const uint32_t[9][2]) {{0}});
  check_refused("its pipeline contract counts 9 resources, and at most 8 are possible");
  set(1, 0, 0, NULL);
  check_refused("its pipeline contract has depth 0, which is neither 1 nor 2");
  set(1, 0, 3, NULL);
  check_refused("its pipeline contract has depth 3, which is neither 1 nor 2");
}

static void no_contract_is_refused(void) {
  CHECK_NUMBER(-1, sluice_check_contract(NULL, &depth, &banks, &error));
  CHECK_TEXT("it has no pipeline contract", error.message);
}

static void a_resource_that_is_not_known_is_refused(void) {
  set(1, 1, 2, (const uint32_t[][2]) {{0, 0}});
  check_refused("resource 0 of its pipeline contract is of kind 0 and class 0, and kinds 1..6 and classes 0..2 are known");
  set(1, 1, 2, (const uint32_t[][2]) {{7, 0}});
  check_refused("resource 0 of its pipeline contract is of kind 7 and class 0, and kinds 1..6 and classes 0..2 are known");
  set(1, 2, 2, (const uint32_t[][2]) {{5, 2}, {6, 3}});
  check_refused("resource 1 of its pipeline contract is of kind 6 and class 3, and kinds 1..6 and classes 0..2 are known");
  set(1, 1, 2, (const uint32_t[][2]) {{5, 2}});
  contract.resources[0].bytes = UINT64_C(1) << 40;
  check_refused("resource 0 of its pipeline contract asks for 1099511627776 bytes, and this build knows only 0");
}

static void memory_that_repeats_or_disagrees_is_refused(void) {
  set(1, 2, 2, (const uint32_t[][2]) {{1, 1}, {1, 1}});
  check_refused("its pipeline contract has kind 1 twice");
  set(1, 2, 2, (const uint32_t[][2]) {{1, 1}, {2, 0}});
  check_refused("its pipeline contract asks for 1 copies of one resource and 2 of kind 2");
  set(1, 3, 2, (const uint32_t[][2]) {{3, 0}, {5, 2}, {2, 1}});
  check_refused("its pipeline contract asks for 2 copies of one resource and 1 of kind 2");
}

static void the_same_number_of_copies_by_another_class_is_fine(void) {
  set(1, 2, 1, (const uint32_t[][2]) {{1, 1}, {2, 0}});
  CHECK_NUMBER(0, sluice_check_contract(&contract, &depth, &banks, &error));
  CHECK_NUMBER(1, banks);
}

void test_contract(void) {
  RUN(the_contract_of_tensormap_and_ringbuffer_gives_one_bank);
  RUN(the_contract_of_host_build_graph_gives_a_bank_per_run);
  RUN(a_contract_without_resources_gives_one_bank);
  RUN(a_head_that_is_not_known_is_refused);
  RUN(no_contract_is_refused);
  RUN(a_resource_that_is_not_known_is_refused);
  RUN(memory_that_repeats_or_disagrees_is_refused);
  RUN(the_same_number_of_copies_by_another_class_is_fine);
}
