#include "probe.h"

#include "bytes.h"
#include "check.h"
#include "opened.h"
#include "suites.h"

static sluice_error error;
static sluice_library *library;

static void the_first_open_probes_in_silence_and_the_second_does_not_probe(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, false);
  closed(opened(library));
  CHECK_NUMBER(2, fake->prepares);
  CHECK_NUMBER(1, fake->registers);
  CHECK_NUMBER(1024, get32(fake->callable, 1100));
  CHECK_NUMBER(60, fake->threshold);
  CHECK_NUMBER(40, fake->log_state[2]);
  CHECK_NUMBER(0, fake->prepared);
  closed(opened(library));
  CHECK_NUMBER(2, fake->prepares);
  CHECK_NUMBER(1, fake->registers);
}

/* The context is closed again, and what was prepared is ended; the next open asks again. */
static void check_open_refused(fake_runtime_state *fake, const char *sentence) {
  sluice_context *context = NULL;
  CHECK_NUMBER(-1, open_fake(&context, library, &error));
  CHECK_NUMBER(SLUICE_REFUSED, error.kind);
  CHECK_TEXT(sentence, error.message);
  CHECK_NUMBER(1, context == NULL);
  CHECK_NUMBER(0, fake->prepared);
  CHECK_NUMBER(0, fake->ids);
  CHECK_NUMBER(1, fake->finalized_devices);
  CHECK_NUMBER(1, fake->destroyed_devices);
  CHECK_NUMBER(0, atomic_load(&library->probed));
  CHECK_NUMBER(40, fake->log_state[2]);
}

static void a_library_that_takes_slot_2_is_refused(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, false);
  fake->takes_slot_2 = fake->takes_unregistered = 1;
  check_open_refused(fake, "the host runtime answers 0 to a run in slot 2, where -1 is right: its layouts are not those "
                           "this build knows; install a runtime of August 2026");
}

static void a_library_that_writes_while_it_refuses_is_refused(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, false);
  fake->writes_storage = 1;
  check_open_refused(fake, "the host runtime wrote to byte 999 of a run's storage while it refused slot 2: its layouts "
                           "are not those this build knows; install a runtime of August 2026");
}

static void a_library_that_runs_what_is_not_registered_is_refused(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, false);
  fake->takes_unregistered = 1;
  check_open_refused(fake, "the host runtime answers 0 to a run of a callable that is not registered, where -1 is right: "
                           "its layouts are not those this build knows; install a runtime of August 2026");
}

static void a_library_that_takes_func_id_1024_is_refused(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, false);
  fake->takes_func_1024 = 1;
  check_open_refused(fake, "the host runtime answers 0 to a callable whose kernel has func id 1024, where -1 is right: its "
                           "layouts are not those this build knows; install a runtime of August 2026");
}

static int probe(sluice_context *context) {
  buffer callable = flat_callable();
  buffer arguments = flat_arguments(0x1000);
  const int result = sluice_probe_callable(context, 9, (sluice_bytes) {callable.bytes, callable.length},
                                           (sluice_bytes) {arguments.bytes, arguments.length}, &error);
  release(&arguments);
  release(&callable);
  return result;
}

static void probing_with_a_callable_leaves_nothing_behind(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  sluice_context *context = opened(library);
  CHECK_NUMBER(0, probe(context));
  CHECK_NUMBER(2, fake->registers);
  CHECK_NUMBER(3, fake->prepares);
  CHECK_NUMBER(0, fake->launches);
  CHECK_NUMBER(1, fake->finalizes);
  CHECK_NUMBER(0, fake->prepared);
  CHECK_NUMBER(0, fake->ids);
  CHECK_NUMBER(40, fake->log_state[2]);
  closed(context);
}

static void check_probe_refused(fake_runtime_state *fake, const char *sentence) {
  sluice_context *context = opened(library);
  CHECK_NUMBER(-1, probe(context));
  CHECK_TEXT(sentence, error.message);
  CHECK_NUMBER(0, fake->prepared);
  CHECK_NUMBER(0, fake->ids);
  closed(context);
}

static void a_library_that_takes_what_it_must_not_is_found_by_a_callable(void) {
  fake_runtime_state *fake = fresh_fake("good", &library, true);
  fake->takes_func_1024 = 1;
  check_probe_refused(fake, "the host runtime answers 0 to a callable whose kernel has func id 1024, where -1 is right: "
                            "its layouts are not those this build knows; install a runtime of August 2026");
  fake->takes_func_1024 = 0;
  fake->takes_window_3 = 1;
  check_probe_refused(fake, "the host runtime answers 0 to a run with a task window of 3, where -1 is right: its layouts "
                            "are not those this build knows; install a runtime of August 2026");
  fake->takes_window_3 = 0;
  fake->takes_thread_1 = 1;
  check_probe_refused(fake, "the host runtime answers 0 to a run with 1 AICPU thread, where -1 is right: its layouts are "
                            "not those this build knows; install a runtime of August 2026");
  fake->takes_thread_1 = 0;
  fake->prepare = -5;
  check_probe_refused(fake, "the host runtime answers -5 to a run with an empty configuration, where 0 is right: its "
                            "layouts are not those this build knows; install a runtime of August 2026");
}

static void a_callable_without_kernels_cannot_probe(void) {
  (void) fresh_fake("good", &library, true);
  sluice_context *context = opened(library);
  buffer callable = {0};
  append32(&callable, 0);
  append32(&callable, 0);
  append32(&callable, 8);
  append32(&callable, 0);
  append64(&callable, 8);
  append(&callable, "an_entryobject..", 16);
  buffer arguments = flat_arguments(0x1000);
  CHECK_NUMBER(-1, sluice_probe_callable(context, 9, (sluice_bytes) {callable.bytes, callable.length},
                                         (sluice_bytes) {arguments.bytes, arguments.length}, &error));
  CHECK_TEXT("a callable without kernels cannot show that func ids are where they should be", error.message);
  release(&arguments);
  release(&callable);
  closed(context);
}

void test_probe(void) {
  RUN(the_first_open_probes_in_silence_and_the_second_does_not_probe);
  RUN(a_library_that_takes_slot_2_is_refused);
  RUN(a_library_that_writes_while_it_refuses_is_refused);
  RUN(a_library_that_runs_what_is_not_registered_is_refused);
  RUN(a_library_that_takes_func_id_1024_is_refused);
  RUN(probing_with_a_callable_leaves_nothing_behind);
  RUN(a_library_that_takes_what_it_must_not_is_found_by_a_callable);
  RUN(a_callable_without_kernels_cannot_probe);
}
