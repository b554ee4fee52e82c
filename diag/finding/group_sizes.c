#include "diag/finding/group_sizes.h"

#include <string.h>

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

bool group_size_is_free(const struct study *study) {
    const struct value *values = study->source->values;
    for (uint32_t i = 0; i < study->source->n_values; i++) {
        const struct value *v = &values[i];
        if (v->op == OP_BARRIER || v->op == OP_SUBGROUP)
            return false;
        if (v->op == OP_WORKITEM && v->imm != QUERY_GLOBAL_ID && v->imm != QUERY_GLOBAL_SIZE &&
            v->imm != QUERY_GLOBAL_OFFSET && v->imm != QUERY_WORK_DIM &&
            v->imm != QUERY_GLOBAL_LINEAR_ID)
            return false;
    }
    return !shares_memory(study->source->accesses, study->source->n_accesses);
}

bool group_size_matters(const struct rule_info *rule) {
    static const char *const ids[] = {"work-group-size", "occupancy", "tail", "latency-bound",
                                      "load-imbalance"};
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
