/* OpenCL's functions for AMD's back end where no library defines them. What is an instruction, or
 * an operation of LLVM that becomes a few, is that. Anything else is an opaque instruction: its
 * operands have to be in registers, its result takes some, and so does what such a function keeps
 * while it runs. How long it runs is of no interest here. */
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/ir/names.h"
#include "analysis/load/amdgpu.h"
#include "analysis/load/attributes.h"
#include "analysis/load/value.h"
#include "base/str.h"
#include "base/vec.h"

enum { WORD = 32, MOST_WORDS = 64 };

/* Registers that functions keep beside operands and result: 9 to 30 in libclc's, this at the
 * median.
 */
enum { KEPT_BY_TRANSCENDENTALS = 12 };

/* A call that is being replaced. */
struct call {
    struct arena *arena;
    LLVMModuleRef m;
    LLVMContextRef ctx;
    LLVMBuilderRef b;
    LLVMValueRef inst;
    const char *name; /* plain */
    char code;        /* type code of the first parameter */
    bool pure;        /* neither reads nor writes memory */
    unsigned opaque;  /* of all calls so far */
};

static LLVMTypeRef int_type(const struct call *c, unsigned bits) {
    return LLVMIntTypeInContext(c->ctx, bits);
}

/* Bits of a value that registers can hold, 0 for others. */
static unsigned bits_of(const struct call *c, LLVMTypeRef t) {
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (kind == LLVMVoidTypeKind || kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
        !LLVMTypeIsSized(t))
        return 0;
    return (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(c->m), t);
}

/* --- opaque instructions ------------------------------------------------------- */

/* 32-bit words of operands, and how the instruction takes each. */
struct operands {
    VEC(LLVMValueRef) words;
    struct str constraints;
};

static void add_operand(struct call *c, struct operands *o, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    unsigned bits = bits_of(c, type), words = (bits + WORD - 1) / WORD;
    bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    if (!bits || o->words.n + words > MOST_WORDS || LLVMIsConstant(v))
        return;
    v = pointer ? LLVMBuildPtrToInt(c->b, v, int_type(c, bits), "")
                : LLVMBuildBitCast(c->b, v, int_type(c, bits), "");
    v = LLVMBuildZExt(c->b, v, int_type(c, words * WORD), "");
    v = LLVMBuildBitCast(c->b, v, LLVMVectorType(int_type(c, WORD), words), "");
    for (unsigned i = 0; i < words; i++) {
        LLVMValueRef number = LLVMConstInt(int_type(c, WORD), i, false);
        vec_push(c->arena, &o->words, LLVMBuildExtractElement(c->b, v, number, ""));
        str_add(&o->constraints, ",v");
    }
}

/* What stands for the words that an instruction returns, as a value of the type. */
static LLVMValueRef join(struct call *c, LLVMValueRef result, unsigned words, LLVMTypeRef type) {
    LLVMTypeRef vector = LLVMVectorType(int_type(c, WORD), words);
    unsigned bits = bits_of(c, type);
    LLVMValueRef v = LLVMGetUndef(vector);
    bool single = LLVMGetTypeKind(LLVMTypeOf(result)) != LLVMStructTypeKind;
    for (unsigned i = 0; i < words; i++) {
        LLVMValueRef word = single ? result : LLVMBuildExtractValue(c->b, result, i, "");
        v = LLVMBuildInsertElement(c->b, v, word, LLVMConstInt(int_type(c, WORD), i, false), "");
    }
    v = LLVMBuildBitCast(c->b, v, int_type(c, words * WORD), "");
    v = LLVMBuildTrunc(c->b, v, int_type(c, bits), "");
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? LLVMBuildIntToPtr(c->b, v, type, "")
                                                        : LLVMBuildBitCast(c->b, v, type, "");
}

static unsigned kept_by(const struct call *c) {
    const struct builtin *found = builtin_find(c->name);
    bool transcendental = found && class_is_elementary((enum op_class)found->cls);
    return transcendental && !str_starts(c->name, "native_") ? KEPT_BY_TRANSCENDENTALS : 0;
}

static void mark_pure(const struct call *c, LLVMValueRef inst) {
    LLVMAddCallSiteAttribute(
        inst, LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(c->ctx, LLVMGetEnumAttributeKindForName("memory", 6), 0));
}

