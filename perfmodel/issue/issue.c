/* Instruction classes to machine instructions. Expansions (division, 64-bit integers,
 * full-precision functions) are so many issue slots of the units they consist of.
 * Not modelled: register bank conflicts, pairing rules of dual issue. */
#include "perfmodel/issue/issue.h"

#include <math.h>

#include "analysis/ir/names.h"
#include "perfmodel/model_constants.h"

/* Of a class's machine instructions, those of one port. */
struct part {
    double slots, rate; /* so many; items per clock and SM */
    enum port port;
};

enum { PARTS = 3 };

struct lowering {
    struct part parts[PARTS];
    double latency; /* of the whole expansion, in cycles */
    double local;   /* items per clock and SM on the way to local memory; 0 = none go there */
};

static struct lowering one(double slots, double rate, double latency, enum port port) {
    return (struct lowering){.parts = {{slots, rate, port}}, .latency = latency};
}

/* A latency that is known, or what else it would be. */
static double or_else(double known, double otherwise) {
    return known > 0 ? known : otherwise;
}

/* The lower one of two rates that are known. */
static double slower(double a, double b) {
    return a > 0 && b > 0 ? fmin(a, b) : fmax(a, b);
}

/* So many 32-bit integer multiplications. */
static struct part products(const struct gpu *g, double n) {
    double rate = g->units.slots_imul > 0 ? g->units.rate_int : g->units.rate_imul;
    return (struct part){n * fmax(1, g->units.slots_imul), rate, PORT_IMUL};
}

static struct lowering product(const struct gpu *g, double n, double latency) {
    return (struct lowering){.parts = {products(g, n)}, .latency = latency};
}

/* Where the fp32 lanes multiply, nvcc's code has shifted sums of the integer lanes (LEA) for
 * addresses as often as products. */
static struct lowering address(const struct gpu *g) {
    double slots = or_else(g->units.slots_address, 2),
           rate = or_else(g->units.rate_address, g->units.rate_int);
    return one(slots, rate, 2 * g->units.lat_alu, PORT_INT);
}

static struct lowering global_id(const struct gpu *g) {
    return (struct lowering){.parts = {{2, g->units.rate_cvt, PORT_INT}, products(g, 1)},
                             .latency = 2 * g->units.lat_alu};
}

/* Operations of `words` words of which that share is done by the instruction of another one. */
static struct lowering joined(const struct gpu *g, double words, double with_other) {
    double left = words * (1 - with_other);
    return one(left, g->units.rate_int, left * g->units.lat_alu, PORT_INT);
}

/* An integer division takes the reciprocal of a float, which is converted to and from. */
static struct lowering division(const struct gpu *g, double slots) {
    double special = g->units.idiv_special,
           products = g->units.idiv_products * slots / g->units.slots_idiv;
    double rest = fmax(0, slots - special - products);
    return (struct lowering){.parts = {{rest, g->units.rate_int, PORT_INT},
                                       {products, g->units.rate_imul, PORT_IMUL},
                                       {special, g->units.rate_sfu, PORT_SFU}},
                             .latency = (rest + products) * g->units.lat_alu / 2 +
                                        special * g->units.lat_sfu};
}

/* A full-precision elementary function of so many instructions, two of which are under way at once.
 */
static struct lowering function(const struct gpu *g, double slots) {
    slots = or_else(slots, g->units.slots_trans);
    return one(slots, g->units.rate_fp32, slots * g->units.lat_alu / 2, PORT_FP32);
}

/* A part of pow's instructions waits for the one before. */
static struct lowering power(const struct gpu *g) {
    double slots = or_else(g->units.slots_pow, g->units.slots_trans);
    return one(slots, g->units.rate_fp32, pow_dependence * slots * g->units.lat_alu, PORT_FP32);
}

/* A math function of doubles, so many of whose instructions are fp64. */
static struct lowering function64(const struct gpu *g, double slots) {
    slots = or_else(slots, g->units.slots_trans);
    return one(slots, g->units.rate_fp64, slots * g->units.lat_fp64, PORT_FP64);
}

