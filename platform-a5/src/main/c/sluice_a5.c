/* The native methods of dev.sluice.a5.NativeCalls. All that they do is in the project's folder native. */
#define SLUICE_PLATFORM a5
#include "jni_calls.inc"
