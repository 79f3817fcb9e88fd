/* Host tensors on their way to the device and back (section 10). */
#ifndef STANDIN_STAGING_H
#define STANDIN_STAGING_H

#include "run.h"

/* Takes the arguments of a run and uploads those of host tensors. Returns 0 or -1. */
int staging_upload(struct run *run, const task_args *args);

/* Returns 0 or the last error. */
int staging_download(struct run *run);

/* Frees what the run alone had. */
void staging_release(struct run *run);

#endif
