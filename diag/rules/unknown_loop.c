/* Loops whose trip count cannot be predicted from launch and arguments: one remark for a kernel,
 * which asks for what a launch could give. */
#include <string.h>

#include "base/str.h"
#include "diag/finding/rules.h"

/* --- what it says ---------------------------------------------------------- */

/* kernel, assumption */
#define MSG_UNKNOWN_LOOP "how often the loop of '%s' runs is not known%s"
/* loops, kernel, assumption */
#define MSG_UNKNOWN_LOOPS "how often %zu loops of '%s' run is not known%s"
/* iterations */
#define MSG_UNKNOWN_LOOP_ASSUMED "; the time is for %s iteration%s"
/* formula, argument */
#define MSG_UNKNOWN_LOOP_FORMULA "this loop runs %s times: give '%s' with the launch"
#define MSG_UNKNOWN_LOOP_ARGUMENT "'%s' decides how often this loop runs: give it with the launch"
#define MSG_UNKNOWN_LOOP_CONTENTS                                                                  \
    "the contents of '%s' decide how often this loop runs: give them with the launch"
#define MSG_UNKNOWN_LOOP_DATA "what the kernel computes decides how often this loop runs"
#define MSG_UNKNOWN_LOOP_MORE "%zu more begin%s in line %s"

/* --- what it finds --------------------------------------------------------- */

/* A trace that went on without the work-items' numbers says nothing of what is known. */
static bool is_unknown(const struct trace *t, uint32_t loop) {
    const struct loop_counts *n = &t->loops[loop];
    return !certain_is_followed(n->certain) && n->certain.reason != REASON_LANES && n->entries &&
           t->kernel->loops[loop].const_trips < 0;
}

/* Notes of one loop each; the last one is for the rest. */
enum { MOST_LOOPS = 3 };

struct unknown_loops {
    const uint32_t *at;
    size_t n;
};

static struct unknown_loops unknown_loops(struct arena *a, const struct trace *t) {
    uint32_t *at = NEW_ARRAY(a, uint32_t, t->kernel->n_loops);
    size_t n = 0;
    for (uint32_t i = 0; i < t->kernel->n_loops; i++)
        if (is_unknown(t, i))
            at[n++] = i;
    return (struct unknown_loops){at, n};
}

/* --- what decides a count --------------------------------------------------- */

/* Operands are followed so far. */
enum { DEEPEST = 100 };

/* What a loop's condition rests on, the first of each. */
struct deciders {
    const char *argument; /* a number that the launch does not give */
    const char *buffer;   /* memory that the kernel reads only */
    bool data;            /* memory that it writes, too */
};

static bool is_given(const struct launch *l, const char *name) {
    for (size_t i = 0; i < l->n_args; i++)
        if (l->args[i].name && strcmp(l->args[i].name, name) == 0 &&
            l->args[i].source != LAUNCH_ASSUMED)
            return true;
    return false;
}

static bool is_written(const struct access *accesses, uint32_t n_accesses, uint32_t root) {
    for (uint32_t i = 0; i < n_accesses; i++)
        if (accesses[i].kind != ACCESS_LOAD &&
            (accesses[i].root == root || accesses[i].root == NONE))
            return true;
    return false;
}

static void add_load(const struct kernel *k, uint32_t value, struct deciders *d) {
    const struct access *a = &k->accesses[k->values[value].site];
    bool given = a->root != NONE && k->values[a->root].op == OP_PARAM &&
                 !is_written(k->accesses, k->n_accesses, a->root);
    if (given && !d->buffer)
        d->buffer = a->base;
    d->data |= !given;
}

struct walk {
    const struct kernel *kernel;
    const struct launch *launch;
    bool *visited; /* by value */
    struct deciders found;
};

static void follow(struct walk *w, uint32_t value, int depth) {
    const struct kernel *k = w->kernel;
    if (value >= k->n_values || w->visited[value] || depth > DEEPEST)
        return;
    w->visited[value] = true;
    const struct value *v = &k->values[value];
    if (v->op == OP_LOAD && v->site < k->n_accesses) {
        add_load(k, value, &w->found);
        return;
    }
    if (v->op == OP_PARAM && v->type != TYPE_POINTER && v->name && !w->found.argument &&
        !is_given(w->launch, v->name))
        w->found.argument = v->name;
    for (uint32_t i = 0; i < v->n_args; i++)
        follow(w, v->args[i], depth + 1);
}

