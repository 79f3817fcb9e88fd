/* Where upstream would corrupt memory, the stand-in stops the process at once and says why. */
#ifndef STANDIN_MISUSE_H
#define STANDIN_MISUSE_H

__attribute__((noreturn, format(printf, 1, 2))) void misuse(const char *format, ...);

#endif
