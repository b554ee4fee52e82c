#include <math.h>

#include "analysis/ir/names.h"
#include "codegen/code/regions.h"

/* How alike two loops are, from 0 to 1: the cosine between what they do, whatever the number of
 * iterations at a time. */
static double likeness(const struct region *x, const struct region *y) {
    double both = 0, of_x = 0, of_y = 0;
    for (int e = 0; e < EVIDENCE; e++) {
        both += x->all[e] * y->all[e];
        of_x += x->all[e] * x->all[e];
        of_y += y->all[e] * y->all[e];
    }
    if (of_x == 0 && of_y == 0)
        return 1;
    return of_x > 0 && of_y > 0 ? both / sqrt(of_x * of_y) : 0;
}

/* Loops that lie directly in one, in their order. */
struct children {
    uint32_t *at;
    uint32_t n;
};

static struct children children_of(struct arena *a, const struct regions *all, uint32_t parent) {
    struct children c = {NEW_ARRAY(a, uint32_t, all->n_loops + 1), 0};
    for (uint32_t l = 0; l < all->n_loops; l++)
        if (all->parent[l] == parent)
            c.at[c.n++] = l;
    return c;
}

/* Loops that are less alike than this are not taken for the same. */
static const double least_likeness = 0.7;
/* Less than any difference in likeness that tells loops apart. */
static const double weight_of_size = 0.01;

/* What matching two loops is worth: of loops that are as alike, the one that does more at a time,
 * for the others do what it leaves over. */
static double gain(const struct joining *j, uint32_t view, uint32_t code) {
    double like = likeness(&j->view.at[view], &j->code.at[code]);
    return like < least_likeness ? 0 : like + weight_of_size * log1p(j->code.at[code].instructions);
}

/* Matches loops in their order, so that the sum of gains is largest: a table of the best sums for
 * the first so many loops of both, then back along the choices. */
static void align(struct joining *j, const struct children *v, const struct children *c) {
    size_t width = c->n + 1;
    double *best = NEW_ARRAY(j->arena, double, (v->n + 1) * width);
    for (uint32_t x = 1; x <= v->n; x++)
        for (uint32_t y = 1; y <= c->n; y++) {
            double *at = &best[x * width + y];
            double both = *(at - width - 1) + gain(j, v->at[x - 1], c->at[y - 1]);
            *at = fmax(both, fmax(*(at - 1), *(at - width)));
        }
    for (uint32_t x = v->n, y = c->n; x && y;) {
        const double *at = &best[x * width + y];
        if (*at == *(at - width)) {
            x--;
        } else if (*at == *(at - 1)) {
            y--;
        } else {
            j->match[v->at[--x]] = c->at[--y];
        }
    }
}

/* A loop that does what another one of the same place leaves over goes with that one's match. */
static void match_remainders(struct joining *j, const struct children *v) {
    for (uint32_t x = 0; x < v->n; x++)
        for (uint32_t y = 0; y < v->n && j->match[v->at[x]] == NONE; y++)
            if (loc_same(j->k->loops[v->at[x]].loc, j->k->loops[v->at[y]].loc))
                j->match[v->at[x]] = j->match[v->at[y]];
}

static void match_within(struct joining *j, uint32_t view_parent, uint32_t code_parent) {
    struct children v = children_of(j->arena, &j->view, view_parent);
    struct children c = children_of(j->arena, &j->code, code_parent);
    align(j, &v, &c);
    match_remainders(j, &v);
    for (uint32_t x = 0; x < v.n; x++)
        if (j->match[v.at[x]] != NONE)
            match_within(j, v.at[x], j->match[v.at[x]]);
}

void match_loops(struct joining *j) {
    uint32_t outside = j->view.n_loops;
    j->match = NEW_ARRAY(j->arena, uint32_t, outside + 1);
    for (uint32_t l = 0; l < outside; l++)
        j->match[l] = NONE;
    j->match[outside] = j->code.n_loops;
    match_within(j, outside, j->code.n_loops);
}