static LLVMValueRef opaque(struct call *c) {
    LLVMTypeRef type = LLVMTypeOf(c->inst), results[MOST_WORDS];
    unsigned words = (bits_of(c, type) + WORD - 1) / WORD, kept = kept_by(c), n = words + kept;
    struct operands o = {.constraints = {.arena = c->arena}};
    if (words + kept > MOST_WORDS)
        return NULL;
    for (unsigned i = 0; i < n; i++) {
        str_add(&o.constraints, i < words ? ",=v" : ",=&v");
        results[i] = int_type(c, WORD);
    }
    for (unsigned i = 0; i < LLVMGetNumArgOperands(c->inst); i++)
        add_operand(c, &o, LLVMGetOperand(c->inst, i));
    const char *constraints = o.constraints.n ? str_text(&o.constraints) + 1 : "";
    LLVMTypeRef result = n == 0   ? LLVMVoidTypeInContext(c->ctx)
                         : n == 1 ? int_type(c, WORD)
                                  : LLVMStructTypeInContext(c->ctx, results, n, false);
    LLVMTypeRef params[MOST_WORDS];
    for (size_t i = 0; i < o.words.n; i++)
        params[i] = int_type(c, WORD);
    LLVMTypeRef function = LLVMFunctionType(result, params, (unsigned)o.words.n, false);
    LLVMValueRef code = LLVMGetInlineAsm(function, "", 0, constraints, strlen(constraints),
                                         !c->pure, false, LLVMInlineAsmDialectATT, false);
    LLVMValueRef inst = LLVMBuildCall2(c->b, function, code, o.words.at, (unsigned)o.words.n, "");
    if (c->pure)
        mark_pure(c, inst);
    c->opaque++;
    return words ? join(c, inst, words, type) : LLVMGetUndef(type);
}

/* --- operations ------------------------------------------------------------------ */

static bool is_vector(LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind;
}

/* The operand; a number beside vectors stands for a vector of it. */
static LLVMValueRef operand(const struct call *c, unsigned n) {
    LLVMValueRef v = LLVMGetOperand(c->inst, n);
    LLVMTypeRef type = LLVMTypeOf(c->inst);
    if (!is_vector(type) || is_vector(LLVMTypeOf(v)))
        return v;
    LLVMValueRef all = LLVMGetUndef(type);
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++)
        all = LLVMBuildInsertElement(c->b, all, v, LLVMConstInt(int_type(c, WORD), i, false), "");
    return all;
}

static LLVMValueRef intrinsic(const struct call *c, const char *name, LLVMValueRef *args,
                              unsigned n) {
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMTypeRef type = LLVMTypeOf(args[0]);
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(c->m, id, &type, 1);
    return LLVMBuildCall2(c->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

static LLVMValueRef extreme(const struct call *c, bool largest, LLVMValueRef x, LLVMValueRef y) {
    bool is_float = strchr("fdD", c->code);
    const char *name = is_float                    ? (largest ? "llvm.maxnum" : "llvm.minnum")
                       : is_unsigned_code(c->code) ? (largest ? "llvm.umax" : "llvm.umin")
                                                   : (largest ? "llvm.smax" : "llvm.smin");
    return intrinsic(c, name, (LLVMValueRef[]){x, y}, 2);
}

/* Functions that are an operation of LLVM for operands of any type. */
static const struct {
    const char *name, *intrinsic;
} operations[] = {
    {"fabs", "llvm.fabs"},         {"sqrt", "llvm.sqrt"},      {"native_sqrt", "llvm.sqrt"},
    {"half_sqrt", "llvm.sqrt"},    {"floor", "llvm.floor"},    {"ceil", "llvm.ceil"},
    {"trunc", "llvm.trunc"},       {"rint", "llvm.rint"},      {"round", "llvm.round"},
    {"copysign", "llvm.copysign"}, {"fma", "llvm.fma"},        {"native_exp2", "llvm.exp2"},
    {"native_log2", "llvm.log2"},  {"native_sin", "llvm.sin"}, {"native_cos", "llvm.cos"},
    {"popcount", "llvm.ctpop"}};

static LLVMValueRef operation(struct call *c) {
    unsigned n = LLVMGetNumArgOperands(c->inst);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(operations[i].name, c->name) != 0 || n < 1 || n > 3)
            continue;
        LLVMValueRef args[3];
        for (unsigned arg = 0; arg < n; arg++)
            args[arg] = operand(c, arg);
        return intrinsic(c, operations[i].intrinsic, args, n);
    }
    return NULL;
}

