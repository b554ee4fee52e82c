#include "source/languages/ptx/translate.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/load/instruction.h"
#include "base/str.h"

static const struct {
    const char *opcode;
    ptx_handler *translate;
    const char *what;
} rows[] = {
#define HANDLER(name)
#define PTX(opcode, handler, what) {opcode, ptx_##handler, what},
#include "source/languages/ptx/opcodes.def"
#undef PTX
#undef HANDLER
};

/* --- types and values ------------------------------------------------------------------ */

LLVMTypeRef ptx_int(const struct ptx_translator *t, unsigned bits) {
    return LLVMIntTypeInContext(t->ctx, bits);
}

LLVMValueRef ptx_number(const struct ptx_translator *t, unsigned bits, uint64_t n) {
    return LLVMConstInt(ptx_int(t, bits), n, false);
}

LLVMTypeRef ptx_type(const struct ptx_translator *t, const char *word) {
    if (strcmp(word, "pred") == 0)
        return ptx_int(t, 1);
    if (strcmp(word, "f16x2") == 0)
        return LLVMVectorType(LLVMHalfTypeInContext(t->ctx), 2);
    char *end;
    unsigned long bits = word[0] ? strtoul(word + 1, &end, 10) : 0;
    if (!bits || *end || bits > 128)
        return NULL;
    if (strchr("bus", word[0]))
        return ptx_int(t, (unsigned)bits);
    if (word[0] != 'f')
        return NULL;
    return bits == 16   ? LLVMHalfTypeInContext(t->ctx)
           : bits == 32 ? LLVMFloatTypeInContext(t->ctx)
           : bits == 64 ? LLVMDoubleTypeInContext(t->ctx)
                        : NULL;
}

static bool is_narrow_float(const char *word) {
    return str_starts(word, "bf16") || strcmp(word, "tf32") == 0 || str_starts(word, "e4m3") ||
           str_starts(word, "e5m2");
}

LLVMTypeRef ptx_last_type(const struct ptx_translator *t) {
    for (unsigned i = t->in->n_words; i-- > 1;) {
        LLVMTypeRef type = ptx_type(t, t->in->words[i]);
        if (type || is_narrow_float(t->in->words[i]))
            return type;
    }
    return NULL;
}

bool ptx_is_float(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind;
}

bool ptx_is_signed(const struct ptx_translator *t) {
    const char *last = t->in->words[t->in->n_words - 1];
    return last[0] == 's' || last[0] == 'f';
}

bool ptx_has_operands(const struct ptx_translator *t, unsigned least) {
    return t->in->n >= least;
}

static bool has_bits(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMVectorTypeKind)
        return has_bits(LLVMGetElementType(type)) &&
               LLVMGetTypeKind(LLVMGetElementType(type)) != LLVMPointerTypeKind;
    return kind == LLVMIntegerTypeKind || kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind ||
           kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMPointerTypeKind;
}

static unsigned bits_of(const struct ptx_translator *t, LLVMTypeRef type) {
    return (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(t->m), type);
}

static LLVMValueRef as_integer(const struct ptx_translator *t, LLVMValueRef v) {
    LLVMTypeRef whole = ptx_int(t, bits_of(t, LLVMTypeOf(v)));
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind
               ? LLVMBuildPtrToInt(t->b, v, whole, "")
               : LLVMBuildBitCast(t->b, v, whole, "");
}

LLVMValueRef ptx_as(const struct ptx_translator *t, LLVMValueRef v, LLVMTypeRef type) {
    if (LLVMTypeOf(v) == type)
        return v;
    if (!has_bits(LLVMTypeOf(v)) || !has_bits(type))
        return LLVMGetUndef(type);
    bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    if (pointer && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind)
        return LLVMBuildAddrSpaceCast(t->b, v, type, "");
    LLVMTypeRef whole = ptx_int(t, bits_of(t, type));
    LLVMValueRef n = LLVMBuildIntCast2(t->b, as_integer(t, v), whole, false, "");
    return pointer ? LLVMBuildIntToPtr(t->b, n, type, "") : LLVMBuildBitCast(t->b, n, type, "");
}

/* --- registers --------------------------------------------------------------------------- */

static struct ptx_register *find(struct ptx_translator *t, const char *name) {
    for (size_t i = 0; i < t->registers.n; i++)
        if (strcmp(t->registers.at[i].name, name) == 0)
            return &t->registers.at[i];
    return NULL;
}

static void set(struct ptx_translator *t, const char *name, LLVMValueRef v) {
    struct ptx_register *r = find(t, name);
    if (t->storage)
        t->storage->write(t, name, v);
    else if (r)
        r->value = v;
    else
        vec_push(t->arena, &t->registers, (struct ptx_register){name, v});
}

static LLVMValueRef value_before(struct ptx_translator *t, const char *name) {
    struct ptx_register *r = t->storage ? NULL : find(t, name);
    return t->storage ? t->storage->read(t, name) : r ? r->value : NULL;
}

