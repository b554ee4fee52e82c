#include "diag/suppress/suppress.h"

#include <string.h>

#include "diag/finding/phrase.h"
#include "diag/finding/rule_names.h"

/* Deeper pushes are one with this. */
enum { DEEPEST_PUSH = 64 };

static void report_unknown(struct suppress *s, const struct directives *d) {
    for (size_t i = 0; i < d->n; i++) {
        const struct directive *x = &d->at[i];
        if (!rule_is_name(x->rule))
            vec_push(s->arena, &s->problems,
                     (struct report_problem){.file = x->loc.file,
                                             .loc = x->loc,
                                             .severity = SEVERITY_WARNING,
                                             .text = rule_unknown(s->arena, x->rule, x->what)});
    }
}

static const struct directives *directives_of(struct suppress *s, const char *file) {
    for (size_t i = 0; i < s->files.n; i++)
        if (strcmp(s->files.at[i].name, file) == 0)
            return &s->files.at[i].directives;
    struct suppress_file f = {file, directives_read(s->arena, diag_source_file(&s->source, file))};
    report_unknown(s, &f.directives);
    vec_push(s->arena, &s->files, f);
    return &s->files.at[s->files.n - 1].directives;
}

bool suppress_turns_on(struct suppress *s, const char *file, const char *rule) {
    const struct directives *d = directives_of(s, file);
    for (size_t i = 0; i < d->n; i++)
        if ((d->at[i].kind == DIRECTIVE_WARNING || d->at[i].kind == DIRECTIVE_ERROR) &&
            rule_reach(d->at[i].rule, rule) != REACH_NONE)
            return true;
    return false;
}

/* The pragma that holds for the rule on a line, or NULL. */
static const struct directive *pragma_at(const struct directives *d, const char *rule,
                                         uint32_t line) {
    const struct directive *now[DEEPEST_PUSH] = {NULL};
    size_t depth = 0;
    for (size_t i = 0; i < d->n && d->at[i].loc.line <= line; i++) {
        const struct directive *x = &d->at[i];
        if (x->kind == DIRECTIVE_PUSH && depth + 1 < DEEPEST_PUSH) {
            now[depth + 1] = now[depth];
            depth++;
        } else if (x->kind == DIRECTIVE_POP && depth > 0) {
            depth--;
        } else if (x->kind >= DIRECTIVE_IGNORED && rule_reach(x->rule, rule) != REACH_NONE) {
            now[depth] = x;
        }
    }
    return now[depth];
}

static const struct directive *comment_at(const struct directives *d, const char *rule,
                                          uint32_t line) {
    for (size_t i = 0; i < d->n; i++)
        if (d->at[i].kind == DIRECTIVE_COMMENT && line >= d->at[i].first && line <= d->at[i].last &&
            rule_reach(d->at[i].rule, rule) != REACH_NONE)
            return &d->at[i];
    return NULL;
}

static void suppressed(struct suppress *s, struct finding *f, enum suppression_kind kind,
                       const char *reason, struct loc loc) {
    struct suppression *x = NEW(s->arena, struct suppression);
    *x = (struct suppression){kind, reason, loc};
    f->suppression = x;
}

bool suppress_apply(struct suppress *s, const struct kernel_result *r, struct finding *f,
                    bool enabled) {
    struct loc loc = f->loc.line ? f->loc : r->kernel->loc;
    const char *file = diag_file_of(r, loc), *rule = f->rule->id;
    const struct directives *d = directives_of(s, file);
    const struct directive *comment = comment_at(d, rule, loc.line);
    const struct directive *pragma = pragma_at(d, rule, loc.line);
    const struct mapping_line *line =
        mapping_find(s->arena, &s->mapping, rule, file, r->kernel->name);
    if (pragma && pragma->kind != DIRECTIVE_IGNORED)
        f->severity = pragma->kind == DIRECTIVE_ERROR ? SEVERITY_ERROR : SEVERITY_WARNING;
    if (comment)
        suppressed(s, f, SUPPRESSED_IN_SOURCE, comment->reason, comment->loc);
    else if (pragma && pragma->kind == DIRECTIVE_IGNORED)
        suppressed(s, f, SUPPRESSED_IN_SOURCE, NULL, pragma->loc);
    else if (!pragma && line)
        suppressed(s, f, SUPPRESSED_BY_FILE, NULL, line->loc);
    return enabled || pragma;
}

/* A pragma that warns of all rules does not warn of what options have to ask for by its name. */
static enum severity severity_by(const struct directive *pragma, const char *rule,
                                 enum severity usual) {
    if (pragma->kind == DIRECTIVE_IGNORED)
        return SEVERITY_NOTE;
    if (pragma->kind == DIRECTIVE_ERROR)
        return SEVERITY_ERROR;
    return rule_reach(pragma->rule, rule) == REACH_RULE ? SEVERITY_WARNING : usual;
}

enum severity suppress_severity(struct suppress *s, const struct suppress_place *at,
                                enum severity usual) {
    const struct directives *d = directives_of(s, at->file);
    const struct directive *pragma = pragma_at(d, at->rule, at->line);
    if (comment_at(d, at->rule, at->line))
        return SEVERITY_NOTE;
    if (pragma)
        return severity_by(pragma, at->rule, usual);
    return mapping_find(s->arena, &s->mapping, at->rule, at->file, at->kernel) ? SEVERITY_NOTE
                                                                               : usual;
}
