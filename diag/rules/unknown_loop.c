/* Loops whose trip count cannot be predicted from launch and arguments. */
#include <string.h>

#include "diag/rules.h"

static bool is_unknown(const struct trace *t, uint32_t loop) {
    const struct loop_counts *n = &t->loops[loop];
    return !n->known && n->entries && t->kernel->loops[loop].const_trips < 0;
}

static const char *mean_trips(struct arena *a, const struct trace *t, uint32_t loop) {
    double mean = (double)t->loops[loop].trips / (double)t->loops[loop].entries;
    return arena_printf(a, mean < 100 ? "%.3g" : "%.0f", mean);
}

/* A longer formula is for programs to read, in the report. */
enum { LONGEST_FORMULA = 120 };

static bool has_formula(const struct loop *l) {
    return l->formula && strlen(l->formula) <= LONGEST_FORMULA;
}

static void note_formula(struct rule_context *c, struct finding *f, const struct loop *l) {
    if (has_formula(l))
        finding_note(c->arena, f, (struct loc){0}, "it is %s; give the values with a launch",
                     l->formula);
}

static struct finding *add_finding(struct rule_context *c, uint32_t loop) {
    const struct trace *t = c->result->trace;
    const struct loop *l = &t->kernel->loops[loop];
    struct finding *f =
        finding_add(c->findings, c->rule, l->loc.line ? l->loc : c->result->kernel->loc,
                    "the trip count of this loop is not known; the time is for %s iterations",
                    mean_trips(c->arena, t, loop));
    f->cost_ms = f->cost_low_ms = f->cost_high_ms = -1;
    note_formula(c, f, l);
    return f;
}

/* The kernel's other loops of that kind: one launch gives the values for all. */
static void note_other(struct rule_context *c, struct finding *f, uint32_t loop) {
    const struct trace *t = c->result->trace;
    const struct loop *l = &t->kernel->loops[loop];
    const char *formula = has_formula(l) ? arena_printf(c->arena, ", it is %s", l->formula) : "";
    finding_note(c->arena, f, l->loc, "nor is that of this one, taken for %s%s",
                 mean_trips(c->arena, t, loop), formula);
}

/* A trace that was cut for want of time, or went on without the work-items' numbers, says nothing
 * of what is known. */
static void check(struct rule_context *c) {
    const struct trace *t = c->result->trace;
    struct finding *first = NULL;
    for (uint32_t i = 0; i < t->kernel->n_loops && !t->truncated && !t->coarse; i++) {
        if (!is_unknown(t, i))
            continue;
        if (first)
            note_other(c, first, i);
        else
            first = add_finding(c, i);
    }
}

const struct rule rule_unknown_loop = {
    .info =
        {.id = "unknown-loop",
         .title =
             "The trip count of a loop is unknown, so the kernel's time rests on an assumption",
         .help =
             "The predicted time of a kernel depends on how often its loops run. The count of "
             "this one depends on something that is not known at compile time: an argument that "
             "the launch configuration does not give, or the contents of memory. The time is then "
             "computed for an assumed count, which the note states, and the other costs of the "
             "kernel are as uncertain as it.\n"
             "\n"
             "Give the missing value: in the launch manifest, in a comment above the kernel, or "
             "on the command line. A buffer that decides the count can be given with its contents. "
             "If the bound is fixed in practice, make it a constant of the program.\n"
             "\n"
             "Before: __kernel void sum(__global const float *a, int n)\n"
             "After:  the same, with the line // clperf: launch global=65536 local=256 n=1024 "
             "above it.\n"
             "\n"
             "Ignore it where the loop is short, or ends by a condition on the data that nobody "
             "can know beforehand, such as convergence.",
         .help_markdown =
             "The predicted time of a kernel depends on how often its loops run. The count of "
             "this one depends on something that is not known at compile time: an **argument that "
             "the launch configuration does not give**, or the **contents of memory**. The time "
             "is then computed for an assumed count, which the note states, and the other costs "
             "of the kernel are as uncertain as it.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "Give the missing value, in a comment above the kernel:\n"
             "\n"
             "```c\n"
             "/* before: n is unknown */\n"
             "__kernel void sum(__global const float *a, int n)\n"
             "\n"
             "/* after */\n"
             "// clperf: launch global=65536 local=256 n=1024\n"
             "__kernel void sum(__global const float *a, int n)\n"
             "```\n"
             "\n"
             "or in the launch manifest, where a buffer can also be given with its contents:\n"
             "\n"
             "```json\n"
             "\"args\": { \"n\": 1024, \"row_ptr\": {\"file\": \"row_ptr.bin\"} }\n"
             "```\n"
             "\n"
             "If the bound is fixed in practice, make it a constant of the program: "
             "`-DN=1024`.\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Where the loop is short, or ends by a condition on the data that nobody can know "
             "beforehand, such as convergence.\n",
         .precision = "very-high"},
    .check = check,
};
