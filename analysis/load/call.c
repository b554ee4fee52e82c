/* Calls: OpenCL built-ins, LLVM intrinsics, and what is neither. */
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/load/instruction.h"
#include "analysis/load/matrix.h"
#include "base/str.h"

/* The argument in another type of number, as many components. */
static uint32_t convert(struct builder *b, enum op op, uint32_t from, struct value like) {
    like.op = (uint8_t)op;
    like.args = copy_args(b, &from, 1);
    like.n_args = 1;
    return emit(b, like);
}

/* vloadN(offset, p) and vstoreN(v, offset, p): an access of N elements at
 * p + offset * N elements; those of halfs convert. Three halfs that are aligned take the room of
 * four. */
static uint32_t vector_access(struct builder *b, LLVMValueRef inst, const char *name) {
    bool is_store = str_starts(name, "vstore"), is_half = strstr(name, "_half") != NULL;
    unsigned first = is_store ? 1 : 0;
    LLVMTypeRef data = is_store ? LLVMTypeOf(LLVMGetOperand(inst, 0)) : LLVMTypeOf(inst);
    struct value shape = typed(b, data);
    uint32_t element = is_half ? 2 : shape.bits / 8u;
    uint32_t room = shape.comps == 3 && strstr(name, "a_half") ? 4 : shape.comps;
    LLVMValueRef pointer = LLVMGetOperand(inst, first + 1);
    struct value like = load_template(b, inst, OP_PTRADD);
    uint32_t args[] = {like.args[first + 1], like.args[first]};
    struct value address = {.op = OP_PTRADD,
                            .type = TYPE_POINTER,
                            .bits = b->v.at[args[0]].bits,
                            .n_args = 2,
                            .args = copy_args(b, args, 2),
                            .imm = (int64_t)element * room,
                            .loc = like.loc};
    struct value in_memory = shape;
    in_memory.bits = (uint16_t)(element * 8);
    in_memory.loc = like.loc;
    uint32_t operands[] = {emit(b, address), is_store ? like.args[0] : NONE};
    const char *rounding = strstr(name, "_rt");
    in_memory.imm = rounding && strcmp(rounding, "_rte") != 0 ? ROUNDED_OTHERWISE : 0;
    if (is_store && is_half)
        operands[1] = convert(b, OP_FPTRUNC, operands[1], in_memory);
    in_memory.imm = 0;
    struct value v = is_store ? like : in_memory;
    v.op = is_store ? OP_STORE : OP_LOAD;
    v.name = like.name;
    v.args = copy_args(b, operands, 2);
    v.n_args = is_store ? 2 : 1;
    uint32_t n = load_access(b, v, is_store ? ACCESS_STORE : ACCESS_LOAD,
                             space_of(LLVMTypeOf(pointer)), (uint64_t)element * shape.comps);
    if (!strstr(name, "a_half"))
        b->accesses.at[b->v.at[n].site].parts = shape.comps;
    return is_half && !is_store ? convert(b, OP_FPEXT, n, like) : n;
}

/* Images: rows of so many texels of so many bytes, one after another. Vendors tile
 * them in ways that are not documented; neighbours in x and y are near in both. */
enum { TEXEL_BYTES = 4, ROW_TEXELS = 4096 };
static const char image_assumption[] =
    "images are taken as rows of 4096 texels of 4 bytes, read without filtering";
/* What CUDA's textures ask for the start of a row; source/sdk/cuda/clperf/device/textures.h has the
 * rest. */
static const char texture_row[] = "clperf_texture_row";
static const char texture_assumption[] =
    "textures are taken as rows of 4096 texels, read without filtering";

