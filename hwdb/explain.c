#include <string.h>

#include "base/die.h"
#include "hwdb/load.h"

static const struct generation {
    const char *arch;
    enum vendor_id vendor;
    const char *name;
} generations[] = {
#define GENERATION(arch, vendor, name) {arch, VENDOR_##vendor, name},
#include "hwdb/generations.def"
#undef GENERATION
};

enum { GENERATIONS = sizeof generations / sizeof *generations };

/* What people know of a GPU, and ask for first. */
static const enum gpu_key best_known[] = {
    GPU_sm_count,
    GPU_core_mhz,
    GPU_mem_mhz,
    GPU_dram_gbs,
    GPU_dram_bytes,
    GPU_l2_bytes,
    GPU_l1_bytes,
    GPU_warp_width,
    GPU_max_warps_per_sm,
    GPU_max_groups_per_sm,
    GPU_max_items_per_group,
    GPU_regs_per_sm,
    GPU_max_regs_per_item,
    GPU_local_bytes_per_sm,
    GPU_local_bytes_per_group,
    GPU_schedulers_per_sm,
    GPU_rate_fp32,
    GPU_rate_fp64,
    GPU_rate_fp16,
    GPU_rate_int,
    GPU_l2_latency,
    GPU_dram_latency,
    GPU_launch_us,
};

/* Percent of the GPU's values that are of that kind. */
static double share(const struct gpu *g, enum gpu_kind kind) {
    int given = 0, of_kind = 0;
    for (enum gpu_key k = 0; k < GPU_KEYS; k++) {
        given += g->origin[k].kind != GPU_UNSET;
        of_kind += g->origin[k].kind == kind;
    }
    return given ? 100.0 * of_kind / given : 0;
}

/* All GPUs, and how wide the columns of their names are. */
struct list {
    const struct gpu **at;
    size_t n;
    int name_width, product_width;
};

static void list_row(FILE *out, const struct list *l, const struct gpu *g) {
    fprintf(out, "  %-*s %-*s %4g %6.0f %6.0f %6.0f ", l->name_width, g->name, l->product_width,
            g->product, g->machine.sm_count, g->machine.core_mhz, g->machine.mem_mhz,
            g->dram.dram_gbs);
    if (g->dram.dram_bytes > 0)
        fprintf(out, "%5.3g", g->dram.dram_bytes / (1 << 30));
    else
        fprintf(out, "%5s", "");
    fprintf(out, " %7.0f%% %7.0f%%\n", share(g, GPU_MEASURED), share(g, GPU_INFERRED));
}

/* Whether the row continues the generation of the one above it. */
static bool is_continued(size_t row) {
    return row > 0 && strcmp(generations[row].name, generations[row - 1].name) == 0 &&
           generations[row].vendor == generations[row - 1].vendor;
}

static void list_generation(FILE *out, size_t row, const struct list *l) {
    const struct generation *of = &generations[row];
    if (!is_continued(row))
        fprintf(out, "\n%s %s\n", vendors[of->vendor].called, of->name);
    for (size_t i = 0; i < l->n; i++)
        if (strcmp(l->at[i]->arch, of->arch) == 0)
            list_row(out, l, l->at[i]);
}

static bool has_generation(const struct gpu *g) {
    for (size_t row = 0; row < GENERATIONS; row++)
        if (strcmp(generations[row].arch, g->arch) == 0)
            return true;
    return false;
}

/* Architectures without a row, each with its GPUs behind the first of them. */
static void list_others(FILE *out, const struct list *l) {
    const struct gpu *const *all = l->at;
    for (size_t i = 0; i < l->n; i++) {
        size_t first = 0;
        while (strcmp(all[first]->arch, all[i]->arch) != 0)
            first++;
        if (first < i || has_generation(all[i]))
            continue;
        fprintf(out, "\n%s %s\n", all[i]->vendor->called, all[i]->arch);
        for (size_t k = i; k < l->n; k++)
            if (strcmp(all[k]->arch, all[i]->arch) == 0)
                list_row(out, l, all[k]);
    }
}

static int wider(int width, const char *text) {
    return (int)strlen(text) > width ? (int)strlen(text) : width;
}

static struct list read_all(struct arena *a) {
    struct list l = {.at = NEW_ARRAY(a, const struct gpu *, hwdb_n_gpu_names)};
    for (; l.n < hwdb_n_gpu_names; l.n++) {
        const char *error = NULL;
        const struct gpu *g = gpu_find(a, hwdb_gpu_names[l.n], &error);
        if (!g)
            die("%s", error);
        l.at[l.n] = g;
        l.name_width = wider(l.name_width, g->name);
        l.product_width = wider(l.product_width, g->product);
    }
    return l;
}

void gpu_list(FILE *out) {
    struct arena a = {0};
    struct list l = read_all(&a);
    fprintf(out, "  %-*s %-*s %4s %6s %6s %6s %5s %8s %8s\n", l.name_width, "name", l.product_width,
            "product", "SMs", "MHz", "memory", "GB/s", "GiB", "measured", "inferred");
    for (size_t row = 0; row < GENERATIONS; row++)
        list_generation(out, row, &l);
    list_others(out, &l);
    fputs(
        "\nmeasured: share of an entry's values that benchmarks measured; inferred: share that is\n"
        "taken from a relative or assumed. The others are documented, or derived from such "
        "values.\n",
        out);
    arena_free(&a);
}

static void explain_value(FILE *out, const struct gpu *g, enum gpu_key k) {
    const struct hw_key *row = &hw_keys[k];
    const struct gpu_origin *origin = &g->origin[k];
    if (origin->kind == GPU_UNSET)
        return;
    fprintf(out, "%s = %.12g %s: %s\n", row->name, gpu_value(g, k), row->unit, row->meaning);
    fprintf(out, "    %s: %s [%s]\n", gpu_kind_name(origin->kind), origin->source, origin->file);
}

static void explain_names(FILE *out, const struct gpu *g) {
    fprintf(out, "%s: %s, %s %s\n", g->name, g->product, g->vendor->name, g->arch);
    for (size_t i = 0; i < g->n_aliases; i++)
        fprintf(out, "%s%s", i ? ", " : "also: ", g->aliases[i]);
    fputs(g->n_aliases ? "\n\n" : "\n", out);
}

void gpu_explain(FILE *out, const struct gpu *g) {
    explain_names(out, g);
    for (enum gpu_key k = 0; k < GPU_KEYS; k++)
        explain_value(out, g, k);
}

void gpu_summarize(FILE *out, const struct gpu *g) {
    size_t shown = 0, given = 0;
    explain_names(out, g);
    for (size_t i = 0; i < sizeof best_known / sizeof *best_known; i++) {
        explain_value(out, g, best_known[i]);
        shown += g->origin[best_known[i]].kind != GPU_UNSET;
    }
    for (enum gpu_key k = 0; k < GPU_KEYS; k++)
        given += g->origin[k].kind != GPU_UNSET;
    fprintf(
        out,
        "\n%zu of %zu values; %.0f %% of all are documented, %.0f %% measured, %.0f %% derived, "
        "%.0f %% inferred.\n'clperf gpus --all %s' shows all.\n",
        shown, given, share(g, GPU_DOCUMENTED), share(g, GPU_MEASURED), share(g, GPU_DERIVED),
        share(g, GPU_INFERRED), g->name);
}

const char *gpu_database_version(struct arena *a) {
    return arena_printf(a, "%zu GPUs, %s", hwdb_n_gpu_names, hwdb_digest);
}
