#include "analysis/load/ptx_access.h"

#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/load/instruction.h"
#include "analysis/load/replace.h"
#include "base/str.h"

enum { MOST_WORDS = 8, NO_OPERAND = -1, GLOBAL = 1, SHARED = 3 };

/* What the statements of an assembly do together. Operands are numbered as in its text. */
struct ptx_access {
    bool any, store, negated;
    int predicate;         /* operand, or NO_OPERAND */
    int words[MOST_WORDS]; /* operands that are read or written */
    unsigned n, bits;      /* words, and of each */
    unsigned space;
    int pointer;
    long offset;
    int defaults[MOST_WORDS]; /* by operand: what it has before; NO_OPERAND: zero */
};

/* --- text ------------------------------------------------------------------------- */

/* "$12", and goes behind it; false if there is something else. */
static bool take_operand(const char **at, int *operand) {
    char *end;
    *at += strspn(*at, " \t{,");
    if (**at != '$')
        return false;
    *operand = (int)strtol(*at + 1, &end, 10);
    bool good = end > *at + 1;
    *at = end;
    return good;
}

/* ".v4" and ".b32" of "ld.global.L1::evict_last.v4.b32". */
static void read_type(struct ptx_access *x, const char *word, size_t n) {
    x->n = 1;
    for (size_t i = 0; i + 1 < n; i++) {
        if (word[i] != '.' || !isdigit((unsigned char)word[i + 2]))
            continue;
        unsigned number = (unsigned)strtoul(word + i + 2, NULL, 10);
        if (word[i + 1] == 'v')
            x->n = number;
        else if (strchr("busf", word[i + 1]))
            x->bits = number;
    }
}

static bool take_words(struct ptx_access *x, const char **at) {
    for (unsigned i = 0; i < x->n; i++)
        if (!take_operand(at, &x->words[i]))
            return false;
    return true;
}

/* "[ $4 + 16 ]" */
static bool take_address(struct ptx_access *x, const char **at) {
    *at += strspn(*at, " \t},");
    if (*(*at)++ != '[' || !take_operand(at, &x->pointer))
        return false;
    *at += strspn(*at, " \t");
    x->offset = **at == '+' ? strtol(*at + 1, NULL, 0) : 0;
    *at += strcspn(*at, "]");
    return *(*at)++ == ']';
}

static bool read_access(struct ptx_access *x, const char *s) {
    if (x->any)
        return false;
    if (*s == '@') {
        x->negated = s[1] == '!';
        s += 1 + x->negated;
        if (!take_operand(&s, &x->predicate))
            return false;
        s += strspn(s, " \t");
    }
    size_t n = strcspn(s, " \t");
    x->any = true;
    x->store = str_starts(s, "st.");
    x->space = str_starts(s + 3, "global") ? GLOBAL : str_starts(s + 3, "shared") ? SHARED : 0;
    if ((!x->store && !str_starts(s, "ld.")) || !x->space)
        return false;
    read_type(x, s, n);
    s += n;
    if (!x->bits || x->bits > 64 || !x->n || x->n > MOST_WORDS)
        return false;
    return x->store ? take_address(x, &s) && take_words(x, &s)
                    : take_words(x, &s) && take_address(x, &s);
}

/* "mov.u32 $0, 0x0" or "mov.u32 $0, $1": what is there if the access does not happen. */
static bool read_default(struct ptx_access *x, const char *s) {
    int to, from;
    s += strcspn(s, " \t");
    if (!take_operand(&s, &to) || to >= MOST_WORDS)
        return false;
    s += strspn(s, " \t,");
    if (take_operand(&s, &from))
        x->defaults[to] = from;
    else if (strtol(s, NULL, 0) != 0)
        return false;
    return true;
}

static bool read_text(struct arena *a, struct ptx_access *x, const char *text, size_t n) {
    const char *s = arena_strndup(a, text, n);
    *x = (struct ptx_access){.predicate = NO_OPERAND};
    memset(x->defaults, NO_OPERAND, sizeof x->defaults);
    for (s += strspn(s, " \t;\n"); *s; s += strcspn(s, ";\n"), s += strspn(s, " \t;\n"))
        if (!(str_starts(s, "mov.") ? read_default(x, s) : read_access(x, s)))
            return false;
    return x->any;
}

/* --- code --------------------------------------------------------------------------- */

