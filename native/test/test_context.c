#include <stdint.h>
#include <string.h>

#include "bytes.h"
#include "check.h"
#include "opened.h"
#include "suites.h"

static sluice_error error;
static sluice_library *library;

static void check_failed(int64_t code, const char *sentence) {
  CHECK_NUMBER(SLUICE_FAILED, error.kind);
  CHECK_NUMBER(code, error.code);
  CHECK_TEXT(sentence, error.message);
}

static void check_refusal(const char *sentence) {
  CHECK_NUMBER(SLUICE_REFUSED, error.kind);
  CHECK_TEXT(sentence, error.message);
}

static int launch(sluice_context *context, int32_t bank) {
  buffer flat = flat_arguments(0x1000);
  const int result = sluice_launch(context, 5, (sluice_bytes) {flat.bytes, flat.length}, bank, &error);
  release(&flat);
  return result;
}

static sluice_context *opened_with_callable(fake_runtime_state *fake) {
  fake->ids = UINT64_C(1) << 5;
  return opened(library);
}

static void opening_hands_over_executors_and_configuration(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened(library);
  CHECK_NUMBER(3, fake->device_id);
  CHECK_NUMBER(2, fake->aicpu_bytes);
  CHECK_NUMBER(3, fake->aicore_bytes);
  CHECK_NUMBER(0, fake->dispatcher_bytes);
  CHECK_NUMBER(1, fake->dispatcher == NULL);
  CHECK_NUMBER(3, get32(fake->prewarm, 0));
  CHECK_NUMBER(11, get64(fake->prewarm, 24));
  CHECK_NUMBER(22, get64(fake->prewarm, 112));
  CHECK_NUMBER(0, fake->prepares);
  closed(context);
  CHECK_NUMBER(1, fake->finalized_devices);
  CHECK_NUMBER(1, fake->destroyed_devices);
}

static void a_failed_init_destroys_the_context_and_does_not_finalize_the_device(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  fake->init = -42;
  sluice_context *context = NULL;
  CHECK_NUMBER(-1, open_fake(&context, library, &error));
  check_failed(-42, "simpler_init: the host runtime returned -42 for device 3");
  CHECK_NUMBER(1, context == NULL);
  CHECK_NUMBER(0, fake->finalized_devices);
  CHECK_NUMBER(1, fake->destroyed_devices);
}

static void no_device_context_is_a_failure(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  fake->no_device = 1;
  sluice_context *context = NULL;
  CHECK_NUMBER(-1, open_fake(&context, library, &error));
  check_failed(-1, "create_device_context: the host runtime gave none");
  CHECK_NUMBER(0, fake->destroyed_devices);
}

static void empty_executors_and_a_malformed_configuration_are_refused(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = NULL;
  const sluice_bytes some = {"x", 1};
  CHECK_NUMBER(-1, sluice_open(&context, library, 0, &(sluice_executors) {.aicore = some}, some, &error));
  check_refusal("the AICPU executor is empty");
  CHECK_NUMBER(-1, sluice_open(&context, library, 0, &(sluice_executors) {.aicpu = some}, some, &error));
  check_refusal("the AICore executor is empty");
  const sluice_executors both = {.aicpu = some, .aicore = some};
  CHECK_NUMBER(-1, sluice_open(&context, library, 0, &both, some, &error));
  check_refusal("malformed configuration buffer: the thread count at offset 0: 8 bytes, and 1 of 1 are left");
  CHECK_NUMBER(0, fake->aicpu_bytes);
}

static void a_failed_finalize_is_told_after_the_context_is_destroyed(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened(library);
  fake->finalize_device = 507018;
  CHECK_NUMBER(-1, sluice_close(context, false, &error));
  check_failed(507018, "finalize_device: the host runtime returned 507018");
  CHECK_NUMBER(1, fake->destroyed_devices);
}

static void memory_calls_pass_through(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened(library);
  fake->address = UINT64_C(0xFFFF800000001000);
  uint64_t address = 1;
  CHECK_NUMBER(0, sluice_allocate(context, 4096, &address, &error));
  CHECK_NUMBER(fake->address, address);
  CHECK_NUMBER(0, sluice_allocate(context, 4097, &address, &error));
  CHECK_NUMBER(0, address);
  CHECK_NUMBER(-1, sluice_allocate(context, 0, &address, &error));
  check_refusal("0 bytes of device memory; at least 1 is needed");
  CHECK_NUMBER(-1, sluice_allocate(context, -8, &address, &error));
  sluice_free(context, 0x1000);
  CHECK_NUMBER(0x1000, fake->freed);
  CHECK_NUMBER(5000000000, sluice_committed_bytes(context));
  closed(context);
}

