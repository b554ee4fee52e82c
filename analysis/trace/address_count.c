#include "analysis/trace/address_count.h"

#include "analysis/ir/induction.h"
#include "analysis/ir/value_range.h"

/* Operands are followed so far, and so many of them. More places than lanes say nothing. */
enum { MOST_STEPS = 16, MOST_VALUES = 4096, MANY = 1 << 16 };

struct places_query {
    const struct kernel *kernel;
    const struct launch *launch;
    uint32_t block; /* of the access */
    int steps, left;
    bool varies; /* from warp to warp, by something that is the same for all lanes */
};

static uint32_t places(struct places_query *q, uint32_t value);

static uint32_t width(int64_t low, int64_t high) {
    uint64_t beyond = (uint64_t)high - (uint64_t)low;
    return beyond < MANY ? (uint32_t)beyond + 1 : MANY;
}

static uint32_t in_range(const struct places_query *q, uint32_t value) {
    struct range r = an_range(q->kernel, q->launch, value, q->block);
    return q->kernel->values[value].type == TYPE_INT ? width(r.low, r.high) : MANY;
}

static uint32_t product(uint32_t x, uint32_t y) {
    uint64_t n = (uint64_t)x * y;
    return n < MANY ? (uint32_t)n : MANY;
}

/* Each combination of the operands gives one value. */
static uint32_t of_operands(struct places_query *q, const struct value *v) {
    uint32_t n = 1;
    for (uint32_t i = 0; i < v->n_args && n < MANY; i++)
        n = product(n, places(q, v->args[i]));
    return n;
}

/* A loop's variable is the same for all lanes that are in the loop together, if start and step are.
 */
static uint32_t of_phi(struct places_query *q, uint32_t value) {
    const struct value *v = &q->kernel->values[value];
    uint32_t loop = q->kernel->blocks[v->block].loop;
    struct induction iv;
    if (loop == NONE || q->kernel->loops[loop].header != v->block ||
        !an_match_induction(q->kernel, loop, value, &iv))
        return MANY;
    return product(places(q, iv.start), places(q, iv.step));
}

static uint32_t of_query(struct places_query *q, const struct value *v) {
    switch (v->imm) {
    case QUERY_GLOBAL_SIZE:
    case QUERY_NUM_GROUPS:
    case QUERY_GLOBAL_OFFSET:
    case QUERY_WORK_DIM:
    case QUERY_ENQUEUED_LOCAL_SIZE:
    case QUERY_MAX_SUB_GROUP_SIZE:
    case QUERY_ENQUEUED_NUM_SUB_GROUPS:
        return 1;
    case QUERY_GROUP_ID:
    case QUERY_LOCAL_SIZE:
    case QUERY_SUB_GROUP_ID:
    case QUERY_SUB_GROUP_SIZE:
    case QUERY_NUM_SUB_GROUPS:
        q->varies = true;
        return 1;
    default:
        return MANY;
    }
}

/* What a constant mask leaves is one of so many numbers as its bits make. */
static uint32_t of_mask(struct places_query *q, const struct value *v) {
    uint32_t n = of_operands(q, v);
    for (uint32_t i = 0; i < v->n_args; i++) {
        const struct value *mask = &q->kernel->values[v->args[i]];
        uint64_t bits = (uint64_t)mask->imm << (64 - v->bits);
        uint32_t ones = (uint32_t)__builtin_popcountll(bits);
        if (mask->op == OP_CONST && v->comps == 1 && ones < 16 && 1u << ones < n)
            n = 1u << ones;
    }
    return n;
}

/* A pointer plus an index that does not go before the array's start. */
static uint32_t of_element(struct places_query *q, const struct value *v) {
    const struct value *base = &q->kernel->values[v->args[0]];
    uint32_t n = of_operands(q, v);
    if (v->n_args != 2 || (base->op != OP_PARAM && base->op != OP_OBJECT))
        return n;
    struct range r = an_range(q->kernel, q->launch, v->args[1], q->block);
    uint32_t ahead = r.high >= 0 && v->imm > 0 ? width(r.low > 0 ? r.low : 0, r.high) : MANY;
    uint64_t bytes = base->op == OP_OBJECT ? q->kernel->objects[base->imm].bytes : 0;
    uint64_t elements = bytes && v->imm > 0 ? bytes / (uint64_t)v->imm : MANY;
    n = ahead < n ? ahead : n;
    return elements && elements < n ? (uint32_t)elements : n;
}

static uint32_t computed(struct places_query *q, uint32_t value) {
    const struct value *v = &q->kernel->values[value];
    switch ((enum op)v->op) {
    case OP_CONST:
    case OP_PARAM:
    case OP_OBJECT:
        return 1;
    case OP_WORKITEM:
        return of_query(q, v);
    case OP_PHI:
        return of_phi(q, value);
    case OP_LOAD:
        if (places(q, v->args[0]) > 1)
            return MANY;
        q->varies = true;
        return 1;
    case OP_AND:
        return of_mask(q, v);
    case OP_PTRADD:
        return of_element(q, v);
    case OP_ATOMIC:
    case OP_CALL:
    case OP_OPAQUE:
    case OP_SUBGROUP:
    case OP_UNDEF:
        return MANY;
    default:
        return of_operands(q, v);
    }
}

static uint32_t places(struct places_query *q, uint32_t value) {
    if (q->steps <= 0 || q->left-- <= 0)
        return MANY;
    q->steps--;
    uint32_t n = computed(q, value);
    q->steps++;
    uint32_t by_range = n > 1 ? in_range(q, value) : n;
    return n < by_range ? n : by_range;
}

struct access_places an_places(const struct kernel *k, const struct launch *l,
                               const struct access *access) {
    const struct value *v = &k->values[access->value];
    struct places_query q = {k, l, v->block, MOST_STEPS, MOST_VALUES, false};
    uint32_t n = places(&q, v->args[0]);
    return n < MANY ? (struct access_places){n, !q.varies && access->unique_base != NONE}
                    : (struct access_places){0};
}