/* A conversion, which some GPUs' integer lanes do at a rate of theirs; 0: the unit of others does.
 */
static struct lowering conversion(const struct gpu *g, double rate) {
    return rate > 0 ? one(1, rate, g->units.lat_alu, PORT_INT)
                    : one(1, g->units.rate_cvt, g->units.lat_alu, PORT_CVT);
}

/* Shuffles go the way of loads from local memory where they have a rate of their own: NVIDIA's
 * load-store unit does both (Nsight Compute's documentation, pipelines). */
static struct lowering shuffle(const struct gpu *g) {
    struct lowering l = one(1, g->units.rate_sfu, g->units.lat_sfu, PORT_SFU);
    return g->units.rate_shuffle > 0 ? (struct lowering){.parts = {{1, 0, PORT_SFU}},
                                                         .latency = l.latency,
                                                         .local = g->units.rate_shuffle}
                                     : l;
}

/* Multiply-adds per clock; 0: the GPU has no such units, or its description does not say. */
static double matrix_rate(const struct gpu *g, enum op_class c) {
    const double rates[] = {g->units.rate_matrix_fp16, g->units.rate_matrix_fp16_fp32,
                            g->units.rate_matrix_bf16, g->units.rate_matrix_tf32,
                            g->units.rate_matrix_fp32, g->units.rate_matrix_fp64,
                            g->units.rate_matrix_fp8,  g->units.rate_matrix_int8,
                            g->units.rate_matrix_int4, g->units.rate_matrix_bit};
    _Static_assert(sizeof rates / sizeof *rates == CLASS_MATRIX_BIT - CLASS_MATRIX_FP16 + 1,
                   "one for each class, in their order");
    return rates[c - CLASS_MATRIX_FP16];
}

/* A part of a machine instruction: as large as the class's unit. Chains wait for a whole one. */
static struct lowering matrix(const struct gpu *g, enum op_class c) {
    double whole = or_else(g->units.matrix_multiply_adds, matrix_instruction);
    double rate = matrix_rate(g, c) * g->machine.warp_width / whole;
    return rate > 0 ? one(MATRIX_UNIT / whole, rate, g->units.lat_matrix, PORT_MATRIX)
                    : one(0, 1, 0, PORT_MATRIX);
}

enum op_class matrix_without_rate(const struct gpu *g, const struct kernel *k) {
    for (uint32_t i = 0; i < k->n_items; i++)
        for (int c = 0; c < CLASSES; c++)
            if (k->items[i].count[c] && class_is_matrix((enum op_class)c) &&
                matrix_rate(g, (enum op_class)c) <= 0)
                return (enum op_class)c;
    return CLASS_FREE;
}

/* `slots` instructions for it: half of one where a packed one does two. */
static struct lowering short_product(const struct gpu *g, double slots) {
    return g->units.rate_short_imul > 0
               ? one(slots, g->units.rate_short_imul, g->units.lat_alu, PORT_INT)
               : product(g, slots, g->units.lat_imul);
}

/* Numbers that the unit would flush are multiplied before it, and back after it. */
static struct lowering special(const struct gpu *g, double scales, bool denormals) {
    double compares = denormals && g->units.slots_denormal > 0 ? 1 : 0;
    double products = scales + (denormals ? fmax(0, g->units.slots_denormal - 1) : 0);
    return (struct lowering){.parts = {{1, g->units.rate_sfu, PORT_SFU},
                                       {products, g->units.rate_fp32, PORT_FP32},
                                       {compares, g->units.rate_cmp, PORT_INT}},
                             .latency =
                                 g->units.lat_sfu + (products + compares) * g->units.lat_alu};
}

