/* What work-items do together: barriers, fences, shuffles, votes and sums of a warp. */
#include <string.h>

#include "base/str.h"
#include "source/languages/ptx/translate.h"

enum { FENCE_ALL = 3, FENCE_LOCAL = 1 };

static void sync(struct ptx_translator *t, const char *name, unsigned flags) {
    LLVMValueRef arg = ptx_number(t, 32, flags);
    ptx_call(t, name, LLVMVoidTypeInContext(t->ctx), &arg, 1, SYNC);
}

/* Barriers of a part of the work-group count as those of all of it. */
bool ptx_barrier(struct ptx_translator *t, const char *what) {
    (void)what;
    if (ptx_has(t->in, "cluster") || t->in->predicate)
        return false;
    if (ptx_has(t->in, "warp"))
        sync(t, "_Z17sub_group_barrierj", FENCE_LOCAL);
    else if (!ptx_has(t->in, "arrive"))
        sync(t, "_Z7barrierj", FENCE_LOCAL);
    if (ptx_has(t->in, "red") && ptx_has_operands(t, 1))
        ptx_write(t, 0,
                  ptx_call(t, "clperf_unknown",
                           ptx_last_type(t) ? ptx_last_type(t) : ptx_int(t, 32), NULL, 0, SYNC));
    return true;
}

bool ptx_fence(struct ptx_translator *t, const char *what) {
    (void)what;
    if (ptx_has(t->in, "cluster") || ptx_word(t->in, "proxy") || ptx_has(t->in, "mbarrier_init"))
        return false;
    sync(t, "_Z9mem_fencej", FENCE_ALL);
    return true;
}

/* shfl.sync.MODE.b32 d|p, value, lane, clamp, mask. */
bool ptx_shuffle(struct ptx_translator *t, const char *what) {
    (void)what;
    static const struct {
        const char *word, *function;
    } modes[] = {{"idx", "_Z17sub_group_shuffleij"},
                 {"bfly", "_Z21sub_group_shuffle_xorij"},
                 {"up", "_Z20sub_group_shuffle_upij"},
                 {"down", "_Z22sub_group_shuffle_downij"}};
    if (!ptx_has_operands(t, 3))
        return false;
    LLVMTypeRef i32 = ptx_int(t, 32);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (ptx_has(t->in, modes[i].word)) {
            LLVMValueRef args[] = {ptx_read(t, 1, i32), ptx_read(t, 2, i32)};
            ptx_write(t, 0, ptx_call(t, modes[i].function, i32, args, 2, SYNC));
            const struct ptx_operand inside = {.name = t->in->operands[0].second};
            ptx_assign(t, &inside, ptx_number(t, 1, 1));
            return true;
        }
    return false;
}

static LLVMValueRef ballot(struct ptx_translator *t, LLVMValueRef truth) {
    LLVMValueRef arg = LLVMBuildZExt(t->b, truth, ptx_int(t, 32), "");
    return ptx_call(t, "_Z21sub_group_ballot_bitsi", ptx_int(t, 32), &arg, 1, SYNC);
}

/* vote.sync.MODE d, p, mask. */
bool ptx_vote(struct ptx_translator *t, const char *what) {
    (void)what;
    if (!ptx_has_operands(t, 2))
        return false;
    LLVMValueRef truth = ptx_read(t, 1, ptx_int(t, 1));
    if (ptx_has(t->in, "ballot")) {
        ptx_write(t, 0, ballot(t, truth));
        return true;
    }
    LLVMTypeRef i32 = ptx_int(t, 32);
    LLVMValueRef arg = LLVMBuildZExt(t->b, truth, i32, "");
    const char *name = ptx_has(t->in, "any") ? "_Z13sub_group_anyi" : "_Z13sub_group_alli";
    LLVMValueRef v = ptx_call(t, name, i32, &arg, 1, SYNC);
    ptx_write(t, 0, LLVMBuildICmp(t->b, LLVMIntNE, v, ptx_number(t, 32, 0), ""));
    return ptx_has(t->in, "any") || ptx_has(t->in, "all");
}

/* redux.sync.OP.TYPE d, a, mask: of logic operations the result is not computed. */
bool ptx_reduce(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = ptx_last_type(t);
    if (!ptx_has_operands(t, 2) || !type || ptx_is_float(type))
        return false;
    const char *name = ptx_has(t->in, "add")   ? "sub_group_reduce_add"
                       : ptx_has(t->in, "min") ? "sub_group_reduce_min"
                       : ptx_has(t->in, "max") ? "sub_group_reduce_max"
                                               : "clperf_unknown_shuffle";
    char code = ptx_is_signed(t) ? 'i' : 'j';
    LLVMValueRef arg = ptx_read(t, 1, type);
    name = arena_printf(t->arena, "_Z%zu%s%c", strlen(name), name, code);
    ptx_write(t, 0, ptx_call(t, name, type, &arg, 1, SYNC));
    return true;
}

bool ptx_active_mask(struct ptx_translator *t, const char *what) {
    (void)what;
    if (!ptx_has_operands(t, 1))
        return false;
    ptx_write(t, 0, ballot(t, ptx_number(t, 1, 1)));
    return true;
}

/* mbarrier.try_wait p, [object], phase: by the time that anybody asks, what is waited for is there.
 */
bool ptx_barrier_object(struct ptx_translator *t, const char *what) {
    (void)what;
    bool waits = ptx_has(t->in, "try_wait") || ptx_has(t->in, "test_wait");
    if (!waits || !ptx_has_operands(t, 1) || t->in->operands[0].address)
        return false;
    ptx_write(t, 0, ptx_number(t, 1, 1));
    return true;
}
