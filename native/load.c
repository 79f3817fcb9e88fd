#define _GNU_SOURCE /* RTLD_NODELETE, RTLD_DEFAULT, dladdr */
#include "load.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "contract.h"
#include "memory.h"
#include "old_glibc.h"
#include "same_file.h"

/* What a native run's storage may take; 48..51 KB were seen (fact sheet 11.7). */
enum { MOST_STORAGE_BYTES = 16 << 20 };

static const char BIND_LOG[] = "simpler_host_log_bind_state";

/* Guards the two below. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sluice_library *libraries;
/* On the heap and never freed: host runtimes keep pointing at it, even after this library has been unloaded. */
static sluice_log_state *log_state;

static void *symbol(void *handle, const char *name) { return dlsym(handle, name); }

/* The host runtime finds the simulator's functions by name among all that is global, so the first context wins; a
 * different one that comes later would be opened in vain. */
static int check_sole_context(void *handle, const char *path, sluice_error *error) {
  void *here = symbol(handle, BIND_LOG);
  if (here == NULL) {
    return sluice_refuse(error, "simulator context '%s' lacks the symbol '%s'; give the file libcpu_sim_context.so of "
                                "a runtime of August 2026", path, BIND_LOG);
  }
  void *global = symbol(RTLD_DEFAULT, BIND_LOG);
  Dl_info first;
  if (global == here || global == NULL || dladdr(global, &first) == 0 || first.dli_fname == NULL ||
      sluice_same_content(first.dli_fname, path)) {
    return 0;
  }
  return sluice_refuse(error, "simulator context '%s' comes after another one, '%s', and a process has room for one; "
                              "use one home folder, or a process for each", path, first.dli_fname);
}

static int open_sim_context(void **out, const char *path, sluice_error *error) {
  *out = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (*out == NULL) {
    return sluice_refuse(error, "cannot open the simulator context '%s': %s", path, dlerror());
  }
  return check_sole_context(*out, path, error);
}

static int check_symbols(void *handle, const char *path, sluice_error *error) {
#define SLUICE_NAME(name) #name,
#define SLUICE_CALLED_NAME(result, name, parameters) #name,
  static const char *const removed[] = {SLUICE_REMOVED_FUNCTIONS(SLUICE_NAME)};
  static const char *const required[] = {SLUICE_CALLED_FUNCTIONS(SLUICE_CALLED_NAME)
                                             SLUICE_PRESENT_FUNCTIONS(SLUICE_NAME)};
#undef SLUICE_CALLED_NAME
#undef SLUICE_NAME
  for (size_t index = 0; index < sizeof removed / sizeof *removed; index++) {
    if (symbol(handle, removed[index]) != NULL) {
      return sluice_refuse(error, "host runtime '%s' still has the symbol '%s', so it is older than this build can "
                                  "speak to; install a runtime of August 2026", path, removed[index]);
    }
  }
  for (size_t index = 0; index < sizeof required / sizeof *required; index++) {
    if (symbol(handle, required[index]) == NULL) {
      return sluice_refuse(error, "host runtime '%s' lacks the symbol '%s', so it is not of the time this build can "
                                  "speak to; install a runtime of August 2026", path, required[index]);
    }
  }
  return 0;
}

static void resolve(sluice_library *library) {
#define SLUICE_RESOLVE(result, name, parameters) *(void **) &library->call.name = symbol(library->handle, #name);
  SLUICE_CALLED_FUNCTIONS(SLUICE_RESOLVE)
#undef SLUICE_RESOLVE
}

static int check_storage(sluice_library *library, const char *path, sluice_error *error) {
  library->storage_bytes = library->call.get_runtime_size();
  library->storage_alignment = library->call.get_runtime_alignment();
  const size_t alignment = library->storage_alignment;
  if (library->storage_bytes == 0 || library->storage_bytes > MOST_STORAGE_BYTES) {
    return sluice_refuse(error, "host runtime '%s' asks for %zu bytes of storage for a run, outside 1..%d", path,
                         library->storage_bytes, MOST_STORAGE_BYTES);
  }
  if (alignment == 0 || alignment > MOST_STORAGE_BYTES || (alignment & (alignment - 1)) != 0) {
    return sluice_refuse(error, "host runtime '%s' asks for storage aligned to %zu bytes, which is no power of two up "
                                "to %d", path, alignment, MOST_STORAGE_BYTES);
  }
  return 0;
}

