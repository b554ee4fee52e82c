/* clperf gate: conditions that every kernel of a report must satisfy.
 *
 * An improvement never fails: where a condition does not hold, but nothing that it names got worse
 * since the old report and something got better, that is only said. */
#include <math.h>
#include <string.h>

#include "base/command_line.h"
#include "base/die.h"
#include "base/formula.h"
#include "base/problems.h"
#include "base/str.h"
#include "diag/compare/compare.h"
#include "diag/finding/rule_names.h"
#include "driver/commands/commands.h"

/* A pair as the conditions see it, and what they asked for. */
struct gate_context {
    const struct review_pair *pair;
    const struct review *review; /* NULL: no report has been read yet */
    bool has_old;                /* a report, not only this kernel in it */
    bool asked_delta;
    bool asked_kernel;    /* for anything that a kernel has, not only what the report has */
    size_t better, worse; /* quantities asked for */
    struct str *values;   /* "ms = 2.4, delta = 3": those asked for; or NULL */
};

/* Of a rule or group; NULL: all but remarks. */
static double count_findings(const struct report_kernel *k, const char *which) {
    double n = 0;
    for (size_t i = 0; i < k->findings.n; i++)
        n += which ? rule_reach(which, k->findings.at[i].rule + strlen("clperf-")) != REACH_NONE
                   : !k->findings.at[i].remark;
    return n;
}

static double count_added(const struct review_pair *p) {
    double n = 0;
    for (size_t i = 0; i < p->added.n; i++)
        n += !p->added.at[i]->remark;
    return n;
}

static double count_unanalysed(const struct review *r) {
    double n = 0;
    for (size_t i = 0; r && i < r->new->troubles.n; i++)
        n += r->new->troubles.at[i].unanalysed;
    return n;
}

static double count_gone(const struct review *r) {
    double n = 0;
    for (size_t i = 0; r && i < r->n; i++)
        n += !r->at[i].new;
    return n;
}

/* A quantity of the whole report; false if there is none of that name. */
static bool report_number(const struct review *r, const char *name, double *out) {
    bool unanalysed = strcmp(name, "not_analysed") == 0, gone = strcmp(name, "gone") == 0;
    *out = unanalysed ? count_unanalysed(r)
           : gone     ? count_gone(r)
           : r        ? (double)r->new->kernels.n
                      : 0;
    return unanalysed || gone || strcmp(name, "kernels") == 0;
}

static double occupancy(const struct report_kernel *k) {
    return k->max_warps > 0 ? 100 * k->warps / k->max_warps : -1;
}

/* A quantity of one kernel, not a number where the report does not know it, so that no comparison
 * holds; false if there is none of that name. */
static bool kernel_number(const struct report_kernel *k, const char *name, double *out) {
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"ms", k->time_ms},
                   {"ms_low", k->low_ms},
                   {"ms_high", k->high_ms},
                   {"registers", k->registers},
                   {"spill_bytes", k->spill_bytes},
                   {"local_bytes", k->local_bytes},
                   {"occupancy", occupancy(k)},
                   {"findings", count_findings(k, NULL)}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        *out = numbers[i].value < 0 ? NAN : numbers[i].value;
        if (strcmp(numbers[i].name, name) == 0)
            return true;
    }
    const char *open = strchr(name, '(');
    if (!open || strncmp(name, "findings(", 9) != 0)
        return false;
    char rule[64];
    snprintf(rule, sizeof rule, "%s", open + 1);
    rule[strcspn(rule, ")")] = 0;
    *out = count_findings(k, rule);
    return rule_is_name(rule) && rule_reach(rule, RULE_NOT_ANALYSED) != REACH_RULE;
}

/* How a quantity changed: > 0 is worse. */
static double worsening(const struct gate_context *s, const char *name, double value) {
    double old;
    if (strcmp(name, "delta") == 0 || strcmp(name, "findings(new)") == 0)
        return value;
    if (!s->pair->old || !kernel_number(s->pair->old, name, &old))
        return 0;
    return strcmp(name, "occupancy") == 0 ? old - value : value - old;
}

static void note_asked(struct gate_context *s, const char *name, double value) {
    double worse = worsening(s, name, value);
    s->worse += worse > 0;
    s->better += worse < 0;
    if (s->values)
        str_printf(s->values, "%s%s = %s", s->values->n ? ", " : "", name,
                   isnan(value) ? "unknown" : arena_printf(s->values->arena, "%.4g", value));
}

static bool find_text(const struct report_kernel *k, const char *name, const char **out) {
    *out = strcmp(name, "kernel") == 0 ? k->name
           : strcmp(name, "file") == 0 ? k->file
           : strcmp(name, "gpu") == 0  ? k->gpu
                                       : NULL;
    return *out;
}

