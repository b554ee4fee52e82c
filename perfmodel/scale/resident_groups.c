#include "perfmodel/scale/resident_groups.h"

#include <math.h>

#include "base/integers.h"
#include "base/lot.h"
#include "base/work.h"
#include "perfmodel/memory/l2_sharing.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/occupancy/occupancy.h"
#include "perfmodel/scale/launch_store.h"
#include "perfmodel/scale/work_balance.h"
#include "perfmodel/sim/counterfactual.h"
#include "perfmodel/study/traces.h"

static bool all_groups_fit(const struct study *study) {
    return study->whatif.without && study->whatif.without->all_groups_fit;
}

static uint64_t groups_of(const struct launch *l) {
    uint64_t n = 1;
    for (unsigned d = 0; d < 3; d++)
        n *= div_up(l->global[d], l->local[d]);
    return n;
}

static uint32_t items_of(const struct launch *l) {
    return (uint32_t)(l->local[0] * l->local[1] * l->local[2]);
}

/* Of a group's warps those that are there at a time, if each stays as long as its work takes. */
static double at_once_of(const struct trace *t) {
    double all = 0, most = 0;
    for (size_t i = 0; i < t->n_warps; i++) {
        all += t->warps[i].work;
        most = fmax(most, t->warps[i].work);
    }
    return most > 0 ? all / most : 0;
}

/* That of the launch's middle group; 0 where warps stay until their group ends, or nobody knows. */
static double warps_at_once(const struct study *study) {
    const struct gpu *g = study->gpu;
    uint64_t middle = groups_of(study->launch) / 2;
    double warps = ceil(items_of(study->launch) / g->machine.warp_width);
    if (g->machine.warps_leave <= 0 || warps <= 1)
        return 0;
    struct arena scratch = {0};
    struct trace_request one = {.kernel = study->machine,
                                .launch = study->launch,
                                .warp_width = (uint32_t)g->machine.warp_width,
                                .groups = &middle,
                                .n_groups = 1,
                                .sample = true,
                                .work_only = true,
                                .max_ops = balance_ops,
                                .max_warp_ops = (uint64_t)(balance_ops / warps),
                                .work = study->work,
                                .deadline = study->seconds};
    double n = at_once_of(study_trace_once(&scratch, &one));
    arena_free(&scratch);
    return n;
}

static struct occupancy occupancy_without(const struct study *study) {
    bool lifted = all_groups_fit(study);
    struct group_needs needs = {.items = items_of(study->launch),
                                .regs_per_item = lifted ? 1 : study->registers.per_item,
                                .local_bytes = lifted ? 0 : study->local_bytes};
    struct occupancy all = occupancy_of(study->gpu, &needs);
    if (!all.groups_per_sm)
        return all;
    needs.warps_at_once = warps_at_once(study);
    return occupancy_of(study->gpu, &needs);
}

static struct round round_of(const struct study *study) {
    const struct launch *l = study->launch;
    struct round r = {
        .occupancy = occupancy_without(study), .groups_total = groups_of(l), .stride = 1, .row = 1};
    uint64_t sms = (uint64_t)study->gpu->machine.sm_count, share = div_up(r.groups_total, sms);
    r.groups_per_sm = r.occupancy.groups_per_sm;
    if (share < r.groups_per_sm) {
        r.groups_per_sm = share;
        r.occupancy.groups_per_sm = (uint32_t)share;
        r.occupancy.warps = (uint32_t)(share * r.occupancy.warps_per_group);
        r.occupancy.limiter = LIMIT_LAUNCH;
    }
    r.sms = (double)(r.groups_total < sms ? r.groups_total : sms);
    return r;
}

const struct round *study_round(const struct study *study) {
    struct study_memo *memo = study->memo;
    if (!memo->round) {
        struct round r = round_of(study);
        memo->round = arena_memdup(memo->arena, &r, sizeof r);
    }
    return memo->round;
}

/* GPUs deal groups out to SMs in turn, as places get free: of `stride` groups one after another one
 * is on the SM, not always the same: patterns that repeat are met evenly. */
