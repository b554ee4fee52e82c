/* The headers of two loops of sequential code exchanged, both of which become work-items: then what
 * the outer one counted is dimension 0. Results stay the same as the iterations are independent. */
#include <math.h>
#include <string.h>

#include "analysis/ir/induction.h"
#include "diag/finding/messages.h"
#include "diag/fix/edits.h"
#include "diag/fix/relation.h"
#include "diag/fixes/table.h"

/* Two dimensions, and nobody goes by the order of iterations. */
static bool is_plane(const struct kernel_result *r) {
    const struct sequential_loop *s = r->kernel->sequential;
    return s && s->counters[1] && !s->counters[2] && !s->n_carried && r->dependences &&
           r->dependences->verdict <= ITERATIONS_UNLESS_OVERLAP;
}

/* Whether neighbours in the other dimension are nearer. */
static bool is_nearer(const struct kernel_result *r, const struct access *x) {
    uint32_t address = r->kernel->values[x->value].args[0];
    double now = an_stride(r->kernel, r->launch, address,
                           (struct stride_counter){.dimension = 0, .loop = NONE});
    double then = an_stride(r->kernel, r->launch, address,
                            (struct stride_counter){.dimension = 1, .loop = NONE});
    return fabs(then) < fabs(now);
}

/* What stands between the parentheses of a `for`; false if there is none at token i. */
static bool header_at(const struct fix_text *t, size_t i, size_t *begin, size_t *past) {
    if (!fix_token_is(t, i, "for") || !fix_token_is(t, i + 1, "("))
        return false;
    *begin = i + 2;
    *past = fix_closing(t, i + 1);
    return *past < t->n;
}

bool fix_swap_loops(struct fix_context *c) {
    const struct fix_text *t = c->source;
    const struct kernel_result *r = c->result;
    size_t outer, outer_past, inner, inner_past;
    if (!is_plane(r) || !c->finding->access || !is_nearer(r, c->finding->access) ||
        !header_at(t, fix_token_at(t, r->kernel->loc), &outer, &outer_past))
        return false;
    size_t next = outer_past + 1;
    next += fix_token_is(t, next, "{");
    if (!header_at(t, next, &inner, &inner_past))
        return false;
    fix_replace(c, outer, outer_past, fix_source(c->arena, t, inner, inner_past));
    fix_replace(c, inner, inner_past, fix_source(c->arena, t, outer, outer_past));
    c->fix->swaps_dimensions = true;
    c->fix->title = r->dependences->verdict == ITERATIONS_INDEPENDENT ? MSG_FIX_SWAP_LOOPS
                                                                      : MSG_FIX_SWAP_LOOPS_IF;
    return true;
}

/* --- whether the copy does the same -------------------------------------------------- */

/* Whether the block does nothing but go on, from its terminator, which is its last value. */
static bool is_empty(const struct value *values, const struct block *b) {
    for (uint32_t i = 0; i + 1 < b->n_values; i++)
        if (relation_is_effect(&values[b->values[i]]))
            return false;
    return true;
}

/* Whether nothing happens from there to the end of the kernel. */
static bool ends(const struct kernel *k, uint32_t block) {
    for (uint32_t steps = 0; steps <= k->n_blocks; steps++) {
        const struct block *b = &k->blocks[block];
        if (!is_empty(k->values, b) || b->n_succs > 1)
            return false;
        if (!b->n_succs)
            return true;
        block = b->succs[0];
    }
    return false;
}

/* The conditions of the two loops, which come first and end the work-item where one is false. */
static bool find_guards(const struct kernel *k, uint32_t guards[2]) {
    uint32_t block = 0, n = 0;
    for (uint32_t steps = 0; n < 2 && steps <= k->n_blocks; steps++) {
        const struct block *b = &k->blocks[block];
        if (!is_empty(k->values, b) || b->n_succs < 1 || b->n_succs > 2)
            return false;
        if (b->n_succs == 2) {
            guards[n++] = b->values[b->n_values - 1];
            if (!ends(k, b->succs[1]) || k->values[guards[n - 1]].n_args != 1)
                return false;
        }
        block = b->succs[0];
    }
    return n == 2;
}

/* The kernel with its guards in the other order, or NULL. */
static const struct kernel *with_guards_swapped(struct arena *a, const struct kernel *k) {
    uint32_t guards[2];
    if (!find_guards(k, guards))
        return NULL;
    struct kernel *copy = arena_memdup(a, k, sizeof *k);
    copy->values = arena_memdup(a, k->values, k->n_values * sizeof *k->values);
    copy->values[guards[0]].args = k->values[guards[1]].args;
    copy->values[guards[1]].args = k->values[guards[0]].args;
    return copy;
}

/* The counters of the copy are the same in the other order, and so are the dimensions. */
bool check_swap_loops(const struct fix_check *c) {
    const struct sequential_loop *s = c->before->sequential, *t = c->after->sequential;
    struct fix_check guarded = *c;
    guarded.after = with_guards_swapped(c->arena, c->after);
    c->fix->exact = true;
    return guarded.after && s && t && s->counters[1] && t->counters[1] && !t->counters[2] &&
           !t->n_carried && strcmp(s->counters[0], t->counters[1]) == 0 &&
           strcmp(s->counters[1], t->counters[0]) == 0 && fix_ids_are_swapped(&guarded);
}