/* Elementary functions, shuffles and control flow. */
static struct lowering lower_function(const struct gpu *g, enum op_class c) {
    double alu = g->units.lat_alu;
    switch (c) {
    case CLASS_SFU:
        return special(g, 0, false);
    case CLASS_SFU_SCALED:
        return special(g, 1, false);
    case CLASS_SFU_DENORMAL:
        return special(g, 0, true);
    case CLASS_SFU_DENORMAL_SCALED:
        return special(g, 1, true);
    case CLASS_TRANS:
        return function(g, 0);
    case CLASS_EXP:
        return function(g, g->units.slots_exp);
    case CLASS_LOG:
        return function(g, g->units.slots_log);
    case CLASS_SIN:
        return function(g, g->units.slots_sin);
    case CLASS_POW:
        return power(g);
    case CLASS_TRANS64:
        return function64(g, 0);
    case CLASS_POW64:
        return function64(g, g->units.slots_pow);
    case CLASS_SHUFFLE:
        return shuffle(g);
    case CLASS_END:
        return one(1 + g->units.slots_start, g->units.rate_int, alu, PORT_INT);
    case CLASS_CONTROL:
        return one(1, g->units.rate_int, or_else(g->units.lat_branch, alu), PORT_INT);
    default:
        return one(g->units.slots_trans, g->units.rate_int, g->units.slots_trans * alu, PORT_INT);
    }
}

/* Floating-point arithmetic and conversions, else as lower_function() has it. */
static struct lowering lower_float(const struct gpu *g, enum op_class c) {
    double alu = g->units.lat_alu;
    switch (c) {
    case CLASS_FP16:
        return one(1, or_else(g->units.rate_fp16 / 2, g->units.rate_fp32), alu, PORT_FP32);
    case CLASS_PAIRED_FP16:
        return g->units.rate_fp16 > 0 ? one(0.5, g->units.rate_fp16 / 2, alu, PORT_FP32)
                                      : one(1, g->units.rate_fp32, alu, PORT_FP32);
    case CLASS_FP32:
        return one(1, g->units.rate_fp32, alu, PORT_FP32);
    case CLASS_PAIRED_FP32:
        return one(g->units.packs_fp32 > 0 ? 0.5 : 1, g->units.rate_fp32, alu, PORT_FP32);
    case CLASS_FP64:
        return one(1, g->units.rate_fp64, g->units.lat_fp64, PORT_FP64);
    case CLASS_FDIV:
        return one(g->units.slots_fdiv, g->units.rate_fp32,
                   or_else(g->units.lat_fdiv, g->units.slots_fdiv * alu), PORT_FP32);
    case CLASS_FDIV64:
    case CLASS_SQRT64:
        return one(g->units.slots_ddiv, g->units.rate_fp64, g->units.slots_ddiv * g->units.lat_fp64,
                   PORT_FP64);
    case CLASS_SQRT:
        return one(g->units.slots_sqrt, g->units.rate_fp32,
                   or_else(g->units.lat_sqrt, g->units.slots_sqrt * alu), PORT_FP32);
    case CLASS_RSQRT64:
        return function64(g, or_else(g->units.slots_drsqrt, g->units.slots_ddiv));
    case CLASS_CVT:
        return conversion(g, 0);
    case CLASS_CVT_INT:
        return conversion(g, g->units.rate_cvt_int);
    case CLASS_CVT_WIDEN:
        return conversion(g, g->units.rate_cvt_widen);
    case CLASS_CVT_NARROW:
        return conversion(g, g->units.rate_cvt_narrow);
    case CLASS_CVT64:
        return one(1, or_else(g->units.rate_cvt64, slower(g->units.rate_cvt, g->units.rate_fp64)),
                   g->units.lat_fp64, PORT_FP64);
    default:
        return lower_function(g, c);
    }
}

/* Products and divisions of whole numbers, and what has 16 or 64 bits, else as lower_float() has
 * it.
 */