static bool find(const void *context, const char *name, struct formula_value *out) {
    struct gate_context *s = (struct gate_context *)context;
    const struct report_kernel *k = s->pair->new;
    *out = (struct formula_value){0};
    bool of_report = report_number(s->review, name, &out->number);
    s->asked_kernel = s->asked_kernel || !of_report;
    if (find_text(k, name, &out->text))
        return true;
    bool delta = strcmp(name, "delta") == 0, added = strcmp(name, "findings(new)") == 0;
    s->asked_delta = s->asked_delta || delta;
    if (delta)
        out->number = review_change(s->pair);
    else if (added)
        out->number = count_added(s->pair);
    else if (!of_report && !kernel_number(k, name, &out->number))
        return false;
    if ((delta || added || strcmp(name, "gone") == 0) && !s->has_old)
        return false;
    note_asked(s, name, out->number);
    return true;
}

struct verdict {
    enum { HOLDS, IMPROVED, NOT_COMPARABLE, FAILS } is;
    const char *values, *error;
    bool of_report; /* the condition asks for nothing that a kernel has */
};

static struct verdict judge(struct arena *a, const struct review *r, const struct review_pair *p,
                            bool has_old, const struct condition *c) {
    struct str values = {.arena = a};
    struct gate_context s = {.pair = p, .review = r, .has_old = has_old, .values = &values};
    const struct formula_names names = {find, &s};
    struct verdict v = {.is = FAILS};
    double holds;
    if (!formula_number(a, c->formula, &names, &holds, &v.error))
        return v;
    v.values = str_text(&values);
    v.of_report = !s.asked_kernel && values.n;
    if (holds)
        v.is = HOLDS;
    else if (s.asked_delta && !p->old)
        v.is = NOT_COMPARABLE;
    else if (s.better && !s.worse)
        v.is = IMPROVED;
    return v;
}

static void put_verdict(const struct review_pair *p, const struct condition *c,
                        const struct verdict *v) {
    const struct report_kernel *k = p->new;
    if (v->is == FAILS)
        printf("%s:%d: error: '%s' on %s fails '%s': %s\n", k->file, k->line, k->name, k->gpu,
               c->text, v->values);
    if (v->is == IMPROVED)
        printf("%s:%d: note: '%s' on %s is better than before, but not yet '%s': %s\n", k->file,
               k->line, k->name, k->gpu, c->text, v->values);
    if (v->is == NOT_COMPARABLE)
        printf("%s:%d: note: '%s' on %s is new, so '%s' says nothing of it\n", k->file, k->line,
               k->name, k->gpu, c->text);
}

/* The condition with a caret below the place, as a compiler would. */
static int bad_condition(const char *text, const struct formula_error *e) {
    size_t n = strlen(text), at = e->column ? e->column - 1 : 0;
    fprintf(stderr, "clperf: error: %s\n  %s\n  %*s^\n", e->text, text, (int)(at < n ? at : n), "");
    return EXIT_USAGE;
}

/* A condition on the report: whether it is one, and whether that fails. A kernel without anything
 * stands for all. */
static bool judge_report(struct arena *a, const struct review *r, bool has_old,
                         const struct condition *c, size_t *failed) {
    static const struct report_kernel none = {.name = "", .file = "", .gpu = ""};
    const struct review_pair pair = {.new = &none};
    const struct verdict v = judge(a, r, &pair, has_old, c);
    if (!v.of_report)
        return false;
    if (v.is == FAILS)
        printf("%s: error: fails '%s': %s\n", r->new->path, c->text, v.values);
    *failed += v.is == FAILS;
    return true;
}

/* Conditions say nothing of what is not in the report. What is an error there is one here; how many
 * there are of these. */
static size_t put_troubles(const struct report_file *f) {
    size_t errors = 0, others = 0;
    for (size_t i = 0; i < f->troubles.n; i++) {
        const struct report_trouble *t = &f->troubles.at[i];
        others += t->unanalysed && !t->error;
        errors += t->error;
        if (t->error && t->line > 0)
            printf("%s:%d: error: %s\n", t->file, t->line, t->text);
        else if (t->error)
            printf("%s: error: %s\n", *t->file ? t->file : f->path, t->text);
    }
    if (others)
        printf("%s: note: %zu not analysed, which 'not_analysed==0' would fail\n", f->path, others);
    return errors;
}

/* What an old report had and the new one has not is not judged, and neither is a report without
 * kernels. */
