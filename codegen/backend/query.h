/* One back end at work on one architecture: the processes, what they print, and how long they may
 * take. */
#ifndef CODEGEN_BACKEND_QUERY_H
#define CODEGEN_BACKEND_QUERY_H

#include <sys/types.h>

#include "base/str.h"
#include "codegen/backend/back_ends.h"
#include "codegen/code/code.h"

/* Most processes that one back end consists of. */
enum { STEPS = 2 };

/* One architecture's compilation. */
struct register_query {
    const struct back_end *back_end;
    const char *arch;
    struct cache_key key;
    pid_t steps[STEPS];     /* 0: none */
    double computed[STEPS]; /* seconds of CPU time when that was asked last */
    int report;             /* what they print, -1: nothing runs */
    int code;               /* what clang writes if nobody else reads it, else -1 */
    bool stands_in;         /* opaque instructions stand for functions */
    const char *text;       /* the report; NULL: not known yet; "": it failed */
    size_t bytes;           /* of the report, and behind its NUL the object if there is one */
    const struct code_module *module; /* the object's kernels; NULL: nobody has asked */
};

/* How long somebody waits for a back end that computes nothing. */
struct patience {
    double seconds;
    double deadline; /* of the monotonic clock; moves on while a back end computes */
};

void patience_renew(struct patience *p);

/* How the compiler is called that `clang` is, or stands for; the program's path goes to *path. */
struct words register_query_command(struct arena *a, const struct register_request *r,
                                    const struct register_query *q, const char *clang,
                                    const char **path);
/* Everything that the report depends on. */
void register_query_make_key(struct arena *a, struct register_query *q,
                             const struct register_request *r, const struct words *compile,
                             const char *clang, const char *reader);
/* Whether the reader compiles for the architecture; asked once with an empty program. Where no
 * answer is kept, it is taken to: what it says of the program tells. */
bool register_query_knows_arch(struct arena *a, const struct cache *cache,
                               const struct register_query *q, const char *reader);
/* Adds to the command of our own clang that it reads only the part of the library that the source
 * calls. The part's descriptor, which the command needs, or -1: the whole is read. */
int register_query_take_part(struct arena *a, const struct register_query *q,
                             const struct register_request *r, struct words *compile);
/* clang reports itself, or writes into its reader, which reports. */
void register_query_start(struct arena *a, struct register_query *q,
                          const struct register_request *r, const struct words *compile,
                          const char *clang, const char *reader);
/* Reads until nobody writes any more; false if they stand still. */
bool register_query_read(struct arena *a, struct register_query *q, struct patience *p);
/* The kernel in the object that the answered query has, or NULL. */
const struct code *register_query_code(struct arena *a, struct register_query *q,
                                       const char *kernel);
/* Takes the answer for an empty one. */
void register_query_forget(struct register_query *q);
/* Waits for what was started. True if all went well, or at least would go the same way again. */
bool register_query_reap(struct register_query *q, bool stop);

#endif