/* One coordinate, as an integer. */
static uint32_t coordinate(struct builder *b, uint32_t all, uint32_t number, struct loc loc) {
    struct value c = b->v.at[all];
    uint32_t args[] = {all, NONE};
    if (c.comps > 1) {
        args[1] = constant_int(b, 32, number);
        struct value part = {.op = OP_EXTRACT,
                             .type = c.type,
                             .bits = c.bits,
                             .n_args = 2,
                             .args = copy_args(b, args, 2),
                             .loc = loc};
        args[0] = emit(b, part);
    }
    if (c.type != TYPE_FLOAT)
        return args[0];
    struct value whole = {.op = OP_FPTOSI,
                          .type = TYPE_INT,
                          .bits = 32,
                          .n_args = 1,
                          .args = copy_args(b, args, 1),
                          .loc = loc};
    return emit(b, whole);
}

/* read_image*(image, [sampler,] coordinate) and write_image*(image, coordinate, colour). */
static uint32_t image_access(struct builder *b, LLVMValueRef inst, bool is_write) {
    struct value v = load_template(b, inst, is_write ? OP_STORE : OP_LOAD);
    uint32_t all = v.args[is_write ? 1 : v.n_args - 1], colour = v.args[v.n_args - 1];
    uint32_t at = v.args[0], dimensions = b->v.at[all].comps > 1 ? 2 : 1;
    for (uint32_t d = 0; d < dimensions; d++) {
        uint32_t args[] = {at, coordinate(b, all, d, v.loc)};
        struct value step = {.op = OP_PTRADD,
                             .type = TYPE_POINTER,
                             .bits = 64,
                             .n_args = 2,
                             .args = copy_args(b, args, 2),
                             .loc = v.loc,
                             .imm = d ? TEXEL_BYTES * ROW_TEXELS : TEXEL_BYTES};
        at = emit(b, step);
    }
    uint32_t args[] = {at, colour};
    v.args = copy_args(b, args, 2);
    v.n_args = is_write ? 2 : 1;
    uint32_t n =
        load_access(b, v, is_write ? ACCESS_STORE : ACCESS_LOAD, SPACE_GLOBAL, TEXEL_BYTES);
    b->accesses.at[b->accesses.n - 1].assumed = true;
    b->k->unmodelled = image_assumption;
    return n;
}

/* Copies of structs: a load and a store of the whole size. What is filled is a store of one byte
 * that is repeated. */
static uint32_t memory_intrinsic(struct builder *b, LLVMValueRef inst, bool copies) {
    struct value all = load_template(b, inst, OP_CALL);
    LLVMValueRef length = LLVMGetOperand(inst, 2);
    uint64_t bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0;
    if (bytes == 0 || bytes > 1 << 16)
        return emit(b, all);
    uint32_t data = all.args[1];
    if (copies) {
        struct value from = {.op = OP_LOAD, .type = TYPE_OTHER, .loc = all.loc, .n_args = 1};
        from.args = copy_args(b, &all.args[1], 1);
        data =
            load_access(b, from, ACCESS_LOAD, space_of(LLVMTypeOf(LLVMGetOperand(inst, 1))), bytes);
    }
    uint32_t args[] = {all.args[0], data};
    struct value to = {.op = OP_STORE, .type = TYPE_VOID, .loc = all.loc, .n_args = 2};
    to.args = copy_args(b, args, 2);
    return load_access(b, to, ACCESS_STORE, space_of(LLVMTypeOf(LLVMGetOperand(inst, 0))), bytes);
}

/* The signed/unsigned/float form of min, max, abs and the rest that one name covers. */
static enum op op_of_type(enum op op, enum type type, char code) {
    if (op == OP_SMIN)
        return type == TYPE_FLOAT ? OP_FMIN : is_unsigned_code(code) ? OP_UMIN : OP_SMIN;
    if (op == OP_SMAX)
        return type == TYPE_FLOAT ? OP_FMAX : is_unsigned_code(code) ? OP_UMAX : OP_SMAX;
    return op;
}

static void emit_barrier(struct builder *b, struct loc loc) {
    emit(b, (struct value){.op = OP_BARRIER, .type = TYPE_VOID, .loc = loc});
}

/* work_group_any() and the like: as sub-groups do it, and across them through local memory between
 * two barriers. Not modelled: the accesses to it. NONE if the name is another. */
