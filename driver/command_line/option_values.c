#include "driver/command_line/option_values.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static const char *const dump_stages[] = {"launch",    "cfg",       "loops", "expr",  "access",
                                          "trace",     "occupancy", "sim",   "fixes", "config",
                                          "constants", "wfg",       "code"};

bool option_set_flag(struct option_setting *s) {
    *(bool *)s->field = true;
    return true;
}

bool option_set_text(struct option_setting *s) {
    if (*s->value)
        *(const char **)s->field = s->value;
    return *s->value;
}

bool option_set_count(struct option_setting *s) {
    char *end;
    errno = 0;
    unsigned long long n = strtoull(s->value, &end, 10);
    bool good = isdigit((unsigned char)*s->value) && !*end && !errno;
    if (good)
        *(size_t *)s->field = (size_t)n;
    return good;
}

bool option_set_list(struct option_setting *s) {
    struct words w = words_split(s->arena, s->value, ",");
    if (w.n)
        *(struct words *)s->field = w;
    return w.n;
}

bool option_set_append(struct option_setting *s) {
    if (*s->value)
        words_add(s->arena, s->field, s->value);
    return *s->value;
}

static bool read_seconds(const char *text, char **end, double *seconds) {
    *seconds = strtod(text, end);
    return *end != text && *seconds > 0 && *seconds <= 86400;
}

bool option_set_budget(struct option_setting *s) {
    struct budget b = *(struct budget *)s->field;
    char *end;
    if (!read_seconds(s->value, &end, &b.seconds))
        return false;
    if (*end == ',') {
        const char *start = end + 1;
        b.mib = strtoul(start, &end, 10);
        if (!isdigit((unsigned char)*start) || b.mib < 1 || b.mib > 1 << 24)
            return false;
    }
    if (*end == ',' && !read_seconds(end + 1, &end, &b.total_seconds))
        return false;
    if (!*end)
        *(struct budget *)s->field = b;
    return !*end;
}

bool option_set_clock(struct option_setting *s) {
    const char *colon = strchr(s->value, ':');
    char *core_end, *mem_end;
    if (!colon)
        return false;
    double core = strtod(s->value, &core_end), mem = strtod(colon + 1, &mem_end);
    if (core_end != colon || *mem_end || !(core > 0 && mem > 0))
        return false;
    *(struct clock_option *)s->field = (struct clock_option){core, mem};
    return true;
}

bool option_set_output(struct option_setting *s) {
    const char *colon = strstr(s->value, ":file=");
    if (!colon || colon == s->value || !colon[6])
        return false;
    struct output_options *outputs = s->field;
    const char *format = arena_strndup(s->arena, s->value, (size_t)(colon - s->value));
    vec_push(s->arena, outputs, (struct output_option){format, {.path = colon + 6}});
    return true;
}

static bool is_stage(const char *name) {
    for (size_t i = 0; i < sizeof dump_stages / sizeof dump_stages[0]; i++)
        if (strcmp(dump_stages[i], name) == 0)
            return true;
    return false;
}

bool option_set_dumps(struct option_setting *s) {
    struct words stages = words_split(s->arena, s->value, ",");
    for (size_t i = 0; i < stages.n; i++)
        if (!is_stage(stages.at[i]))
            return false;
    words_add_all(s->arena, s->field, &stages);
    return stages.n > 0;
}

static bool parse_cost(const char *text, struct rule_option *r) {
    static const struct {
        const char *unit;
        double ms, percent;
    } units[] = {{"%", 0, 1}, {"ms", 1, 0}, {"us", 1e-3, 0}, {"s", 1e3, 0}};
    char *end;
    double x = strtod(text, &end);
    if (end == text || !(x >= 0 && x < 1e9))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(end, units[i].unit) == 0) {
            r->has_threshold = true;
            r->least_ms = x * units[i].ms;
            r->least_percent = x * units[i].percent;
            return true;
        }
    return false;
}

/* "-RULE=COST", either part may be absent. */
static bool set_rule(struct option_setting *s, struct rule_option r, bool with_cost) {
    const char *equals = strchr(s->value, '=');
    size_t n = equals ? (size_t)(equals - s->value) : strlen(s->value);
    if (n == 1 || (equals && (!with_cost || !parse_cost(equals + 1, &r))))
        return false;
    if (n > 1)
        r.rule = arena_strndup(s->arena, s->value + 1, n - 1);
    struct rule_options *rules = s->field;
    vec_push(s->arena, rules, r);
    return true;
}

bool option_set_rule_on(struct option_setting *s) {
    return set_rule(s, (struct rule_option){.spelling = "-Wclperf-", .effect = RULE_ON}, true);
}

bool option_set_rule_off(struct option_setting *s) {
    return set_rule(s, (struct rule_option){.spelling = "-Wno-clperf-", .effect = RULE_OFF}, false);
}

bool option_set_rule_error(struct option_setting *s) {
    return set_rule(s, (struct rule_option){.spelling = "-Werror=clperf-", .effect = RULE_AS_ERROR},
                    true);
}

bool option_set_rule_no_error(struct option_setting *s) {
    return set_rule(
        s, (struct rule_option){.spelling = "-Wno-error=clperf-", .effect = RULE_NO_ERROR}, false);
}
