/* Vectors that are aligned like their elements only, where the GPU's compilers access those one by
 * one. */
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* "load from", name, elements, bytes of one, plural, the same again */
#define MSG_UNALIGNED                                                                              \
    "each {work-item}'s %s '%s' is of %u elements of %u byte%s, aligned to %u byte%s: it is made " \
    "element by element"
/* bytes */
#define MSG_UNALIGNED_POINTER                                                                      \
    "where the address is a multiple of %u bytes, use a pointer to the vector type"

/* --- what it finds --------------------------------------------------------- */

/* Each is one request, as if its address were a multiple of its size. */
static void align(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    x->whole = whatif_accesses(x->arena, w, t);
}

static const struct counterfactual aligned = {.change = align};

static void check(struct rule_context *c) {
    const struct access *accesses = c->result->kernel->accesses;
    const uint32_t n_accesses = c->result->kernel->n_accesses;
    for (uint32_t i = 0; i < n_accesses && c->study->gpu->local.vectors_aligned > 0; i++) {
        const struct access *a = &accesses[i];
        if (a->parts < 2 || c->result->access[i].requests == 0)
            continue;
        uint32_t bytes = a->bytes / a->parts;
        struct rule_cost cost = rule_cost(c, &aligned, a->loc, a);
        struct finding *f =
            rule_report(c, a->loc, cost, MSG_UNALIGNED, rule_access_kind(a), rule_base_name(a),
                        a->parts, bytes, diag_plural(bytes), bytes, diag_plural(bytes));
        f->access = a;
        rule_note(c, f, (struct loc){0}, MSG_UNALIGNED_POINTER,
                  a->parts == 3 ? 4 * bytes : a->bytes);
    }
}

const struct rule rule_unaligned_vector = {
    .traits = {.precision = "high"},
    .check = check,
};