static uint32_t work_group_call(struct builder *b, struct value v, const char *name, char code) {
    const struct builtin *same =
        str_starts(name, "work_group_")
            ? builtin_find(arena_printf(b->arena, "sub_%s", name + strlen("work_")))
            : NULL;
    if (!same || same->op != OP_SUBGROUP)
        return NONE;
    v.op = OP_SUBGROUP;
    v.cls = (uint8_t)same->cls;
    v.imm = same->imm | SUBGROUP_ACROSS | (is_unsigned_code(code) ? SUBGROUP_UNSIGNED : 0);
    emit_barrier(b, v.loc);
    uint32_t n = emit(b, v);
    emit_barrier(b, v.loc);
    return n;
}

/* Launches by device code are calls of functions that the front end names so; they matter more than
 * what else is not modelled. */
static void note_unmodelled(struct builder *b, const char *name) {
    static const char launches[] = "clperf launches: ";
    if (str_starts(name, launches))
        b->k->unmodelled =
            arena_printf(b->arena, "its launch of '%s' is not modelled", name + strlen(launches));
    else if (!b->k->unmodelled)
        b->k->unmodelled = arena_printf(b->arena, "a call of '%s' is not modelled", name);
}

/* A product of matrices, of as many instructions as its multiply-adds take. */
static uint32_t matrix_product(struct builder *b, LLVMValueRef inst, const char *what) {
    struct value v = load_template(b, inst, OP_OPAQUE);
    v.cls = (uint8_t)load_matrix_class(what, &v.imm);
    return emit(b, v);
}

/* An instruction of inline PTX that is not read. */
static uint32_t unknown_instruction(struct builder *b, LLVMValueRef inst, const char *opcode) {
    struct value v = load_template(b, inst, OP_CALL);
    v.cls = CLASS_OTHER;
    if (!b->k->unmodelled)
        b->k->unmodelled = arena_printf(b->arena, "inline assembly is not read: '%.*s'",
                                        (int)strcspn(opcode, ";"), opcode);
    return emit(b, v);
}

static uint32_t builtin_call(struct builder *b, LLVMValueRef inst, const char *mangled) {
    char code;
    const char *name = builtin_demangle(b->arena, mangled, &code);
    if (builtin_is_atomic(name) && LLVMGetNumArgOperands(inst) > 0)
        return load_atomic(b, inst);
    if (str_starts(name, "vload") || str_starts(name, "vstore"))
        return vector_access(b, inst, name);
    if ((str_starts(name, "read_image") || str_starts(name, "write_image")) &&
        LLVMGetNumArgOperands(inst) >= 2)
        return image_access(b, inst, name[0] == 'w');
    struct value v = load_template(b, inst, OP_CALL);
    uint32_t done = load_composed(b, v, name, code);
    if (done == NONE)
        done = work_group_call(b, v, name, code);
    if (done != NONE)
        return done;
    v.cls = CLASS_OTHER;
    bool texture = strcmp(mangled, texture_row) == 0;
    if (texture)
        b->k->unmodelled = texture_assumption;
    if ((texture || str_starts(name, "as_")) && v.n_args == 1) {
        v.op = OP_COPY;
        v.cls = CLASS_FREE;
        uint32_t n = emit(b, v);
        if (texture)
            vec_push(b->arena, &b->texture_rows, n);
        return n;
    }
    struct value from = v.n_args ? b->v.at[v.args[0]] : (struct value){0};
    const struct builtin *found = builtin_find(name);
    if (found) {
        v.op = (uint8_t)op_of_type(found->op, from.type, code);
        v.cls = (uint8_t)found->cls;
        v.imm = found->op == OP_MULHI ? is_unsigned_code(code) : found->imm;
        if (found->op == OP_MATH && found->imm >= MATH_POPCOUNT && is_unsigned_code(code))
            v.imm |= MATH_UNSIGNED;
        if (found->op == OP_SUBGROUP && is_unsigned_code(code))
            v.imm |= SUBGROUP_UNSIGNED;
    } else {
        note_unmodelled(b, name);
    }
    return emit(b, v);
}

