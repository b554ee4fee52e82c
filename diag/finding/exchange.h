/* Whether work-items of a group tell each other anything, so that barriers order something. */
#ifndef DIAG_FINDING_EXCHANGE_H
#define DIAG_FINDING_EXCHANGE_H

#include "diag/finding/rules.h"

/* Whether no work-item reads what another one has written, as far as the arguments lead to
 * different memory. *own is the local array of which each uses its own element, NULL if there is
 * none. */
bool exchanges_nothing(const struct rule_context *c, const char **own);

#endif
