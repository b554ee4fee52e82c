/* .clperf: options for the sources of a directory and of everything below it. */
#ifndef DRIVER_ANALYZE_CONFIG_FILE_H
#define DRIVER_ANALYZE_CONFIG_FILE_H

#include "driver/command_line/options.h"

/* The .clperf that hold for a directory: its own and its parents', the nearest last, and before
 * them those that hold for the current directory. One with "root": true has nothing before it. */
struct words config_files(struct arena *a, const char *dir);
/* Applies them in order. */
void config_read(struct arena *a, struct options *o, const struct words *files, struct problems *p);

#endif
