/* Constants of a module: their scalars, and the first contents of global variables. */
#include "launch/evaluate/program.h"

/* Most scalars of one value, and most bytes of a global variable that are read. */
enum { MOST_LEAVES = 4096, MOST_CONTENTS = 1 << 24 };

static bool add_leaf(struct ev_program *p, LLVMTypeRef t, uint64_t offset, struct ev_leaves *out) {
    const LLVMTypeKind kind = LLVMGetTypeKind(t);
    const uint64_t bits = LLVMSizeOfTypeInBits(p->layout, t);
    struct ev_leaf leaf = {.offset = offset,
                           .bits = (uint8_t)(bits > 64 ? 64 : bits),
                           .bytes = (uint8_t)LLVMStoreSizeOfType(p->layout, t)};
    if (kind == LLVMFloatTypeKind)
        leaf.real = REAL_FLOAT;
    else if (kind == LLVMDoubleTypeKind)
        leaf.real = REAL_DOUBLE;
    else if (kind == LLVMX86_FP80TypeKind)
        leaf.real = REAL_LONG;
    else if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind)
        leaf.real = REAL_OTHER;
    if (bits > 64 && kind == LLVMIntegerTypeKind)
        leaf.real = REAL_OTHER;
    vec_push(p->arena, out, leaf);
    return out->n <= MOST_LEAVES;
}

static bool flatten_at(struct ev_program *p, LLVMTypeRef t, uint64_t offset,
                       struct ev_leaves *out) {
    const LLVMTypeKind kind = LLVMGetTypeKind(t);
    bool fits = true;
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t) && fits; i++)
            fits = flatten_at(p, LLVMStructGetTypeAtIndex(t, i),
                              offset + LLVMOffsetOfElement(p->layout, t, i), out);
    } else if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        const uint64_t n =
            kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(t) : LLVMGetVectorSize(t);
        LLVMTypeRef element = LLVMGetElementType(t);
        const uint64_t bytes = LLVMABISizeOfType(p->layout, element);
        for (uint64_t i = 0; i < n && fits; i++)
            fits = flatten_at(p, element, offset + i * bytes, out);
    } else if (kind != LLVMVoidTypeKind) {
        fits = add_leaf(p, t, offset, out);
    }
    return fits;
}

bool ev_flatten(struct ev_program *p, LLVMTypeRef t, struct ev_leaves *out) {
    return LLVMTypeIsSized(t) ? flatten_at(p, t, 0, out) : true;
}

/* --- scalars --- */

static struct ev_value scalar(struct ev_program *p, LLVMValueRef c);

static uint32_t object_of(const struct ev_program *p, LLVMValueRef v) {
    const uint32_t number = ev_symbol_number(p, v);
    return number == EV_NONE ? 0 : p->first_object + number;
}

static unsigned width_of(LLVMValueRef c) {
    LLVMTypeRef t = LLVMTypeOf(c);
    if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind)
        return 64;
    const unsigned bits = LLVMGetIntTypeWidth(t);
    return bits > 64 ? 64 : bits;
}

/* The address that constant indices lead to. */
static struct ev_value element_address(struct ev_program *p, LLVMValueRef c) {
    struct ev_value base = scalar(p, LLVMGetOperand(c, 0));
    LLVMTypeRef t = LLVMGetGEPSourceElementType(c);
    uint64_t offset = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(c); i++) {
        const struct ev_value index = scalar(p, LLVMGetOperand(c, i));
        if (!ev_is_known(index))
            return ev_unknown(64);
        const uint64_t n = (uint64_t)ev_signed(index.bits, width_of(LLVMGetOperand(c, i)));
        if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            offset += LLVMOffsetOfElement(p->layout, t, (unsigned)n);
            t = LLVMStructGetTypeAtIndex(t, (unsigned)n);
            continue;
        }
        t = i > 1 ? LLVMGetElementType(t) : t;
        offset += n * LLVMABISizeOfType(p->layout, t);
    }
    return ev_is_known(base) ? ev_known(base.bits + offset, 64) : ev_unknown(64);
}

static struct ev_value expression(struct ev_program *p, LLVMValueRef c) {
    const LLVMOpcode opcode = LLVMGetConstOpcode(c);
    const unsigned width = width_of(c);
    if (opcode == LLVMGetElementPtr)
        return element_address(p, c);
    const struct ev_value a = scalar(p, LLVMGetOperand(c, 0));
    if (!ev_is_known(a))
        return ev_unknown(width);
    if (opcode == LLVMPtrToInt || opcode == LLVMIntToPtr || opcode == LLVMBitCast ||
        opcode == LLVMTrunc || opcode == LLVMAddrSpaceCast)
        return ev_known(a.bits, width);
    if (LLVMGetNumOperands(c) < 2)
        return ev_unknown(width);
    const struct ev_value b = scalar(p, LLVMGetOperand(c, 1));
    if (ev_is_known(b) && opcode == LLVMAdd)
        return ev_known(a.bits + b.bits, width);
    if (ev_is_known(b) && opcode == LLVMSub)
        return ev_known(a.bits - b.bits, width);
    return ev_unknown(width);
}

static struct ev_value real_constant(LLVMValueRef c) {
    LLVMBool loses;
    const double d = LLVMConstRealGetDouble(c, &loses);
    const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(c));
    if (kind == LLVMFloatTypeKind)
        return ev_known(ev_of_float((float)d), 32);
    return kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind
               ? ev_known(ev_of_double(d), 64)
               : ev_unknown(64);
}