struct lowering {
    LLVMModuleRef m;
    LLVMBuilderRef b;
    LLVMValueRef call;
    const struct ptx_access *x;
    unsigned outputs;
};

/* An operand that is an input; NULL if there is none of that number. */
static LLVMValueRef input(const struct lowering *l, int operand) {
    unsigned n = LLVMGetNumArgOperands(l->call);
    if (operand < (int)l->outputs || (unsigned)operand - l->outputs >= n)
        return NULL;
    return LLVMGetOperand(l->call, (unsigned)operand - l->outputs);
}

static LLVMTypeRef word_type(const struct lowering *l) {
    return LLVMIntTypeInContext(LLVMGetModuleContext(l->m), l->x->bits);
}

static LLVMTypeRef access_type(const struct lowering *l) {
    return l->x->n > 1 ? LLVMVectorType(word_type(l), l->x->n) : word_type(l);
}

/* A word as a value of the type, of the same width or not. */
static LLVMValueRef as(const struct lowering *l, LLVMValueRef v, LLVMTypeRef type) {
    LLVMTypeRef from = LLVMTypeOf(v);
    if (from == type)
        return v;
    if (LLVMGetTypeKind(from) == LLVMIntegerTypeKind &&
        LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        return LLVMBuildIntCast2(l->b, v, type, false, "");
    return LLVMBuildBitCast(l->b, v, type, "");
}

static LLVMValueRef address(const struct lowering *l) {
    LLVMContextRef ctx = LLVMGetModuleContext(l->m);
    LLVMValueRef p = input(l, l->x->pointer);
    LLVMTypeRef wanted = LLVMPointerTypeInContext(ctx, l->x->space);
    if (!p || LLVMGetTypeKind(LLVMTypeOf(p)) != LLVMPointerTypeKind)
        return NULL;
    if (LLVMTypeOf(p) != wanted)
        p = LLVMBuildAddrSpaceCast(l->b, p, wanted, "");
    LLVMValueRef bytes =
        LLVMConstInt(LLVMInt64TypeInContext(ctx), (unsigned long long)l->x->offset, true);
    return l->x->offset ? LLVMBuildGEP2(l->b, LLVMInt8TypeInContext(ctx), p, &bytes, 1, "") : p;
}

/* NULL: the access always happens. */
static LLVMValueRef condition(const struct lowering *l) {
    LLVMValueRef p = input(l, l->x->predicate);
    return p && l->x->negated ? LLVMBuildNot(l->b, p, "") : p;
}

static LLVMValueRef guarded(const struct lowering *l, const char *name, LLVMTypeRef result,
                            LLVMValueRef *args, unsigned n) {
    LLVMTypeRef types[3];
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    return LLVMBuildCall2(l->b, type, LLVMAddFunction(l->m, name, type), args, n, "");
}

static LLVMValueRef number(const struct lowering *l, unsigned i) {
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(l->m)), i, false);
}

static void store(const struct lowering *l, LLVMValueRef p) {
    LLVMValueRef value = l->x->n > 1 ? LLVMGetUndef(access_type(l)) : NULL, taken = condition(l);
    for (unsigned i = 0; i < l->x->n; i++) {
        LLVMValueRef word = as(l, input(l, l->x->words[i]), word_type(l));
        value = value ? LLVMBuildInsertElement(l->b, value, word, number(l, i), "") : word;
    }
    LLVMValueRef args[] = {p, value, taken};
    if (taken)
        guarded(l, LOAD_GUARDED_STORE, LLVMVoidTypeInContext(LLVMGetModuleContext(l->m)), args, 3);
    else
        LLVMSetAlignment(LLVMBuildStore(l->b, value, p), l->x->n * l->x->bits / 8);
}

/* What the operand has: of the load, or what it had before. */
static LLVMValueRef result(const struct lowering *l, LLVMValueRef loaded, LLVMValueRef taken,
                           int operand, LLVMTypeRef type) {
    LLVMValueRef word = NULL, before = input(l, l->x->defaults[operand]);
    for (unsigned i = 0; i < l->x->n; i++)
        if (l->x->words[i] == operand)
            word = l->x->n > 1 ? LLVMBuildExtractElement(l->b, loaded, number(l, i), "") : loaded;
    before = before ? as(l, before, type) : LLVMConstNull(type);
    if (!word)
        return before;
    return taken ? LLVMBuildSelect(l->b, taken, as(l, word, type), before, "") : as(l, word, type);
}

