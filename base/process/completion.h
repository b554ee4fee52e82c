/* One process tells another that something has ended well: a pipe through which one byte goes then,
 * and none if it ended otherwise. This file is part of clperf-cc: nothing but libc. */
#ifndef BASE_PROCESS_COMPLETION_H
#define BASE_PROCESS_COMPLETION_H

#include <stdbool.h>

/* Descriptors of its ends, or -1. Children get the one that is waited at, and its number in the
 * environment. */
struct completion {
    int wait, tell;
};

/* False, with both ends -1, if there is no pipe. */
bool completion_open(struct completion *c);
/* Closes both ends, after one byte where all went well. */
void completion_end(struct completion *c, bool well);
/* In such a child, the descriptor to wait at; -1: there is none. */
int completion_inherited(void);
/* Waits that many seconds at most until the other side tells, or has closed its end. Whether it
 * told that all went well; asked again, the answer is the same. */
bool completion_wait(int descriptor, double seconds);

#endif