static struct ev_value scalar(struct ev_program *p, LLVMValueRef c) {
    switch (LLVMGetValueKind(c)) {
    case LLVMConstantIntValueKind:
        return ev_known(LLVMConstIntGetZExtValue(c), width_of(c));
    case LLVMConstantFPValueKind:
        return real_constant(c);
    case LLVMConstantPointerNullValueKind:
    case LLVMConstantAggregateZeroValueKind:
        return ev_known(0, 64);
    case LLVMFunctionValueKind:
    case LLVMGlobalVariableValueKind:
        return object_of(p, c) ? ev_known(ev_address(object_of(p, c)), 64) : ev_unknown(64);
    case LLVMGlobalAliasValueKind:
        return scalar(p, LLVMAliasGetAliasee(c));
    case LLVMConstantExprValueKind:
        return expression(p, c);
    default:
        return ev_unknown(width_of(c));
    }
}

/* The scalars from *at on, no more than n. */
static void fill(struct ev_program *p, LLVMValueRef c, struct ev_value *out, size_t *at, size_t n) {
    const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(c));
    const bool many =
        kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
    if (*at >= n)
        return;
    if (!many) {
        out[(*at)++] = scalar(p, c);
        return;
    }
    if (LLVMIsNull(c) || LLVMIsUndef(c)) {
        struct ev_leaves leaves = {0};
        ev_flatten(p, LLVMTypeOf(c), &leaves);
        for (size_t i = 0; i < leaves.n && *at < n; i++)
            out[(*at)++] = LLVMIsNull(c) ? ev_known(0, 64) : ev_unknown(leaves.at[i].bits);
        return;
    }
    const unsigned count = kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(LLVMTypeOf(c))
                           : kind == LLVMArrayTypeKind
                               ? (unsigned)LLVMGetArrayLength2(LLVMTypeOf(c))
                               : LLVMGetVectorSize(LLVMTypeOf(c));
    for (unsigned i = 0; i < count; i++)
        fill(p, LLVMGetAggregateElement(c, i), out, at, n);
}

void ev_constant(struct ev_program *p, LLVMValueRef c, struct ev_value *out, size_t n) {
    size_t at = 0;
    fill(p, c, out, &at, n);
}

/* --- contents of global variables --- */

static void store_scalar(struct ev_program *p, struct ev_memory *m, uint64_t address,
                         LLVMValueRef c) {
    struct ev_leaves leaves = {0};
    ev_flatten(p, LLVMTypeOf(c), &leaves);
    if (leaves.n == 1 && leaves.at[0].real != REAL_LONG && leaves.at[0].real != REAL_OTHER)
        ev_store(p->pool, m, ev_known(address, 64), scalar(p, c), leaves.at[0].bytes);
    else if (leaves.n)
        ev_fill(p->pool, m, ev_known(address, 64), ev_unknown(8),
                ev_known(LLVMStoreSizeOfType(p->layout, LLVMTypeOf(c)), 64));
}

static void store_constant(struct ev_program *p, struct ev_memory *m, uint64_t address,
                           LLVMValueRef c) {
    LLVMTypeRef t = LLVMTypeOf(c);
    const LLVMTypeKind kind = LLVMGetTypeKind(t);
    size_t n;
    if (LLVMIsNull(c))
        return;
    if (LLVMGetValueKind(c) == LLVMConstantDataArrayValueKind && LLVMIsConstantString(c)) {
        const char *text = LLVMGetAsString(c, &n);
        ev_store_bytes(p->pool, m, address, text, n);
    } else if (LLVMIsUndef(c)) {
        ev_fill(p->pool, m, ev_known(address, 64), ev_unknown(8),
                ev_known(LLVMABISizeOfType(p->layout, t), 64));
    } else if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            store_constant(p, m, address + LLVMOffsetOfElement(p->layout, t, i),
                           LLVMGetAggregateElement(c, i));
    } else if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        const uint64_t count =
            kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(t) : LLVMGetVectorSize(t);
        const uint64_t bytes = LLVMABISizeOfType(p->layout, LLVMGetElementType(t));
        for (uint64_t i = 0; i < count && i * bytes < MOST_CONTENTS; i++)
            store_constant(p, m, address + i * bytes, LLVMGetAggregateElement(c, (unsigned)i));
    } else {
        store_scalar(p, m, address, c);
    }
}

static void materialise_variable(struct ev_program *p, struct ev_memory *m, uint32_t id,
                                 LLVMValueRef g) {
    LLVMValueRef first = LLVMGetInitializer(g);
    LLVMTypeRef t = LLVMGlobalGetValueType(g);
    const uint64_t bytes = LLVMTypeIsSized(t) ? LLVMABISizeOfType(p->layout, t) : 0;
    const bool here = first && bytes <= MOST_CONTENTS && !LLVMIsExternallyInitialized(g);
    struct ev_object *o = ev_new_object(
        p->pool, m, id, EV_GLOBAL, first || bytes ? ev_known(bytes, 64) : ev_unknown(64), here);
    if (here && !LLVMIsUndef(first))
        store_constant(p, m, ev_address(id), first);
    else
        o->zero = false;
    m->at[id]->constant = here && LLVMIsGlobalConstant(g);
}

void ev_materialise(void *program, struct ev_memory *m, uint32_t id) {
    struct ev_program *p = program;
    if (id < p->first_object || id >= p->first_object + p->n_functions + p->n_globals)
        return;
    const uint32_t number = id - p->first_object;
    if (number < p->n_functions)
        ev_new_object(p->pool, m, id, EV_CODE, ev_known(1, 64), false);
    else
        materialise_variable(p, m, id, p->globals[number - p->n_functions].value);
}