/* A register that nothing was written to has any value. */
static LLVMValueRef named(struct ptx_translator *t, const char *name, LLVMTypeRef type) {
    LLVMValueRef v = value_before(t, name);
    v = v ? v : ptx_special(t, name);
    return v ? v : LLVMGetUndef(type ? type : ptx_int(t, 32));
}

unsigned ptx_register_bits(struct ptx_translator *t, const struct ptx_operand *o) {
    LLVMTypeRef type = t->storage && o->name ? t->storage->type(t, o->name) : NULL;
    return type ? bits_of(t, type) : 32;
}

/* "variable+4" */
static LLVMValueRef moved_by(struct ptx_translator *t, LLVMValueRef v, int64_t bytes) {
    LLVMValueRef offset = ptx_number(t, 64, (uint64_t)bytes);
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind)
        return LLVMBuildGEP2(t->b, ptx_int(t, 8), v, &offset, 1, "");
    return LLVMBuildAdd(t->b, ptx_as(t, v, ptx_int(t, 64)), offset, "");
}

/* A decimal number is of the type that the instruction wants. */
static LLVMValueRef float_number(const struct ptx_translator *t, const struct ptx_operand *o,
                                 LLVMTypeRef type) {
    double d;
    memcpy(&d, &o->number, sizeof d);
    if (o->bits == 64 && type && LLVMGetTypeKind(type) != LLVMIntegerTypeKind &&
        LLVMGetTypeKind(type) != LLVMVectorTypeKind && ptx_is_float(type))
        return LLVMConstReal(type, d);
    return ptx_number(t, o->bits, (uint64_t)o->number);
}

LLVMValueRef ptx_value(struct ptx_translator *t, const struct ptx_operand *o, LLVMTypeRef type) {
    LLVMValueRef v = NULL;
    if (o->kind == PTX_REGISTER)
        v = named(t, o->name, type);
    else if (o->kind == PTX_INTEGER)
        v = ptx_number(t, 64, (uint64_t)o->number);
    else if (o->kind == PTX_FLOAT)
        v = float_number(t, o, type);
    else
        v = LLVMGetUndef(type ? type : ptx_int(t, 32));
    v = o->offset && !o->address ? moved_by(t, v, o->offset) : v;
    v = type ? ptx_as(t, v, type) : v;
    return o->negated && LLVMTypeOf(v) == ptx_int(t, 1) ? LLVMBuildNot(t->b, v, "") : v;
}

LLVMValueRef ptx_read(struct ptx_translator *t, unsigned n, LLVMTypeRef type) {
    return ptx_value(t, &t->in->operands[n], type);
}

LLVMValueRef ptx_condition(struct ptx_translator *t) {
    if (!t->in->predicate)
        return NULL;
    const struct ptx_operand o = {.name = t->in->predicate, .negated = t->in->negated};
    return ptx_value(t, &o, ptx_int(t, 1));
}

void ptx_assign(struct ptx_translator *t, const struct ptx_operand *o, LLVMValueRef v) {
    if (!o->name || strcmp(o->name, "_") == 0)
        return;
    LLVMValueRef taken = ptx_condition(t);
    if (taken) {
        LLVMTypeRef type = LLVMTypeOf(v);
        LLVMValueRef before = value_before(t, o->name);
        LLVMValueRef old = before ? ptx_as(t, before, type) : LLVMConstNull(type);
        v = LLVMBuildSelect(t->b, taken, v, old, "");
    }
    set(t, o->name, v);
}

void ptx_write(struct ptx_translator *t, unsigned n, LLVMValueRef v) {
    ptx_assign(t, &t->in->operands[n], v);
}

/* --- calls ---------------------------------------------------------------------------------- */

/* A function of one type has one name: built-ins' plain names get their types behind them, as C++
 * has them but for the letters. Others have them already, or end in a semicolon. */
static const char *name_of(struct ptx_translator *t, const char *name, LLVMTypeRef type) {
    if (str_starts(name, "_Z"))
        return name;
    char *types = LLVMPrintTypeToString(type);
    const char *full = strchr(name, ';')
                           ? arena_printf(t->arena, "%s%s", name, types)
                           : arena_printf(t->arena, "_Z%zu%sv%s", strlen(name), name, types);
    LLVMDisposeMessage(types);
    return full;
}

LLVMValueRef ptx_call(struct ptx_translator *t, const char *name, LLVMTypeRef result,
                      LLVMValueRef *args, unsigned n, enum load_function_kind kind) {
    LLVMTypeRef types[PTX_MOST_ARGS];
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef f = load_declare(t->m, name_of(t, name, type), type, kind);
    return LLVMBuildCall2(t->b, type, f, args, n, "");
}

