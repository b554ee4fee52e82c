#include "diag/finding/rules.h"

/* The rule itself, and its page: diag/rules/NAME.md. */
#define RULE(name, id, group)                                                                      \
    extern const struct rule rule_##name;                                                          \
    extern const char rule_title_##name[], rule_help_##name[];
#include "diag/rules.def"
#undef RULE

const struct rule *const rule_all[] = {
#define RULE(name, id, group) &rule_##name,
#include "diag/rules.def"
#undef RULE
};

const struct rule_info *const rule_table[] = {
#define RULE(name, id, group)                                                                      \
    &(const struct rule_info){id, rule_title_##name, rule_help_##name, &rule_##name.traits},
#include "diag/rules.def"
#undef RULE
};

const size_t rule_count = sizeof rule_table / sizeof rule_table[0];

const struct rule_info *rule_listed(size_t i) {
    return i < rule_count ? rule_table[i] : i == rule_count ? &rule_not_analysed : NULL;
}
