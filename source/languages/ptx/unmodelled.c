#include "source/languages/ptx/unmodelled.h"

#include <string.h>

#include "analysis/load/instruction.h"
#include "analysis/load/replace.h"
#include "base/str.h"
#include "base/words.h"

enum { MOST_NAMED = 4 };

static void count(struct arena *a, LLVMValueRef i, struct words *kinds, unsigned *n) {
    if (!LLVMIsACallInst(i) || !str_starts(load_callee_name(i), PTX_UNKNOWN))
        return;
    const char *name = load_callee_name(i);
    name += strlen(PTX_UNKNOWN);
    const char *opcode = arena_strndup(a, name, strcspn(name, ";"));
    if (!words_has(kinds, opcode))
        words_add(a, kinds, opcode);
    ++*n;
}

static const char *sentence(struct arena *a, const struct words *kinds, unsigned n) {
    struct str s = {.arena = a};
    str_printf(&s, "%u instruction%s of %zu kind%s %s not modelled: ", n, n == 1 ? "" : "s",
               kinds->n, kinds->n == 1 ? "" : "s", n == 1 ? "is" : "are");
    for (size_t i = 0; i < kinds->n && i < MOST_NAMED; i++)
        str_printf(&s, "%s%s", i ? ", " : "", kinds->at[i]);
    if (kinds->n > MOST_NAMED)
        str_printf(&s, " and %zu more", kinds->n - MOST_NAMED);
    return str_text(&s);
}

void ptx_note_unmodelled(struct arena *a, LLVMValueRef kernel) {
    struct words kinds = {0};
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            count(a, i, &kinds, &n);
    if (!n)
        return;
    const char *text = sentence(a, &kinds, n);
    LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
    LLVMAttributeRef said = LLVMCreateStringAttribute(
        ctx, LOAD_UNMODELLED, (unsigned)strlen(LOAD_UNMODELLED), text, (unsigned)strlen(text));
    LLVMAddAttributeAtIndex(kernel, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, said);
}