static bool is_inside(const struct kernel *k, uint32_t block, uint32_t loop) {
    uint32_t at = k->blocks[block].loop;
    while (at != NONE && at != loop)
        at = k->loops[at].parent;
    return at == loop;
}

/* Of the conditions under which the loop is left. */
static struct deciders deciders_of(struct rule_context *c, uint32_t loop) {
    const struct kernel *k = c->result->trace->kernel;
    struct walk w = {.kernel = k,
                     .launch = c->result->launch,
                     .visited = NEW_ARRAY(c->arena, bool, k->n_values)};
    for (uint32_t i = 0; i < k->n_blocks; i++) {
        const struct block *b = &k->blocks[i];
        const struct value *end = b->n_values ? &k->values[b->values[b->n_values - 1]] : NULL;
        bool leaves = false;
        for (uint32_t s = 0; s < b->n_succs && is_inside(k, i, loop); s++)
            leaves |= !is_inside(k, b->succs[s], loop);
        if (leaves && end->n_args)
            follow(&w, end->args[0], 0);
    }
    return w.found;
}

/* --- the remark -------------------------------------------------------------- */

/* A longer formula is for programs to read, in the report, and so is one of work-item numbers. */
enum { LONGEST_FORMULA = 40 };

/* "; the time is for 64 iterations"; empty where a mean below one says nothing. */
static const char *assumption(struct rule_context *c, uint32_t loop) {
    const struct loop_counts *n = &c->result->trace->loops[loop];
    double mean = (double)n->trips / (double)n->entries;
    return mean < 1 ? ""
                    : arena_printf(c->arena, MSG_UNKNOWN_LOOP_ASSUMED, diag_count(c->arena, mean),
                                   mean == 1 ? "" : "s");
}

static void note_loop(struct rule_context *c, struct finding *f, uint32_t loop) {
    const struct loop *l = &c->result->trace->kernel->loops[loop];
    struct deciders d = deciders_of(c, loop);
    bool whole = l->formula && strlen(l->formula) <= LONGEST_FORMULA && !strstr(l->formula, "get_");
    if (d.argument && whole && !d.data && !d.buffer)
        rule_note(c, f, l->loc, MSG_UNKNOWN_LOOP_FORMULA, l->formula, d.argument);
    else if (d.argument)
        rule_note(c, f, l->loc, MSG_UNKNOWN_LOOP_ARGUMENT, d.argument);
    else if (d.buffer)
        rule_note(c, f, l->loc, MSG_UNKNOWN_LOOP_CONTENTS, d.buffer);
    else
        rule_note(c, f, l->loc, MSG_UNKNOWN_LOOP_DATA);
}

/* Loops of inlined functions may begin at the same line. */
static void note_rest(struct rule_context *c, struct finding *f, const uint32_t *loops, size_t n) {
    struct str lines = {.arena = c->arena};
    uint32_t last = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t line = c->result->trace->kernel->loops[loops[i]].loc.line;
        if (line != last)
            str_printf(&lines, "%s%u", lines.n ? ", " : "", line);
        last = line;
    }
    rule_note(c, f, (struct loc){0}, MSG_UNKNOWN_LOOP_MORE, n, n == 1 ? "s" : "", str_text(&lines));
}

/* A trace that was cut for want of time says nothing of what is known. */
static void check(struct rule_context *c) {
    const struct trace *t = c->result->trace;
    struct unknown_loops loops = unknown_loops(c->arena, t);
    if (!loops.n || t->truncated)
        return;
    const struct loop *first = &t->kernel->loops[loops.at[0]];
    struct loc loc = first->loc.line ? first->loc : c->result->kernel->loc;
    const char *name = c->result->kernel->name, *assumed = assumption(c, loops.at[0]);
    struct finding *f =
        loops.n == 1 ? rule_report(c, loc, rule_no_cost, MSG_UNKNOWN_LOOP, name, assumed)
                     : rule_report(c, loc, rule_no_cost, MSG_UNKNOWN_LOOPS, loops.n, name, assumed);
    size_t single = loops.n <= MOST_LOOPS ? loops.n : MOST_LOOPS - 1;
    for (size_t i = 0; i < single; i++)
        note_loop(c, f, loops.at[i]);
    if (single < loops.n)
        note_rest(c, f, loops.at + single, loops.n - single);
}

const struct rule rule_unknown_loop = {
    .traits = {.precision = "very-high", .remark = true},
    .check = check,
};
