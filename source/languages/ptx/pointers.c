#include "source/languages/ptx/pointers.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "analysis/load/instruction.h"
#include "analysis/load/replace.h"
#include "base/str.h"
#include "source/languages/ptx/translate.h"

/* How likely a number is an address. */
enum likelihood { NOT_ADDRESS, MAY_BE_ADDRESS, IS_ADDRESS };

enum { FLAT = 0, NO_SPACE_YET = UINT32_MAX - 1 };

struct pair {
    LLVMValueRef number, pointer;
};

struct finder {
    struct arena *arena;
    LLVMContextRef ctx;
    LLVMValueRef kernel;
    LLVMBuilderRef b;
    struct handle_map likelihoods, spaces; /* of numbers, by their values */
    struct handle_map known;               /* numbers in `pointers` */
    VEC(LLVMValueRef) pointers;
    VEC(struct pair) phis, loads, casts;
    LLVMValueRef *params; /* placeholders */
};

/* --- which numbers are addresses ------------------------------------------------------------ */

static bool is_opcode(LLVMValueRef v, LLVMOpcode opcode) {
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == opcode;
}

static bool is_wide(LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64;
}

static bool is_pointer_of_constant(LLVMValueRef v) {
    return LLVMIsAConstantExpr(v) &&
           (LLVMGetConstOpcode(v) == LLVMPtrToInt ||
            (LLVMGetConstOpcode(v) == LLVMTrunc && is_pointer_of_constant(LLVMGetOperand(v, 0))));
}

static uint32_t likelihood(const struct finder *f, LLVMValueRef v) {
    if (is_opcode(v, LLVMPtrToInt) || is_pointer_of_constant(v))
        return IS_ADDRESS;
    if (LLVMIsAArgument(v))
        return is_wide(v) ? MAY_BE_ADDRESS : NOT_ADDRESS;
    uint32_t n = map_get(&f->likelihoods, v);
    return n == NONE ? NOT_ADDRESS : n;
}

static uint32_t larger(uint32_t x, uint32_t y) {
    return x > y ? x : y;
}

/* What is called without being a function of ours may return an address. */
static uint32_t of_call(LLVMValueRef call) {
    const char *name = load_callee_name(call);
    static const char *const others[] = {"_Z", "llvm.", PTX_UNKNOWN, LOAD_GUARDED_STORE};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (str_starts(name, others[i]))
            return NOT_ADDRESS;
    return is_wide(call) ? MAY_BE_ADDRESS : NOT_ADDRESS;
}

static uint32_t of_incoming(const struct finder *f, LLVMValueRef phi) {
    uint32_t most = NOT_ADDRESS;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        most = larger(most, likelihood(f, LLVMGetIncomingValue(phi, i)));
    return most;
}

/* Bits that are cut off, filled up or masked make addresses of addresses only. */
static uint32_t only_certain(uint32_t of) {
    return of == IS_ADDRESS ? IS_ADDRESS : NOT_ADDRESS;
}

static uint32_t judge(const struct finder *f, LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMPtrToInt:
        return IS_ADDRESS;
    case LLVMLoad:
        return is_wide(i) ? MAY_BE_ADDRESS : NOT_ADDRESS;
    case LLVMCall:
        return of_call(i);
    case LLVMPHI:
        return of_incoming(f, i);
    case LLVMSelect:
        return larger(likelihood(f, LLVMGetOperand(i, 1)), likelihood(f, LLVMGetOperand(i, 2)));
    case LLVMAdd:
        return larger(likelihood(f, LLVMGetOperand(i, 0)), likelihood(f, LLVMGetOperand(i, 1)));
    case LLVMSub:
        return likelihood(f, LLVMGetOperand(i, 0));
    case LLVMAnd:
    case LLVMOr:
    case LLVMTrunc:
    case LLVMZExt:
        return only_certain(likelihood(f, LLVMGetOperand(i, 0)));
    default:
        return NOT_ADDRESS;
    }
}

