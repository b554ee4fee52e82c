/* Global memory that the work-items of a group load again and again, which a tile in local memory
 * would serve. */
#include <stdlib.h>

#include "base/vec.h"
#include "diag/rules.h"
#include "perfmodel/whatif.h"

/* A group asks this many times for each of its lines, at least: less is not worth a tile. */
static const double least_reuse = 3;

/* A line of global memory that warps of one group load. */
struct touched {
    uint64_t line;
    uint32_t warp;
    double times;
};

struct touches {
    struct touched *at;
    size_t n, cap;
};

/* How the simulated groups use what they load. */
struct reuse {
    double requests, lines; /* of all groups */
    double shared;          /* of the lines, those that several warps of a group want */
    uint32_t access;        /* that asks most often, of the machine view */
};

static int by_line(const void *x, const void *y) {
    const struct touched *a = x, *b = y;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->warp > b->warp) - (a->warp < b->warp);
}

/* The lines of one group, sorted, into the sums. */
static void add_group(struct touches *t, struct reuse *r) {
    if (t->n)
        qsort(t->at, t->n, sizeof *t->at, by_line);
    for (size_t i = 0, end; i < t->n; i = end) {
        for (end = i; end < t->n && t->at[end].line == t->at[i].line; end++)
            r->requests += t->at[end].times;
        r->lines++;
        r->shared += t->at[end - 1].warp != t->at[i].warp;
    }
    t->n = 0;
}

enum { LINE = 128 };

/* Sampled loops stand for more of their kind, so ratios are right without their weights. */
static struct reuse count_reuse(struct arena *a, const struct trace *t) {
    struct reuse r = {.access = NONE};
    struct touches all = {0};
    double *by_access = NEW_ARRAY(a, double, t->kernel->n_accesses);
    for (size_t w = 0; w < t->n_warps; w++) {
        if (w && t->warps[w].group != t->warps[w - 1].group)
            add_group(&all, &r);
        for (size_t i = 0; i < t->warps[w].n_ops; i++) {
            const struct trace_op *op = &t->warps[w].ops[i];
            const struct item *item = op->item == NONE ? NULL : &t->kernel->items[op->item];
            if (!item || item->kind != ITEM_ACCESS ||
                !whatif_can_tile(t->kernel, &t->kernel->accesses[item->access]))
                continue;
            vec_push(a, &all, ((struct touched){op->address / LINE, t->warps[w].warp, 1}));
            if (++by_access[item->access] > (r.access == NONE ? 0 : by_access[r.access]))
                r.access = item->access;
        }
    }
    add_group(&all, &r);
    return r;
}

/* Whether the addresses of all global loads are those of the launch, so that their reuse is. */
static bool is_known(const struct kernel_result *r) {
    for (uint32_t i = 0; i < r->kernel->n_accesses; i++) {
        const struct access *a = &r->kernel->accesses[i];
        if (a->space == SPACE_GLOBAL && a->kind == ACCESS_LOAD && !r->access[i].followed &&
            r->access[i].requests > 0)
            return false;
    }
    return true;
}

static void check(struct rule_context *c) {
    const struct trace *t = c->result->estimate->trace;
    if (!t || !is_known(c->result))
        return;
    struct reuse r = count_reuse(c->arena, t);
    if (r.access == NONE || r.requests < least_reuse * r.lines || r.shared < 0.5 * r.lines)
        return;
    struct rule_cost cost = rule_cost(c, DEFECT_UNTILED, (struct loc){0}, NULL);
    if (cost.ms < 0)
        return;
    const struct access *most = &t->kernel->accesses[r.access];
    struct finding *f =
        rule_report(c, most->loc.line ? most->loc : t->kernel->loc, cost, MSG_LOCAL_MEMORY,
                    diag_count(c->arena, r.requests / r.lines), rule_base_name(most));
    rule_note(c, f, (struct loc){0}, MSG_LOCAL_MEMORY_TILE, 100 * r.shared / r.lines);
}

const struct rule rule_local_memory = {
    .info =
        {.id = "local-memory",
         .title = "The work-items of a group load the same global memory again and again",
         .help =
             "What several work-items of a group need is fetched for each of them. The caches "
             "catch some of it, but every request still takes its way there. A tile in local "
             "memory is loaded once by all work-items together, and then read as fast as "
             "registers nearly.\n"
             "\n"
             "Cut the data into tiles that fit, load a tile with neighbouring work-items next to "
             "each other, wait at a barrier, use it, wait again, and go on with the next tile.\n"
             "\n"
             "Before: for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];\n"
             "After:  16x16 tiles of a and b in local memory, n/16 rounds, 16 products in each.\n"
             "\n"
             "Ignore it where the cache keeps up (then the cost is near zero, and it is not "
             "reported by default), or where barriers would cost more than is gained." HELP_WORDS,
         .help_markdown =
             "What several work-items of a group need is fetched **for each of them**. The caches "
             "catch some of it, but every request still takes its way there. A tile in `__local` "
             "memory is loaded once by all work-items together.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "```c\n"
             "/* before */\n"
             "for (int k = 0; k < n; k++)\n"
             "    sum += a[row * n + k] * b[k * n + column];\n"
             "\n"
             "/* after */\n"
             "for (int t = 0; t < n; t += 16) {\n"
             "    x[ly][lx] = a[row * n + t + lx];\n"
             "    y[ly][lx] = b[(t + ly) * n + column];\n"
             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
             "    for (int k = 0; k < 16; k++)\n"
             "        sum += x[ly][k] * y[k][lx];\n"
             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
             "}\n"
             "```\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Where the cache keeps up (then its cost is near zero, and it is not reported by "
             "default), or where barriers would cost more than is gained.\n"
             "\n"
             "The cost is that of loading each line once, into the local memory that the resident "
             "groups leave free. Not counted: the barriers of the tiled "
             "form.\n" HELP_WORDS_MARKDOWN,
         .precision = "medium"},
    .check = check,
};
