#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "load.h"
#include "suites.h"

static sluice_error error;

static void check_refused(const char *context, const char *runtime, const char *format) {
  char sentence[SLUICE_MESSAGE_BYTES];
  (void) snprintf(sentence, sizeof sentence, format, runtime);
  sluice_library *library = NULL;
  CHECK_NUMBER(-1, sluice_load(&library, context, runtime, 40, &error));
  CHECK_TEXT(sentence, error.message);
}

/* Runs first: nothing is global yet. */
static void a_host_runtime_without_its_simulator_context_is_refused(void) {
  const char *runtime = fake_path("good");
  sluice_library *library = NULL;
  CHECK_NUMBER(-1, sluice_load(&library, NULL, runtime, 40, &error));
  CHECK_NUMBER(SLUICE_REFUSED, error.kind);
  char sentence[SLUICE_MESSAGE_BYTES];
  (void) snprintf(sentence, sizeof sentence,
                  "cannot open the host runtime '%s': %s: undefined symbol: fake_context_number", runtime, runtime);
  CHECK_TEXT(sentence, error.message);
}

static void a_simulator_context_that_is_none_is_refused(void) {
  sluice_library *library = NULL;
  CHECK_NUMBER(-1, sluice_load(&library, "/no/such/file.so", fake_path("good"), 40, &error));
  CHECK_NUMBER(SLUICE_REFUSED, error.kind);
  CHECK_TEXT("cannot open the simulator context '/no/such/file.so': /no/such/file.so: cannot open shared object file: No "
             "such file or directory", error.message);
  const char *mute = fake_path("mute_context");
  char sentence[SLUICE_MESSAGE_BYTES];
  (void) snprintf(sentence, sizeof sentence,
                  "simulator context '%s' lacks the symbol 'simpler_host_log_bind_state'; give the file "
                  "libcpu_sim_context.so of a runtime of August 2026", mute);
  CHECK_NUMBER(-1, sluice_load(&library, mute, fake_path("good"), 40, &error));
  CHECK_TEXT(sentence, error.message);
}

static void the_same_files_give_the_same_library_and_another_file_another(void) {
  const char *context = fake_path("context");
  sluice_library *first = NULL;
  sluice_library *second = NULL;
  sluice_library *other = NULL;
  CHECK_NUMBER(0, sluice_load(&first, context, fake_path("good"), 40, &error));
  CHECK_NUMBER(0, sluice_load(&second, context, fake_path("good"), 40, &error));
  CHECK_NUMBER(0, sluice_load(&other, context, fake_path("other_file"), 40, &error));
  CHECK_NUMBER(1, first != NULL && first == second);
  CHECK_NUMBER(1, other != NULL && first != other);
  if (first != NULL && other != NULL) {
    CHECK_NUMBER(1000, first->storage_bytes);
    CHECK_NUMBER(128, first->storage_alignment);
    CHECK_NUMBER(1, first->banks);
    CHECK_NUMBER(1, first->call.simpler_poll_run != other->call.simpler_poll_run);
  }
}

static void the_simulator_context_is_global_and_the_host_runtime_is_not(void) {
  CHECK_NUMBER(1, dlsym(RTLD_DEFAULT, "fake_context_number") != NULL);
  CHECK_NUMBER(1, dlsym(RTLD_DEFAULT, "fake_number") == NULL);
}

static void a_library_stays_when_all_others_have_closed_it(void) {
  void *handle = dlopen(fake_path("good"), RTLD_NOW | RTLD_NOLOAD);
  CHECK_NUMBER(1, handle != NULL);
  for (int times = 0; handle != NULL && times < 10; times++) {
    (void) dlclose(handle);
  }
  CHECK_NUMBER(1, dlopen(fake_path("good"), RTLD_NOW | RTLD_NOLOAD) != NULL);
}

static void a_second_simulator_context_with_other_content_is_refused(void) {
  const char *first = fake_path("context");
  const char *second = fake_path("other_context");
  char sentence[SLUICE_MESSAGE_BYTES];
  (void) snprintf(sentence, sizeof sentence,
                  "simulator context '%s' comes after another one, '%s', and a process has room for one; use one home "
                  "folder, or a process for each", second, first);
  sluice_library *library = NULL;
  CHECK_NUMBER(-1, sluice_load(&library, second, fake_path("good"), 40, &error));
  CHECK_TEXT(sentence, error.message);
}

