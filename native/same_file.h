/* same_file.h: compares two files. Knows no JNI. */
#ifndef SLUICE_SAME_FILE_H
#define SLUICE_SAME_FILE_H

#include <stdbool.h>

/* True where both can be read and hold the same bytes. */
bool sluice_same_content(const char *left, const char *right);

#endif
