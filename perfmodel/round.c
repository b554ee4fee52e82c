#include "perfmodel/round.h"

#include <math.h>
#include <time.h>

#include "perfmodel/occupancy.h"
#include "perfmodel/sharing.h"

static uint64_t div_up(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

static struct occupancy occupancy_without(const struct model_input *in) {
    const struct launch *l = in->launch;
    bool lifted = in->whatif.defect == DEFECT_OCCUPANCY;
    struct group_needs needs = {.items = (uint32_t)(l->local[0] * l->local[1] * l->local[2]),
                                .regs_per_item = lifted ? 1 : in->registers.per_item,
                                .local_bytes = lifted ? 0 : in->local_bytes};
    return occupancy_of(in->gpu, &needs);
}

struct round round_of(const struct model_input *in) {
    const struct launch *l = in->launch;
    struct round r = {.occupancy = occupancy_without(in), .groups_total = 1};
    for (unsigned d = 0; d < 3; d++)
        r.groups_total *= div_up(l->global[d], l->local[d]);
    uint64_t sms = (uint64_t)in->gpu->sm_count, share = div_up(r.groups_total, sms);
    r.groups_per_sm = r.occupancy.groups_per_sm;
    if (share < r.groups_per_sm) {
        r.groups_per_sm = share;
        r.occupancy.groups_per_sm = (uint32_t)share;
        r.occupancy.warps = (uint32_t)(share * r.occupancy.warps_per_group);
        r.occupancy.limiter = LIMIT_LAUNCH;
    }
    r.sms = (double)(r.groups_total < sms ? r.groups_total : sms);
    r.first_group = (r.groups_total - r.groups_per_sm) / 2;
    return r;
}

const uint64_t *round_groups(struct arena *a, const struct round *r) {
    uint64_t *groups = NEW_ARRAY(a, uint64_t, r->groups_per_sm);
    for (uint64_t i = 0; i < r->groups_per_sm; i++)
        groups[i] = r->first_group + i;
    return groups;
}

/* A sampled trace may be this many times as long as an exact one before it is cut. */
enum { SAMPLED_LIMIT = 4 };

/* Share of the time left that an exact trace may take; sampling needs some, too. */
static const double exact_share = 0.3;

const struct trace *round_trace(struct arena *a, const struct model_input *in,
                                struct trace_request *r) {
    double now = (double)clock() / CLOCKS_PER_SEC;
    r->sample = false;
    r->deadline = in->deadline > now ? now + (in->deadline - now) * exact_share : in->deadline;
    r->max_ops = in->max_ops;
    const struct trace *t = an_trace(a, r);
    if (!t->truncated)
        return t;
    r->sample = true;
    r->deadline = in->deadline;
    r->max_ops = in->max_ops * SAMPLED_LIMIT;
    return an_trace(a, r);
}

void round_run(struct arena *a, const struct model_input *in, const struct round *r,
               struct estimate *e) {
    if (in->baseline && in->baseline->trace && in->whatif.defect != DEFECT_OCCUPANCY) {
        e->trace = in->baseline->trace;
        e->sharing = in->baseline->sharing;
        return;
    }
    struct trace_request round = {.kernel = in->machine,
                                  .launch = in->launch,
                                  .warp_width = (uint32_t)in->gpu->warp_width,
                                  .groups = round_groups(a, r),
                                  .n_groups = r->groups_per_sm};
    struct sharing_request sharing = {.gpu = in->gpu,
                                      .kernel = in->machine,
                                      .launch = in->launch,
                                      .groups_per_sm = r->groups_per_sm,
                                      .sms = r->sms,
                                      .first_group = r->first_group,
                                      .deadline = in->deadline};
    e->trace = round_trace(a, in, &round);
    sharing.sample = round.sample;
    e->sharing = sharing_of(a, &sharing);
}
