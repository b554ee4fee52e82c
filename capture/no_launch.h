/* Why a capture that saw no launch may have seen none. */
#ifndef CAPTURE_NO_LAUNCH_H
#define CAPTURE_NO_LAUNCH_H

#include "capture/manifest.h"
#include "capture/options.h"

struct no_launch {
    const struct capture_options *options;
    const struct capture_totals *totals;
    const char *journals; /* the folder that they are in */
    int status;           /* of the program, as a shell gives it */
};

/* Prints it to standard error: that there was none, and a line for each reason that holds. */
void capture_say_no_launch(struct arena *a, const struct no_launch *n);

#endif