static void copies_pass_through_and_any_code_but_0_is_a_failure(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened(library);
  char target[5] = "----";
  CHECK_NUMBER(0, sluice_copy_to_device(context, 0x1000, (sluice_bytes) {"bytes", 5}, &error));
  CHECK_BYTES("bytes\0", fake->copied, 6);
  CHECK_NUMBER(0, sluice_copy_to_host(context, target, 0x1000, 3, &error));
  CHECK_TEXT("ddd-", target);
  fake->copy = 107002; /* positive, as hardware returns */
  CHECK_NUMBER(-1, sluice_copy_to_device(context, 0x1f00, (sluice_bytes) {"bytes", 5}, &error));
  check_failed(107002, "copy_to_device_ctx: the host runtime returned 107002 for 5 bytes to 0x1f00");
  fake->copy = -1;
  CHECK_NUMBER(-1, sluice_copy_to_host(context, target, 0x1f00, 3, &error));
  check_failed(-1, "copy_from_device_ctx: the host runtime returned -1 for 3 bytes from 0x1f00");
  closed(context);
}

static void registering_hands_over_an_aligned_image(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened(library);
  buffer flat = flat_callable();
  const sluice_bytes callable = {flat.bytes, flat.length};
  CHECK_NUMBER(0, sluice_register(context, 63, callable, &error));
  CHECK_NUMBER(0, fake->image_address % 64);
  CHECK_NUMBER(70, get32(fake->callable, 1028));
  CHECK_NUMBER(7, get32(fake->callable, 1100));
  CHECK_NUMBER(0, sluice_unregister(context, 63, &error));
  CHECK_NUMBER(0, fake->ids);
  fake->registered = -1;
  CHECK_NUMBER(-1, sluice_register(context, 63, callable, &error));
  check_failed(-1, "simpler_register_callable: the host runtime returned -1 for id 63");
  release(&flat);
  closed(context);
}

static void a_run_is_prepared_launched_polled_and_finished(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened_with_callable(fake);
  CHECK_NUMBER(0, launch(context, 0));
  CHECK_NUMBER(1, fake->launches);
  CHECK_NUMBER(0, (uintptr_t) fake->arguments % 64);
  CHECK_NUMBER(0, (uintptr_t) fake->storage % 128);
  CHECK_NUMBER(3, get32(fake->config, 0));
  CHECK_NUMBER(0x1000, get64(fake->arguments, 0));
  CHECK_NUMBER(0x1122334455667788, get64(fake->arguments, 32768));
  CHECK_NUMBER(0, sluice_poll(context));
  fake->poll = 1;
  CHECK_NUMBER(1, sluice_poll(context));
  fake->poll = -7;
  CHECK_NUMBER(-7, sluice_poll(context));
  fake->finalize = -7;
  CHECK_NUMBER(-7, sluice_finish(context));
  CHECK_NUMBER(0, fake->prepared);
  closed(context);
}

static void without_a_run_there_is_nothing_to_poll_or_finish(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened_with_callable(fake);
  CHECK_NUMBER(-1, sluice_poll(context));
  CHECK_NUMBER(-1, sluice_finish(context));
  CHECK_NUMBER(0, launch(context, 0));
  CHECK_NUMBER(0, sluice_finish(context));
  CHECK_NUMBER(-1, sluice_finish(context));
  CHECK_NUMBER(1, fake->finalizes);
  closed(context);
}

static void every_run_has_an_epoch_above_the_last(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened_with_callable(fake);
  uint64_t last = 0;
  for (int run = 0; run < 3; run++) {
    CHECK_NUMBER(0, launch(context, 0));
    const uint64_t epoch = get64(fake->descriptor, 32);
    CHECK_NUMBER(1, epoch > last);
    last = epoch;
    CHECK_NUMBER(0, get32(fake->descriptor, 0));
    CHECK_NUMBER(0, get32(fake->descriptor, 4));
    CHECK_NUMBER(1, get64(fake->descriptor, 8) != 0 && get64(fake->descriptor, 16) != 0);
    CHECK_NUMBER(0, get64(fake->descriptor, 40)); /* no place to write to */
    CHECK_NUMBER(0, sluice_finish(context));
  }
  closed(context);
}

static void the_bank_is_the_slot_where_each_run_has_an_arena(void) {
  fake_runtime_state *fake = fresh_fake("per_run", &library, true);
  sluice_context *context = opened_with_callable(fake);
  CHECK_NUMBER(0, launch(context, 1));
  CHECK_NUMBER(1, get32(fake->descriptor, 0));
  CHECK_NUMBER(1, get32(fake->descriptor, 4));
  CHECK_NUMBER(0, sluice_finish(context));
  CHECK_NUMBER(-1, launch(context, 2));
  check_refusal("arena bank 2 is outside 0..1 of this host runtime");
  closed(context);
}