static void load(const struct lowering *l, LLVMValueRef p) {
    LLVMValueRef taken = condition(l), args[] = {p, taken}, loaded;
    LLVMTypeRef type = access_type(l);
    if (taken) {
        loaded = guarded(l, LOAD_GUARDED, type, args, 2);
    } else {
        loaded = LLVMBuildLoad2(l->b, type, p, "");
        LLVMSetAlignment(loaded, l->x->n * l->x->bits / 8);
    }
    if (LLVMGetTypeKind(LLVMTypeOf(l->call)) != LLVMStructTypeKind) {
        LLVMReplaceAllUsesWith(l->call, result(l, loaded, taken, 0, LLVMTypeOf(l->call)));
        return;
    }
    for (LLVMUseRef u; (u = LLVMGetFirstUse(l->call));) {
        LLVMValueRef user = LLVMGetUser(u);
        int operand = (int)*LLVMGetIndices(user);
        LLVMReplaceAllUsesWith(user, result(l, loaded, taken, operand, LLVMTypeOf(user)));
        LLVMInstructionEraseFromParent(user);
    }
}

/* Whether all that uses the results takes one of them, and all that is stored is there. */
static bool can_be_lowered(const struct lowering *l) {
    bool structure = LLVMGetTypeKind(LLVMTypeOf(l->call)) == LLVMStructTypeKind;
    for (LLVMUseRef u = LLVMGetFirstUse(l->call); u && structure; u = LLVMGetNextUse(u))
        if (!LLVMIsAExtractValueInst(LLVMGetUser(u)))
            return false;
    for (unsigned i = 0; i < l->x->n && l->x->store; i++)
        if (!input(l, l->x->words[i]))
            return false;
    return l->x->store == (l->outputs == 0) && l->outputs <= MOST_WORDS;
}

static void lower(struct lowering *l) {
    LLVMPositionBuilderBefore(l->b, l->call);
    LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(l->call));
    LLVMValueRef p = address(l);
    if (!p)
        return;
    if (l->x->store)
        store(l, p);
    else
        load(l, p);
    LLVMInstructionEraseFromParent(l->call);
}

/* --- registers of the launch ------------------------------------------------------------ */

/* "mov.u32 $0, %ctaid.x;" */
static bool replace_register(const struct lowering *l, const char *text, size_t n) {
    static const struct {
        const char *name, *function;
    } registers[] = {{"tid", "_Z12get_local_idj"},
                     {"ctaid", "_Z12get_group_idj"},
                     {"ntid", "_Z14get_local_sizej"},
                     {"nctaid", "_Z14get_num_groupsj"}};
    char line[64], name[16], dimension;
    snprintf(line, sizeof line, "%.*s", (int)n, text);
    if (sscanf(line, " mov.u32 $0, %%%15[a-z].%c", name, &dimension) != 2 || dimension < 'x' ||
        dimension > 'z')
        return false;
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        if (strcmp(registers[i].name, name) == 0) {
            const struct load_intrinsic row = {"", registers[i].function, SIZE, dimension - 'x', 0,
                                               0};
            load_replace(l->m, l->b, l->call, &row);
            return true;
        }
    return false;
}

/* --- all of them -------------------------------------------------------------------------- */

static unsigned count_outputs(const char *constraints, size_t n) {
    unsigned outputs = 0;
    for (size_t i = 0; i < n; i++)
        outputs += constraints[i] == '=';
    return outputs;
}

static void rewrite(struct arena *a, struct lowering *l) {
    size_t n, n_constraints;
    LLVMValueRef code = LLVMGetCalledValue(l->call);
    const char *text = LLVMGetInlineAsmAsmString(code, &n);
    const char *constraints = LLVMGetInlineAsmConstraintString(code, &n_constraints);
    struct ptx_access x;
    l->x = &x;
    l->outputs = count_outputs(constraints, n_constraints);
    if (!replace_register(l, text, n) && read_text(a, &x, text, n) && can_be_lowered(l))
        lower(l);
    l->x = NULL;
}

void load_ptx_accesses(struct arena *a, LLVMModuleRef m) {
    VEC(LLVMValueRef) calls = {0};
    struct lowering l = {.m = m, .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m))};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
                    vec_push(a, &calls, i);
    for (size_t i = 0; i < calls.n; i++) {
        l.call = calls.at[i];
        rewrite(a, &l);
    }
    LLVMDisposeBuilder(l.b);
}
