#include <math.h>

#include "hwdb/load.h"

static bool in_range(struct arena *a, enum gpu_key key, double mhz, const char **error) {
    const struct hw_key *row = &hw_keys[key];
    if (mhz >= row->min && mhz <= row->max)
        return true;
    *error = arena_printf(a, "%s: %g is out of range, %g to %g %s", row->name, mhz, row->min,
                          row->max, row->unit);
    return false;
}

/* Wang and Chu, GPGPU Performance Estimation with Core and Memory Frequency Scaling, equation 4:
 * latency = a x core / memory + b, where a is in memory clocks and b in core clocks. */
static double latency_at(const struct gpu *g, double core_mhz, double mem_mhz) {
    double before = g->machine.core_mhz / g->machine.mem_mhz, now = core_mhz / mem_mhz;
    return g->dram.dram_latency + g->dram.dram_latency_mem_clocks * (now - before);
}

/* Table III of the same paper: a slow memory clock reaches less of its own peak. */
static double efficiency_at(const struct gpu *g, double mem_mhz) {
    if (g->dram.dram_efficiency_limit <= 0 || g->dram.dram_half_mhz <= 0)
        return g->dram.dram_efficiency;
    double reached = g->dram.dram_efficiency_limit * mem_mhz / (mem_mhz + g->dram.dram_half_mhz);
    return fmin(g->dram.dram_efficiency, reached);
}

const struct gpu *gpu_at_clock(struct arena *a, const struct gpu *g, double core_mhz,
                               double mem_mhz, const char **error) {
    if (!in_range(a, GPU_core_mhz, core_mhz, error) || !in_range(a, GPU_mem_mhz, mem_mhz, error))
        return NULL;
    struct gpu *at = NEW(a, struct gpu);
    *at = *g;
    at->clock_given = true;
    at->machine.core_mhz = core_mhz;
    at->machine.mem_mhz = mem_mhz;
    at->dram.dram_gbs = g->dram.dram_gbs * (mem_mhz / g->machine.mem_mhz);
    at->dram.dram_efficiency = efficiency_at(g, mem_mhz);
    at->dram.dram_efficiency_one_way *= at->dram.dram_efficiency / g->dram.dram_efficiency;
    at->dram.dram_efficiency_stores *= at->dram.dram_efficiency / g->dram.dram_efficiency;
    at->dram.dram_latency = fmax(g->cache.l2_latency, latency_at(g, core_mhz, mem_mhz));
    return at;
}

static double dram_bytes_per_clk(const struct gpu *g, double efficiency) {
    double memory = g->dram.dram_gbs * efficiency * 1e3 / g->machine.core_mhz;
    return g->dram.dram_bytes_per_clk > 0 ? fmin(memory, g->dram.dram_bytes_per_clk) : memory;
}

double gpu_dram_bytes_per_clk(const struct gpu *g) {
    return dram_bytes_per_clk(g, g->dram.dram_efficiency);
}

double gpu_dram_one_way_bytes_per_clk(const struct gpu *g, bool stores) {
    double loads = fmax(g->dram.dram_efficiency, g->dram.dram_efficiency_one_way);
    return dram_bytes_per_clk(g, stores ? fmax(loads, g->dram.dram_efficiency_stores) : loads);
}
