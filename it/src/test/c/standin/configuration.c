#define _GNU_SOURCE
#include "configuration.h"

#include "misuse.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_POLLS = 3 };

static const char NAME[] = "/standin.conf";

static void folder_of_this_library(char *folder) {
  Dl_info info;
  if (dladdr((void *) (uintptr_t) &configuration_open, &info) == 0 || info.dli_fname == NULL) {
    misuse("the stand-in does not find its own file");
  }
  snprintf(folder, PATH_BYTES, "%s", info.dli_fname);
  char *slash = strrchr(folder, '/');
  if (slash == NULL) {
    misuse("the stand-in was not opened by a path: '%s'", folder);
  }
  *slash = '\0';
}

static void reset(struct configuration *configuration) {
  configuration->log[0] = '\0';
  configuration->polls = DEFAULT_POLLS;
  configuration->errors_in_finalize_only = false;
  configuration->hold = false;
  configuration->memory = UINT64_MAX;
  configuration->room = UINT64_MAX;
  configuration->fault_count = 0;
}

static void add_fault(struct configuration *configuration, const char *line) {
  if (configuration->fault_count == MAX_FAULTS) {
    misuse("standin.conf: more than %d faults", MAX_FAULTS);
  }
  struct fault *fault = &configuration->faults[configuration->fault_count];
  fault->code = -1;
  if (sscanf(line, "fail %63s %" SCNd64 " %d", fault->call, &fault->left, &fault->code) < 2
      || fault->left < 1) {
    misuse("standin.conf: '%s' is not 'fail CALL NTH CODE'", line);
  }
  configuration->fault_count++;
}

static void read_line(struct configuration *configuration, const char *line) {
  if (line[0] == '\0' || line[0] == '#') {
    return;
  }
  if (sscanf(line, "log %4095[^\n]", configuration->log) == 1
      || sscanf(line, "polls %d", &configuration->polls) == 1
      || sscanf(line, "memory %" SCNu64, &configuration->memory) == 1
      || sscanf(line, "room %" SCNu64, &configuration->room) == 1) {
    return;
  }
  if (strcmp(line, "errors finalize") == 0) {
    configuration->errors_in_finalize_only = true;
  } else if (strcmp(line, "hold") == 0) {
    configuration->hold = true;
  } else if (strncmp(line, "fail ", 5) == 0) {
    add_fault(configuration, line);
  } else {
    misuse("standin.conf: '%s' is none of log, polls, memory, room, errors, hold, fail", line);
  }
}

static bool read_file(struct configuration *configuration) {
  char path[PATH_BYTES + sizeof NAME];
  folder_of_this_library(path);
  strcat(path, NAME);
  FILE *file = fopen(path, "re");
  if (file == NULL) {
    return false;
  }
  if (fstat(fileno(file), &configuration->last) != 0) {
    misuse("%s cannot be looked at", path);
  }
  reset(configuration);
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, file) >= 0) {
    line[strcspn(line, "\n")] = '\0';
    read_line(configuration, line);
  }
  free(line);
  fclose(file);
  return true;
}

void configuration_open(struct configuration *configuration) {
  memset(configuration, 0, sizeof *configuration);
  reset(configuration);
  configuration->watched = read_file(configuration);
}

void configuration_refresh(struct configuration *configuration) {
  if (!configuration->watched) {
    return;
  }
  char path[PATH_BYTES + sizeof NAME];
  folder_of_this_library(path);
  strcat(path, NAME);
  struct stat now;
  if (stat(path, &now) != 0) {
    misuse("%s is gone", path);
  }
  /* It is replaced by a rename, so another inode is another file however quickly that went. */
  if (now.st_ino != configuration->last.st_ino || now.st_size != configuration->last.st_size
      || now.st_mtim.tv_sec != configuration->last.st_mtim.tv_sec
      || now.st_mtim.tv_nsec != configuration->last.st_mtim.tv_nsec) {
    read_file(configuration);
  }
}

bool configuration_fails(struct configuration *configuration, const char *call, int *code) {
  bool fails = false;
  for (int i = 0; i < configuration->fault_count; i++) {
    struct fault *fault = &configuration->faults[i];
    if (strcmp(fault->call, call) == 0 && fault->left > 0 && --fault->left == 0) {
      *code = fault->code;
      fails = true;
    }
  }
  return fails;
}
