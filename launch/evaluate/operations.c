/* What operations other than calls and branches compute. */
#include <math.h>

#include "launch/evaluate/run.h"

/* --- whole numbers --- */

/* The largest that the value may be. */
static uint64_t most(struct ev_value v, unsigned width) {
    return (v.bits | ~v.known) & ev_mask(width);
}

/* Bits that are 0 in all values up to this. */
static struct ev_value up_to(uint64_t largest) {
    uint64_t mask = largest;
    for (unsigned shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;
    return ev_partly(0, ~mask);
}

static struct ev_value divide(const struct ev_op *op, uint64_t a, uint64_t b) {
    const int64_t x = ev_signed(a, op->bits), y = ev_signed(b, op->bits);
    if (!b || ((op->opcode == LLVMSDiv || op->opcode == LLVMSRem) && y == -1))
        return !b                       ? ev_unknown(op->bits)
               : op->opcode == LLVMSDiv ? ev_known(0 - (uint64_t)x, op->bits)
                                        : ev_known(0, op->bits);
    switch ((LLVMOpcode)op->opcode) {
    case LLVMUDiv:
        return ev_known(a / b, op->bits);
    case LLVMURem:
        return ev_known(a % b, op->bits);
    case LLVMSDiv:
        return ev_known((uint64_t)(x / y), op->bits);
    default:
        return ev_known((uint64_t)(x % y), op->bits);
    }
}

static struct ev_value shift(const struct ev_op *op, struct ev_value a, uint64_t n) {
    const uint64_t mask = ev_mask(op->bits);
    if (n >= op->bits)
        return ev_unknown(op->bits);
    if (op->opcode == LLVMShl)
        return ev_partly(a.bits << n & mask,
                         ~mask | (a.known << n & mask) | (((uint64_t)1 << n) - 1));
    if (op->opcode == LLVMLShr)
        return ev_partly(a.bits >> n, ~mask | (a.known & mask) >> n | ~(mask >> n));
    return ev_is_known(a) ? ev_known((uint64_t)(ev_signed(a.bits, op->bits) >> n), op->bits)
                          : ev_unknown(op->bits);
}

/* Where only some bits of the operands are known. */
static struct ev_value partly_known(const struct ev_op *op, struct ev_value a, struct ev_value b) {
    const bool zero = (ev_is_known(a) && !a.bits) || (ev_is_known(b) && !b.bits);
    switch ((LLVMOpcode)op->opcode) {
    case LLVMAnd:
        return ev_partly(a.bits & b.bits,
                         (a.known & b.known) | (a.known & ~a.bits) | (b.known & ~b.bits));
    case LLVMOr:
        return ev_partly(a.bits | b.bits, (a.known & b.known) | a.bits | b.bits);
    case LLVMXor:
        return ev_partly((a.bits ^ b.bits) & a.known & b.known, a.known & b.known);
    case LLVMMul:
        return zero ? ev_known(0, op->bits) : ev_unknown(op->bits);
    case LLVMURem:
        return ev_is_known(b) && b.bits ? up_to(b.bits - 1) : ev_unknown(op->bits);
    case LLVMUDiv:
        return ev_is_known(b) && b.bits ? up_to(most(a, op->bits) / b.bits) : ev_unknown(op->bits);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return ev_is_known(b) ? shift(op, a, b.bits) : ev_unknown(op->bits);
    default:
        return ev_unknown(op->bits);
    }
}

static struct ev_value whole(const struct ev_op *op, struct ev_value a, struct ev_value b) {
    if (!ev_is_known(a) || !ev_is_known(b))
        return partly_known(op, a, b);
    switch ((LLVMOpcode)op->opcode) {
    case LLVMAdd:
        return ev_known(a.bits + b.bits, op->bits);
    case LLVMSub:
        return ev_known(a.bits - b.bits, op->bits);
    case LLVMMul:
        return ev_known(a.bits * b.bits, op->bits);
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return divide(op, a.bits, b.bits);
    default:
        return partly_known(op, a, b);
    }
}

/* --- floating point --- */

static struct ev_value of_real(double d, enum ev_real real) {
    if (real == REAL_FLOAT)
        return ev_known(ev_of_float((float)d), 32);
    return real == REAL_OTHER ? ev_unknown(64) : ev_known(ev_of_double(d), 64);
}

static double to_real(struct ev_value v, enum ev_real real) {
    return real == REAL_FLOAT ? (double)ev_float(v.bits) : ev_double(v.bits);
}

static struct ev_value floating(const struct ev_op *op, struct ev_value a, struct ev_value b) {
    if (!ev_is_known(a) || !ev_is_known(b) || op->real == REAL_OTHER)
        return ev_unknown(op->bits);
    const double x = to_real(a, op->real), y = to_real(b, op->real);
    switch ((LLVMOpcode)op->opcode) {
    case LLVMFAdd:
        return of_real(x + y, op->real);
    case LLVMFSub:
        return of_real(x - y, op->real);
    case LLVMFMul:
        return of_real(x * y, op->real);
    case LLVMFDiv:
        return of_real(x / y, op->real);
    case LLVMFRem:
        return of_real(fmod(x, y), op->real);
    default:
        return ev_unknown(op->bits);
    }
}

struct ev_value ev_arithmetic(const struct ev_op *op, struct ev_value a, struct ev_value b) {
    if (op->real == REAL_OTHER)
        return ev_unknown(op->bits);
    return op->real ? floating(op, a, b) : whole(op, a, b);
}

/* --- comparisons and conversions --- */

static struct ev_value truth(bool yes) {
    return ev_known(yes, 1);
}

/* Of ordered ranges: what holds for all pairs. */
static struct ev_value less(int64_t a_least, int64_t a_most, int64_t b_least, int64_t b_most,
                            bool or_equal) {
    if (or_equal ? a_most <= b_least : a_most < b_least)
        return truth(true);
    if (or_equal ? a_least > b_most : a_least >= b_most)
        return truth(false);
    return ev_unknown(1);
}

/* As signed numbers in the order of the unsigned or signed ones. */
static struct ev_value compare_order(const struct ev_op *op, struct ev_value a, struct ev_value b,
                                     bool with_sign, bool or_equal) {
    const unsigned width = op->from_bits;
    const uint64_t top = (uint64_t)1 << 63, sign = with_sign ? (uint64_t)1 << (width - 1) : 0;
    const uint64_t flip = with_sign ? 0 : top;
    uint64_t ends[4] = {a.bits, most(a, width), b.bits, most(b, width)};
    if (sign & ~a.known) {
        ends[0] |= sign;
        ends[1] &= ~sign;
    }
    if (sign & ~b.known) {
        ends[2] |= sign;
        ends[3] &= ~sign;
    }
    for (int i = 0; i < 4; i++)
        ends[i] = (with_sign ? (uint64_t)ev_signed(ends[i], width) : ends[i]) ^ flip;
    return less((int64_t)ends[0], (int64_t)ends[1], (int64_t)ends[2], (int64_t)ends[3], or_equal);
}

static struct ev_value compare_equal(struct ev_value a, struct ev_value b, bool equal) {
    if ((a.bits ^ b.bits) & a.known & b.known)
        return truth(!equal);
    return ev_is_known(a) && ev_is_known(b) ? truth(equal) : ev_unknown(1);
}

static struct ev_value compare_whole(const struct ev_op *op, struct ev_value a, struct ev_value b) {
    switch ((LLVMIntPredicate)op->predicate) {
    case LLVMIntEQ:
    case LLVMIntNE:
        return compare_equal(a, b, op->predicate == LLVMIntEQ);
    case LLVMIntUGT:
        return compare_order(op, b, a, false, false);
    case LLVMIntUGE:
        return compare_order(op, b, a, false, true);
    case LLVMIntULT:
        return compare_order(op, a, b, false, false);
    case LLVMIntULE:
        return compare_order(op, a, b, false, true);
    case LLVMIntSGT:
        return compare_order(op, b, a, true, false);
    case LLVMIntSGE:
        return compare_order(op, b, a, true, true);
    case LLVMIntSLT:
        return compare_order(op, a, b, true, false);
    default:
        return compare_order(op, a, b, true, true);
    }
}

/* LLVM's predicates have a bit for each of equal, greater, less and unordered. */
static struct ev_value compare_real(const struct ev_op *op, struct ev_value a, struct ev_value b) {
    if (!ev_is_known(a) || !ev_is_known(b) || op->from_real == REAL_OTHER)
        return ev_unknown(1);
    const double x = to_real(a, op->from_real), y = to_real(b, op->from_real);
    const unsigned is = x == y ? 1 : x > y ? 2 : x < y ? 4 : 8;
    return truth(op->predicate & is);
}

struct ev_value ev_compare(const struct ev_op *op, struct ev_value a, struct ev_value b) {
    return op->opcode == LLVMFCmp ? compare_real(op, a, b) : compare_whole(op, a, b);
}

static struct ev_value extend_sign(const struct ev_op *op, struct ev_value a) {
    const uint64_t sign = (uint64_t)1 << (op->from_bits - 1);
    const uint64_t above = ev_mask(op->bits) & ~ev_mask(op->from_bits);
    if (!(a.known & sign))
        return ev_partly(a.bits, a.known & ~above);
    return ev_partly(a.bits & sign ? a.bits | above : a.bits, a.known);
}

static struct ev_value to_whole(const struct ev_op *op, double d) {
    const double limit = ldexp(1, op->bits - (op->opcode == LLVMFPToSI));
    if (!(d > -limit - 1 && d < limit) || (op->opcode == LLVMFPToUI && d <= -1))
        return ev_unknown(op->bits);
    return op->opcode == LLVMFPToSI ? ev_known((uint64_t)(int64_t)d, op->bits)
                                    : ev_known((uint64_t)d, op->bits);
}

struct ev_value ev_convert(const struct ev_op *op, struct ev_value a) {
    const bool any_real = op->from_real || op->real;
    switch ((LLVMOpcode)op->opcode) {
    case LLVMTrunc:
        return ev_partly(a.bits & ev_mask(op->bits), a.known | ~ev_mask(op->bits));
    case LLVMSExt:
        return extend_sign(op, a);
    case LLVMZExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
        return a;
    case LLVMBitCast:
        return any_real && (op->from_real > REAL_DOUBLE || op->real > REAL_DOUBLE)
                   ? ev_unknown(op->bits)
                   : a;
    default:
        break;
    }
    if (!ev_is_known(a) || op->from_real == REAL_OTHER || op->real == REAL_OTHER)
        return ev_unknown(op->bits);
    switch ((LLVMOpcode)op->opcode) {
    case LLVMFPTrunc:
    case LLVMFPExt:
        return of_real(to_real(a, op->from_real), op->real);
    case LLVMSIToFP:
        return of_real((double)ev_signed(a.bits, op->from_bits), op->real);
    case LLVMUIToFP:
        return of_real((double)a.bits, op->real);
    case LLVMFNeg:
        return of_real(-to_real(a, op->real), op->real);
    default:
        return to_whole(op, to_real(a, op->from_real));
    }
}

/* --- memory --- */

/* The 10 bytes of an extended number, which slots hold as a double. */
static struct ev_value load_long(struct ev_run *r, struct ev_state *s, struct ev_value at) {
    long double x = 0;
    if (!ev_is_known(at) || sizeof x < 10 || !ev_load_bytes(r->pool, s->memory, at.bits, &x, 10))
        return ev_unknown(64);
    return ev_known(ev_of_double((double)x), 64);
}

static void store_long(struct ev_run *r, struct ev_state *s, struct ev_value at,
                       struct ev_value v) {
    const long double x = (long double)ev_double(v.bits);
    if (ev_is_known(v) && ev_is_known(at))
        ev_store_bytes(r->pool, s->memory, at.bits, &x, 10);
    else
        ev_fill(r->pool, s->memory, at, ev_unknown(8), ev_known(10, 64));
}

static struct ev_value beyond(struct ev_value at, uint64_t offset) {
    return ev_is_known(at) ? ev_known(at.bits + offset, 64) : at;
}

static void load(struct ev_run *r, struct ev_state *s, const struct ev_op *op) {
    const struct ev_value at = s->slots[op->a];
    for (size_t i = 0; i < op->u.leaves->n; i++) {
        const struct ev_leaf *leaf = &op->u.leaves->at[i];
        struct ev_value v = ev_unknown(leaf->bits);
        if (leaf->real == REAL_LONG)
            v = load_long(r, s, beyond(at, leaf->offset));
        else if (leaf->bytes <= 8)
            v = ev_load(r->pool, s->memory, beyond(at, leaf->offset), leaf->bytes);
        v.bits &= ev_mask(leaf->bits);
        v.known |= ~ev_mask(leaf->bits);
        s->slots[op->to + i] = v;
    }
}

static void store(struct ev_run *r, struct ev_state *s, const struct ev_op *op) {
    const struct ev_value at = s->slots[op->b];
    for (size_t i = 0; i < op->u.leaves->n; i++) {
        const struct ev_leaf *leaf = &op->u.leaves->at[i];
        const struct ev_value to = beyond(at, leaf->offset), v = s->slots[op->a + i];
        if (leaf->real == REAL_LONG)
            store_long(r, s, to, v);
        else if (leaf->bytes <= 8 && leaf->real != REAL_OTHER)
            ev_store(r->pool, s->memory, to, v, leaf->bytes);
        else
            ev_fill(r->pool, s->memory, to, ev_unknown(8), ev_known(leaf->bytes, 64));
    }
}

/* An index that is not known leaves the object. */
static struct ev_value address(const struct ev_state *s, const struct ev_op *op) {
    const struct ev_value base = s->slots[op->a];
    const uint64_t object = ~(((uint64_t)1 << EV_OFFSET_BITS) - 1);
    const struct ev_value inside = {base.bits & object, base.known & object, base.why};
    uint64_t offset = op->u.steps->offset;
    bool moves = offset != 0;
    for (size_t i = 0; i < op->u.steps->n; i++) {
        const struct ev_index *x = &op->u.steps->at[i];
        const struct ev_value v = s->slots[x->slot];
        if (!ev_is_known(v))
            return inside;
        offset += (uint64_t)ev_signed(v.bits, x->bits) * x->scale;
        moves |= offset != 0;
    }
    if (!ev_is_known(base))
        return moves ? inside : base;
    return ev_known(base.bits + offset, 64);
}

static struct ev_value allocate(struct ev_run *r, struct ev_frame *f, struct ev_state *s,
                                const struct ev_op *op) {
    const struct ev_value n = s->slots[op->a];
    const uint32_t id = ev_new_id(r->pool);
    r->pool->why = op->why;
    const struct ev_value bytes =
        ev_is_known(n) && n.bits < 1 << 30 ? ev_known(n.bits * op->u.bytes, 64) : ev_unknown(64);
    const bool there = ev_new_object(r->pool, s->memory, id, EV_STACK, bytes, false);
    r->pool->why = 0;
    if (!there)
        return ev_unknown(64);
    vec_push(r->arena, &f->allocated, id);
    return ev_known(ev_address(id), 64);
}

static void exchange(struct ev_run *r, struct ev_state *s, const struct ev_op *op) {
    static const uint8_t opcodes[] = {[LLVMAtomicRMWBinOpAdd] = LLVMAdd,
                                      [LLVMAtomicRMWBinOpSub] = LLVMSub,
                                      [LLVMAtomicRMWBinOpAnd] = LLVMAnd,
                                      [LLVMAtomicRMWBinOpOr] = LLVMOr,
                                      [LLVMAtomicRMWBinOpXor] = LLVMXor};
    const unsigned bytes = op->u.leaves->at[0].bytes;
    const struct ev_value at = s->slots[op->a];
    const struct ev_value old = ev_load(r->pool, s->memory, at, bytes);
    struct ev_op same = *op;
    same.opcode = op->predicate < sizeof opcodes ? opcodes[op->predicate] : 0;
    struct ev_value now =
        same.opcode ? ev_arithmetic(&same, old, s->slots[op->b]) : ev_unknown(op->bits);
    if (op->predicate == LLVMAtomicRMWBinOpXchg)
        now = s->slots[op->b];
    ev_store(r->pool, s->memory, at, now, bytes);
    s->slots[op->to] = old;
}

static void compare_exchange(struct ev_run *r, struct ev_state *s, const struct ev_op *op) {
    const unsigned bytes = op->u.leaves->at[0].bytes;
    const struct ev_value at = s->slots[op->a];
    const struct ev_value old = ev_load(r->pool, s->memory, at, bytes);
    const struct ev_value equal = compare_equal(old, s->slots[op->b], true);
    if (!ev_is_known(equal))
        ev_store(r->pool, s->memory, at, ev_common(old, s->slots[op->c]), bytes);
    else if (equal.bits)
        ev_store(r->pool, s->memory, at, s->slots[op->c], bytes);
    s->slots[op->to] = old;
    s->slots[op->to + 1] = equal;
}

/* --- vectors and structures --- */

static void select_value(struct ev_state *s, const struct ev_op *op) {
    for (uint32_t i = 0; i < op->lanes; i++) {
        const struct ev_value c = s->slots[op->a + (op->predicate ? i : 0)];
        const struct ev_value a = s->slots[op->b + i], b = s->slots[op->c + i];
        s->slots[op->to + i] = !ev_is_known(c) ? ev_common(a, b) : c.bits ? a : b;
    }
}

static void shuffle(struct ev_state *s, const struct ev_op *op) {
    for (uint32_t i = 0; i < op->lanes; i++) {
        const int from = op->u.mask[i];
        s->slots[op->to + i] = from < 0                 ? ev_unknown(op->bits)
                               : (uint32_t)from < op->c ? s->slots[op->a + (uint32_t)from]
                                                        : s->slots[op->b + (uint32_t)from - op->c];
    }
}

static void insert(struct ev_state *s, const struct ev_op *op) {
    const struct ev_value index = s->slots[op->c];
    for (uint32_t i = 0; i < op->lanes; i++)
        s->slots[op->to + i] = !ev_is_known(index) ? ev_unknown(op->bits)
                               : index.bits == i   ? s->slots[op->b]
                                                   : s->slots[op->a + i];
}

static void insert_element(struct ev_state *s, const struct ev_op *op) {
    for (uint32_t i = 0; i < op->lanes; i++)
        s->slots[op->to + i] = s->slots[op->a + i];
    for (uint32_t i = 0; i < op->u.bytes; i++)
        s->slots[op->to + op->c + i] = s->slots[op->b + i];
}

static void forget_result(struct ev_state *s, const struct ev_op *op) {
    for (uint32_t i = 0; i < op->lanes; i++)
        s->slots[op->to + i] = op->lanes == 1 ? ev_unknown(op->bits) : ev_partly(0, 0);
}

/* Bits of vectors and numbers that change their length. */
static void cast_bits(struct ev_state *s, const struct ev_op *op) {
    if (op->bits != op->from_bits) {
        for (uint32_t i = 0; i < op->lanes; i++)
            s->slots[op->to + i] = ev_partly(0, 0);
        return;
    }
    for (uint32_t i = 0; i < op->lanes; i++)
        s->slots[op->to + i] = ev_convert(op, s->slots[op->a + i]);
}

/* The reason of the first operand that is not known. */
static uint32_t why_of_operands(const struct ev_state *s, const struct ev_op *op) {
    const uint32_t slots[] = {op->a, op->b, op->opcode == LLVMSelect ? op->c : EV_NONE};
    const bool one = op->opcode == LLVMLoad || op->opcode == LLVMGetElementPtr ||
                     op->opcode == LLVMShuffleVector || op->opcode == LLVMExtractValue;
    for (size_t i = 0; i < (one ? 1 : 3); i++)
        if (slots[i] != EV_NONE && !ev_is_known(s->slots[slots[i]]))
            return s->slots[slots[i]].why;
    for (size_t i = 0; op->opcode == LLVMGetElementPtr && i < op->u.steps->n; i++)
        if (!ev_is_known(s->slots[op->u.steps->at[i].slot]))
            return s->slots[op->u.steps->at[i].slot].why;
    return 0;
}

static void compute(struct ev_run *r, struct ev_frame *f, struct ev_state *s,
                    const struct ev_op *op) {
    struct ev_value *to = s->slots + op->to;
    switch ((LLVMOpcode)op->opcode) {
    case LLVMLoad:
        load(r, s, op);
        break;
    case LLVMStore:
        store(r, s, op);
        break;
    case LLVMGetElementPtr:
        *to = op->lanes == 1 ? address(s, op) : ev_unknown(64);
        break;
    case LLVMAlloca:
        *to = allocate(r, f, s, op);
        break;
    case LLVMICmp:
    case LLVMFCmp:
        for (uint32_t i = 0; i < op->lanes; i++)
            to[i] = ev_compare(op, s->slots[op->a + i], s->slots[op->b + i]);
        break;
    case LLVMSelect:
        select_value(s, op);
        break;
    case LLVMBitCast:
        cast_bits(s, op);
        break;
    case LLVMTrunc:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMFNeg:
        for (uint32_t i = 0; i < op->lanes; i++)
            to[i] = ev_convert(op, s->slots[op->a + i]);
        break;
    case LLVMExtractValue:
        for (uint32_t i = 0; i < op->lanes; i++)
            to[i] = s->slots[op->a + op->c + i];
        break;
    case LLVMInsertValue:
        insert_element(s, op);
        break;
    case LLVMExtractElement:
        *to = ev_is_known(s->slots[op->b]) && s->slots[op->b].bits < op->c
                  ? s->slots[op->a + s->slots[op->b].bits]
                  : ev_unknown(op->bits);
        break;
    case LLVMInsertElement:
        insert(s, op);
        break;
    case LLVMShuffleVector:
        shuffle(s, op);
        break;
    case LLVMAtomicRMW:
        exchange(r, s, op);
        break;
    case LLVMAtomicCmpXchg:
        compare_exchange(r, s, op);
        break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
        for (uint32_t i = 0; i < op->lanes; i++)
            to[i] = ev_arithmetic(op, s->slots[op->a + i], s->slots[op->b + i]);
        break;
    default:
        forget_result(s, op);
    }
}

void ev_compute(struct ev_run *r, struct ev_frame *f, struct ev_state *s, const struct ev_op *op) {
    compute(r, f, s, op);
    for (uint32_t i = 0; i < op->lanes; i++) {
        struct ev_value *v = &s->slots[op->to + i];
        if (!ev_is_known(*v) && !v->why)
            v->why = why_of_operands(s, op);
    }
}