static bool is_named(const struct call *c, const char *name, unsigned n_args) {
    return strcmp(c->name, name) == 0 && LLVMGetNumArgOperands(c->inst) == n_args;
}

static LLVMValueRef multiply(const struct call *c, LLVMValueRef x, LLVMValueRef y) {
    return strchr("fdD", c->code) ? LLVMBuildFMul(c->b, x, y, "") : LLVMBuildMul(c->b, x, y, "");
}

/* A few operations. */
static LLVMValueRef formula(struct call *c) {
    if (is_named(c, "min", 2) || is_named(c, "fmin", 2))
        return extreme(c, false, operand(c, 0), operand(c, 1));
    if (is_named(c, "max", 2) || is_named(c, "fmax", 2))
        return extreme(c, true, operand(c, 0), operand(c, 1));
    if (is_named(c, "clamp", 3))
        return extreme(c, false, extreme(c, true, operand(c, 0), operand(c, 1)), operand(c, 2));
    if (is_named(c, "mul24", 2))
        return multiply(c, operand(c, 0), operand(c, 1));
    if (is_named(c, "mad24", 3))
        return LLVMBuildAdd(c->b, multiply(c, operand(c, 0), operand(c, 1)), operand(c, 2), "");
    if (is_named(c, "mad", 3))
        return intrinsic(c, "llvm.fmuladd",
                         (LLVMValueRef[]){operand(c, 0), operand(c, 1), operand(c, 2)}, 3);
    if (is_named(c, "native_divide", 2) || is_named(c, "half_divide", 2))
        return LLVMBuildFDiv(c->b, operand(c, 0), operand(c, 1), "");
    if (is_named(c, "mix", 3)) {
        LLVMValueRef step = LLVMBuildFSub(c->b, operand(c, 1), operand(c, 0), "");
        return intrinsic(c, "llvm.fmuladd", (LLVMValueRef[]){step, operand(c, 2), operand(c, 0)},
                         3);
    }
    return NULL;
}

/* convert_T(x) that rounds and saturates as C does. */
static LLVMValueRef conversion(struct call *c) {
    if (!str_starts(c->name, "convert_") || strstr(c->name, "_sat") || strstr(c->name, "_rt") ||
        LLVMGetNumArgOperands(c->inst) != 1)
        return NULL;
    LLVMValueRef x = operand(c, 0);
    LLVMTypeRef to = LLVMTypeOf(c->inst), element = is_vector(to) ? LLVMGetElementType(to) : to;
    bool from_float = strchr("fdD", c->code), from_unsigned = is_unsigned_code(c->code);
    bool to_unsigned = c->name[strlen("convert_")] == 'u';
    if (LLVMGetTypeKind(element) != LLVMIntegerTypeKind)
        return from_float      ? LLVMBuildFPCast(c->b, x, to, "")
               : from_unsigned ? LLVMBuildUIToFP(c->b, x, to, "")
                               : LLVMBuildSIToFP(c->b, x, to, "");
    return !from_float   ? LLVMBuildIntCast2(c->b, x, to, !from_unsigned, "")
           : to_unsigned ? LLVMBuildFPToUI(c->b, x, to, "")
                         : LLVMBuildFPToSI(c->b, x, to, "");
}

/* --- memory ------------------------------------------------------------------------ */

/* vloadN(offset, p) and vstoreN(v, offset, p), aligned like their elements. */
static LLVMValueRef vector_access(struct call *c) {
    bool store = str_starts(c->name, "vstore");
    unsigned n = LLVMGetNumArgOperands(c->inst);
    if ((!store && !str_starts(c->name, "vload")) || strstr(c->name, "half") || n != 2u + store)
        return NULL;
    LLVMValueRef offset = LLVMGetOperand(c->inst, store), p = LLVMGetOperand(c->inst, store + 1u);
    LLVMTypeRef type = LLVMTypeOf(store ? LLVMGetOperand(c->inst, 0) : c->inst);
    if (!is_vector(type))
        return NULL;
    LLVMTypeRef element = LLVMGetElementType(type), index = LLVMTypeOf(offset);
    LLVMValueRef first =
        LLVMBuildMul(c->b, offset, LLVMConstInt(index, LLVMGetVectorSize(type), false), "");
    LLVMValueRef at = LLVMBuildInBoundsGEP2(c->b, element, p, &first, 1, "");
    LLVMValueRef access = store ? LLVMBuildStore(c->b, LLVMGetOperand(c->inst, 0), at)
                                : LLVMBuildLoad2(c->b, type, at, "");
    LLVMSetAlignment(access, bits_of(c, element) / 8);
    return access;
}