static uint64_t place_of(const struct round *r, uint64_t i) {
    return i * r->stride + (uint64_t)(van_der_corput((double)i) * (double)r->stride);
}

/* Groups at the ends of rows do other things than most, and the slowest group decides when a round
 * ends: their neighbours stand for them. */
static uint64_t not_at_end(const struct round *r, uint64_t group) {
    enum { INNER = 3 };
    uint64_t column = group % r->row;
    if (r->row < INNER || group == r->usual_group)
        return group;
    return column == 0 ? group + 1 : column == r->row - 1 ? group - 1 : group;
}

const uint64_t *round_groups(struct arena *a, const struct round *r) {
    uint64_t *groups = NEW_ARRAY(a, uint64_t, r->groups_per_sm);
    for (uint64_t i = 0; i < r->groups_per_sm; i++) {
        uint64_t group = r->first_group + place_of(r, i), moved = not_at_end(r, group);
        bool taken = (i && moved <= groups[i - 1]) || moved >= r->first_group + place_of(r, i + 1);
        groups[i] = r->stride > 1 && !taken ? moved : group;
    }
    return groups;
}

/* Places the round's groups from `start` up to `end` so that `group` is one of them, in their
 * middle if that goes; false if nothing does. */
static bool fit_around(struct round *r, uint64_t start, uint64_t end, uint64_t group) {
    uint64_t n = r->groups_per_sm, last = place_of(r, n - 1);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t before = place_of(r, (n / 2 + i) % n);
        if (group < start + before || group - before + last >= end)
            continue;
        r->first_group = group - before;
        return true;
    }
    return false;
}

/* The round's groups are of one row if that is long enough, not its last and the next one's first.
 * They are closer together than on the GPU where the launch is too small. */
static void place_around(struct round *r, const struct launch *l, uint64_t groups, uint64_t group) {
    uint64_t row = div_up(l->global[0], l->local[0]), start = group / row * row;
    r->row = row;
    r->usual_group = group;
    for (r->stride = (uint64_t)r->sms; r->stride; r->stride /= 2)
        if (fit_around(r, start, start + row, group) || fit_around(r, 0, groups, group))
            return;
}

enum { REGISTER_BYTES = 4 };

/* What a work-group's lanes have in memory for themselves, of so many bytes each. */
static double of_all_lanes(const struct study *study, double bytes) {
    const uint64_t *local = study->launch->local;
    double warps = ceil((double)(local[0] * local[1] * local[2]) / study->gpu->machine.warp_width);
    return warps * study->gpu->machine.warp_width * bytes;
}

static double spilled_bytes(const struct study *study) {
    return study->spills ? of_all_lanes(study, study->spills->n_slots * REGISTER_BYTES) : 0;
}

static double private_bytes(const struct study *study) {
    return study->registers.private_bytes > 0 ? of_all_lanes(study, study->machine->private_bytes)
                                              : 0;
}

/* The one of the round's groups that follows the given one, or is before it. */
static uint64_t next_on_sm(struct arena *a, const struct round *r, uint64_t group) {
    const uint64_t *groups = round_groups(a, r);
    uint64_t i = 0, n = r->groups_per_sm;
    while (i + 1 < n && groups[i] < group)
        i++;
    return i + 1 < n ? groups[i + 1] : i ? groups[i - 1] : group;
}

static struct sharing_request sharing_request_of(struct arena *a, const struct study *study,
                                                 const struct round *r, const struct estimate *e,
                                                 const struct trace *t) {
    struct sharing_request sharing = {.gpu = study->gpu,
                                      .launch = study->launch,
                                      .groups_per_sm = r->groups_per_sm,
                                      .sms = r->sms,
                                      .spilled_bytes = spilled_bytes(study),
                                      .private_bytes = private_bytes(study),
                                      .first_group = r->first_group,
                                      .trace = t};
    if (e->balance.mean != 1)
        sharing.first_group = e->balance.usual_group;
    sharing.next_group = next_on_sm(a, r, sharing.first_group);
    return sharing;
}

const struct sharing *round_sharing(struct arena *a, const struct study *study,
                                    const struct round *r, const struct estimate *e,
                                    const struct trace *t) {
    struct sharing_request sharing = sharing_request_of(a, study, r, e, t);
    return sharing_of(a, &sharing);
}

