#include "jni_support.h"

#include <inttypes.h>
#include <stdlib.h>

#include "text.h"

enum { VERSION = JNI_VERSION_1_8 };

/* Set when this library is loaded, before any other function of it can be called. */
static jclass failure_class;
static jmethodID failure_constructor;

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
  (void) reserved;
  JNIEnv *env;
  if ((*vm)->GetEnv(vm, (void **) &env, VERSION) != JNI_OK) {
    return JNI_ERR;
  }
  const jclass found = (*env)->FindClass(env, "dev/sluice/spi/hostruntime/NativeFailure");
  if (found == NULL) {
    return JNI_ERR; /* with NoClassDefFoundError pending */
  }
  failure_constructor = (*env)->GetMethodID(env, found, "<init>", "(IJLjava/lang/String;)V");
  if (failure_constructor == NULL) {
    return JNI_ERR; /* with NoSuchMethodError pending */
  }
  failure_class = (*env)->NewGlobalRef(env, found);
  return failure_class == NULL ? JNI_ERR : VERSION;
}

JNIEXPORT void JNICALL JNI_OnUnload(JavaVM *vm, void *reserved) {
  (void) reserved;
  JNIEnv *env;
  if ((*vm)->GetEnv(vm, (void **) &env, VERSION) == JNI_OK) {
    (*env)->DeleteGlobalRef(env, failure_class);
  }
}

void sluice_throw(JNIEnv *env, const sluice_error *error) {
  jchar text[SLUICE_MESSAGE_BYTES];
  const size_t units = sluice_to_utf16(text, error->message);
  const jstring message = (*env)->NewString(env, text, (jsize) units);
  if (message == NULL) {
    return; /* OutOfMemoryError is pending, and says enough */
  }
  const jobject failure = (*env)->NewObject(env, failure_class, failure_constructor, (jint) error->kind,
                                            (jlong) error->code, message);
  if (failure != NULL) {
    (void) (*env)->Throw(env, (jthrowable) failure);
  }
}

int sluice_string(JNIEnv *env, char **out, jstring string, const char *what, sluice_error *error) {
  *out = NULL;
  if (string == NULL) {
    return 0;
  }
  const jsize units = (*env)->GetStringLength(env, string);
  const size_t bytes = (size_t) units * 3 + 1;
  jchar *text = malloc((size_t) units * sizeof *text + 1); /* never 0 bytes */
  *out = malloc(bytes);
  if (text == NULL || *out == NULL) {
    free(text);
    free(*out);
    *out = NULL;
    return sluice_exhaust(error, what, bytes);
  }
  (*env)->GetStringRegion(env, string, 0, units, text);
  (*out)[sluice_to_utf8(*out, text, (size_t) units)] = '\0';
  free(text);
  return 0;
}

int sluice_range(JNIEnv *env, sluice_bytes *out, jobject buffer, jint position, jint length, const char *what,
                 sluice_error *error) {
  void *start = buffer == NULL ? NULL : (*env)->GetDirectBufferAddress(env, buffer);
  if (start == NULL) {
    return sluice_refuse(error, "%s: not a direct buffer", what);
  }
  const jlong capacity = (*env)->GetDirectBufferCapacity(env, buffer);
  if (position < 0 || length < 0 || (jlong) position + length > capacity) {
    return sluice_refuse(error, "%s: %" PRId32 " bytes at %" PRId32 " lie outside a buffer of %" PRId64 " bytes", what,
                         length, position, (int64_t) capacity);
  }
  *out = (sluice_bytes) {.bytes = (unsigned char *) start + position, .length = (size_t) length};
  return 0;
}

int sluice_whole(JNIEnv *env, sluice_bytes *out, jobject buffer, const char *what, sluice_error *error) {
  if (buffer == NULL) {
    *out = (sluice_bytes) {0};
    return 0;
  }
  return sluice_range(env, out, buffer, 0, (jint) (*env)->GetDirectBufferCapacity(env, buffer), what, error);
}
