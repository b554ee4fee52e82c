#include "driver/sweep/predict_point.h"

const char *sweep_predict(struct arena *a, struct sweep_predictor *s, const struct sweep_point *p,
                          struct sweep_outcome *out) {
    const char *reason = NULL;
    struct sweep_config c;
    if (!sweep_config(a, p, &c, &reason))
        return reason;
    struct study asked = {
        .launch = &c.launch, .gpu = c.gpu, .model = s->model, .store = &s->loaded.store};
    const struct module *m = predict_load(&s->loaded, &c.source, &reason);
    if (!m)
        return reason;
    if (!predict_find(m, c.launch.kernel, &asked))
        return arena_printf(a, "no kernel '%s' in %s", c.launch.kernel, c.source.path);
    if ((reason = predict_check(a, &asked)))
        return reason;
    const struct code_query query = {.machine = asked.machine, .gpu = c.gpu};
    const struct code_answer code = predict_code(&s->loaded, &query, SWEEP_MOST_SECONDS);
    asked.counted = &code.registers;
    asked.code = code.prices ? code.code : NULL;
    const struct estimate *estimate = predict(a, &asked, &reason);
    if (estimate)
        *out = (struct sweep_outcome){estimate->time_ms, estimate->low_ms, estimate->high_ms,
                                      estimate->bound, false};
    return reason;
}
