#include "analysis/load/value.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/ir/float_bits.h"
#include "analysis/load/llvm_shim.h"
#include "base/integers.h"
#include "base/str.h"

uint32_t add_value(struct builder *b, struct value v) {
    v.site = NONE;
    v.block = NONE;
    if (!v.comps)
        v.comps = 1;
    vec_push(b->arena, &b->v, v);
    return (uint32_t)b->v.n - 1;
}

uint32_t emit(struct builder *b, struct value v) {
    uint32_t n = add_value(b, v);
    b->v.at[n].block = b->block;
    vec_push(b->arena, &b->in_block, n);
    return n;
}

enum space space_of(LLVMTypeRef pointer) {
    switch (LLVMGetPointerAddressSpace(pointer)) {
    case 1:
        return SPACE_GLOBAL;
    case 2:
        return SPACE_CONSTANT;
    case 3:
        return SPACE_LOCAL;
    case 4:
        return SPACE_GENERIC;
    default:
        return SPACE_PRIVATE;
    }
}

/* The numbers in bfloat16 are followed as those in half are. */
static enum type scalar_type(const struct builder *b, LLVMTypeRef t, uint16_t *bits) {
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind:
        *bits = (uint16_t)LLVMGetIntTypeWidth(t);
        return *bits <= 64 ? TYPE_INT : TYPE_OTHER;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        *bits = 16;
        return TYPE_FLOAT;
    case LLVMFloatTypeKind:
        *bits = 32;
        return TYPE_FLOAT;
    case LLVMDoubleTypeKind:
        *bits = 64;
        return TYPE_FLOAT;
    case LLVMPointerTypeKind:
        *bits = space_of(t) == SPACE_LOCAL ? 32 : 64;
        return TYPE_POINTER;
    case LLVMVoidTypeKind:
        *bits = 0;
        return TYPE_VOID;
    default:
        *bits = LLVMTypeIsSized(t) ? (uint16_t)(type_bytes(b, t) * 8) : 0;
        return TYPE_OTHER;
    }
}

struct value typed(const struct builder *b, LLVMTypeRef type) {
    struct value v = {.comps = 1};
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
        v.comps = (uint8_t)LLVMGetVectorSize(type);
        type = LLVMGetElementType(type);
    }
    v.type = (uint8_t)scalar_type(b, type, &v.bits);
    return v;
}

uint64_t type_bytes(const struct builder *b, LLVMTypeRef type) {
    return LLVMABISizeOfType(b->layout, type);
}

/* The bits of a scalar constant, sign-extended for integers. False: not known, as where there are
 * more than 64. */
static bool constant_bits(LLVMValueRef c, int64_t *bits) {
    *bits = 0;
    if (LLVMIsAConstantInt(c)) {
        if (LLVMGetIntTypeWidth(LLVMTypeOf(c)) > 64)
            return LLVMIsNull(c);
        *bits = LLVMConstIntGetSExtValue(c);
        return true;
    }
    if (LLVMIsAConstantFP(c)) {
        LLVMBool loses;
        double d = LLVMConstRealGetDouble(c, &loses);
        enum { HALF = 16, FLOAT = 32, DOUBLE = 64 };
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(c));
        bool narrow = kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind;
        *bits = bits_of_double(d, narrow ? HALF : kind == LLVMDoubleTypeKind ? DOUBLE : FLOAT);
        return true;
    }
    return LLVMIsNull(c);
}

/* Components without a value are 0: others are inserted in their place. */
static uint32_t constant_vector(struct builder *b, LLVMValueRef c, struct value v) {
    int64_t *imms = NEW_ARRAY(b->arena, int64_t, v.comps);
    v.op = OP_CONST;
    for (unsigned i = 0; i < v.comps && !LLVMIsNull(c); i++) {
        LLVMValueRef part = LLVMGetAggregateElement(c, i);
        if (!LLVMIsUndef(part) && !constant_bits(part, &imms[i]))
            v.op = OP_UNDEF;
    }
    v.imms = imms;
    v.n_imms = v.comps;
    return add_value(b, v);
}

uint32_t constant_int(struct builder *b, unsigned bits, int64_t n) {
    return add_value(
        b, (struct value){.op = OP_CONST, .type = TYPE_INT, .bits = (uint16_t)bits, .imm = n});
}

