#include "diag/finding/group_sizes.h"

#include <string.h>

#include "analysis/ir/induction.h"

/* Each takes as long as a prediction. */
enum { MOST_SIZES = 12 };

static const double least_gain = 0.03;

/* Less than this is no reason to take a size that comes later in the list. */
static const double least_difference = 0.02;

struct sizes {
    uint64_t at[MOST_SIZES][3];
    size_t n;
};

static bool shares_memory(const struct access *accesses, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (accesses[i].space == SPACE_LOCAL)
            return true;
    return false;
}

static bool is_query(const struct kernel *k, uint32_t value, enum workitem_query q, int64_t d) {
    const struct value *v = &k->values[an_strip(k, value)];
    return v->op == OP_WORKITEM && v->imm == (int64_t)q && v->n_args &&
           k->values[v->args[0]].op == OP_CONST && k->values[v->args[0]].imm == d;
}

/* Whether the value is the product of two questions about a dimension. */
static bool is_product(const struct kernel *k, uint32_t value, enum workitem_query x,
                       enum workitem_query y, int64_t d) {
    const struct value *v = &k->values[an_strip(k, value)];
    return v->op == OP_MUL && ((is_query(k, v->args[0], x, d) && is_query(k, v->args[1], y, d)) ||
                               (is_query(k, v->args[0], y, d) && is_query(k, v->args[1], x, d)));
}

/* Whether it is the work-item's number in the launch, as CUDA spells it: the group's number times
 * its size, and the number in the group. */
static bool is_global_id(const struct kernel *k, const struct value *v, int64_t d) {
    if (v->op != OP_ADD)
        return false;
    for (int i = 0; i < 2; i++)
        if (is_query(k, v->args[i], QUERY_LOCAL_ID, d) &&
            is_product(k, v->args[1 - i], QUERY_GROUP_ID, QUERY_LOCAL_SIZE, d))
            return true;
    return false;
}

/* Whether a user of what is asked only makes a number of the whole launch of it. */
static bool makes_global(const struct kernel *k, uint32_t user, int64_t d);

/* Whether all users do. */
static bool all_make_global(const struct kernel *k, uint32_t value, int64_t d) {
    for (uint32_t i = 0; i < k->n_values; i++)
        for (uint32_t arg = 0; arg < k->values[i].n_args; arg++)
            if (k->values[i].args[arg] == value && !makes_global(k, i, d))
                return false;
    return true;
}

static bool makes_global(const struct kernel *k, uint32_t user, int64_t d) {
    const struct value *v = &k->values[user];
    if (is_global_id(k, v, d) || is_product(k, user, QUERY_NUM_GROUPS, QUERY_LOCAL_SIZE, d))
        return true;
    bool passes_on = v->op == OP_SEXT || v->op == OP_ZEXT || v->op == OP_TRUNC ||
                     v->op == OP_COPY || is_product(k, user, QUERY_GROUP_ID, QUERY_LOCAL_SIZE, d);
    return passes_on && all_make_global(k, user, d);
}

static bool is_of_launch(const struct kernel *k, uint32_t value) {
    const struct value *v = &k->values[value];
    switch (v->imm) {
    case QUERY_GLOBAL_ID:
    case QUERY_GLOBAL_SIZE:
    case QUERY_GLOBAL_OFFSET:
    case QUERY_WORK_DIM:
    case QUERY_GLOBAL_LINEAR_ID:
        return true;
    case QUERY_LOCAL_ID:
    case QUERY_GROUP_ID:
    case QUERY_LOCAL_SIZE:
    case QUERY_NUM_GROUPS:
        return v->n_args && k->values[v->args[0]].op == OP_CONST &&
               all_make_global(k, value, k->values[v->args[0]].imm);
    default:
        return false;
    }
}

