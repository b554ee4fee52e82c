/* What the driver says of the device. */
#include "calibrate/measurement.h"

static bool fact(struct session *s, double value, struct quantity *out) {
    *out = (struct quantity){value, 0};
    return value > 0 || session_fail(s, "the driver does not say");
}

bool fact_sm_count(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    return fact(s, s->results->facts.sms, out);
}

bool fact_core_mhz(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    return fact(s, s->results->facts.core_mhz, out);
}

bool fact_dram_bytes(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    return fact(s, s->results->facts.bytes, out);
}

bool fact_local_bytes(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    return fact(s, s->results->facts.local_bytes, out);
}

bool fact_items_per_group(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    return fact(s, s->results->facts.items_per_group, out);
}

bool fact_warp_width(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    return fact(s, s->results->facts.warp_width, out);
}

bool fact_shares_host_memory(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    *out = (struct quantity){s->results->facts.shares_host_memory, 0};
    return true;
}
