/* .clperf: options for a directory and everything below it. */
#ifndef DRIVER_CONFIG_H
#define DRIVER_CONFIG_H

#include "driver/options.h"

/* Applies the .clperf of the nearest parent of the current directory, if there is one. */
void config_read(struct arena *a, struct options *o, struct problems *p);

#endif
