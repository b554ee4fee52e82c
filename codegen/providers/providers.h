/* All providers of code at work on one source, see codegen/provider.h. */
#ifndef CODEGEN_PROVIDERS_PROVIDERS_H
#define CODEGEN_PROVIDERS_PROVIDERS_H

#include "codegen/provider.h"

struct providers;

/* Which programs there are, as part of a key. */
void providers_add_tools(struct cache_key *k);
/* Begins what takes long. Never NULL. */
struct providers *providers_start(struct arena *a, const struct code_request *r);
/* What the first of them says that knows the kernel. `p` is NULL where the source is not known:
 * those that need it are left out. */
struct code_answer providers_find(struct providers *p, const struct code_query *q);
/* Waits for all that was begun: answers can be had in children of this process, too. */
void providers_wait(struct providers *p);
/* Whether something was given up, which may not happen another time. */
bool providers_given_up(const struct providers *p);
/* Ends what still runs. */
void providers_end(struct providers *p);

#endif
