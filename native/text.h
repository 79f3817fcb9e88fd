/* text.h: Java's UTF-16 and the UTF-8 of file names and messages. Knows no JNI: its "modified" UTF-8 is neither. */
#ifndef SLUICE_TEXT_H
#define SLUICE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Writes at most 3 * units bytes, without a NUL at the end, and returns how many. A lone surrogate becomes '?'. */
size_t sluice_to_utf8(char *out, const uint16_t *text, size_t units);

/* Writes at most strlen(text) units and returns how many. A byte that is not UTF-8 becomes U+FFFD. */
size_t sluice_to_utf16(uint16_t *out, const char *text);

#endif