static struct trace_request request_of(struct arena *a, const struct study *study,
                                       const struct round *r) {
    return (struct trace_request){.kernel = study->machine,
                                  .launch = study->launch,
                                  .warp_width = (uint32_t)study->gpu->machine.warp_width,
                                  .work = study->work,
                                  .groups = round_groups(a, r),
                                  .n_groups = r->groups_per_sm,
                                  .shorter = first_samples_shorter};
}

static const struct trace *trace_middle(struct arena *a, const struct study *study,
                                        const struct round *r) {
    uint64_t *middle = NEW(a, uint64_t);
    *middle = r->groups_total / 2;
    struct trace_request one = request_of(a, study, r);
    one.groups = middle;
    one.n_groups = 1;
    one.at_once = r->groups_per_sm;
    return study_trace(a, study, &one);
}

const struct trace *study_one_group(const struct study *study) {
    struct study_memo *memo = study->memo;
    if (!memo->one_group)
        memo->one_group = trace_middle(memo->arena, study, study_round(study));
    return memo->one_group;
}

bool study_never_ends(struct arena *a, const struct study *study) {
    const struct round *r = study_round(study);
    const uint64_t groups[] = {0, r->groups_total / 2};
    struct trace_request two = request_of(a, study, r);
    two.groups = groups;
    two.n_groups = r->groups_per_sm > 1 ? 2 : 1;
    two.sample = two.coarse = true;
    two.max_ops = study->max_ops * sampled_trace;
    two.deadline = work_share(study->work, study->seconds, exact_time);
    return study_has_no_group(study_trace_once(a, &two), &two);
}

const struct trace *round_walked(struct arena *a, const struct study *study, const struct round *r,
                                 uint64_t most) {
    struct trace_request whole = request_of(a, study, r);
    whole.max_ops = most;
    whole.deadline = study->seconds;
    return study_trace_once(a, &whole);
}

const struct trace *round_longer(struct arena *a, const struct study *study,
                                 const struct round *r) {
    struct trace_request longer = request_of(a, study, r);
    longer.sample = true;
    longer.shorter = 0;
    longer.max_ops = study->max_ops * sampled_trace;
    longer.deadline = study->seconds;
    return study_trace_once(a, &longer);
}

/* Groups without work are gone at once: where those with work are so few that they all are resident
 * then, as many as an SM gets of them are its round, instead of one of all whose time counts in
 * part. Where work differs otherwise, the launch lasts no less than its longest groups. */
static void count_only_working(struct round *r, struct balance *b) {
    b->counted = b->mean;
    double working = ceil((double)r->groups_total * b->mean), share = ceil(working / r->sms);
    if (b->mean > 1 - uneven_work || b->heaviest >= heavy_group || share < 1 ||
        share >= (double)r->groups_per_sm)
        return;
    r->groups_per_sm = (uint64_t)share;
    r->groups_total = (uint64_t)working;
    r->sms = fmin(r->sms, working);
    b->counted = 1;
}

void round_run(struct arena *a, const struct study *study, struct round *r, struct estimate *e) {
    struct launch_store *store = study->store;
    const struct estimate *base = study->base ? study_estimate(study->base) : NULL;
    e->balance = base    ? base->balance
                 : store ? store_balance(a, store, study, r)
                         : balance_of(a, study, r);
    uint64_t groups = r->groups_total;
    count_only_working(r, &e->balance);
    place_around(r, study->launch, groups, e->balance.usual_group);
    if (base && base->trace && !all_groups_fit(study)) {
        e->trace = base->trace;
        e->sharing = base->sharing;
        return;
    }
    struct trace_request round = request_of(a, study, r);
    e->trace = store ? store_trace(store, study, r) : study_trace(a, study, &round);
    if (e->balance.mean != 1)
        balance_of_round(&e->balance, e->trace);
    e->truncated_first_group = study_has_no_group(e->trace, &round);
    struct sharing_request sharing = sharing_request_of(a, study, r, e, e->trace);
    e->sharing = store ? store_sharing(store, &sharing) : sharing_of(a, &sharing);
}
