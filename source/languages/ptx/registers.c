/* Special registers: of the launch, of the warp and of the machine. */
#include <string.h>

#include "base/str.h"
#include "source/languages/ptx/translate.h"

static LLVMValueRef lane(struct ptx_translator *t) {
    return ptx_call(t, "_Z22get_sub_group_local_idv", ptx_int(t, 32), NULL, 0, PURE);
}

/* "%ctaid.y" */
static LLVMValueRef of_launch(struct ptx_translator *t, const char *name) {
    static const struct {
        const char *name, *function;
    } rows[] = {{"%tid.", "_Z12get_local_idj"},
                {"%ctaid.", "_Z12get_group_idj"},
                {"%ntid.", "_Z14get_local_sizej"},
                {"%nctaid.", "_Z14get_num_groupsj"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char dimension = str_starts(name, rows[i].name) ? name[strlen(rows[i].name)] : 0;
        if (dimension < 'x' || dimension > 'z')
            continue;
        LLVMValueRef n = ptx_number(t, 32, (uint64_t)(dimension - 'x'));
        LLVMValueRef v = ptx_call(t, rows[i].function, ptx_int(t, 64), &n, 1, SIZE);
        return LLVMBuildTrunc(t->b, v, ptx_int(t, 32), "");
    }
    return NULL;
}

/* Lanes before this one as bits, with it or not, or the others. */
static LLVMValueRef lane_mask(struct ptx_translator *t, const char *which) {
    LLVMValueRef one = ptx_number(t, 32, 1);
    LLVMValueRef own = LLVMBuildShl(t->b, one, lane(t), "");
    LLVMValueRef before = LLVMBuildSub(t->b, own, one, "");
    if (strcmp(which, "eq") == 0)
        return own;
    if (strcmp(which, "lt") == 0)
        return before;
    if (strcmp(which, "ge") == 0)
        return LLVMBuildNot(t->b, before, "");
    LLVMValueRef with = LLVMBuildOr(t->b, before, own, "");
    return strcmp(which, "le") == 0 ? with : LLVMBuildNot(t->b, with, "");
}

/* Of the machine: clocks are read each time. */
static LLVMValueRef of_machine(struct ptx_translator *t, const char *name) {
    static const struct {
        const char *name;
        unsigned bits;
    } rows[] = {{"%smid", 32},     {"%nsmid", 32},          {"%clock", 32},
                {"%clock_hi", 32}, {"%clock64", 64},        {"%globaltimer", 64},
                {"%gridid", 64},   {"%globaltimer_lo", 32}, {"%nwarpid", 32}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(name, rows[i].name) == 0)
            return ptx_call(t, "clperf_unknown_id", ptx_int(t, rows[i].bits), NULL, 0, SYNC);
    return NULL;
}

/* Of a launch without clusters, a group is one of its own; and without an offset of its ids, which
 * NVIDIA's OpenCL has in registers of its environment. */
static LLVMValueRef of_cluster(struct ptx_translator *t, const char *name) {
    static const struct {
        const char *name;
        unsigned number;
    } rows[] = {{"%cluster_ctaid.", 0},  {"%cluster_nctaid.", 1},
                {"%cluster_ctarank", 0}, {"%cluster_nctarank", 1},
                {"%envreg3", 0},         {"%envreg4", 0},
                {"%envreg5", 0},         {"%is_explicit_cluster", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t n = strlen(rows[i].name);
        bool dimension = rows[i].name[n - 1] == '.';
        if (dimension ? str_starts(name, rows[i].name) : strcmp(name, rows[i].name) == 0)
            return ptx_number(t, 32, rows[i].number);
    }
    return NULL;
}

/* What only the machine says; in a file, names that are no register's of it are such. */
static LLVMValueRef of_others(struct ptx_translator *t, const char *name) {
    return t->storage && name[0] == '%'
               ? ptx_call(t, "clperf_unknown_id", ptx_int(t, 32), NULL, 0, SYNC)
               : NULL;
}

LLVMValueRef ptx_special(struct ptx_translator *t, const char *name) {
    static const char mask[] = "%lanemask_";
    if (strcmp(name, "%laneid") == 0)
        return lane(t);
    if (strcmp(name, "%warpid") == 0)
        return ptx_call(t, "_Z16get_sub_group_idv", ptx_int(t, 32), NULL, 0, PURE);
    if (strcmp(name, "WARP_SZ") == 0)
        return ptx_call(t, "_Z22get_max_sub_group_sizev", ptx_int(t, 32), NULL, 0, PURE);
    if (str_starts(name, mask))
        return lane_mask(t, name + strlen(mask));
    LLVMValueRef v = of_launch(t, name);
    v = v ? v : of_cluster(t, name);
    v = v ? v : of_machine(t, name);
    return v ? v : of_others(t, name);
}