static struct lowering lower_integer(const struct gpu *g, enum op_class c) {
    double alu = g->units.lat_alu;
    switch (c) {
    case CLASS_IMUL:
        return product(g, 1, g->units.lat_imul);
    case CLASS_SHORT_IMUL:
        return short_product(g, 1);
    case CLASS_PAIRED_SHORT_IMUL:
        return short_product(g, g->units.packs_int16 > 0 ? 0.5 : 1);
    case CLASS_PAIRED_SHORT:
        return one(g->units.packs_int16 > 0 ? 0.5 : 1, g->units.rate_int, alu, PORT_INT);
    case CLASS_SHIFT64:
        return one(2, g->units.rate_shift, 2 * alu, PORT_INT);
    case CLASS_INT64:
        return one(2, g->units.rate_int, 2 * alu, PORT_INT);
    case CLASS_IMUL64:
        return product(g, wide_product_parts, wide_product_chain * g->units.lat_imul);
    case CLASS_IDIV:
        return division(g, g->units.slots_idiv);
    case CLASS_IDIV64:
        return division(g, g->units.slots_ldiv);
    default:
        return lower_float(g, c);
    }
}

/* Sums, logic, shifts and comparisons of words, alone or joined, and addresses, else as
 * lower_integer() has it. */
static struct lowering lower(const struct gpu *g, enum op_class c) {
    double alu = g->units.lat_alu;
    if (class_is_matrix(c))
        return matrix(g, c);
    switch (c) {
    case CLASS_FREE:
        return one(0, 1, 0, PORT_INT);
    case CLASS_INT:
    case CLASS_PLAIN_SUM:
        return one(1, g->units.rate_int, alu, PORT_INT);
    case CLASS_JOINED_SUM:
        return joined(g, 1, g->units.joins_sums);
    case CLASS_JOINED_LOGIC:
        return joined(g, 1, g->units.joins_logic);
    case CLASS_SHIFTED_SUM:
        return joined(g, 1, g->units.joins_shifts);
    case CLASS_ROTATED_SUM:
        return joined(g, 1, g->units.joins_rotations);
    case CLASS_JOINED_SUM64:
        return joined(g, 2, g->units.joins_sums64);
    case CLASS_JOINED_LOGIC64:
        return joined(g, 2, g->units.joins_logic);
    case CLASS_CMP:
        return one(1, g->units.rate_cmp, alu, PORT_INT);
    case CLASS_SHIFT:
        return one(1, g->units.rate_shift, alu, PORT_INT);
    case CLASS_ADDRESS:
        return address(g);
    case CLASS_ID:
        return one(1, g->units.rate_cvt, alu, PORT_INT);
    case CLASS_GLOBAL_ID:
        return global_id(g);
    default:
        return lower_integer(g, c);
    }
}

static enum port integer_port(const struct gpu *g) {
    return g->units.int_shares_fp32 > 0 ? PORT_FP32 : PORT_INT;
}

/* Whether instructions of the port keep the lanes of fp32 from others meanwhile. */
static bool takes_vector_alu(const struct gpu *g, enum port port) {
    bool of_doubles = port == PORT_FP64, of_others = port == PORT_SFU || port == PORT_CVT;
    return g->units.one_vector_alu > 0 ? of_doubles || of_others
                                       : of_doubles && g->units.fp64_takes_vector_alu > 0;
}

/* Time on the ports. Where the fp32 lanes multiply integers, those that can do it are half of them
 * on some GPUs, and the others go on with fp32 meanwhile. */
static void take(struct item_cost *cost, const struct gpu *g, const struct part *p) {
    cost->slots += p->slots;
    if (p->rate <= 0) /* it takes no port */
        return;
    double cycles = p->slots * g->machine.warp_width * g->issue.schedulers_per_sm / p->rate;
    if (p->port == PORT_IMUL && g->units.imul_on_fp32 > 0) {
        cost->port[PORT_IMUL] += cycles;
        cost->port[PORT_FP32] += cycles * g->units.rate_imul / g->units.rate_fp32;
    } else {
        bool integer = p->port == PORT_IMUL || p->port == PORT_INT;
        cost->port[integer ? integer_port(g) : p->port] += cycles;
        cost->port[PORT_FP32] += takes_vector_alu(g, p->port) ? cycles : 0;
    }
}

