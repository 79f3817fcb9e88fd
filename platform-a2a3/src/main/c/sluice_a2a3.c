/* The native methods of dev.sluice.a2a3.NativeCalls. All that they do is in the project's folder native. */
#define SLUICE_PLATFORM a2a3
#include "jni_calls.inc"
