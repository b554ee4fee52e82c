#include "perfmodel/estimate.h"

const char *bound_name(enum bound b) {
    static const char *const names[] = {"dram", "l2",  "l1",  "shared", "issue",   "fp32",
                                        "fp64", "int", "sfu", "matrix", "latency", "launch"};
    return names[b];
}

const char *limiter_name(enum limiter l) {
    static const char *const names[] = {"warps",        "groups",     "registers",
                                        "local memory", "group size", "launch"};
    return names[l];
}
