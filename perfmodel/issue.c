/* Instruction classes to machine instructions. Expansions (division, 64-bit integers,
 * full-precision functions) are so many issue slots of the units they consist of.
 * Not modelled: register bank conflicts, pairing rules of dual issue, and the
 * instruction cache. */
#include "perfmodel/issue.h"

#include <math.h>

/* One machine instruction stands for `slots` of the class; `rate` is items per clock and SM. */
struct lowering {
    double slots, rate, latency; /* latency of the whole expansion, in cycles */
    enum port port;
};

static struct lowering address(const struct gpu *g) {
    double slots = g->slots_address > 0 ? g->slots_address : 2;
    double rate = g->rate_address > 0 ? g->rate_address : g->rate_int;
    return (struct lowering){slots, rate, 2 * g->lat_alu, PORT_INT};
}

static struct lowering joined(const struct gpu *g, double with_user) {
    return (struct lowering){1 - with_user, g->rate_int, (1 - with_user) * g->lat_alu, PORT_INT};
}

/* A latency that is known, or what else it would be. */
static double or_else(double known, double otherwise) {
    return known > 0 ? known : otherwise;
}

/* A full-precision elementary function of so many instructions, two of which are under way at once.
 */
static struct lowering function(const struct gpu *g, double slots) {
    slots = or_else(slots, g->slots_trans);
    return (struct lowering){slots, g->rate_fp32, slots * g->lat_alu / 2, PORT_FP32};
}

/* The same of doubles: so many of its instructions are fp64. */
static struct lowering function64(const struct gpu *g, double slots) {
    slots = or_else(slots, g->slots_trans);
    return (struct lowering){slots, g->rate_fp64, slots * g->lat_fp64, PORT_FP64};
}

static struct lowering lower(const struct gpu *g, enum op_class c) {
    double alu = g->lat_alu, imul = g->lat_imul;
    double imul_slots = fmax(1, g->slots_imul);
    double imul_rate = g->slots_imul > 0 ? g->rate_int : g->rate_imul;
    switch (c) {
    case CLASS_FREE:
        return (struct lowering){0, 1, 0, PORT_INT};
    case CLASS_INT:
        return (struct lowering){1, g->rate_int, alu, PORT_INT};
    case CLASS_JOINED_SUM:
        return joined(g, g->joins_sums);
    case CLASS_JOINED_LOGIC:
        return joined(g, g->joins_logic);
    case CLASS_CMP:
        return (struct lowering){1, g->rate_cmp, alu, PORT_INT};
    case CLASS_SHIFT:
        return (struct lowering){1, g->rate_shift, alu, PORT_INT};
    case CLASS_IMUL:
        return (struct lowering){imul_slots, imul_rate, imul, PORT_INT};
    case CLASS_INT64:
        return (struct lowering){2, g->rate_int, 2 * alu, PORT_INT};
    case CLASS_ADDRESS:
        return address(g);
    case CLASS_ID:
        return (struct lowering){1, g->rate_cvt, alu, PORT_INT};
    case CLASS_GLOBAL_ID:
        return (struct lowering){2 + imul_slots,
                                 (2 + imul_slots) / (2 / g->rate_cvt + imul_slots / imul_rate),
                                 2 * alu, PORT_INT};
    case CLASS_IMUL64:
        return (struct lowering){4 * imul_slots, imul_rate, 3 * imul, PORT_INT};
    case CLASS_IDIV:
        return (struct lowering){g->slots_idiv, g->rate_int, g->slots_idiv * alu / 2, PORT_INT};
    case CLASS_IDIV64:
        return (struct lowering){g->slots_ldiv, g->rate_int, g->slots_ldiv * alu / 2, PORT_INT};
    case CLASS_FP16:
        return (struct lowering){1, g->rate_fp16 > 0 ? g->rate_fp16 : g->rate_fp32, alu, PORT_FP32};
    case CLASS_FP32:
        return (struct lowering){1, g->rate_fp32, alu, PORT_FP32};
    case CLASS_FP64:
        return (struct lowering){1, g->rate_fp64, g->lat_fp64, PORT_FP64};
    case CLASS_FDIV:
        return (struct lowering){g->slots_fdiv, g->rate_fp32,
                                 or_else(g->lat_fdiv, g->slots_fdiv * alu), PORT_FP32};
    case CLASS_FDIV64:
    case CLASS_SQRT64:
        return (struct lowering){g->slots_ddiv, g->rate_fp64, g->slots_ddiv * g->lat_fp64,
                                 PORT_FP64};
    case CLASS_SQRT:
        return (struct lowering){g->slots_sqrt, g->rate_fp32,
                                 or_else(g->lat_sqrt, g->slots_sqrt * alu), PORT_FP32};
    case CLASS_SFU:
        return (struct lowering){1, g->rate_sfu, g->lat_sfu, PORT_SFU};
    case CLASS_TRANS:
        return function(g, 0);
    case CLASS_EXP:
        return function(g, g->slots_exp);
    case CLASS_LOG:
        return function(g, g->slots_log);
    case CLASS_SIN:
        return function(g, g->slots_sin);
    case CLASS_POW:
        return function(g, g->slots_pow);
    case CLASS_TRANS64:
        return function64(g, 0);
    case CLASS_POW64:
        return function64(g, g->slots_pow);
    case CLASS_CVT:
        return (struct lowering){1, g->rate_cvt, alu, PORT_CVT};
    case CLASS_CVT64:
        return (struct lowering){1, g->rate_cvt64 > 0 ? g->rate_cvt64 : g->rate_cvt, g->lat_fp64,
                                 PORT_FP64};
    case CLASS_SHUFFLE:
        return (struct lowering){1, g->rate_shuffle > 0 ? g->rate_shuffle : g->rate_sfu, g->lat_sfu,
                                 PORT_SFU};
    case CLASS_END:
        return (struct lowering){1 + g->slots_start, g->rate_int, alu, PORT_INT};
    case CLASS_CONTROL:
        return (struct lowering){1, g->rate_int, or_else(g->lat_branch, alu), PORT_INT};
    default:
        return (struct lowering){g->slots_trans, g->rate_int, g->slots_trans * alu, PORT_INT};
    }
}

struct class_cost class_cost(const struct gpu *g, enum op_class c) {
    struct lowering l = lower(g, c);
    double per_warp = g->warp_width * g->schedulers_per_sm / l.rate;
    enum port port = l.port == PORT_INT && g->int_shares_fp32 > 0 ? PORT_FP32 : l.port;
    return (struct class_cost){l.slots, l.slots * per_warp, l.latency, port};
}

static struct item_cost cost_of(const struct gpu *g, const struct item *item) {
    struct item_cost cost = {0};
    for (int c = 0; c < CLASSES; c++) {
        if (!item->count[c])
            continue;
        struct class_cost one = class_cost(g, (enum op_class)c);
        cost.slots += item->count[c] * one.slots;
        cost.port[one.port] += item->count[c] * one.cycles;
        cost.latency += item->chain[c] * one.latency;
    }
    return cost;
}

const struct item_cost *item_costs(struct arena *a, const struct gpu *g, const struct kernel *k) {
    struct item_cost *costs = NEW_ARRAY(a, struct item_cost, k->n_items);
    for (uint32_t i = 0; i < k->n_items; i++)
        costs[i] = cost_of(g, &k->items[i]);
    return costs;
}

enum bound port_bound(enum port p) {
    static const enum bound bounds[] = {BOUND_FP32, BOUND_INT, BOUND_FP64, BOUND_SFU, BOUND_SFU};
    return bounds[p];
}
