#include "capture/device_gpu.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void set_text(char to[DEVICE_TEXT], const char *text) {
    snprintf(to, DEVICE_TEXT, "%s", text);
}

static void name_device(struct device *d, const struct gpu *g) {
    const struct vendor *v = g->vendor;
    set_text(d->name, v->names_architecture ? g->arch : g->product);
    set_text(d->product, g->product);
    set_text(d->vendor, v->opencl_name ? v->opencl_name : v->called);
    set_text(d->arch, g->arch);
    d->vendor_id = v->pci_id;
}

/* Of what a group may have on the GPU. */
static double reported_local_bytes(const struct gpu *g) {
    double most = g->vendor->reported_local_bytes, all = g->local.local_bytes_per_group;
    return most > 0 ? fmin(all, most) : all;
}

struct device device_of_gpu(const struct gpu *g) {
    struct device d = {
        .compute_units = (uint64_t)g->machine.sm_count,
        .warp_width = (uint64_t)g->machine.warp_width,
        .max_items_per_group = (uint64_t)g->machine.max_items_per_group,
        .items_per_unit = (uint64_t)(g->machine.max_warps_per_sm * g->machine.warp_width),
        .groups_per_unit = (uint64_t)g->machine.max_groups_per_sm,
        .registers_per_unit = (uint64_t)g->machine.regs_per_sm,
        .registers_per_group = (uint64_t)g->machine.max_regs_per_group,
        .local_bytes = (uint64_t)reported_local_bytes(g),
        .local_bytes_most = (uint64_t)g->local.local_bytes_per_group,
        .local_bytes_per_unit = (uint64_t)g->local.local_bytes_per_sm,
        .global_bytes = (uint64_t)g->dram.dram_bytes,
        .cache_bytes = (uint64_t)g->cache.l2_bytes,
        .cache_line_bytes = (uint64_t)g->cache.l2_line_bytes,
        .clock_mhz = (uint64_t)g->machine.core_mhz,
        .memory_clock_mhz = (uint64_t)g->machine.mem_mhz,
        .bus_bits = 256,
        .has_fp64 = g->units.rate_fp64 > 0,
        .devices = 1,
    };
    name_device(&d, g);
    return d;
}

bool device_write(const struct device *d, const char *path) {
    FILE *out = fopen(path, "we");
    if (!out)
        return false;
#define TEXT(key) fprintf(out, #key "=%s\n", d->key);
#define COUNT(key) fprintf(out, #key "=%" PRIu64 "\n", d->key);
#include "capture/device.def"
#undef TEXT
#undef COUNT
    bool written = !ferror(out);
    return fclose(out) == 0 && written;
}
