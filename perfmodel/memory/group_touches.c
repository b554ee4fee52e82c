#include "perfmodel/memory/group_touches.h"

#include "analysis/ir/query.h"
#include "analysis/lanes/group_shift.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/study/traces.h"

/* What an access has touched last: lines, counted from that of an address. */
struct touch {
    const struct line *lines;
    uint64_t from;
};

/* Whether the access touches the same as before. */
static bool touches_again(struct touch *last, const struct footprint *f, uint64_t line) {
    struct touch this = {f->lines, line};
    bool again = last->lines == this.lines && last->from == this.from;
    *last = this;
    return again;
}

bool touches_anywhere(const struct trace *t, const struct trace_op *op) {
    return t->patterns[op->pattern].scattered || op->shift == SHIFT_ANYWHERE;
}

struct sectors *touched_in_trace(struct arena *a, const struct sharing *s, const struct trace *t) {
    struct sectors *all = NEW_ARRAY(a, struct sectors, s->n);
    struct touch *last = NEW_ARRAY(a, struct touch, t->kernel->n_accesses);
    footprints_extend(s->footprints, t);
    for (uint32_t i = 0; i < s->n; i++)
        all[i].arena = a;
    for (size_t w = 0; w < t->n_warps; w++)
        for (size_t o = 0; o < t->warps[w].n_ops; o++) {
            const struct trace_op *op = &t->warps[w].ops[o];
            if (op->item == NONE)
                continue;
            const struct item *item = &t->kernel->items[op->item];
            if (item->kind != ITEM_ACCESS || !goes_through_l2(&t->kernel->accesses[item->access]) ||
                touches_anywhere(t, op))
                continue;
            uint64_t address = an_op_address(&t->warps[w], op);
            const struct footprint *p = footprint_at(s->footprints, op->pattern, address);
            struct sectors *set = &all[sharing_number(s, address)];
            if (touches_again(&last[item->access], p, grid_line(&s->grid, address)))
                continue;
            uint32_t unit =
                t->kernel->accesses[item->access].kind == ACCESS_LOAD ? s->fetch_unit : 1;
            for (uint32_t l = 0; l < p->n_lines; l++)
                sectors_add(set, grid_line(&s->grid, address + (uint64_t)p->lines[l].offset),
                            whole_units(unit, p->lines[l].sectors));
        }
    return all;
}

/* The group's part of the trace; without warps if it has none. */
static struct trace part_of(const struct trace *t, uint64_t group) {
    struct trace part = *t;
    size_t n = 0, first = 0;
    while (first < t->n_warps && t->warps[first].group != group)
        first++;
    while (first + n < t->n_warps && t->warps[first + n].group == group)
        n++;
    part.warps = t->warps + first;
    part.n_warps = n;
    return part;
}

struct trace group_trace(const struct sharing_request *r, uint64_t group) {
    struct trace part = part_of(r->trace, group);
    bool same = certain_is_followed(r->trace->certain) || part.warps == r->trace->warps;
    if (part.n_warps && same && !r->trace->truncated)
        return part;
    return *study_other_groups(r->trace, &group, 1, overlap_trace, NULL);
}

struct sectors *touched_by_group(struct arena *a, const struct sharing *s,
                                 const struct sharing_request *r, uint64_t group) {
    struct trace t = group_trace(r, group);
    return touched_in_trace(a, s, &t);
}

const struct sectors *rows_of_sectors(struct arena *a, const struct sectors *s,
                                      uint32_t row_lines) {
    struct sectors *rows = NEW(a, struct sectors);
    rows->arena = a;
    for (size_t i = 0; i < s->cap; i++)
        if (s->slots[i].line)
            sectors_add(rows, (s->slots[i].line - 1) / row_lines, 1);
    return rows;
}