static int check_library(sluice_library *library, const char *path, sluice_error *error) {
  if (check_symbols(library->handle, path, error) != 0) {
    return -1;
  }
  resolve(library);
  sluice_error why;
  if (sluice_check_contract(library->call.get_pipeline_contract(), &library->depth, &library->banks, &why) != 0) {
    return sluice_refuse(error, "host runtime '%s' cannot be used: %.500s; install a runtime of August 2026", path,
                         why.message);
  }
  return check_storage(library, path, error);
}

/* Binds one logger to the state, which holds the threshold to set. */
static int bind_log(void *handle, const char *path, sluice_error *error) {
  int (*bind)(sluice_log_state *);
  *(void **) &bind = symbol(handle, BIND_LOG);
  const int code = bind(log_state);
  if (code != 0) {
    return sluice_fail(error, code, "'%s' does not take the log threshold %" PRId32
                                    "; one of 10, 20, 25, 30, 40 and 60 is expected (host runtime code %d)",
                       path, log_state->threshold, code);
  }
  return 0;
}

static int bind_logs(void *sim_context, const char *sim_path, void *host_runtime, const char *host_path,
                     int32_t threshold, sluice_error *error) {
  if (log_state == NULL) {
    log_state = sluice_zeroed(_Alignof(sluice_log_state), sizeof *log_state);
    if (log_state == NULL) {
      return sluice_exhaust(error, "the state of the log", sizeof *log_state);
    }
    log_state->abi_version = SLUICE_LOG_VERSION;
    log_state->struct_bytes = sizeof *log_state;
  }
  __atomic_store_n(&log_state->threshold, threshold, __ATOMIC_RELAXED);
  if (sim_context != NULL && bind_log(sim_context, sim_path, error) != 0) {
    return -1;
  }
  return bind_log(host_runtime, host_path, error);
}

static sluice_library *known(void *handle) {
  sluice_library *library = libraries;
  while (library != NULL && library->handle != handle) {
    library = library->next;
  }
  return library;
}

static int add_library(sluice_library **out, void *handle, const char *path, sluice_error *error) {
  sluice_library *library = sluice_zeroed(_Alignof(sluice_library), sizeof *library);
  if (library == NULL) {
    return sluice_exhaust(error, "the functions of a host runtime", sizeof *library);
  }
  library->handle = handle;
  if (check_library(library, path, error) != 0) {
    free(library);
    return -1;
  }
  library->next = libraries;
  libraries = library;
  *out = library;
  return 0;
}

static int load_locked(sluice_library **out, const char *sim_path, const char *host_path, int32_t threshold,
                       sluice_error *error) {
  void *sim_context = NULL;
  if (sim_path != NULL && open_sim_context(&sim_context, sim_path, error) != 0) {
    return -1;
  }
  /* Local, since all host runtimes export the same names (fact sheet, section 2). */
  void *handle = dlopen(host_path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == NULL) {
    return sluice_refuse(error, "cannot open the host runtime '%s': %s", host_path, dlerror());
  }
  sluice_library *library = known(handle);
  if (library == NULL && add_library(&library, handle, host_path, error) != 0) {
    return -1;
  }
  *out = library;
  return bind_logs(sim_context, sim_path, handle, host_path, threshold, error);
}

int sluice_load(sluice_library **out, const char *sim_context, const char *host_runtime, int32_t log_threshold,
                sluice_error *error) {
  if (host_runtime == NULL) { /* which dlopen takes for the program itself */
    return sluice_refuse(error, "no path of a host runtime");
  }
  (void) pthread_mutex_lock(&lock);
  const int result = load_locked(out, sim_context, host_runtime, log_threshold, error);
  (void) pthread_mutex_unlock(&lock);
  return result;
}

int32_t sluice_log_threshold(int32_t threshold) {
  return __atomic_exchange_n(&log_state->threshold, threshold, __ATOMIC_RELAXED);
}