struct item_cost class_cost(const struct gpu *g, enum op_class c) {
    struct lowering l = lower(g, c);
    struct item_cost cost = {.latency = l.latency};
    for (int i = 0; i < PARTS; i++)
        if (l.parts[i].slots > 0)
            take(&cost, g, &l.parts[i]);
    cost.local = l.local > 0 ? g->machine.warp_width / l.local : 0;
    return cost;
}

/* NVIDIA's code for these branches to a slow path for arguments that are out of the ordinary. So
 * each is in a block of its own: what does not depend on it waits as well. */
static bool branches(const struct gpu *g, enum op_class c) {
    if (g->units.functions_branch == 0)
        return false;
    switch (c) {
    case CLASS_FDIV:
    case CLASS_SQRT:
    case CLASS_FDIV64:
    case CLASS_SQRT64:
    case CLASS_SIN:
    case CLASS_POW:
    case CLASS_POW64:
    case CLASS_IDIV64:
        return true;
    default:
        return false;
    }
}

/* Of so many additions of two words, those that go to the lanes that multiply, as products with
 * one, so that these have as much to do as the integer lanes. */
static void share_sums(struct item_cost *cost, const struct gpu *g, double sums) {
    struct item_cost product = {0};
    struct part one_product = products(g, 1);
    take(&product, g, &one_product);
    double of_sum = class_cost(g, CLASS_PLAIN_SUM).port[PORT_INT],
           busy = fmax(cost->port[PORT_IMUL], cost->port[PORT_FP32]),
           each = of_sum + product.port[PORT_IMUL],
           moved = fmin(sums, fmax(0, (cost->port[PORT_INT] - busy) / each));
    cost->port[PORT_INT] -= moved * of_sum;
    for (int p = 0; p < PORTS; p++)
        cost->port[p] += moved * product.port[p];
}

static struct item_cost cost_of(const struct gpu *g, const struct item *item, bool shares_sums) {
    struct item_cost cost = {0};
    for (int c = 0; c < CLASSES; c++) {
        if (!item->count[c])
            continue;
        struct item_cost one = class_cost(g, (enum op_class)c);
        cost.slots += item->count[c] * one.slots;
        for (int p = 0; p < PORTS; p++)
            cost.port[p] += item->count[c] * one.port[p];
        cost.local += item->count[c] * one.local;
        bool in_turn = branches(g, (enum op_class)c);
        cost.latency += (in_turn ? item->count[c] : item->chain[c]) * one.latency;
    }
    if (shares_sums)
        share_sums(&cost, g, item->count[CLASS_PLAIN_SUM]);
    return cost;
}

static bool is_floating(enum op_class c) {
    return (c >= CLASS_FP16 && c <= CLASS_POW64) || class_is_matrix(c);
}

/* Only kernels of whole numbers were looked at. */
static bool shares_sums(const struct gpu *g, const struct kernel *k) {
    bool shares = g->units.adds_by_products > 0;
    for (uint32_t i = 0; i < k->n_items && shares; i++)
        for (int c = 0; c < CLASSES; c++)
            shares &= !is_floating((enum op_class)c) || !k->items[i].count[c];
    return shares;
}

const struct item_cost *item_costs(struct arena *a, const struct gpu *g, const struct kernel *k) {
    struct item_cost *costs = NEW_ARRAY(a, struct item_cost, k->n_items);
    bool shares = shares_sums(g, k);
    for (uint32_t i = 0; i < k->n_items; i++)
        costs[i] = cost_of(g, &k->items[i], shares);
    return costs;
}

/* Instructions of the scalar unit; of all lanes where the GPU is not known to have one. */
static void add_scalar(struct item_cost *cost, const struct gpu *g, const struct item_code *code) {
    double computed = code->count[CODE_SCALAR_UNIT];
    struct item_cost vector = class_cost(g, CLASS_INT);
    cost->slots += computed + code->count[CODE_ISSUED];
    if (g->units.rate_scalar > 0)
        cost->port[PORT_SCALAR] += computed * g->issue.schedulers_per_sm / g->units.rate_scalar;
    for (int p = 0; p < PORTS && g->units.rate_scalar <= 0; p++)
        cost->port[p] += computed * vector.port[p];
}

