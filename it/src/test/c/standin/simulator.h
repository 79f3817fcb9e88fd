/* What the sim builds share within a process; on board there is nothing of the kind. */
#ifndef STANDIN_SIMULATOR_H
#define STANDIN_SIMULATOR_H

#include <stdbool.h>

/* Binds the calling thread to a device. */
void simulator_bind(int device);

/* Returns the device that the calling thread is bound to, or -1. */
int simulator_bound(void);

/* Takes the simulated cores for a run; false if another run has them, and then both compute nonsense. */
bool simulator_enter(int device);

void simulator_leave(int device);

#endif