static const struct {
    const char *prefix; /* behind "llvm." */
    enum op op;
    enum op_class cls;
    int imm;
} intrinsics[] = {
    {"fmuladd.", OP_FMA, CLASS_FREE, 0},
    {"fma.", OP_FMA, CLASS_FREE, 0},
    {"smin.", OP_SMIN, CLASS_FREE, 0},
    {"smax.", OP_SMAX, CLASS_FREE, 0},
    {"umin.", OP_UMIN, CLASS_FREE, 0},
    {"umax.", OP_UMAX, CLASS_FREE, 0},
    {"minnum.", OP_FMIN, CLASS_FREE, 0},
    {"maxnum.", OP_FMAX, CLASS_FREE, 0},
    {"fabs.", OP_MATH, CLASS_FREE, MATH_FABS},
    {"floor.", OP_MATH, CLASS_FP32, MATH_FLOOR},
    {"ceil.", OP_MATH, CLASS_FP32, MATH_CEIL},
    {"trunc.", OP_MATH, CLASS_FP32, MATH_TRUNC},
    {"round.", OP_MATH, CLASS_FP32, MATH_ROUND},
    {"rint.", OP_MATH, CLASS_FP32, MATH_RINT},
    {"nearbyint.", OP_MATH, CLASS_FP32, MATH_RINT},
    {"copysign.", OP_MATH, CLASS_FP32, MATH_OTHER},
    {"sqrt.", OP_MATH, CLASS_SQRT, MATH_SQRT},
    {"sin.", OP_MATH, CLASS_TRANS, MATH_SIN},
    {"cos.", OP_MATH, CLASS_TRANS, MATH_COS},
    {"exp.", OP_MATH, CLASS_TRANS, MATH_EXP},
    {"exp2.", OP_MATH, CLASS_TRANS, MATH_EXP2},
    {"log.", OP_MATH, CLASS_TRANS, MATH_LOG},
    {"log2.", OP_MATH, CLASS_TRANS, MATH_LOG2},
    {"log10.", OP_MATH, CLASS_TRANS, MATH_LOG10},
    {"pow.", OP_MATH, CLASS_TRANS, MATH_POW},
    {"fshl.", OP_MATH, CLASS_SHIFT, MATH_FSHL},
    {"fshr.", OP_MATH, CLASS_SHIFT, MATH_FSHR},
    {"ctpop.", OP_MATH, CLASS_IMUL, MATH_POPCOUNT},
    {"ctlz.", OP_MATH, CLASS_IMUL, MATH_CLZ},
    {"cttz.", OP_MATH, CLASS_IMUL, MATH_CTZ},
    {"bswap.", OP_MATH, CLASS_INT, MATH_BYTE_SWAP},
    {"bitreverse.", OP_MATH, CLASS_INT, MATH_BIT_REVERSE},
};

/* Whether it is an instruction of a target that takes much longer than others, or is an access. */
static bool is_more_than_one(const char *name) {
    static const char *const families[] = {
        "amdgcn.mfma.",   "amdgcn.smfmac.", "amdgcn.wmma.",  "amdgcn.swmmac.", "amdgcn.raw.",
        "amdgcn.struct.", "amdgcn.global.", "amdgcn.image.", "amdgcn.ds.",     "amdgcn.s.buffer.",
        "nvvm.wmma.",     "nvvm.mma.",      "nvvm.wgmma.",   "nvvm.ldmatrix.", "nvvm.cp.async.",
        "nvvm.mbarrier.", "nvvm.tcgen05."};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (str_starts(name, families[i]))
            return true;
    return false;
}