LLVMValueRef ptx_intrinsic(struct ptx_translator *t, const char *name, LLVMTypeRef type,
                           LLVMValueRef *args, unsigned n) {
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(t->m, id, &type, 1);
    return LLVMBuildCall2(t->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

/* --- what is not known ------------------------------------------------------------------ */

void ptx_add_registers(struct ptx_translator *t, const struct ptx_operand *o, LLVMValueRef *args,
                       unsigned *n) {
    for (unsigned i = 0; i < o->n_parts; i++)
        ptx_add_registers(t, &o->parts[i], args, n);
    if (o->kind == PTX_REGISTER && *n < PTX_MOST_ARGS)
        args[(*n)++] = ptx_value(t, o, NULL);
}

/* Each register of the result is unknown, and there once the instruction is done. */
static void write_unknown(struct ptx_translator *t, const struct ptx_operand *o, LLVMValueRef v) {
    for (unsigned i = 0; i < o->n_parts; i++)
        write_unknown(t, &o->parts[i], v);
    if (o->kind == PTX_REGISTER && !o->address)
        ptx_assign(t, o, v);
}

static void translate_unknown(struct ptx_translator *t) {
    const struct ptx_instruction *in = t->in;
    LLVMValueRef args[PTX_MOST_ARGS];
    unsigned n = 0;
    bool result = in->n && !in->operands[0].address;
    for (unsigned i = result; i < in->n; i++)
        ptx_add_registers(t, &in->operands[i], args, &n);
    LLVMTypeRef type = ptx_last_type(t), i32 = ptx_int(t, 32);
    type = result ? type ? type : i32 : LLVMVoidTypeInContext(t->ctx);
    const char *name = arena_printf(t->arena, PTX_UNKNOWN "%s;", in->opcode);
    LLVMValueRef v = ptx_call(t, name, type, args, n, SYNC);
    if (result)
        write_unknown(t, &in->operands[0], v);
}

bool ptx_is_known(const char *opcode) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(opcode, rows[i].opcode) == 0)
            return true;
    return false;
}

void ptx_translate_instruction(struct ptx_translator *t) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(t->in->words[0], rows[i].opcode) == 0) {
            if (rows[i].translate(t, rows[i].what))
                return;
            break;
        }
    translate_unknown(t);
}

/* --- a piece of assembly ---------------------------------------------------------------------- */

/* Operands are numbered as the constraints come. Those that are "0" have what the output of that
 * number has before. */
static unsigned set_operands(struct ptx_translator *t, LLVMValueRef call) {
    size_t n;
    const char *constraints = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &n);
    const char *s = arena_strndup(t->arena, constraints, n);
    unsigned number = 0, input = 0, inputs = LLVMGetNumArgOperands(call), outputs = 0;
    for (; *s; s += strcspn(s, ","), s += *s == ',') {
        if (*s == '~')
            continue;
        outputs += *s == '=';
        if (*s != '=' && input < inputs) {
            LLVMValueRef v = LLVMGetOperand(call, input++);
            set(t, arena_printf(t->arena, "$%u", number), v);
            if (*s >= '0' && *s <= '9')
                set(t, arena_printf(t->arena, "$%d", atoi(s)), v);
        }
        number++;
    }
    return outputs;
}

static LLVMValueRef output(struct ptx_translator *t, unsigned number, LLVMTypeRef type) {
    struct ptx_register *r = find(t, arena_printf(t->arena, "$%u", number));
    return r ? ptx_as(t, r->value, type) : LLVMGetUndef(type);
}

static void replace_results(struct ptx_translator *t, LLVMValueRef call, unsigned outputs) {
    LLVMTypeRef type = LLVMTypeOf(call);
    if (!outputs)
        return;
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
        LLVMReplaceAllUsesWith(call, output(t, 0, type));
        return;
    }
    LLVMValueRef all = LLVMGetUndef(type);
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
        all =
            LLVMBuildInsertValue(t->b, all, output(t, i, LLVMStructGetTypeAtIndex(type, i)), i, "");
    LLVMReplaceAllUsesWith(call, all);
}

/* Operands that are written through pointers. */
static bool is_indirect(LLVMValueRef code) {
    size_t n;
    const char *constraints = LLVMGetInlineAsmConstraintString(code, &n);
    return memchr(constraints, '*', n);
}

static void translate(struct arena *a, LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call) {
    size_t n;
    LLVMValueRef code = LLVMGetCalledValue(call);
    const char *text = LLVMGetInlineAsmAsmString(code, &n);
    struct ptx_text parsed;
    if (is_indirect(code) || !ptx_parse(a, text, n, &parsed) || !parsed.n)
        return;
    struct ptx_translator t = {.arena = a, .m = m, .ctx = LLVMGetModuleContext(m), .b = b};
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    unsigned outputs = set_operands(&t, call);
    for (unsigned i = 0; i < parsed.n; i++) {
        t.in = &parsed.instructions[i];
        ptx_translate_instruction(&t);
    }
    replace_results(&t, call, outputs);
    LLVMInstructionEraseFromParent(call);
}

void ptx_translate(struct arena *a, LLVMModuleRef m) {
    VEC(LLVMValueRef) calls = {0};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
                    vec_push(a, &calls, i);
    for (size_t i = 0; i < calls.n; i++)
        translate(a, m, b, calls.at[i]);
    LLVMDisposeBuilder(b);
}
