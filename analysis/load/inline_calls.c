/* What becomes of a kernel when every function that it calls becomes part of it. */
#include "analysis/load/inline_calls.h"

#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/load/attributes.h"
#include "analysis/load/value.h"
#include "base/str.h"

/* Instructions of a kernel with all that it calls, before any optimisation: what LLVM's passes and
 * ours get through within the default budget. */
enum { MOST_INSTRUCTIONS = 400 * 1000 };

/* What names of functions begin with that stand for code that is not there, before the reason. */
static const char refused[] = "clperf refused: ";

struct function {
    uint64_t instructions; /* with all that it calls */
    bool open;             /* its calls are being counted */
};

struct counting {
    struct arena *arena;
    struct handle_map numbers;
    VEC(struct function) functions;
    LLVMValueRef recursive; /* a function that calls itself, or NULL */
    const char *refused;    /* why the front end has no code for what is called, or NULL */
};

static uint64_t count_function(struct counting *c, LLVMValueRef f);

static uint64_t count_call(struct counting *c, LLVMValueRef call) {
    size_t bytes;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &bytes) : "";
    if (str_starts(name, refused) && !c->refused)
        c->refused = name + strlen(refused);
    if (str_starts(name, "llvm.nvvm.tex."))
        c->refused = "it reads textures, which are not modelled";
    return LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) ? count_function(c, callee) : 0;
}

static uint64_t count_instructions(struct counting *c, LLVMValueRef f) {
    uint64_t n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            n += 1 + (LLVMIsACallInst(i) ? count_call(c, i) : 0);
    return n;
}

static uint64_t count_function(struct counting *c, LLVMValueRef f) {
    uint32_t number = map_get(&c->numbers, f);
    if (number < c->functions.n) {
        if (c->functions.at[number].open)
            c->recursive = f;
        return c->functions.at[number].instructions;
    }
    number = (uint32_t)c->functions.n;
    map_set(c->arena, &c->numbers, f, number);
    vec_push(c->arena, &c->functions, ((struct function){.open = true}));
    uint64_t n = count_instructions(c, f);
    c->functions.at[number] = (struct function){.instructions = n};
    return n;
}

const char *calls_refused(struct arena *a, LLVMValueRef kernel) {
    struct counting c = {.arena = a};
    uint64_t n = count_function(&c, kernel);
    size_t bytes;
    if (c.recursive)
        return arena_printf(a, "'%s' calls itself", LLVMGetValueName2(c.recursive, &bytes));
    if (c.refused)
        return arena_strdup(a, c.refused);
    if (n > MOST_INSTRUCTIONS)
        return arena_printf(a, "with all that it calls it has %.1f million instructions",
                            (double)n / 1e6);
    return NULL;
}

/* --- what work-items compute alone ----------------------------------------- */

static unsigned attribute_kind(const char *name) {
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static bool has_attribute(LLVMValueRef f, const char *name) {
    return LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, attribute_kind(name));
}

static void relax(LLVMValueRef f, bool query) {
    LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f));
    unsigned convergent = attribute_kind("convergent");
    LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, convergent);
    if (query)
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(ctx, attribute_kind("speculatable"), 0));
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)))
            LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex,
                                            convergent);
}

void calls_relax(struct arena *a, LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        size_t bytes;
        char type;
        const char *name = builtin_demangle(a, LLVMGetValueName2(f, &bytes), &type);
        if (!LLVMIsDeclaration(f) || !has_attribute(f, "convergent") || !load_reads_no_memory(f) ||
            str_starts(name, "sub_group_") || str_starts(name, "work_group_"))
            continue;
        const struct builtin *found = builtin_find(name);
        relax(f, found && found->op == OP_WORKITEM);
    }
}
