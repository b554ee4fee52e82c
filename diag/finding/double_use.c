#include "diag/finding/double_use.h"

static bool is_double(const struct value *v) {
    return v->type == TYPE_FLOAT && v->bits == 64;
}

/* A number that stands in the source. */
static bool has_double_literal(const struct value *values, const struct value *v) {
    for (uint32_t i = 0; i < v->n_args; i++)
        if (values[v->args[i]].op == OP_CONST && is_double(&values[v->args[i]]))
            return true;
    return false;
}

static bool computes(const struct value *v) {
    return v->cls == CLASS_FP64 || v->cls == CLASS_FDIV64 || v->cls == CLASS_SQRT64 ||
           v->cls == CLASS_TRANS64 || v->cls == CLASS_POW64;
}

const struct value *double_by_literal(const struct kernel *k) {
    const struct value *values = k->values;
    const struct value *first = NULL;
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &values[i];
        bool stores = v->op == OP_STORE && v->n_args > 1 && is_double(&values[v->args[1]]);
        if (stores || (is_double(v) && (v->op == OP_LOAD || v->op == OP_PARAM || v->op == OP_PHI)))
            return NULL;
        if (!first && v->loc.line && computes(v) && has_double_literal(values, v))
            first = v;
    }
    return first;
}

const struct value *double_first(const struct kernel *k) {
    for (uint32_t i = 0; i < k->n_values; i++)
        if (k->values[i].loc.line && computes(&k->values[i]))
            return &k->values[i];
    return NULL;
}

static const struct class_change float_classes[] = {
    {CLASS_FP64, {CLASS_FP32, CLASS_FREE}},   {CLASS_FDIV64, {CLASS_FDIV, CLASS_FREE}},
    {CLASS_SQRT64, {CLASS_SQRT, CLASS_FREE}}, {CLASS_TRANS64, {CLASS_TRANS, CLASS_FREE}},
    {CLASS_POW64, {CLASS_POW, CLASS_FREE}},   {CLASS_CVT64, {CLASS_FREE, CLASS_FREE}}};
const struct counterfactual double_as_float = {
    .classes = float_classes, .n_classes = sizeof float_classes / sizeof *float_classes};
