/* The names by which options, comments and files choose rules: "clperf-uncoalesced" for one,
 * "clperf-memory" for a group of them, "clperf" for all. The prefix may be absent. */
#ifndef DIAG_FINDING_RULE_NAMES_H
#define DIAG_FINDING_RULE_NAMES_H

#include <stdbool.h>

#include "base/arena.h"

/* The name of what is not about a kernel's time: something that is not analysed. Options, comments
 * and files choose it as they choose rules; it is in no group. */
#define RULE_NOT_ANALYSED "not-analysed"

/* How closely a name means a rule; the closest has the last word. */
enum rule_reach { REACH_NONE, REACH_ALL, REACH_GROUP, REACH_RULE };

/* NULL stands for all rules. */
enum rule_reach rule_reach(const char *name, const char *id);
/* Whether any rule goes by that name, or RULE_NOT_ANALYSED. */
bool rule_is_name(const char *name);
/* One line that says so where no rule does; `where` is what has the name. */
const char *rule_unknown(struct arena *a, const char *name, const char *where);
/* The id or group that is most like the name, without the prefix, or NULL. */
const char *rule_nearest(const char *name);
/* "memory", of the rule with that id. */
const char *rule_group(const char *id);

#endif