/* The operand that an address is counted from. */
static unsigned base_operand(const struct finder *f, LLVMValueRef add) {
    uint32_t x = likelihood(f, LLVMGetOperand(add, 0)), y = likelihood(f, LLVMGetOperand(add, 1));
    return y > x;
}

/* --- which memory addresses are of ----------------------------------------------------------- */

static uint32_t space_of_number(const struct finder *f, LLVMValueRef v) {
    if (is_pointer_of_constant(v)) {
        while (LLVMGetConstOpcode(v) != LLVMPtrToInt)
            v = LLVMGetOperand(v, 0);
        return LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(v, 0)));
    }
    if (is_opcode(v, LLVMPtrToInt))
        return LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(v, 0)));
    if (LLVMIsAConstant(v))
        return NO_SPACE_YET;
    uint32_t n = LLVMIsAInstruction(v) ? map_get(&f->spaces, v) : FLAT;
    return n == NONE ? NO_SPACE_YET : n;
}

static uint32_t join(uint32_t x, uint32_t y) {
    return x == NO_SPACE_YET ? y : y == NO_SPACE_YET || x == y ? x : FLAT;
}

static uint32_t judge_space(const struct finder *f, LLVMValueRef i) {
    uint32_t space = NO_SPACE_YET;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMPHI:
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
            space = join(space, space_of_number(f, LLVMGetIncomingValue(i, k)));
        return space;
    case LLVMSelect:
        return join(space_of_number(f, LLVMGetOperand(i, 1)),
                    space_of_number(f, LLVMGetOperand(i, 2)));
    case LLVMAdd:
        return space_of_number(f, LLVMGetOperand(i, base_operand(f, i)));
    case LLVMSub:
    case LLVMAnd:
    case LLVMOr:
    case LLVMTrunc:
    case LLVMZExt:
        return space_of_number(f, LLVMGetOperand(i, 0));
    default:
        return FLAT;
    }
}

/* Until nothing changes: values go round in loops. */
static void to_fixpoint(struct finder *f, struct handle_map *map,
                        uint32_t (*of)(const struct finder *f, LLVMValueRef i)) {
    for (bool changed = true; changed;) {
        changed = false;
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f->kernel); bb;
             bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
                if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind)
                    continue;
                uint32_t n = of(f, i);
                if (n == map_get(map, i))
                    continue;
                map_set(f->arena, map, i, n);
                changed = true;
            }
    }
}

/* --- pointers ----------------------------------------------------------------------------------
 */

static LLVMValueRef pointer_of(struct finder *f, LLVMValueRef number);

static LLVMTypeRef pointer_type(const struct finder *f, unsigned space) {
    return LLVMPointerTypeInContext(f->ctx, space);
}

static LLVMValueRef in_space(const struct finder *f, LLVMValueRef p, LLVMTypeRef type) {
    return LLVMTypeOf(p) == type ? p : LLVMBuildAddrSpaceCast(f->b, p, type, "");
}

/* Behind the instruction, and behind phis that follow it; with its place in the source. */
static void go_behind(struct finder *f, LLVMValueRef i) {
    LLVMValueRef next = LLVMGetNextInstruction(i);
    while (LLVMIsAPHINode(next))
        next = LLVMGetNextInstruction(next);
    LLVMPositionBuilderBefore(f->b, next);
    LLVMSetCurrentDebugLocation2(f->b, LLVMInstructionGetDebugLoc(i));
}

static void go_to_entry(struct finder *f) {
    LLVMPositionBuilderBefore(f->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->kernel)));
    LLVMSetCurrentDebugLocation2(f->b, NULL);
}

static LLVMValueRef parameter(struct finder *f, LLVMValueRef argument) {
    unsigned n = 0;
    while (LLVMGetParam(f->kernel, n) != argument)
        n++;
    if (!f->params[n]) {
        go_to_entry(f);
        f->params[n] = LLVMBuildIntToPtr(f->b, argument, pointer_type(f, FLAT), "");
    }
    return f->params[n];
}

