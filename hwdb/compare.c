/* Two GPUs side by side. */
#include "hwdb/load.h"

/* "documented" is long for a column. */
static const char *short_kind(enum gpu_kind kind) {
    static const char *const names[] = {"doc", "meas", "deriv", "infer", "-"};
    return names[kind];
}

static void print_value(FILE *out, const struct gpu *g, enum gpu_key k) {
    if (g->origin[k].kind == GPU_UNSET)
        fprintf(out, " %14s %-5s", "not given", "");
    else
        fprintf(out, " %14.8g %-5s", gpu_value(g, k), short_kind(g->origin[k].kind));
}

static void print_row(FILE *out, const struct gpu *a, const struct gpu *b, enum gpu_key k) {
    double x = gpu_value(a, k), y = gpu_value(b, k);
    fprintf(out, "%-26s", hw_keys[k].name);
    print_value(out, a, k);
    print_value(out, b, k);
    if (x > 0 && y > 0)
        fprintf(out, " %8.3g", y / x);
    else
        fprintf(out, " %8s", "");
    fprintf(out, "  %s\n", hw_keys[k].unit);
}

void gpu_compare(FILE *out, const struct gpu *a, const struct gpu *b, bool all) {
    size_t same = 0;
    fprintf(out, "%-26s %20s %20s %8s\n", "", a->name, b->name, "ratio");
    for (enum gpu_key k = 0; k < GPU_KEYS; k++) {
        bool given = a->origin[k].kind != GPU_UNSET || b->origin[k].kind != GPU_UNSET;
        bool differs = gpu_value(a, k) != gpu_value(b, k);
        same += given && !differs;
        if (given && (all || differs))
            print_row(out, a, b, k);
    }
    fprintf(out,
            "\n%zu values are the same. doc: documented, meas: measured, deriv: derived, infer: "
            "inferred.\n",
            same);
}
