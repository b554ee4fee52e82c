/* The two dimensions of get_global_id() exchanged, where the launch is square and nothing else
 * tells the dimensions apart, so that every work-item still exists once. */
#include <string.h>

#include "diag/fix.h"

static bool is_square(const struct launch *l) {
    return l->global_source != LAUNCH_ASSUMED && l->global[0] == l->global[1] &&
           l->offset[0] == l->offset[1] && l->global[2] <= 1;
}

/* Any other function of the work-item's place. */
static bool is_other_query(const struct fix_text *t, size_t i) {
    static const char *const names[] = {
        "get_local_id",   "get_group_id",      "get_local_size",       "get_global_size",
        "get_num_groups", "get_global_offset", "get_global_linear_id", "get_local_linear_id",
        "barrier",        "work_group_barrier"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (fix_token_is(t, i, names[n]))
            return true;
    return false;
}

/* The dimension's token in get_global_id(0) or (1), or t->n. */
static size_t dimension_of(const struct fix_text *t, size_t i) {
    bool call = fix_token_is(t, i, "get_global_id") && fix_token_is(t, i + 1, "(") &&
                fix_token_is(t, i + 3, ")");
    bool known = call && (fix_token_is(t, i + 2, "0") || fix_token_is(t, i + 2, "1"));
    return known ? i + 2 : t->n;
}

bool fix_swap_ids(struct fix_context *c) {
    const struct fix_text *t = c->source;
    size_t open, close, first = 0;
    while (first < t->n && t->tokens[first].line < c->finding->loc.line)
        first++;
    if (!is_square(c->result->launch) || !fix_function(t, first, &open, &close))
        return false;
    size_t seen[2] = {0};
    for (size_t i = open; i < close; i++) {
        size_t dimension = dimension_of(t, i);
        if (is_other_query(t, i) || (fix_token_is(t, i, "get_global_id") && dimension == t->n))
            return false;
        if (dimension == t->n)
            continue;
        bool zero = fix_token_is(t, dimension, "0");
        seen[!zero]++;
        fix_replace(c, dimension, dimension + 1, zero ? "1" : "0");
    }
    c->fix->title = "exchange the dimensions of get_global_id()";
    return seen[0] && seen[1];
}
