#include "base/die.h"
#include "hwdb/load.h"

static void list_row(FILE *out, const struct gpu *g) {
    fprintf(out, "%-15s  %-36s  %-7s  %4g  %8g  %7g  %7g", g->name, g->product, g->arch,
            g->sm_count, g->core_mhz, g->mem_mhz, g->dram_gbs);
    if (g->dram_bytes > 0)
        fprintf(out, "  %5.3g", g->dram_bytes / (1 << 30));
    fputc('\n', out);
}

void gpu_list(FILE *out) {
    struct arena a = {0};
    fprintf(out, "%-15s  %-36s  %-7s  %4s  %8s  %7s  %7s  %5s\n", "name", "product", "arch", "SMs",
            "core MHz", "mem MHz", "GB/s", "GiB");
    for (size_t i = 0; i < hwdb_n_gpu_names; i++) {
        const char *error = NULL;
        const struct gpu *g = gpu_find(&a, hwdb_gpu_names[i], &error);
        if (!g)
            die("%s", error);
        list_row(out, g);
    }
    arena_free(&a);
}

static void explain_value(FILE *out, const struct gpu *g, enum gpu_key k) {
    const struct hw_key *row = &hw_keys[k];
    const struct gpu_origin *origin = &g->origin[k];
    fprintf(out, "%s = %.10g %s: %s\n", row->name, gpu_value(g, k), row->unit, row->meaning);
    if (origin->kind == GPU_UNSET)
        fputs("    not given\n", out);
    else
        fprintf(out, "    %s: %s [%s]\n", gpu_kind_name(origin->kind), origin->source,
                origin->file);
}

void gpu_explain(FILE *out, const struct gpu *g) {
    fprintf(out, "%s: %s, %s %s\n", g->name, g->product, g->vendor, g->arch);
    for (size_t i = 0; i < g->n_aliases; i++)
        fprintf(out, "%s%s", i ? ", " : "also: ", g->aliases[i]);
    fputs(g->n_aliases ? "\n\n" : "\n", out);
    for (enum gpu_key k = 0; k < GPU_KEYS; k++)
        explain_value(out, g, k);
}
