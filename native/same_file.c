#include "same_file.h"

#include <stdio.h>
#include <string.h>

static bool same_streams(FILE *left, FILE *right) {
  char of_left[4096];
  char of_right[4096];
  for (;;) {
    const size_t read = fread(of_left, 1, sizeof of_left, left);
    if (fread(of_right, 1, sizeof of_right, right) != read || memcmp(of_left, of_right, read) != 0) {
      return false;
    }
    if (read < sizeof of_left) {
      return ferror(left) == 0 && ferror(right) == 0;
    }
  }
}

bool sluice_same_content(const char *left, const char *right) {
  bool same = false;
  FILE *of_left = fopen(left, "rbe");
  FILE *of_right = fopen(right, "rbe");
  if (of_left != NULL && of_right != NULL) {
    same = same_streams(of_left, of_right);
  }
  if (of_left != NULL) {
    (void) fclose(of_left);
  }
  if (of_right != NULL) {
    (void) fclose(of_right);
  }
  return same;
}
