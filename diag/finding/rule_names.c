#include "diag/finding/rule_names.h"

#include <string.h>

#include "base/nearest.h"
#include "base/str.h"

static const char prefix[] = "clperf-";

static const struct row {
    const char *id, *group;
} rows[] = {
#define RULE(name, id, group) {id, group},
#include "diag/rules.def"
#undef RULE
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static const char *without_prefix(const char *name) {
    return str_starts(name, prefix) ? name + strlen(prefix) : name;
}

static bool means_all(const char *name) {
    return !name || strcmp(name, "clperf") == 0 || strcmp(name, "*") == 0;
}

enum rule_reach rule_reach(const char *name, const char *id) {
    if (means_all(name))
        return REACH_ALL;
    name = without_prefix(name);
    if (strcmp(name, id) == 0)
        return REACH_RULE;
    const char *group = rule_group(id);
    return group && strcmp(name, group) == 0 ? REACH_GROUP : REACH_NONE;
}

bool rule_is_name(const char *name) {
    for (size_t i = 0; i < ROWS; i++)
        if (rule_reach(name, rows[i].id) != REACH_NONE)
            return true;
    return rule_reach(name, RULE_NOT_ANALYSED) != REACH_NONE;
}

const char *rule_nearest(const char *name) {
    const char *names[2 * ROWS + 1];
    for (size_t i = 0; i < ROWS; i++) {
        names[i] = rows[i].id;
        names[ROWS + i] = rows[i].group;
    }
    names[2 * ROWS] = RULE_NOT_ANALYSED;
    return nearest_word(without_prefix(name), names, 2 * ROWS + 1);
}

const char *rule_unknown(struct arena *a, const char *name, const char *where) {
    const char *nearest = rule_nearest(name);
    return arena_printf(a, "unknown rule '%s' in %s%s%s%s", name, where,
                        nearest ? "; did you mean '" : "", nearest ? nearest : "",
                        nearest ? "'?" : "");
}

const char *rule_group(const char *id) {
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].id, id) == 0)
            return rows[i].group;
    return NULL;
}
