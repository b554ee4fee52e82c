/* Why an analysis did not end as it should. */
#ifndef BASE_PROCESS_EXIT_REASON_H
#define BASE_PROCESS_EXIT_REASON_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/arena.h"

/* Whether a process ended for a reason of its own, be it a crash or too much processor time, so
 * that it would end the same way again: neither somebody nor the clock ended it. */
bool ended_by_itself(int status);
/* All that was written to the file from there on. */
const char *failure_text(struct arena *a, int fd, off_t from);
/* What a program, or LLVM in it, said of its failure before it ended; or NULL. */
const char *failure_words(struct arena *a, const char *text);
/* That it took too much memory, if that is what it said; or NULL. */
const char *failure_of_memory(const char *text);
/* One line from a process's wait status and what it printed; NULL if it ended well. */
const char *failure_of(struct arena *a, int status, const char *text);

#endif
