#include "diag/finding/stride.h"

/* The most frequent request of a site. */
static const struct request_tally *usual_request(const struct trace *t, uint32_t access) {
    const struct request_tally *most = NULL;
    for (size_t i = 0; i < t->n_tallies; i++)
        if (t->tallies[i].access == access && (!most || t->tallies[i].count > most->count))
            most = &t->tallies[i];
    return most;
}

/* Of the steps between neighbouring lanes; the others go to another row. */
static const double most_steps = 0.75;

int64_t stride_of(const struct pattern *p) {
    int64_t stride = 0;
    int last = -1, same = 0, all = 0;
    for (uint64_t m = p->scattered ? 0 : p->mask; m; m &= m - 1) {
        int lane = __builtin_ctzll(m);
        int64_t step = last < 0 ? 0 : p->offset[lane] - p->offset[last];
        if (last >= 0 && lane == last + 1) {
            stride = all++ ? stride : step;
            same += step == stride;
        }
        last = lane;
    }
    return same >= most_steps * all ? stride : 0;
}

int64_t usual_stride(const struct trace *t, uint32_t access) {
    const struct request_tally *usual = usual_request(t, access);
    return usual ? stride_of(&t->patterns[usual->pattern]) : 0;
}
