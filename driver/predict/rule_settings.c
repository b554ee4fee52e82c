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
        s->threshold_ms = r->least_ms;
        s->threshold_percent = r->least_percent;
    }
}

struct rule_setting options_rule(const struct options *o, const char *rule) {
    struct rule_setting s = {.enabled = true, .threshold_percent = 5};
    for (enum rule_reach reach = REACH_ALL; reach <= REACH_RULE; reach++)
        for (size_t i = 0; i < o->rules.n; i++)
            if (rule_reach(o->rules.at[i].rule, rule) == reach) {
                apply_rule(&s, &o->rules.at[i]);
                s.asked |= reach == REACH_RULE && is_asking(&o->rules.at[i]);
            }
    return s;
}
