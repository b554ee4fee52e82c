/* A few groups are traced on their own, and their work is counted in warp operations: the middles
 * of equal parts of the launch, and along each dimension, through a group that has work, the first
 * two and the last two. Between two of them work is taken to change linearly, which is exact for
 * triangular loops and for work that only the first or last group does; where the middle says
 * otherwise, the halves are looked at in turn, which finds where surplus groups begin. The launch's
 * mean is the product of those along its dimensions if the parts agree that work is such a product,
 * else their mean. Groups scattered over the launch have the last word: they also see work that
 * alternates, or follows data. Of a guessed launch, whose size nobody knows, the parts are fewer
 * and their mean is enough. */
#include "perfmodel/scale/work_balance.h"

#include <math.h>
#include <string.h>

#include "base/lot.h"
#include "base/work.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/study/traces.h"

/* Ids of groups or items of the whole launch, or data, under a branch: without, all
 * groups do the same. */
static bool depends_on_group(const struct kernel *k, uint32_t value, bool *seen) {
    const struct value *v = &k->values[value];
    if (seen[value])
        return false;
    seen[value] = true;
    if (v->op == OP_LOAD || v->op == OP_ATOMIC ||
        (v->op == OP_WORKITEM && (v->imm == QUERY_GLOBAL_ID || v->imm == QUERY_GROUP_ID ||
                                  v->imm == QUERY_GLOBAL_LINEAR_ID)))
        return true;
    for (uint32_t a = 0; a < v->n_args; a++)
        if (depends_on_group(k, v->args[a], seen))
            return true;
    return false;
}

static bool may_differ(struct arena *a, const struct kernel *k) {
    bool *seen = NEW_ARRAY(a, bool, k->n_values);
    for (uint32_t i = 0; i < k->n_branches; i++)
        if (depends_on_group(k, k->values[k->branches[i].value].args[0], seen))
            return true;
    return false;
}

/* What is known of the launch so far. */
struct survey {
    struct arena *arena;
    const struct study *study;
    const struct trace *traced; /* the group looked at last; NULL: none yet */
    uint64_t warps;             /* of a group */
    uint64_t extent[3];         /* groups */
    uint64_t at[3];             /* a group that has work; profiles go through it */
    bool even;                  /* all parts of the launch do the same */
    double deadline;            /* of work; 0 = none */
    bool late;                  /* it is past */
    unsigned splits;            /* left along this dimension */
    double heaviest;
    uint64_t heaviest_group;
};

/* Operations of one group. Where it is too long, each warp counts as far as its share of the trace
 * goes, so that warps without work tell. */
static double work_of_group(struct survey *s, uint64_t group) {
    struct trace_request one = {.kernel = s->study->machine,
                                .launch = s->study->launch,
                                .warp_width = (uint32_t)s->study->gpu->machine.warp_width,
                                .groups = &group,
                                .n_groups = 1,
                                .sample = true,
                                .work_only = true,
                                .max_ops = balance_ops,
                                .max_warp_ops = balance_ops / s->warps,
                                .work = s->study->work,
                                .deadline = s->deadline};
    s->traced = s->traced ? study_other_groups(s->traced, &group, 1, balance_ops, s->study->work)
                          : study_trace_once(s->arena, &one);
    return an_trace_work(s->traced);
}

static double work_of(struct survey *s, uint64_t group) {
    double work = work_of_group(s, group);
    s->late |= work_is_over(s->study->work, s->deadline);
    if (work > s->heaviest) {
        s->heaviest = work;
        s->heaviest_group = group;
    }
    return work;
}

static double work_at(struct survey *s, const uint64_t *at) {
    return work_of(s, (at[2] * s->extent[1] + at[1]) * s->extent[0] + at[0]);
}

/* Of the group that lies at x along dimension d of the survey's. */
static double work_along(struct survey *s, int d, uint64_t x) {
    uint64_t at[3] = {s->at[0], s->at[1], s->at[2]};
    at[d] = x;
    return work_at(s, at);
}

static bool same(double x, double y) {
    return fabs(x - y) <= same_work * fmax(x, y);
}

/* Mean work from group `from` to group `to` along dimension d, whose works are known. */
static double mean_between(struct survey *s, int d, uint64_t from, uint64_t to, double first,
                           double last) {
    uint64_t n = to - from;
    double straight = (first + last) / 2;
    if (n < 2 || !s->splits || s->late || (s->even && same(first, last)))
        return straight;
    s->splits--;
    uint64_t middle = from + n / 2;
    double work = work_along(s, d, middle);
    if (s->late || same(work, straight))
        return straight;
    return (mean_between(s, d, from, middle, first, work) * (double)(middle - from) +
            mean_between(s, d, middle, to, work, last) * (double)(to - middle)) /
           (double)n;
}

