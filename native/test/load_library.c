/* load_library FILE PLATFORM: loads a JNI library without a JVM, and looks for each native method. */
#include <dlfcn.h>
#include <stdio.h>

static const char *const METHODS[] = {"load",         "open",         "close",      "allocate", "free",
                                      "committedBytes", "copyToDevice", "copyToHost", "register", "unregister",
                                      "launch",       "poll",         "finish",     "probe"};
enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

int main(int count, char **arguments) {
  if (count != 3) {
    (void) fprintf(stderr, "usage: load_library FILE PLATFORM\n");
    return 2;
  }
  void *handle = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    (void) fprintf(stderr, "native: %s\n", dlerror());
    return 1;
  }
  for (int index = 0; index < METHOD_COUNT; index++) {
    char name[128];
    (void) snprintf(name, sizeof name, "Java_dev_sluice_%s_NativeCalls_%s", arguments[2], METHODS[index]);
    if (dlsym(handle, name) == NULL) {
      (void) fprintf(stderr, "native: %s lacks %s\n", arguments[1], name);
      return 1;
    }
  }
  (void) printf("native: loaded %s with its %d native methods\n", arguments[1], METHOD_COUNT);
  return 0;
}
