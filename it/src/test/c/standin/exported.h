/* The functions of section 3. Each records itself, and fails where the configuration says so. */
#ifndef STANDIN_EXPORTED_H
#define STANDIN_EXPORTED_H

#include "context.h"

#define EXPORTED __attribute__((visibility("default")))

#endif