/* "x * 4" and "x << 2" as x in units of 4 bytes. */
static LLVMValueRef without_scale(LLVMValueRef index, uint64_t *scale) {
    enum { MOST = 1 << 20 };
    bool shift = is_opcode(index, LLVMShl), product = is_opcode(index, LLVMMul);
    LLVMValueRef by = shift || product ? LLVMGetOperand(index, 1) : NULL;
    uint64_t n = by && LLVMIsAConstantInt(by) ? LLVMConstIntGetZExtValue(by) : 0;
    *scale = 1;
    if ((shift && n > 20) || !n || n > MOST)
        return index;
    *scale = shift ? (uint64_t)1 << n : n;
    return LLVMGetOperand(index, 0);
}

static LLVMTypeRef unit_type(const struct finder *f, uint64_t bytes) {
    LLVMTypeRef byte = LLVMInt8TypeInContext(f->ctx);
    bool is_word = bytes <= 8 && (bytes & (bytes - 1)) == 0;
    return is_word ? LLVMIntTypeInContext(f->ctx, (unsigned)bytes * 8)
                   : LLVMArrayType2(byte, bytes);
}

/* So many bytes behind the pointer. */
static LLVMValueRef moved(struct finder *f, LLVMValueRef p, LLVMValueRef bytes) {
    bool sum = is_opcode(bytes, LLVMAdd) && LLVMIsAConstantInt(LLVMGetOperand(bytes, 1));
    uint64_t scale;
    if (sum)
        p = moved(f, p, LLVMGetOperand(bytes, 0));
    LLVMValueRef index = without_scale(sum ? LLVMGetOperand(bytes, 1) : bytes, &scale);
    return LLVMBuildGEP2(f->b, unit_type(f, scale), p, &index, 1, "");
}

static LLVMValueRef sum(struct finder *f, LLVMValueRef add) {
    unsigned base = base_operand(f, add);
    LLVMValueRef p = pointer_of(f, LLVMGetOperand(add, base));
    go_behind(f, add);
    return moved(f, p, LLVMGetOperand(add, !base));
}

static LLVMValueRef difference(struct finder *f, LLVMValueRef sub) {
    LLVMValueRef p = pointer_of(f, LLVMGetOperand(sub, 0));
    go_behind(f, sub);
    return moved(f, p, LLVMBuildNeg(f->b, LLVMGetOperand(sub, 1), ""));
}

static LLVMValueRef choice(struct finder *f, LLVMValueRef select) {
    LLVMTypeRef type = pointer_type(f, space_of_number(f, select));
    LLVMValueRef x = pointer_of(f, LLVMGetOperand(select, 1));
    LLVMValueRef y = pointer_of(f, LLVMGetOperand(select, 2));
    go_behind(f, select);
    return LLVMBuildSelect(f->b, LLVMGetOperand(select, 0), in_space(f, x, type),
                           in_space(f, y, type), "");
}

/* A number that is loaded is loaded as a pointer. */
static LLVMValueRef loaded(struct finder *f, LLVMValueRef load) {
    LLVMPositionBuilderBefore(f->b, load);
    LLVMSetCurrentDebugLocation2(f->b, LLVMInstructionGetDebugLoc(load));
    LLVMValueRef p = LLVMBuildLoad2(f->b, pointer_type(f, FLAT), LLVMGetOperand(load, 0), "");
    LLVMSetAlignment(p, LLVMGetAlignment(load));
    LLVMSetVolatile(p, LLVMGetVolatile(load));
    vec_push(f->arena, &f->loads, (struct pair){load, p});
    return p;
}

static void remember(struct finder *f, LLVMValueRef number, LLVMValueRef pointer) {
    map_set(f->arena, &f->known, number, (uint32_t)f->pointers.n);
    vec_push(f->arena, &f->pointers, pointer);
}