/* Raw bytes of a constant initialiser, at `to`. False if part of it is not plain data. */
static bool initial_bytes(const struct builder *b, LLVMValueRef c, uint8_t *to) {
    LLVMTypeRef t = LLVMTypeOf(c);
    int64_t bits;
    if (LLVMIsNull(c) || LLVMIsUndef(c))
        return true;
    switch (LLVMGetTypeKind(t)) {
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: {
        bool array = LLVMGetTypeKind(t) == LLVMArrayTypeKind;
        uint64_t n = array ? LLVMGetArrayLength2(t) : LLVMGetVectorSize(t);
        uint64_t step = type_bytes(b, LLVMGetElementType(t));
        for (uint64_t i = 0; i < n; i++)
            if (!initial_bytes(b, LLVMGetAggregateElement(c, (unsigned)i), to + i * step))
                return false;
        return true;
    }
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            if (!initial_bytes(b, LLVMGetAggregateElement(c, i),
                               to + LLVMOffsetOfElement(b->layout, t, i)))
                return false;
        return true;
    default:
        if (!constant_bits(c, &bits))
            return false;
        memcpy(to, &bits, type_bytes(b, t) < 8 ? type_bytes(b, t) : 8);
        return true;
    }
}

uint32_t add_object(struct builder *b, const char *name, enum space space, uint64_t bytes) {
    uint32_t number = (uint32_t)b->objects.n;
    uint32_t v = add_value(
        b, (struct value){
               .op = OP_OBJECT, .type = TYPE_POINTER, .bits = 64, .imm = number, .name = name});
    struct object o = {.name = name, .space = (uint8_t)space, .bytes = bytes, .value = v};
    vec_push(b->arena, &b->objects, o);
    return v;
}

/* Brackets around a character of a demangled name. Within round ones < and > may be operators, as
 * in "enable_if<((8)>(0)), void>::type f<8>(int)". */
struct brackets {
    int round, angle;
};

static void count_bracket(struct brackets *b, char c) {
    b->round += (c == '(') - (c == ')');
    if (!b->round)
        b->angle += (c == '<') - (c == '>');
}

/* "void scope::f<2>(int)" is "scope::f<2>", "f(int)::tile" is "tile". */
static const char *without_types(struct arena *a, const char *demangled) {
    const char *start = demangled, *end = start + strlen(start);
    struct brackets b = {0};
    for (const char *s = demangled; *s; s++) {
        count_bracket(&b, *s);
        if (!b.round && !b.angle && *s == ' ')
            start = s + 1;
        if (!b.round && !b.angle && *s == ')' && str_starts(s, ")::"))
            start = s + 3;
    }
    b = (struct brackets){0};
    for (const char *s = start; *s; s++) {
        if (!b.round && !b.angle && *s == '(') {
            end = s;
            break;
        }
        count_bracket(&b, *s);
    }
    return arena_strndup(a, start, (size_t)(end - start));
}

const char *function_name(struct arena *a, const char *symbol) {
    char *demangled = str_starts(symbol, "_Z") ? shim_demangle(symbol) : NULL;
    if (demangled)
        symbol = without_types(a, demangled);
    free(demangled);
    return symbol;
}

const char *variable_of(const struct builder *b, const char *symbol) {
    size_t n = strlen(b->k->name);
    if (strncmp(symbol, b->k->name, n) == 0 && symbol[n] == '.')
        return symbol + n + 1;
    const char *name = function_name(b->arena, symbol), *scope;
    while ((scope = strstr(name, "::")))
        name = scope + 2;
    return name;
}

static uint32_t global_variable(struct builder *b, LLVMValueRef g) {
    LLVMTypeRef t = LLVMGlobalGetValueType(g);
    uint64_t bytes = LLVMTypeIsSized(t) ? type_bytes(b, t) : 0;
    enum space space = space_of(LLVMTypeOf(g));
    if (space == SPACE_PRIVATE || space == SPACE_GLOBAL)
        space = LLVMIsGlobalConstant(g) ? SPACE_CONSTANT : SPACE_GLOBAL;
    uint32_t v = add_object(b, variable_of(b, value_name(b, g)), space, bytes);
    LLVMValueRef init = LLVMGetInitializer(g);
    if (init && LLVMIsGlobalConstant(g) && bytes < 1 << 20) {
        uint8_t *data = NEW_ARRAY(b->arena, uint8_t, bytes + 8);
        if (initial_bytes(b, init, data))
            b->objects.at[b->objects.n - 1].init = data;
    }
    return v;
}

/* A constant expression is in no block: it serves all of them. */
static uint32_t constant_pointer(struct builder *b, LLVMValueRef gep) {
    uint32_t block = b->block;
    b->block = NONE;
    uint32_t p = element_pointer(b, gep);
    b->block = block;
    return p;
}