/* Mean work of the groups along dimension d in units of `here`, that of the survey's; 1 if there is
 * no time to find out. */
static double mean_along(struct survey *s, int d, double here) {
    enum { PLACES = 5 };
    uint64_t n = s->extent[d], last = n - 1;
    uint64_t places[PLACES] = {0, n > 1, s->at[d], n > 1 ? n - 2 : 0, last};
    double work[PLACES], sum = 0;
    for (int i = 0; i < PLACES; i++) {
        places[i] = i && places[i] < places[i - 1] ? places[i - 1] : places[i];
        work[i] = i && places[i] == places[i - 1] ? work[i - 1] : work_along(s, d, places[i]);
    }
    if (s->late || !last)
        return 1;
    s->splits = balance_splits;
    for (int i = 1; i < PLACES; i++)
        sum += mean_between(s, d, places[i - 1], places[i], work[i - 1], work[i]) *
               (double)(places[i] - places[i - 1]);
    return (sum + (work[0] + work[PLACES - 1]) / 2) / (double)n / here;
}

/* Works of the middles of equal parts of the launch: balance_grid parts along each dimension, or as
 * many as there are groups. */
struct grid {
    uint64_t parts[3];
    uint64_t n;   /* in all, numbered with x first */
    double *work; /* by number */
    double mean;
};

static struct grid grid_of(const struct survey *s) {
    struct grid g = {.n = 1};
    uint64_t most =
        (uint64_t)(launch_size_is_guessed(s->study->launch) ? guessed_balance_grid : balance_grid);
    for (int d = 0; d < 3; d++) {
        g.parts[d] = s->extent[d] < most ? s->extent[d] : most;
        g.n *= g.parts[d];
    }
    g.work = NEW_ARRAY(s->arena, double, g.n);
    return g;
}

/* The group in the middle of a part. */
static void grid_place(const struct survey *s, const struct grid *g, uint64_t number,
                       uint64_t *at) {
    for (int d = 0; d < 3; number /= g->parts[d++])
        at[d] = (2 * (number % g->parts[d]) + 1) * s->extent[d] / (2 * g->parts[d]);
}

/* Moves the survey to a group that has clearly more work than `most`; returns the work of the group
 * where it is then. */
static double move_to(struct survey *s, const uint64_t *at, double work, double most) {
    if (work <= clearly_more * most)
        return most;
    memcpy(s->at, at, sizeof s->at);
    return work;
}

/* Whether groups that have clearly less work than this one begin behind it: surplus groups often do
 * so in the middle. */
static bool is_last_with_work(struct survey *s, double here) {
    bool last = false;
    for (int d = 0; d < 3 && !last; d++)
        if (s->at[d] + 1 < s->extent[d])
            last = here > clearly_more * work_along(s, d, s->at[d] + 1);
    return last;
}

/* Leaves a group behind which surplus ones begin, which may be one in part itself, for the middle
 * of a part that does the same. */
static void leave_edge(struct survey *s, const struct grid *g, double here) {
    uint64_t i = 0;
    if (!is_last_with_work(s, here))
        return;
    while (i < g->n && !same(g->work[i], here))
        i++;
    if (i < g->n)
        grid_place(s, g, i, s->at);
}

/* Looks at all parts, and at the second group, which has work if there are surplus groups, while
 * the first one may have its own; leaves the survey at a group that has some and returns that. */
static double look_at_grid(struct survey *s, struct grid *g) {
    bool one_column = s->extent[0] < 2;
    uint64_t at[3] = {!one_column, one_column && s->extent[1] > 1, 0};
    double here = work_at(s, s->at), work = work_at(s, at), sum = 0;
    double most = move_to(s, at, work, here), least = here;
    s->even = same(work, here);
    for (uint64_t i = 0; i < g->n; i++) {
        grid_place(s, g, i, at);
        work = g->work[i] = work_at(s, at);
        sum += work;
        s->even &= same(work, here);
        most = move_to(s, at, work, most);
        least = fmin(least, work);
    }
    g->mean = sum / (double)g->n;
    if (most > clearly_more * least)
        leave_edge(s, g, most);
    return fmax(1, most);
}

/* Work of the part that lies where the survey's group does along all dimensions but d, and where a
 * part of this number does along d. */
