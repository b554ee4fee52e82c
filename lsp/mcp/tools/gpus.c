/* gpus: what there is to predict for. */
#include <string.h>

#include "hwdb/gpu.h"
#include "lsp/json.h"
#include "lsp/mcp/tools/table.h"

static bool matches(const struct gpu *g, const char *filter) {
    const char *const texts[] = {g->name, g->product, g->vendor->name, g->arch};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcasestr(texts[i], filter))
            return true;
    return false;
}

static cJSON *describe(const struct gpu *g) {
    const struct {
        const char *name;
        double value;
    } figures[] = {
        {"multiprocessors", g->machine.sm_count},
        {"core_mhz", g->machine.core_mhz},
        {"mem_mhz", g->machine.mem_mhz},
        {"dram_gbs", g->dram.dram_gbs},
        {"l2_bytes", g->cache.l2_bytes},
        {"local_bytes_per_group", g->local.local_bytes_per_group},
        {"warp_width", g->machine.warp_width},
        {"max_warps", g->machine.max_warps_per_sm},
        {"max_items_per_group", g->machine.max_items_per_group},
        {"fp32_gflops", 2e-3 * g->machine.sm_count * g->units.rate_fp32 * g->machine.core_mhz},
        {"fp64_gflops", 2e-3 * g->machine.sm_count * g->units.rate_fp64 * g->machine.core_mhz},
    };
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "name", g->name);
    cJSON_AddStringToObject(o, "product", g->product);
    cJSON_AddStringToObject(o, "vendor", g->vendor->name);
    cJSON_AddStringToObject(o, "arch", g->arch);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        cJSON_AddNumberToObject(o, figures[i].name, figures[i].value);
    return o;
}

void gpu_list_read(struct arena *a, struct gpu_list *out) {
    size_t n;
    const char *error = NULL;
    const char *const *names = gpu_names(&n);
    *out = (struct gpu_list){.at = NEW_ARRAY(a, const struct gpu *, n)};
    for (size_t i = 0; i < n; i++) {
        const struct gpu *g = gpu_find(a, names[i], &error);
        if (g)
            out->at[out->n++] = g;
    }
}

void tool_gpus(struct tool_call *c) {
    const char *filter = json_string(c->arguments, "filter");
    c->data = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(c->data, "gpus");
    for (size_t i = 0; i < c->gpus.n; i++) {
        const struct gpu *g = c->gpus.at[i];
        if (!matches(g, filter))
            continue;
        cJSON_AddItemToArray(list, describe(g));
        str_printf(&c->text, "%s%s (%s, %s): %.0f multiprocessors at %.0f MHz, %.0f GB/s",
                   c->text.n ? "\n" : "", g->name, g->product, g->arch, g->machine.sm_count,
                   g->machine.core_mhz, g->dram.dram_gbs);
    }
    if (!c->text.n)
        str_printf(&c->text, "no GPU with '%s' in its name", filter);
}