static uint32_t make_constant(struct builder *b, LLVMValueRef c) {
    struct value v = typed(b, LLVMTypeOf(c));
    if (LLVMIsAGlobalVariable(c))
        return global_variable(b, c);
    if (LLVMIsAConstantExpr(c)) {
        LLVMOpcode op = LLVMGetConstOpcode(c);
        if (op == LLVMGetElementPtr)
            return constant_pointer(b, c);
        if (op == LLVMAddrSpaceCast || op == LLVMBitCast || op == LLVMPtrToInt ||
            op == LLVMIntToPtr)
            return value_of(b, LLVMGetOperand(c, 0));
    }
    if (v.comps > 1 && !LLVMIsUndef(c))
        return constant_vector(b, c, v);
    v.op = !LLVMIsUndef(c) && constant_bits(c, &v.imm) ? OP_CONST : OP_UNDEF;
    return add_value(b, v);
}

uint32_t value_of(struct builder *b, LLVMValueRef v) {
    uint32_t n = map_get(&b->values, v);
    if (n == NONE) {
        n = LLVMIsConstant(v) ? make_constant(b, v) : add_value(b, (struct value){.op = OP_UNDEF});
        map_set(b->arena, &b->values, v, n);
    }
    return n;
}

uint32_t *copy_args(struct builder *b, const uint32_t *args, size_t n) {
    return arena_memdup(b->arena, args, n * sizeof *args);
}

static uint32_t add_offset(struct builder *b, uint32_t pointer, uint32_t index, int64_t scale,
                           struct value like) {
    uint32_t args[] = {pointer, index};
    struct value v = {.op = OP_PTRADD,
                      .type = TYPE_POINTER,
                      .bits = b->v.at[pointer].bits,
                      .n_args = index == NONE ? 1 : 2,
                      .args = copy_args(b, args, 2),
                      .imm = scale,
                      .loc = like.loc,
                      .name = like.name};
    return b->block == NONE ? add_value(b, v) : emit(b, v);
}

/* One index of a getelementptr: its constant bytes are added to *fixed, otherwise
 * it becomes a ptradd of its own. */
static uint32_t add_index(struct builder *b, uint32_t pointer, LLVMValueRef index, int64_t scale,
                          int64_t *fixed, struct value like) {
    if (LLVMIsAConstantInt(index)) {
        *fixed = wrapping_add(*fixed, wrapping_mul(LLVMConstIntGetSExtValue(index), scale));
        return pointer;
    }
    return add_offset(b, pointer, value_of(b, index), scale, like);
}

uint32_t element_pointer(struct builder *b, LLVMValueRef gep) {
    struct value like = {.loc = LLVMIsAInstruction(gep) ? loc_of(b, gep) : (struct loc){0},
                         .name = value_name(b, gep)};
    uint32_t p = value_of(b, LLVMGetOperand(gep, 0));
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    int64_t fixed = 0;
    for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
        if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            fixed = wrapping_add(fixed, (int64_t)LLVMOffsetOfElement(b->layout, t, field));
            t = LLVMStructGetTypeAtIndex(t, field);
            continue;
        }
        if (i > 1)
            t = LLVMGetElementType(t);
        p = add_index(b, p, index, (int64_t)type_bytes(b, t), &fixed, like);
    }
    return fixed ? add_offset(b, p, NONE, fixed, like) : p;
}

const char *value_name(const struct builder *b, LLVMValueRef v) {
    size_t n;
    const char *s = LLVMGetValueName2(v, &n);
    return n ? arena_strndup(b->arena, s, n) : NULL;
}

const char *variable_name(const struct builder *b, LLVMValueRef v) {
    char *variable = shim_variable(v);
    const char *name = variable ? arena_strdup(b->arena, variable) : value_name(b, v);
    free(variable);
    return name;
}

/* Follows the first operand of everything that keeps the base; a phi or select is
 * followed on one side, which is right unless two buffers are swapped. */
uint32_t root_of(const struct builder *b, uint32_t pointer) {
    for (int steps = 0; steps < 1000 && pointer != NONE; steps++) {
        const struct value *v = &b->v.at[pointer];
        switch (v->op) {
        case OP_PARAM:
        case OP_OBJECT:
            return pointer;
        case OP_PTRADD:
        case OP_COPY:
        case OP_PHI:
            pointer = v->n_args ? v->args[0] : NONE;
            break;
        case OP_SELECT:
            pointer = v->args[1];
            break;
        default:
            return NONE;
        }
    }
    return NONE;
}
