/* jni_support.h: what the JNI functions of a platform share. The only file that makes Java exceptions. */
#ifndef SLUICE_JNI_SUPPORT_H
#define SLUICE_JNI_SUPPORT_H

#include <jni.h>

#include "context.h"

/* Throws NativeFailure with what *error says. The last JNI call of a function. */
void sluice_throw(JNIEnv *env, const sluice_error *error);

/* A copy of a Java string as UTF-8, to be freed; null in *out for a null string. what: for messages. */
int sluice_string(JNIEnv *env, char **out, jstring string, const char *what, sluice_error *error);

/* A range of a direct buffer, checked against its capacity; valid while Java holds the buffer. */
int sluice_range(JNIEnv *env, sluice_bytes *out, jobject buffer, jint position, jint length, const char *what,
                 sluice_error *error);

/* All of a direct buffer; nothing for a null one. */
int sluice_whole(JNIEnv *env, sluice_bytes *out, jobject buffer, const char *what, sluice_error *error);

#endif