static void a_copy_of_the_simulator_context_is_as_good_as_the_first(void) {
  sluice_library *library = NULL;
  CHECK_NUMBER(0, sluice_load(&library, fake_path("copy_context"), fake_path("good"), 40, &error));
}

static void a_host_runtime_of_another_time_is_refused_by_the_symbol(void) {
  const char *context = fake_path("context");
  check_refused(context, fake_path("removed"),
                "host runtime '%s' still has the symbol 'select_pipeline_slot_ctx', so it is older than this build can "
                "speak to; install a runtime of August 2026");
  check_refused(context, fake_path("missing_call"),
                "host runtime '%s' lacks the symbol 'simpler_launch_run', so it is not of the time this build can speak "
                "to; install a runtime of August 2026");
  check_refused(context, fake_path("missing_rest"),
                "host runtime '%s' lacks the symbol 'comm_barrier', so it is not of the time this build can speak to; "
                "install a runtime of August 2026");
  CHECK_NUMBER(SLUICE_REFUSED, error.kind);
}

static void a_contract_of_version_2_is_refused(void) {
  check_refused(fake_path("context"), fake_path("contract_2"),
                "host runtime '%s' cannot be used: its pipeline contract has version 2, and this build knows version 1; "
                "install a runtime of August 2026");
}

static void storage_that_makes_no_sense_is_refused(void) {
  check_refused(fake_path("context"), fake_path("storage_large"),
                "host runtime '%s' asks for 16777217 bytes of storage for a run, outside 1..16777216");
  check_refused(fake_path("context"), fake_path("storage_odd"),
                "host runtime '%s' asks for storage aligned to 48 bytes, which is no power of two up to 16777216");
}

static void a_log_threshold_that_is_none_is_refused(void) {
  const char *context = fake_path("context");
  const char *runtime = fake_path("good");
  char sentence[SLUICE_MESSAGE_BYTES];
  (void) snprintf(sentence, sizeof sentence,
                  "'%s' does not take the log threshold 41; one of 10, 20, 25, 30, 40 and 60 is expected (host runtime "
                  "code -1)", runtime);
  sluice_library *library = NULL;
  CHECK_NUMBER(-1, sluice_load(&library, context, runtime, 41, &error));
  CHECK_NUMBER(SLUICE_FAILED, error.kind);
  CHECK_NUMBER(-1, error.code);
  CHECK_TEXT(sentence, error.message);
}

static void the_last_load_sets_the_log_threshold(void) {
  sluice_library *library = NULL;
  CHECK_NUMBER(0, sluice_load(&library, fake_path("context"), fake_path("good"), 30, &error));
  CHECK_NUMBER(30, sluice_log_threshold(60));
  CHECK_NUMBER(60, sluice_log_threshold(40));
}

static void a_file_that_is_no_library_is_refused(void) {
  check_refused(NULL, "/dev/null", "cannot open the host runtime '%1$s': %1$s: file too short");
  check_refused(NULL, "/no/such/file.so",
                "cannot open the host runtime '%1$s': %1$s: cannot open shared object file: No such file or directory");
  sluice_library *library = NULL;
  CHECK_NUMBER(-1, sluice_load(&library, NULL, NULL, 40, &error));
  CHECK_TEXT("no path of a host runtime", error.message);
}

void test_load(void) {
  RUN(a_host_runtime_without_its_simulator_context_is_refused);
  RUN(a_simulator_context_that_is_none_is_refused);
  RUN(the_same_files_give_the_same_library_and_another_file_another);
  RUN(the_simulator_context_is_global_and_the_host_runtime_is_not);
  RUN(a_library_stays_when_all_others_have_closed_it);
  RUN(a_second_simulator_context_with_other_content_is_refused);
  RUN(a_copy_of_the_simulator_context_is_as_good_as_the_first);
  RUN(a_host_runtime_of_another_time_is_refused_by_the_symbol);
  RUN(a_contract_of_version_2_is_refused);
  RUN(storage_that_makes_no_sense_is_refused);
  RUN(a_log_threshold_that_is_none_is_refused);
  RUN(the_last_load_sets_the_log_threshold);
  RUN(a_file_that_is_no_library_is_refused);
}