static double work_across(const struct survey *s, const struct grid *g, int d, uint64_t number) {
    uint64_t found = 0, step = 1;
    for (int i = 0; i < 3; i++) {
        uint64_t own = s->at[i] * g->parts[i] / s->extent[i];
        found += step * (i == d ? number / step % g->parts[i] : own);
        step *= g->parts[i];
    }
    return g->work[found];
}

/* Whether the work of each part is the product of what its places along the dimensions do. */
static bool is_product(const struct survey *s, const struct grid *g) {
    enum { NONE_OF_THEM = 3 };
    double middle = work_across(s, g, NONE_OF_THEM, 0);
    for (uint64_t i = 0; i < g->n; i++) {
        double product =
            work_across(s, g, 2, i) * work_across(s, g, 1, i) * work_across(s, g, 0, i);
        if (fabs(product / middle / middle - g->work[i]) > middle * 2 * same_work)
            return false;
    }
    return true;
}

/* In units of the work of the survey's group. */
static double mean_by_places(struct survey *s, const struct grid *g, double here) {
    double mean = 1;
    if (!is_product(s, g))
        return g->mean / here;
    for (int d = 0; d < 3; d++)
        mean *= mean_along(s, d, here);
    return s->late ? g->mean / here : mean;
}

/* Mean work of groups all over the launch, in units of that of the survey's, and its standard
 * error. */
struct scattered {
    double mean, error;
    bool differ;
};

/* Spread evenly over the launch, and over each part of a pattern that repeats. */
static struct scattered look_at_scattered(struct survey *s, double here) {
    uint64_t groups = s->extent[0] * s->extent[1] * s->extent[2];
    struct scattered found = {0};
    double sum = 0, squares = 0, first = 0;
    bool alike = true;
    unsigned n = 0;
    for (; n < (found.differ ? more_scattered_groups : scattered_groups) && !s->late; n++) {
        double place = van_der_corput(n + 0.5);
        double work = work_of(s, (uint64_t)(place * (double)groups)) / here;
        first = n ? first : work;
        alike &= same(work, first);
        found.differ |= !same(work, 1);
        sum += work;
        squares += work * work;
    }
    found.mean = sum / fmax(1, n);
    found.error = sqrt(fmax(0, squares / fmax(1, n) - found.mean * found.mean) / fmax(1, n));
    if (alike)
        found.error = unseen_parts / fmax(1, n);
    return found;
}

/* The launch's mean work of a group in units of that of the survey's, 1 if there is no time to find
 * out. */
static double mean_work(struct survey *s, const struct grid *g, double here) {
    if (s->late)
        return 1;
    double mean = mean_by_places(s, g, here);
    struct scattered all = {0};
    if (!s->late)
        all = look_at_scattered(s, here);
    bool contradicted = fabs(all.mean - mean) > contradicting_errors * all.error;
    return all.differ && !s->late && contradicted ? all.mean : mean;
}

static uint64_t group_number(const struct survey *s) {
    return (s->at[2] * s->extent[1] + s->at[1]) * s->extent[0] + s->at[0];
}

struct balance balance_of(struct arena *a, const struct study *study, const struct round *r) {
    struct survey s = {.arena = a, .study = study};
    s.deadline = work_share(study->work, study->seconds, balance_time);
    s.warps = r->occupancy.warps_per_group;
    for (int d = 0; d < 3; d++) {
        s.extent[d] =
            (study->launch->global[d] + study->launch->local[d] - 1) / study->launch->local[d];
        s.at[d] = s.extent[d] / 2;
    }
    struct balance even = {1, 1, 1, 1, 1, group_number(&s), group_number(&s)};
    if (r->groups_total <= r->groups_per_sm || !may_differ(a, study->machine))
        return even;
    struct grid grid = grid_of(&s);
    double here = look_at_grid(&s, &grid);
    double mean =
        launch_size_is_guessed(study->launch) ? grid.mean / here : mean_work(&s, &grid, here);
    return (struct balance){
        mean, mean, 1, fmax(1, s.heaviest / here), 1, s.heaviest_group, group_number(&s)};
}

void balance_of_round(struct balance *b, const struct trace *t) {
    double all = 0, usual = 0;
    for (size_t i = 0; i < t->n_warps; i++) {
        double work = t->warps[i].work;
        all += work;
        usual += t->warps[i].group == b->usual_group ? work : 0;
    }
    b->round = all > 0 && usual > 0 ? all / usual / (double)t->n_groups : 1;
}
