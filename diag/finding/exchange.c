#include "diag/finding/exchange.h"

#include <string.h>

#include "analysis/ir/induction.h"

/* Whether the address is the element of the object that has the work-item's own number in a group
 * of one dimension. */
static bool is_own_element(const struct kernel *k, uint32_t value, uint32_t object) {
    uint32_t base = an_strip(k, value), index = NONE;
    while (k->values[base].op == OP_PTRADD) {
        const struct value *v = &k->values[base];
        uint32_t offset = v->n_args > 1 ? an_strip(k, v->args[1]) : NONE;
        if (v->n_args == 1 || k->values[offset].op == OP_CONST) {
            base = an_strip(k, v->args[0]);
            continue;
        }
        if (index != NONE)
            return false;
        index = offset;
        base = an_strip(k, v->args[0]);
    }
    const struct value *id = index == NONE ? NULL : &k->values[index];
    return base == object && id && id->op == OP_WORKITEM && id->imm == QUERY_LOCAL_ID &&
           id->n_args && k->values[id->args[0]].op == OP_CONST && k->values[id->args[0]].imm == 0;
}

static bool is_shared(uint8_t space) {
    return space == SPACE_LOCAL || space == SPACE_GLOBAL || space == SPACE_GENERIC;
}

/* Whether both are the same bytes of the object, whichever work-item asks. */
static bool same_element(const struct rule_context *c, const struct access *x,
                         const struct access *y) {
    return strcmp(rule_address(c, x), rule_address(c, y)) == 0 && x->bytes == y->bytes;
}

/* Whether memory that the access writes is nobody else's: it is an element of local memory that
 * this work-item alone uses, or a buffer that the kernel does not read. */
static bool stays_private(const struct rule_context *c, uint32_t number) {
    const struct kernel *k = c->result->kernel;
    const struct access *a = &k->accesses[number];
    if (a->kind == ACCESS_ATOMIC || a->unique_base == NONE)
        return false;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *b = &k->accesses[i];
        bool meets =
            is_shared(b->space) && (b->unique_base == NONE || b->unique_base == a->unique_base);
        if (!meets || (a->space == SPACE_GLOBAL && b == a))
            continue;
        bool own = a->space == SPACE_LOCAL && same_element(c, a, b) &&
                   is_own_element(k, k->values[b->value].args[0], a->unique_base);
        if (!own)
            return false;
    }
    return true;
}

bool exchanges_nothing(const struct rule_context *c, const char **own) {
    const struct kernel *k = c->result->kernel;
    const uint64_t *local = c->result->launch->local;
    *own = NULL;
    for (uint32_t i = 0; i < k->n_values; i++)
        if (k->values[i].op == OP_CALL || k->values[i].op == OP_SUBGROUP ||
            (k->values[i].op == OP_OPAQUE && k->values[i].cls != CLASS_FREE))
            return false;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        if (a->is_volatile ||
            (is_shared(a->space) && a->kind != ACCESS_LOAD && !stays_private(c, i)))
            return false;
        if (a->space == SPACE_LOCAL && a->kind == ACCESS_STORE)
            *own = rule_base_name(a);
    }
    return !*own || (local[1] == 1 && local[2] == 1);
}