/* Of the instructions that machine code has for the item. Their latencies are those of the item's
 * own chains: the code does not say which of them depend on another. */
static struct item_cost cost_of_code(const struct gpu *g, const struct item_code *code) {
    struct item_cost cost = {0};
    add_scalar(&cost, g, code);
    for (int c = 0; c < CLASSES; c++) {
        if (code->count[c] <= 0)
            continue;
        struct item_cost one = class_cost(g, (enum op_class)c);
        cost.slots += (double)code->count[c] * one.slots;
        for (int p = 0; p < PORTS && c != CLASS_CONTROL; p++)
            cost.port[p] += (double)code->count[c] * one.port[p];
        cost.local += (double)code->count[c] * one.local;
    }
    return cost;
}

/* What the code's cost becomes with the change from one cost to another. */
static struct item_cost changed_cost(const struct item_cost *code, const struct item_cost *from,
                                     const struct item_cost *to) {
    struct item_cost cost = {.slots = fmax(0, code->slots + to->slots - from->slots),
                             .local = fmax(0, code->local + to->local - from->local),
                             .latency = to->latency};
    for (int p = 0; p < PORTS; p++)
        cost.port[p] = fmax(0, code->port[p] + to->port[p] - from->port[p]);
    return cost;
}

const struct item_cost *item_costs_of_code(struct arena *a, const struct gpu *g,
                                           const struct kernel *k, const struct kernel *changed,
                                           const struct code_join *code) {
    const struct item_cost *from = item_costs(a, g, k);
    const struct item_cost *to = changed == k ? from : item_costs(a, g, changed);
    if (!code)
        return to;
    struct item_cost *costs = arena_memdup(a, to, k->n_items * sizeof *to);
    for (uint32_t i = 0; i < k->n_items; i++) {
        struct item_cost own = cost_of_code(g, &code->items[i]);
        if (code->joined[i])
            costs[i] = changed_cost(&own, &from[i], &to[i]);
    }
    return costs;
}

enum bound port_bound(enum port p) {
    static const enum bound bounds[PORTS] = {BOUND_FP32, BOUND_INT, BOUND_INT,    BOUND_FP64,
                                             BOUND_SFU,  BOUND_SFU, BOUND_MATRIX, BOUND_INT};
    return bounds[p];
}

/* A port's cycles back to instructions of a warp. */
static double special_instructions(const struct gpu *g, const struct item_cost *c) {
    return c->port[PORT_SFU] * g->units.rate_sfu / g->issue.schedulers_per_sm /
           g->machine.warp_width;
}

static struct instruction_mix mix_of(const struct gpu *g, const struct item *item) {
    struct instruction_mix m = {0};
    for (int c = 0; c < CLASSES; c++) {
        double n = item->count[c];
        if (n <= 0)
            continue;
        struct item_cost cost = class_cost(g, (enum op_class)c);
        struct instruction_mix one = {cost.slots, cost.latency,
                                      is_floating((enum op_class)c) ? cost.slots : 0,
                                      special_instructions(g, &cost)};
        mix_add(&m, &one, n);
    }
    return m;
}

const struct instruction_mix *instruction_mixes(struct arena *a, const struct gpu *g,
                                                const struct kernel *k) {
    struct instruction_mix *all = NEW_ARRAY(a, struct instruction_mix, k->n_items);
    for (uint32_t i = 0; i < k->n_items; i++)
        all[i] = mix_of(g, &k->items[i]);
    return all;
}

void mix_add(struct instruction_mix *sum, const struct instruction_mix *m, double weight) {
    sum->count += weight * m->count;
    sum->latency += weight * m->latency;
    sum->floating += weight * m->floating;
    sum->special += weight * m->special;
}
