/* native_tests FOLDER: runs all C tests; FOLDER holds the fake libraries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "suites.h"

static const char *folder;

const char *fake_path(const char *name) {
  enum { PATHS = 32, PATH_BYTES = 512 };
  static char paths[PATHS][PATH_BYTES];
  char path[PATH_BYTES];
  (void) snprintf(path, sizeof path, "%s/lib%s.so", folder, name);
  for (int index = 0; index < PATHS; index++) {
    if (paths[index][0] == '\0') {
      memcpy(paths[index], path, sizeof path);
    }
    if (strcmp(paths[index], path) == 0) {
      return paths[index];
    }
  }
  abort();
}

int main(int count, char **arguments) {
  if (count != 2) {
    (void) fprintf(stderr, "usage: native_tests FOLDER\n");
    return 2;
  }
  folder = arguments[1];
  test_text();
  test_contract();
  test_arguments();
  test_callable();
  test_load();
  test_context();
  test_probe();
  return report_tests();
}
