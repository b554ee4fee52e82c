#include <string.h>

#include "diag/finding/finding.h"
#include "diag/finding/rule_names.h"
#include "driver/command_line/options.h"

static bool is_asking(const struct rule_option *r) {
    return r->effect == RULE_ON || r->effect == RULE_AS_ERROR;
}

static void apply_rule(struct rule_setting *s, const struct rule_option *r) {
    if (is_asking(r))
        s->enabled = true;
    if (r->effect == RULE_OFF)
        s->enabled = false;
    if (r->effect == RULE_AS_ERROR || r->effect == RULE_NO_ERROR)
        s->as_error = r->effect == RULE_AS_ERROR;
    if (r->has_threshold) {
        s->has_threshold = true;
        s->threshold_ms = r->least_ms;
        s->threshold_percent = r->least_percent;
    }
}

struct rule_setting options_rule(const struct options *o, const char *rule) {
    struct rule_setting s = {.enabled = true,
                             .threshold_ms = FINDING_DEFAULT_MS,
                             .threshold_percent = FINDING_DEFAULT_PERCENT};
    for (enum rule_reach reach = REACH_ALL; reach <= REACH_RULE; reach++)
        for (size_t i = 0; i < o->rules.n; i++)
            if (rule_reach(o->rules.at[i].rule, rule) == reach) {
                apply_rule(&s, &o->rules.at[i]);
                s.asked |= reach == REACH_RULE && is_asking(&o->rules.at[i]);
            }
    return s;
}

/* Whether -Wno-clperf-not-analysed, with this name, is the last word about it. */
static bool is_silenced(const struct options *o) {
    bool silenced = false;
    for (size_t i = 0; i < o->rules.n; i++) {
        const struct rule_option *r = &o->rules.at[i];
        if (rule_reach(r->rule, RULE_NOT_ANALYSED) != REACH_RULE)
            continue;
        silenced = r->effect == RULE_OFF || (silenced && !is_asking(r));
    }
    return silenced;
}

/* -Werror=clperf asks for it as -Werror= of a warning that is off asks for that; -Wclperf does not.
 */
enum unanalysed_level options_unanalysed(const struct options *o) {
    static const char any_rule[] = "";
    const struct rule_setting s = options_rule(o, RULE_NOT_ANALYSED);
    if (!s.enabled)
        return is_silenced(o) ? UNANALYSED_SILENT : UNANALYSED_USUAL;
    if (s.as_error)
        return UNANALYSED_ERROR;
    return s.asked || options_rule(o, any_rule).as_error ? UNANALYSED_WARNING : UNANALYSED_USUAL;
}

static bool is_same_name(const struct rule_option *a, const struct rule_option *b) {
    return a->rule && b->rule ? strcmp(a->rule, b->rule) == 0 : a->rule == b->rule;
}

bool options_fail_on_mistakes(const struct options *o) {
    for (size_t i = 0; i < o->rules.n; i++) {
        bool holds = o->rules.at[i].effect == RULE_AS_ERROR;
        for (size_t j = i + 1; j < o->rules.n && holds; j++)
            holds = is_asking(&o->rules.at[j]) || !is_same_name(&o->rules.at[i], &o->rules.at[j]);
        if (holds)
            return true;
    }
    return false;
}