static const struct {
    const char *name;
    LLVMAtomicRMWBinOp op, of_unsigned;
    int64_t operand; /* where the call has none */
} atomics[] = {{"add", LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd, 0},
               {"sub", LLVMAtomicRMWBinOpSub, LLVMAtomicRMWBinOpSub, 0},
               {"inc", LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd, 1},
               {"dec", LLVMAtomicRMWBinOpSub, LLVMAtomicRMWBinOpSub, 1},
               {"xchg", LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg, 0},
               {"min", LLVMAtomicRMWBinOpMin, LLVMAtomicRMWBinOpUMin, 0},
               {"max", LLVMAtomicRMWBinOpMax, LLVMAtomicRMWBinOpUMax, 0},
               {"and", LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpAnd, 0},
               {"or", LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpOr, 0},
               {"xor", LLVMAtomicRMWBinOpXor, LLVMAtomicRMWBinOpXor, 0}};

/* Signedness is of the last parameter: _Z10atomic_minPU3AS1Vjj. */
static bool last_is_unsigned(const struct call *c) {
    size_t n;
    const char *mangled = LLVMGetValueName2(LLVMGetCalledValue(c->inst), &n);
    return n && is_unsigned_code(mangled[n - 1]);
}

/* atomic_*(p, x) and atom_*(p, x) of OpenCL 1.x: in no order with other accesses. */
static LLVMValueRef atomic(struct call *c) {
    LLVMTypeRef type = LLVMTypeOf(c->inst);
    unsigned n = LLVMGetNumArgOperands(c->inst);
    if (!builtin_is_atomic(c->name) || n < 1 || n > 2)
        return NULL;
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
        if (strcmp(strchr(c->name, '_') + 1, atomics[i].name) != 0)
            continue;
        LLVMValueRef x = n == 2 ? LLVMGetOperand(c->inst, 1)
                                : LLVMConstInt(type, (uint64_t)atomics[i].operand, true);
        return LLVMBuildAtomicRMW(
            c->b, last_is_unsigned(c) ? atomics[i].of_unsigned : atomics[i].op,
            LLVMGetOperand(c->inst, 0), x, LLVMAtomicOrderingMonotonic, false);
    }
    return NULL;
}

/* --- all calls ------------------------------------------------------------------------ */

static void replace(struct call *c) {
    static LLVMValueRef (*const ways[])(struct call *) = {operation,     formula, conversion,
                                                          vector_access, atomic,  opaque};
    LLVMValueRef instead = NULL;
    LLVMPositionBuilderBefore(c->b, c->inst);
    for (size_t i = 0; i < sizeof ways / sizeof *ways && !instead; i++)
        instead = ways[i](c);
    if (!instead)
        return;
    if (LLVMGetTypeKind(LLVMTypeOf(c->inst)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(c->inst, instead);
    LLVMInstructionEraseFromParent(c->inst);
}

static void replace_calls(struct call *c, LLVMValueRef f) {
    size_t bytes;
    c->name = builtin_demangle(c->arena, LLVMGetValueName2(f, &bytes), &c->code);
    c->pure = load_reads_no_memory(f);
    for (LLVMUseRef use = LLVMGetFirstUse(f), next; use; use = next) {
        next = LLVMGetNextUse(use);
        c->inst = LLVMGetUser(use);
        if (LLVMIsACallInst(c->inst) && LLVMGetCalledValue(c->inst) == f)
            replace(c);
    }
}

static bool defines(LLVMModuleRef library, LLVMValueRef f) {
    size_t n;
    LLVMValueRef found = library ? LLVMGetNamedFunction(library, LLVMGetValueName2(f, &n)) : NULL;
    return found && !LLVMIsDeclaration(found);
}

unsigned load_amdgpu_calls(struct arena *a, LLVMModuleRef m, LLVMModuleRef library) {
    LLVMContextRef ctx = LLVMGetModuleContext(m);
    struct call c = {.arena = a, .m = m, .ctx = ctx, .b = LLVMCreateBuilderInContext(ctx)};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f) && !defines(library, f))
            replace_calls(&c, f);
    LLVMDisposeBuilder(c.b);
    return c.opaque;
}