/* The phi is there before what comes into it, which may count from it. */
static LLVMValueRef joined(struct finder *f, LLVMValueRef phi) {
    uint32_t space = space_of_number(f, phi);
    LLVMTypeRef type = pointer_type(f, space == NO_SPACE_YET ? FLAT : space);
    LLVMPositionBuilderBefore(f->b, phi);
    LLVMSetCurrentDebugLocation2(f->b, LLVMInstructionGetDebugLoc(phi));
    LLVMValueRef p = LLVMBuildPhi(f->b, type, "");
    vec_push(f->arena, &f->phis, (struct pair){phi, p});
    return p;
}

static void fill(struct finder *f, LLVMValueRef phi, LLVMValueRef p) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef in = pointer_of(f, LLVMGetIncomingValue(phi, i));
        LLVMPositionBuilderBefore(f->b, LLVMGetBasicBlockTerminator(from));
        in = in_space(f, in, LLVMTypeOf(p));
        LLVMAddIncoming(p, &in, &from, 1);
    }
}

/* A number of which nothing is known. */
static LLVMValueRef made_of_number(struct finder *f, LLVMValueRef number) {
    LLVMTypeRef type = pointer_type(f, FLAT);
    if (LLVMIsAConstant(number))
        return LLVMConstIntToPtr(number, type);
    if (LLVMIsAInstruction(number))
        go_behind(f, number);
    else
        go_to_entry(f);
    return LLVMBuildIntToPtr(f->b, number, type, "");
}

static LLVMValueRef cast(struct finder *f, LLVMValueRef int_to_ptr) {
    LLVMValueRef p = pointer_of(f, LLVMGetOperand(int_to_ptr, 0));
    LLVMPositionBuilderBefore(f->b, int_to_ptr);
    LLVMSetCurrentDebugLocation2(f->b, LLVMInstructionGetDebugLoc(int_to_ptr));
    return in_space(f, p, LLVMTypeOf(int_to_ptr));
}

/* What the number was made of, which may be a number's pointer itself. */
static LLVMValueRef behind_number(struct finder *f, LLVMValueRef p) {
    if (!is_opcode(p, LLVMAddrSpaceCast) || !is_opcode(LLVMGetOperand(p, 0), LLVMIntToPtr))
        return is_opcode(p, LLVMIntToPtr) ? cast(f, p) : p;
    LLVMValueRef from = cast(f, LLVMGetOperand(p, 0));
    LLVMPositionBuilderBefore(f->b, p);
    return in_space(f, from, LLVMTypeOf(p));
}

static LLVMValueRef of_instruction(struct finder *f, LLVMValueRef i) {
    if (likelihood(f, i) == NOT_ADDRESS)
        return made_of_number(f, i);
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMPtrToInt:
        return behind_number(f, LLVMGetOperand(i, 0));
    case LLVMAdd:
        return sum(f, i);
    case LLVMSub:
        return difference(f, i);
    case LLVMSelect:
        return choice(f, i);
    case LLVMLoad:
        return loaded(f, i);
    case LLVMAnd:
    case LLVMOr:
    case LLVMTrunc:
    case LLVMZExt:
        return pointer_of(f, LLVMGetOperand(i, 0));
    default:
        return made_of_number(f, i);
    }
}

static LLVMValueRef pointer_of(struct finder *f, LLVMValueRef number) {
    uint32_t known = map_get(&f->known, number);
    if (known != NONE)
        return f->pointers.at[known];
    LLVMValueRef p;
    if (is_opcode(number, LLVMPHI) && likelihood(f, number) != NOT_ADDRESS) {
        p = joined(f, number);
        remember(f, number, p);
        fill(f, number, p);
        return p;
    }
    if (LLVMIsAArgument(number) && is_wide(number))
        p = parameter(f, number);
    else if (is_pointer_of_constant(number)) {
        while (LLVMGetConstOpcode(number) != LLVMPtrToInt)
            number = LLVMGetOperand(number, 0);
        return LLVMGetOperand(number, 0);
    } else
        p = LLVMIsAInstruction(number) ? of_instruction(f, number) : made_of_number(f, number);
    remember(f, number, p);
    return p;
}

