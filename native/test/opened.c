#define _GNU_SOURCE /* RTLD_NOLOAD */
#include "opened.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "suites.h"

static void require(int result, const sluice_error *error) {
  if (result != 0) {
    (void) fprintf(stderr, "%s\n", error->message);
    abort();
  }
}

fake_runtime_state *fresh_fake(const char *name, sluice_library **library, bool probed) {
  sluice_error error;
  const char *path = fake_path(name);
  require(sluice_load(library, fake_path("context"), path, 40, &error), &error);
  atomic_store(&(*library)->probed, probed);
  void *handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
  fake_runtime_state *fake = handle == NULL ? NULL : dlsym(handle, "fake_runtime");
  if (fake == NULL) {
    abort();
  }
  const int32_t *log_state = fake->log_state;
  memset(fake, 0, sizeof *fake);
  fake->log_state = log_state;
  return fake;
}

int open_fake(sluice_context **out, sluice_library *library, sluice_error *error) {
  buffer config = flat_config();
  const sluice_executors executors = {.aicpu = {"ab", 2}, .aicore = {"cde", 3}};
  const int result = sluice_open(out, library, 3, &executors, (sluice_bytes) {config.bytes, config.length}, error);
  release(&config);
  return result;
}

sluice_context *opened(sluice_library *library) {
  sluice_error error;
  sluice_context *context = NULL;
  require(open_fake(&context, library, &error), &error);
  return context;
}

void closed(sluice_context *context) {
  sluice_error error;
  require(sluice_close(context, false, &error), &error);
}
