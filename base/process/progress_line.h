/* When long work says how far it is: on a terminal all the time, elsewhere now and then, so that
 * logs show that it goes on. */
#ifndef BASE_PROCESS_PROGRESS_LINE_H
#define BASE_PROCESS_PROGRESS_LINE_H

#include <stdbool.h>

/* Start from progress_line_begin(). */
struct progress_line {
    bool silent;
    bool terminal; /* a line may overwrite itself */
    double last;   /* when something was said, in seconds */
    bool said;     /* anything at all */
};

/* The monotonic clock, in seconds. */
double progress_line_now(void);
/* Work that begins at that time and tells stderr. */
struct progress_line progress_line_begin(double now, bool silent);
/* Whether something is to be said at that time; then it counts as said. */
bool progress_line_is_due(struct progress_line *p, double now);
/* Seconds from that time on until something is to be said. */
double progress_line_wait(const struct progress_line *p, double now);

#endif