/* --- the kernel ----------------------------------------------------------------------------------
 */

/* What still counts with the number has that of the pointer. */
static void replace_number(struct finder *f, const struct pair *pair) {
    go_behind(f, pair->number);
    LLVMValueRef n = LLVMBuildPtrToInt(f->b, pair->pointer, LLVMTypeOf(pair->number), "");
    LLVMReplaceAllUsesWith(pair->number, n);
}

static void find_casts(struct finder *f) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f->kernel); bb;
         bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAIntToPtrInst(i))
                vec_push(f->arena, &f->casts, (struct pair){i, NULL});
}

/* The parameter that an address is counted from, or NULL. */
static LLVMValueRef origin(LLVMValueRef p) {
    while (LLVMIsAGetElementPtrInst(p) || LLVMIsAAddrSpaceCastInst(p))
        p = LLVMGetOperand(p, 0);
    if (!LLVMIsAPHINode(p))
        return LLVMIsAArgument(p) ? p : NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(p); i++) {
        LLVMValueRef from = LLVMGetIncomingValue(p, i);
        while (LLVMIsAGetElementPtrInst(from) || LLVMIsAAddrSpaceCastInst(from))
            from = LLVMGetOperand(from, 0);
        if (LLVMIsAArgument(from))
            return from;
    }
    return NULL;
}

/* Where nothing else writes to what is loaded, the compiler was told so of the parameter. */
static void mark_read_only(LLVMValueRef kernel) {
    LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
    unsigned kind = LLVMGetMDKindIDInContext(ctx, PTX_READ_ONLY, strlen(PTX_READ_ONLY));
    unsigned noalias = LLVMGetEnumAttributeKindForName("noalias", strlen("noalias"));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef p = LLVMIsALoadInst(i) && LLVMGetMetadata(i, kind)
                                 ? origin(LLVMGetOperand(i, 0))
                                 : NULL;
            for (unsigned n = 0; p && n < LLVMCountParams(kernel); n++)
                if (LLVMGetParam(kernel, n) == p)
                    LLVMAddAttributeAtIndex(kernel, n + 1,
                                            LLVMCreateEnumAttribute(ctx, noalias, 0));
        }
}

LLVMValueRef ptx_find_pointers(struct arena *a, LLVMModuleRef m, LLVMValueRef kernel) {
    struct finder f = {.arena = a, .ctx = LLVMGetModuleContext(m), .kernel = kernel};
    f.b = LLVMCreateBuilderInContext(f.ctx);
    f.params = NEW_ARRAY(a, LLVMValueRef, LLVMCountParams(kernel) + 1);
    to_fixpoint(&f, &f.likelihoods, judge);
    to_fixpoint(&f, &f.spaces, judge_space);
    find_casts(&f);
    for (size_t i = 0; i < f.casts.n; i++)
        f.casts.at[i].pointer = cast(&f, f.casts.at[i].number);
    for (size_t i = 0; i < f.casts.n; i++)
        LLVMReplaceAllUsesWith(f.casts.at[i].number, f.casts.at[i].pointer);
    for (size_t i = 0; i < f.phis.n; i++)
        replace_number(&f, &f.phis.at[i]);
    for (size_t i = 0; i < f.loads.n; i++)
        replace_number(&f, &f.loads.at[i]);
    for (size_t i = 0; i < f.casts.n; i++)
        LLVMInstructionEraseFromParent(f.casts.at[i].number);
    for (size_t i = 0; i < f.loads.n; i++)
        LLVMInstructionEraseFromParent(f.loads.at[i].number);
    LLVMDisposeBuilder(f.b);
    kernel = ptx_retype_params(a, m, kernel, f.params);
    mark_read_only(kernel);
    return kernel;
}
