#include "analysis/analysis.h"

#include "analysis/load/load.h"
#include "analysis/passes/passes.h"

static void finish_source_view(struct arena *a, struct kernel *k) {
    an_find_trips(a, k);
    an_find_streams(k);
    an_classify(a, k, false);
    an_mark_needed(a, k);
    an_find_linked(a, k);
    an_find_joined_atomics(a, k);
    an_make_items(a, k);
}

struct module *an_load(struct arena *a, const struct module_input *input,
                       const struct lowerings *lowerings, const struct refusals *refusals,
                       form_set asked, const char **error) {
    struct module *m = load_module(a, input, lowerings, refusals, asked, error);
    for (size_t i = 0; m && i < m->n; i++)
        finish_source_view(a, m->source[i]);
    return m;
}
