/* old_glibc.h: asks for the versions of functions that the C libraries of Ascend hosts have too, although the one that
 * this is built with would give newer ones. Only for the library that ships; included where they are called. */
#ifndef SLUICE_OLD_GLIBC_H
#define SLUICE_OLD_GLIBC_H

#ifdef SLUICE_OLD_GLIBC
#if defined __x86_64__
#define SLUICE_OLDEST "GLIBC_2.2.5"
#elif defined __aarch64__
#define SLUICE_OLDEST "GLIBC_2.17"
#endif
__asm__(".symver dlopen, dlopen@" SLUICE_OLDEST);
__asm__(".symver dlsym, dlsym@" SLUICE_OLDEST);
__asm__(".symver dladdr, dladdr@" SLUICE_OLDEST);
__asm__(".symver dlerror, dlerror@" SLUICE_OLDEST);
#undef SLUICE_OLDEST
#endif

#endif