static uint32_t intrinsic(struct builder *b, LLVMValueRef inst, const char *name) {
    if (str_starts(name, "memcpy.") || str_starts(name, "memmove."))
        return memory_intrinsic(b, inst, true);
    if (str_starts(name, "memset."))
        return memory_intrinsic(b, inst, false);
    static const char *const nothing[] = {"dbg.", "lifetime.", "assume", "experimental.noalias"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (str_starts(name, nothing[i]))
            return NONE;
    struct value v = load_template(b, inst, OP_CALL);
    v.cls = CLASS_OTHER;
    if (str_starts(name, "abs.")) {
        v.op = OP_ABS;
        v.n_args = 1;
        v.cls = CLASS_FREE;
    }
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (str_starts(name, intrinsics[i].prefix)) {
            v.op = (uint8_t)intrinsics[i].op;
            v.cls = (uint8_t)intrinsics[i].cls;
            v.imm = intrinsics[i].imm;
        }
    if (is_more_than_one(name) && !b->k->unmodelled)
        b->k->unmodelled = arena_printf(b->arena, "a call of 'llvm.%s' is not modelled", name);
    return emit(b, v);
}

/* A load or store with a condition, which if_convert_loads.c has made. */
static uint32_t guarded_access(struct builder *b, LLVMValueRef inst, bool is_store) {
    LLVMTypeRef type = LLVMTypeOf(is_store ? LLVMGetOperand(inst, 1) : inst);
    uint32_t n = load_access(b, load_template(b, inst, is_store ? OP_STORE : OP_LOAD),
                             is_store ? ACCESS_STORE : ACCESS_LOAD,
                             space_of(LLVMTypeOf(LLVMGetOperand(inst, 0))),
                             LLVMStoreSizeOfType(b->layout, type));
    b->accesses.at[b->accesses.n - 1].guarded = true;
    return n;
}

/* Constraints are "=r,0", or have those of other operands in between. */
LLVMValueRef load_opaque_operand(LLVMValueRef inst) {
    LLVMValueRef code = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    size_t length = 0, n = 0;
    if (!code || !LLVMIsAInlineAsm(code))
        return NULL;
    LLVMGetInlineAsmAsmString(code, &length);
    const char *constraints = LLVMGetInlineAsmConstraintString(code, &n);
    unsigned operands = LLVMGetNumArgOperands(inst);
    if (length || !operands || n < 2 || memcmp(constraints + n - 2, ",0", 2) != 0)
        return NULL;
    LLVMValueRef last = LLVMGetArgOperand(inst, operands - 1);
    return LLVMTypeOf(last) == LLVMTypeOf(inst) ? last : NULL;
}

/* Inline assembly counts as one instruction, whatever it does. Empty texts only hide values. */
static void note_assembly(struct builder *b, LLVMValueRef callee) {
    size_t n = 0;
    const char *text =
        callee && LLVMIsAInlineAsm(callee) ? LLVMGetInlineAsmAsmString(callee, &n) : "";
    size_t blanks = strspn(text, " \t\n{"), word = strcspn(text + blanks, " \t\n;");
    if (blanks < n && !b->k->unmodelled)
        b->k->unmodelled =
            arena_printf(b->arena, "inline assembly is not read: '%.*s'", (int)word, text + blanks);
}

uint32_t load_call(struct builder *b, LLVMValueRef inst) {
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    const char *name = callee && LLVMIsAFunction(callee) ? value_name(b, callee) : NULL;
    if (name && str_starts(name, LOAD_GUARDED))
        return guarded_access(b, inst, str_starts(name, LOAD_GUARDED_STORE));
    if (name && str_starts(name, LOAD_MATRIX))
        return matrix_product(b, inst, name + strlen(LOAD_MATRIX));
    if (name && str_starts(name, PTX_UNKNOWN))
        return unknown_instruction(b, inst, name + strlen(PTX_UNKNOWN));
    if (name && str_starts(name, "llvm."))
        return intrinsic(b, inst, name + 5);
    if (name)
        return builtin_call(b, inst, name);
    note_assembly(b, callee);
    struct value v = load_template(b, inst, OP_CALL);
    v.cls = CLASS_OTHER;
    if (load_opaque_operand(inst)) {
        uint32_t operand = value_of(b, load_opaque_operand(inst));
        v.op = OP_COPY;
        v.cls = CLASS_FREE;
        v.args = arena_memdup(b->arena, &operand, sizeof operand);
        v.n_args = 1;
        v.imm = 1;
    }
    return emit(b, v);
}