static void there_is_one_bank_where_runs_share_the_arena(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened_with_callable(fake);
  CHECK_NUMBER(-1, launch(context, 1));
  check_refusal("arena bank 1 is outside 0..0 of this host runtime");
  CHECK_NUMBER(-1, launch(context, -1));
  CHECK_NUMBER(0, fake->prepares);
  closed(context);
}

static void a_failed_prepare_leaves_nothing_to_finalize(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened_with_callable(fake);
  fake->prepare = -5;
  CHECK_NUMBER(-1, launch(context, 0));
  check_failed(-5, "prepare: the host runtime returned -5 for callable id 5");
  CHECK_NUMBER(0, fake->launches);
  CHECK_NUMBER(0, fake->finalizes);
  fake->prepare = 0;
  CHECK_NUMBER(0, launch(context, 0));
  CHECK_NUMBER(0, sluice_finish(context));
  closed(context);
}

static void a_failed_launch_finalizes_the_run(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened_with_callable(fake);
  fake->launch = 507018;
  CHECK_NUMBER(-1, launch(context, 0));
  check_failed(507018, "launch: the host runtime returned 507018");
  CHECK_NUMBER(1, fake->finalizes);
  CHECK_NUMBER(0, fake->prepared);
  fake->finalize = -1;
  CHECK_NUMBER(-1, launch(context, 0));
  check_failed(507018, "launch: the host runtime returned 507018, and -1 from ending the run");
  fake->launch = 0;
  fake->finalize = 0;
  CHECK_NUMBER(0, launch(context, 0));
  CHECK_NUMBER(0, sluice_finish(context));
  closed(context);
}

static void malformed_arguments_reach_no_device(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened_with_callable(fake);
  CHECK_NUMBER(-1, sluice_launch(context, 5, (sluice_bytes) {"", 0}, 0, &error));
  check_refusal("malformed argument buffer: the counts at offset 0: 8 bytes, and 0 of 0 are left");
  CHECK_NUMBER(0, fake->prepares);
  closed(context);
}

static void a_second_launch_and_a_close_wait_for_the_end_of_the_run(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened_with_callable(fake);
  CHECK_NUMBER(0, launch(context, 0));
  CHECK_NUMBER(-1, launch(context, 0));
  check_refusal("a run is unfinished; finish it before the next launch");
  CHECK_NUMBER(1, fake->prepares);
  CHECK_NUMBER(-1, sluice_close(context, false, &error));
  check_refusal("a run is unfinished; finish it, or retire the context");
  CHECK_NUMBER(0, fake->finalized_devices);
  CHECK_NUMBER(0, sluice_finish(context));
  closed(context);
}

static void a_retired_context_is_not_told_to_the_device_and_its_storage_stays(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened_with_callable(fake);
  CHECK_NUMBER(0, launch(context, 0));
  CHECK_NUMBER(0, sluice_close(context, true, &error));
  CHECK_NUMBER(0, fake->finalizes);
  CHECK_NUMBER(0, fake->finalized_devices);
  CHECK_NUMBER(0, fake->destroyed_devices);
  memset((void *) (uintptr_t) fake->storage, 1, 1000); /* what the hanging run may still do */
  closed(opened(library));
  CHECK_NUMBER(1, fake->destroyed_devices);
}

void test_context(void) {
  RUN(opening_hands_over_executors_and_configuration);
  RUN(a_failed_init_destroys_the_context_and_does_not_finalize_the_device);
  RUN(no_device_context_is_a_failure);
  RUN(empty_executors_and_a_malformed_configuration_are_refused);
  RUN(a_failed_finalize_is_told_after_the_context_is_destroyed);
  RUN(memory_calls_pass_through);
  RUN(copies_pass_through_and_any_code_but_0_is_a_failure);
  RUN(registering_hands_over_an_aligned_image);
  RUN(a_run_is_prepared_launched_polled_and_finished);
  RUN(without_a_run_there_is_nothing_to_poll_or_finish);
  RUN(every_run_has_an_epoch_above_the_last);
  RUN(the_bank_is_the_slot_where_each_run_has_an_arena);
  RUN(there_is_one_bank_where_runs_share_the_arena);
  RUN(a_failed_prepare_leaves_nothing_to_finalize);
  RUN(a_failed_launch_finalizes_the_run);
  RUN(malformed_arguments_reach_no_device);
  RUN(a_second_launch_and_a_close_wait_for_the_end_of_the_run);
  RUN(a_retired_context_is_not_told_to_the_device_and_its_storage_stays);
}
