#include "calibrate/chase.h"

#include "base/str.h"

/* A pointer chase's kernel. It begins at 0, but in global memory no compiler knows that all
 * work-items do, so as to load through a path for such addresses. Local memory, where asked for, is
 * written and read under a condition that no run fulfils and no compiler can rule out. */
static const char *kernel_of(struct session *s, const struct chase *c) {
    struct str k = {.arena = s->arena};
    str_printf(&k,
               "kernel void measure(global uint *out, %s uint *in, uint n, uint store) {\n"
               "    uint p = %s;\n",
               c->space, c->space[0] == 'c' ? "0" : "get_local_id(0) & (n >> 31)");
    if (c->local_bytes)
        str_printf(&k,
                   "    local uint held[%zu];\n"
                   "    held[get_local_id(0)] = store;\n"
                   "    barrier(CLK_LOCAL_MEM_FENCE);\n",
                   c->local_bytes / 4);
    str_add(&k, "    for (uint i = 0; i < n; i++) {\n");
    for (int i = 0; i < CHASE_STEPS; i++)
        str_add(&k, "        p = in[p];\n");
    str_add(&k, "    }\n    if (store)\n        out[get_global_id(0)] = p");
    if (c->local_bytes)
        str_printf(&k, " + held[p %% %zuu] - store", c->local_bytes / 4);
    str_add(&k, ";\n}\n");
    return str_text(&k);
}

/* A reproducible random number below n. */
static size_t below(unsigned long *state, size_t n) {
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (size_t)((*state >> 33) % n);
}

/* One cycle through all elements in random order (Sattolo). */
static unsigned *cycle(struct arena *a, size_t bytes, size_t stride) {
    size_t n = bytes / stride, step = stride / 4;
    unsigned *in = NEW_ARRAY(a, unsigned, bytes / 4), *order = NEW_ARRAY(a, unsigned, n);
    unsigned long state = 1;
    for (size_t i = 0; i < n; i++)
        order[i] = (unsigned)i;
    for (size_t i = n; i-- > 1;) {
        size_t j = below(&state, i);
        unsigned other = order[j];
        order[j] = order[i];
        order[i] = other;
    }
    for (size_t i = 0; i < n; i++)
        in[i * step] = order[i] * (unsigned)step;
    return in;
}

static bool ends_right(const struct experiment *e, unsigned n, const void *out) {
    const unsigned *in = e->in;
    unsigned p = 0;
    for (unsigned i = 0; i < n * CHASE_STEPS; i++)
        p = in[p];
    return *(const unsigned *)out == p;
}

static struct experiment experiment_of(struct session *s, const struct chase *c) {
    size_t elements = c->bytes / c->stride;
    return (struct experiment){.source = kernel_of(s, c),
                               .global = c->local * c->groups,
                               .local = c->local,
                               .in = cycle(s->arena, c->bytes, c->stride),
                               .in_bytes = c->bytes,
                               .out_bytes = c->local * c->groups * 4,
                               .least_n = c->whole ? (unsigned)(elements / CHASE_STEPS) + 1 : 0,
                               .check = ends_right};
}

bool chase_load(struct session *s, const struct chase *c, struct quantity *out) {
    const struct experiment e = experiment_of(s, c);
    if (!session_iteration(s, &e, out))
        return false;
    out->value /= CHASE_STEPS;
    return true;
}

bool chase_run(struct session *s, const struct chase *c, unsigned n, struct quantity *out) {
    const struct experiment e = experiment_of(s, c);
    return session_run(s, &e, n, out);
}
