#include "calibrate/measurement.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hwdb/load.h"

const struct measurement measurements[] = {
#define MEASURE(key, function, type, step, operations, steps, how)                                 \
    {GPU_##key, function, type, step, operations, steps, how},
#include "calibrate/measurements.def"
#undef MEASURE
};

const size_t n_measurements = sizeof measurements / sizeof *measurements;

const struct measurement *measurement_find(enum gpu_key key) {
    for (size_t i = 0; i < n_measurements; i++)
        if (measurements[i].key == key)
            return &measurements[i];
    return NULL;
}

static void refuse(struct result *r, const char *why) {
    snprintf(r->reason, sizeof r->reason, "%s", why);
    r->state = RESULT_REFUSED;
}

/* What no device has is a mistake of the measurement. */
static bool is_plausible(struct session *s, const struct hw_key *key, double value) {
    if (isfinite(value) && value >= key->min && value <= key->max)
        return true;
    return session_fail(s, "%.6g %s is outside of what the schema allows, %g to %g", value,
                        key->unit, key->min, key->max);
}

void measurement_run(struct session *s, const struct measurement *m) {
    struct result *r = &s->results->of[m->key];
    struct quantity e = {0};
    int outer = *s->current;
    if (r->state != RESULT_PENDING)
        return;
    *s->current = (int)m->key;
    bool good = m->measure(s, m, &e) && is_plausible(s, &hw_keys[m->key], e.value);
    *s->current = outer;
    if (s->lost)
        return;
    r->value = e.value;
    r->spread = e.spread;
    if (good)
        r->state = RESULT_MEASURED;
    else
        refuse(r, s->error);
}