static void put_unjudged(const struct review *r) {
    for (size_t i = 0; i < r->n; i++)
        if (!r->at[i].new)
            printf("%s:%d: note: '%s' on %s is not in %s, so nothing of it is judged; 'gone==0' "
                   "would fail\n",
                   r->at[i].old->file, r->at[i].old->line, r->at[i].old->name, r->at[i].old->gpu,
                   r->new->path);
    if (!r->new->kernels.n)
        printf("%s: note: no kernel is in it that could be judged; 'kernels>0' would fail\n",
               r->new->path);
}

static int judge_all(struct arena *a, const struct review *r, bool has_old,
                     const struct formula_conditions *conditions) {
    size_t kernels = r->new->kernels.n, failed = put_troubles(r->new);
    bool *of_report = NEW_ARRAY(a, bool, conditions->n);
    put_unjudged(r);
    for (size_t j = 0; j < conditions->n; j++)
        of_report[j] = judge_report(a, r, has_old, &conditions->at[j], &failed);
    for (size_t i = 0; i < kernels; i++)
        for (size_t j = 0; j < conditions->n; j++) {
            if (of_report[j])
                continue;
            struct verdict v = judge(a, r, &r->at[i], has_old, &conditions->at[j]);
            if (v.error)
                return problems_fail(arena_printf(a, "'%s': %s", conditions->at[j].text, v.error));
            put_verdict(&r->at[i], &conditions->at[j], &v);
            failed += v.is == FAILS;
        }
    printf("%s: %zu kernel%s, %zu condition%s, %zu failed\n", failed ? "failed" : "passed", kernels,
           kernels == 1 ? "" : "s", conditions->n, conditions->n == 1 ? "" : "s", failed);
    return failed ? EXIT_FINDINGS : 0;
}

/* Names are checked before any report is read: against a kernel that has nothing. */
static bool parse(struct arena *a, const char *text, bool has_old, struct formula_conditions *out,
                  struct formula_error *error) {
    static const struct report_kernel kernel = {.name = "", .file = "", .gpu = ""};
    const struct review_pair pair = {.old = &kernel, .new = &kernel};
    struct gate_context s = {.pair = &pair, .has_old = has_old};
    const struct formula_names names = {find, &s};
    if (formula_conditions(a, text, &names, out, error))
        return true;
    bool relative = strstr(error->text, "'delta'") || strstr(error->text, "'findings(new)'") ||
                    strstr(error->text, "'gone'");
    if (relative && !has_old)
        error->text = arena_printf(a, "%s without an old report", error->text);
    return false;
}

static const struct command_table table = {
    .name = "gate",
    .usage = "usage: clperf gate CONDITIONS [OLD.json] NEW.json\n"
             "\n"
             "Says whether every kernel of a report satisfies all conditions, as in\n"
             "'ms<=2, delta<=5%, findings(new)==0'. What got better than in the old report never "
             "fails.\n"
             "\n",
    .after = "\n"
             "  ms, ms_low, ms_high    time of one launch and its interval\n"
             "  delta                  change of the time in percent, against OLD\n"
             "  registers, spill_bytes per work-item\n"
             "  local_bytes            per work-group\n"
             "  occupancy              resident warps in percent of the most\n"
             "  findings               how many; findings(new): those that OLD has not,\n"
             "                         findings(RULE), findings(GROUP): of these rules\n"
             "  kernel, file, gpu      texts: kernel == 'setup' || ms <= 2\n"
             "  not_analysed           how much of the sources clperf-not-analysed names\n"
             "  gone                   how many kernels of OLD the new report has not\n"
             "  kernels                how many kernels the new report has; a condition with "
             "nothing else\n"
             "                         than these three is judged once for the report\n"
             "\n"
             "Exit status: 0 all hold, 1 one does not, 2 bad conditions or reports.\n",
};

int gate_command(struct arena *a, int argc, char **argv) {
    struct report_file old, new;
    struct formula_conditions conditions;
    struct formula_error wrong;
    struct command_words words;
    const char *error;
    (void)argc;
    int status = command_line_read(a, &table, argv, NULL, &words);
    if (status != COMMAND_RUNS)
        return status;
    const struct words *w = &words.operands;
    if (w->n < 2 || w->n > 3)
        return problems_fail("usage: clperf gate CONDITIONS [OLD.json] NEW.json");
    bool has_old = w->n == 3;
    if (!parse(a, w->at[0], has_old, &conditions, &wrong))
        return bad_condition(w->at[0], &wrong);
    if ((has_old && !report_read(a, w->at[1], &old, &error)) ||
        !report_read(a, w->at[w->n - 1], &new, &error))
        return problems_fail(error);
    struct review r = review_make(a, has_old ? &old : NULL, &new);
    return judge_all(a, &r, has_old, &conditions);
}
