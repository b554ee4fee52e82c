/* What Git's files say of a checkout. */
#ifndef DIAG_MERGE_REPOSITORY_H
#define DIAG_MERGE_REPOSITORY_H

#include <stdbool.h>

#include "base/arena.h"

struct repository {
    const char *uri;      /* of the remote called origin, without a user's name and password */
    const char *revision; /* that is checked out, or NULL: there is none yet */
    const char *branch;   /* or NULL: none is checked out */
};

/* The repository that the folder is in. False if there is none, or it has no origin. No program is
 * run. */
bool repository_of(struct arena *a, const char *folder, struct repository *out);

#endif