bool group_size_is_free(const struct study *study) {
    const struct kernel *k = study->source;
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &k->values[i];
        if (v->op == OP_BARRIER || v->op == OP_SUBGROUP)
            return false;
        if (v->op == OP_WORKITEM && !is_of_launch(k, i))
            return false;
    }
    return !shares_memory(k->accesses, k->n_accesses);
}

bool group_size_matters(const struct rule_info *rule) {
    static const char *const ids[] = {"work-group-size", "occupancy",      "tail",
                                      "latency-bound",   "load-imbalance", "small-launch"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (strcmp(rule->id, ids[i]) == 0)
            return true;
    return false;
}

static uint64_t items_of(const uint64_t *local) {
    return local[0] * local[1] * local[2];
}

static bool is_candidate(const struct study *study, const uint64_t *local) {
    uint64_t most = (uint64_t)study->gpu->machine.max_items_per_group, items = items_of(local);
    uint32_t usual = study->gpu->vendor->usual_group_items;
    if (usual && most > usual)
        most = usual;
    if (items > most || items % (uint64_t)study->gpu->machine.warp_width ||
        memcmp(local, study->launch->local, sizeof study->launch->local) == 0)
        return false;
    for (int d = 0; d < 3; d++)
        if (study->launch->global[d] % local[d])
            return false;
    struct register_use use = registers_in_group(study->registers, study->gpu, (uint32_t)items);
    return items <= study->gpu->machine.max_warps_per_sm * study->gpu->machine.warp_width &&
           use.per_item == study->registers.per_item &&
           use.spill_bytes == study->registers.spill_bytes;
}

static void add_size(struct sizes *s, const struct study *study, uint64_t x, uint64_t y) {
    const uint64_t local[3] = {x, y, 1};
    for (size_t i = 0; i < s->n; i++)
        if (memcmp(s->at[i], local, sizeof local) == 0)
            return;
    if (y && s->n < MOST_SIZES && is_candidate(study, local))
        memcpy(s->at[s->n++], local, sizeof local);
}

/* The usual sizes first. In a plane, rows of one warp, of half of one, and as long as now if that
 * is longer. */
static struct sizes candidates(const struct study *study) {
    static const uint64_t warps[] = {4, 8, 2, 16, 1, 32};
    const uint64_t warp = (uint64_t)study->gpu->machine.warp_width, now = study->launch->local[0];
    const uint64_t rows[] = {warp, warp / 2, now > warp ? now : warp};
    bool line = study->launch->global[1] == 1;
    struct sizes s = {.n = 0};
    for (size_t i = 0; i < (line ? 1 : sizeof rows / sizeof *rows); i++)
        for (size_t k = 0; k < sizeof warps / sizeof *warps; k++) {
            uint64_t items = warps[k] * warp;
            add_size(&s, study, line ? items : rows[i], line ? 1 : items / rows[i]);
        }
    return s;
}

/* Negative where the budget did not suffice. */
static double time_with(struct arena *a, const struct study *study, const uint64_t *local) {
    struct launch launch = *study->launch;
    memcpy(launch.local, local, sizeof launch.local);
    const struct study changed = study_relaunched(study, &launch);
    const struct estimate *e = study_estimate_changed(a, &changed);
    return e->deadline_reached ? -1 : e->time_ms;
}

const struct group_size *group_size_best(struct arena *a, const struct study *study) {
    const struct estimate *now = study_estimate(study);
    struct group_size *best = NEW(a, struct group_size);
    double limit = now->time_ms * (1 - least_gain);
    if (study->launch->local_source == LAUNCH_ASSUMED || now->deadline_reached ||
        !group_size_is_free(study))
        return NULL;
    struct sizes s = candidates(study);
    for (size_t i = 0; i < s.n; i++) {
        double ms = time_with(a, study, s.at[i]);
        if (ms < 0)
            break;
        if (ms >= limit)
            continue;
        best->time_ms = ms;
        limit = ms * (1 - least_difference);
        memcpy(best->local, s.at[i], sizeof best->local);
    }
    return best->local[0] ? best : NULL;
}
