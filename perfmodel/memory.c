/* The path of a global memory request: L1 (where ordinary loads use it), the SM's port to the
 * L2 at l2_request_cycles per 128-byte line, L2 data bandwidth, the cache between L2 and DRAM
 * where there is one, DRAM as a first-come-first-served server with latency and departure time
 * apart.
 *
 * One SM is simulated, with its share of what all SMs have in common. Sectors that
 * another SM has brought to the L2 count as hits (sharing.c). Not modelled: TLBs,
 * L2 slices and their distance, write-back order, DRAM read-write turnaround. */
#include "perfmodel/memory.h"

#include <math.h>
#include <string.h>

#include "perfmodel/cache.h"
#include "perfmodel/skipped.h"

/* Sectors that move for the touched ones: the L2 may transfer in larger units. */
static double transferred(const struct gpu *g, uint8_t sectors) {
    unsigned unit = (unsigned)g->l2_sector_bytes / SECTOR_BYTES, moved = 0;
    for (unsigned s = 0; unit && s < SECTORS_PER_LINE; s += unit)
        if (sectors >> s & ((1u << unit) - 1))
            moved += unit;
    return moved;
}

struct memory_path *memory_new(struct arena *a, const struct gpu *g, const struct sharing *s,
                               double sms, double local_bytes_in_use) {
    struct memory_path *m = NEW(a, struct memory_path);
    m->arena = a;
    m->gpu = g;
    m->sharing = s;
    m->sms = sms;
    m->atomics_share = 1;
    double l1 = g->l1_caches_global > 0 ? fmax(0, g->l1_bytes - local_bytes_in_use) : 0;
    m->l1 = cache_new(a, l1, (uint32_t)g->l1_line_bytes, 4);
    double l2 = g->l2_bytes / sms / s->average;
    m->l2 = cache_new(a, l2, (uint32_t)g->l2_line_bytes, (uint32_t)g->l2_ways);
    if (g->l3_bytes > 0)
        m->l3 = cache_new(a, g->l3_bytes / sms / s->average, (uint32_t)g->l2_line_bytes,
                          (uint32_t)g->l2_ways);
    m->skipped = skipped_new(a, l2);
    m->l1_sectors = (uint32_t)fmax(1, g->l1_line_bytes / SECTOR_BYTES);
    m->l1_banks = (uint32_t)fmax(1, g->l1_tag_banks);
    m->l1_cycles_per_line = LINE_BYTES / g->l1_bytes_per_clk;
    double l2_cycles = SECTOR_BYTES / (g->l2_bytes_per_clk / sms);
    for (unsigned i = 1; i < 1u << SECTORS_PER_LINE; i++)
        m->l2_cycles[i] = l2_cycles * transferred(g, (uint8_t)i) / __builtin_popcount(i);
    m->l3_cycles_per_sector = m->l3 ? SECTOR_BYTES / (g->l3_bytes_per_clk / sms) : 0;
    m->dram_cycles_per_sector = SECTOR_BYTES / (gpu_dram_bytes_per_clk(g) / sms);
    m->sectors_per_burst = (unsigned)fmax(1, g->dram_burst_bytes / SECTOR_BYTES);
    return m;
}

/* Scattered requests go to made-up sectors, spread over the buffer. */
static uint64_t made_up_address(const struct memory_path *m, uint64_t base) {
    uint64_t bytes = sharing_buffer(m->sharing, base)->bytes;
    uint64_t n = (uint64_t)m->sectors_l2 * 0x9E3779B97F4A7C15u;
    uint64_t sectors = bytes / SECTOR_BYTES;
    return (base >> BUFFER_SHIFT << BUFFER_SHIFT) +
           (sectors ? (n >> 20) % sectors : n >> 40) * SECTOR_BYTES;
}

/* Of a row's number; what is above tells groups apart. */
enum { ROW_BITS = 48 };

/* The controller serves waiting requests of an open row first, so a row counts as open as long
 * as it is among the last OPEN_ROWS used. Groups that have drifted apart visit it at different
 * times, each for itself. */
static double row_change(struct memory_path *m, uint64_t address) {
    if (m->gpu->dram_row_cycles <= 0)
        return 0;
    uint64_t row = (address / DRAM_ROW_BYTES + 1) | m->drifted << ROW_BITS;
    unsigned at = 0;
    while (at < OPEN_ROWS - 1 && m->open_row[at] != row)
        at++;
    bool changed = m->open_row[at] != row;
    for (; at > 0; at--)
        m->open_row[at] = m->open_row[at - 1];
    m->open_row[0] = row;
    double own = m->drifted ? 1 : sharing_buffer(m->sharing, address)->own_rows;
    return changed ? m->gpu->dram_row_cycles * m->sms * own : 0;
}

/* The sectors of one line that go to or come from DRAM, in bursts; returns when the last is
 * through. Writes stay in the L2 until their row can be written together, so only reads pay
 * for rows. */
static double dram_line(struct memory_path *m, double now, uint64_t line, uint8_t sectors,
                        bool is_write) {
    unsigned burst = m->sectors_per_burst;
    double done = now;
    for (unsigned s = 0; s < SECTORS_PER_LINE; s += burst) {
        if (!(sectors >> s & ((1u << burst) - 1)))
            continue;
        m->sectors_dram += burst;
        double cycles = m->dram_cycles_per_sector * burst, row = 0;
        if (!is_write)
            row = row_change(m, line + s * SECTOR_BYTES);
        if (row > 0)
            done = later(done, server_take(&m->dram_rows, now, row));
        done = later(done, server_take(&m->dram, now, cycles));
    }
    return done;
}

/* Whether the last-level cache need not go to DRAM for a sector, which it has from then on. */
static bool l3_has(struct memory_path *m, uint64_t address, bool is_write) {
    bool dirty, hit = cache_access(m->l3, address, is_write, &dirty);
    return sharing_kept_last(m->sharing, address) || (is_write ? dirty : hit);
}

/* Cycles that DRAM counts as idle before the first request, so that groups which all begin at once
 * are not a load yet. */
enum { IDLE_BEFORE = 1000 };

/* What a load waits for busy banks and other queues before those are always full: the busier DRAM
 * is, the later loads come back on average, and the more they differ (Volkov, Understanding Latency
 * Hiding on GPUs, UCB/EECS-2016-143, measures both). Which one waits how long is made up. */
static double loaded_wait(const struct memory_path *m, double now, uint64_t line) {
    double busy = later(m->dram.busy, m->dram_rows.busy) / (now + IDLE_BEFORE);
    uint64_t h = line / LINE_BYTES * 0x9E3779B97F4A7C15u;
    double part = (double)(h >> 40) / (double)(1 << 24);
    return m->gpu->dram_latency * m->gpu->dram_loaded_wait * fmin(1, busy) * 2 * part;
}

/* The sectors of one line that the L2 does not have; returns when the last one is there. */
static double beyond_l2(struct memory_path *m, double now, uint64_t line, uint8_t sectors,
                        bool is_write) {
    double done = now;
    uint8_t missing = m->l3 ? 0 : sectors;
    for (unsigned s = 0; m->l3 && s < SECTORS_PER_LINE; s++) {
        if (!(sectors >> s & 1))
            continue;
        done = later(done, server_take(&m->l3_data, now, m->l3_cycles_per_sector));
        if (!l3_has(m, line + s * SECTOR_BYTES, is_write))
            missing |= (uint8_t)(1u << s);
    }
    if (m->l3 && !missing)
        return later(done, now + m->gpu->l3_latency);
    double latency = m->gpu->dram_latency + (is_write ? 0 : loaded_wait(m, now, line));
    return later(now + latency, dram_line(m, now, line, missing, is_write));
}

/* What a line's request found at the L2. */
struct l2_outcome {
    double done;     /* when the data of the hits could leave */
    uint8_t missing; /* sectors to fetch from DRAM, or written for the first time */
    uint8_t fill;    /* sectors to complete from DRAM, as they will never be stored to the end */
};

static void l2_sector(struct memory_path *m, double now, uint64_t line, unsigned s, bool is_write,
                      bool full, double cycles, struct l2_outcome *o) {
    uint64_t address = line + s * SECTOR_BYTES;
    bool dirty, hit = cache_access(m->l2, address, is_write, &dirty);
    bool elsewhere = sharing_brought_by_other(m->sharing, address);
    if (!hit && !is_write)
        hit = skipped_has(m->skipped, address);
    if (!hit)
        skipped_pass(m->skipped, SECTOR_BYTES);
    m->sectors_l2++;
    double served = server_take(&m->l2_data, now, cycles);
    o->done = later(o->done, is_write ? served : later(now + m->gpu->l2_latency, served));
    if (elsewhere || (is_write ? dirty : hit))
        return;
    o->missing |= (uint8_t)(1u << s);
    if (is_write && !full && !hit && m->incomplete &&
        incomplete_has(m->incomplete, address - m->moved))
        o->fill |= (uint8_t)(1u << s);
}

/* The sectors of one line at the L2; returns when the data is there, or handed over. */
static double l2_line(struct memory_path *m, double now, uint64_t line, const struct line *l,
                      uint8_t sectors, enum access_kind kind) {
    const struct gpu *g = m->gpu;
    bool is_write = kind != ACCESS_LOAD;
    struct l2_outcome o = {.done = now};
    double cycles = m->l2_cycles[sectors];
    double part = kind == ACCESS_STORE && g->l2_partial_factor > 0 ? g->l2_partial_factor : 1;
    unsigned in_part = sectors & ~l->full;
    for (unsigned left = sectors; left; left &= left - 1) {
        unsigned s = (unsigned)__builtin_ctz(left);
        bool full = l->full >> s & 1;
        bool first = in_part && s == (unsigned)__builtin_ctz(in_part);
        l2_sector(m, now, line, s, is_write, full, cycles * (first ? part : 1), &o);
    }
    if (is_write) {
        double partial = __builtin_popcount(in_part) * (g->partial_store_factor - 1);
        server_take(&m->l2_port, now, g->l2_request_cycles * partial / SECTORS_PER_LINE);
    }
    if (!o.missing)
        return o.done;
    double fetched = beyond_l2(m, now, line, o.missing, is_write);
    if (o.fill)
        beyond_l2(m, now, line, o.fill, false);
    return is_write ? o.done : later(o.done, fetched);
}

/* Sectors of the line that L1 has not got. */
static uint8_t l1_misses(struct memory_path *m, uint64_t line, uint8_t sectors) {
    unsigned missing = 0;
    if (m->l1_sectors >= SECTORS_PER_LINE)
        return (uint8_t)(sectors & ~cache_load(m->l1, line, sectors));
    for (unsigned left = sectors; left; left &= left - 1) {
        unsigned s = (unsigned)__builtin_ctz(left);
        missing |= (~cache_load(m->l1, line + s * SECTOR_BYTES, 1) & 1) << s;
    }
    return (uint8_t)missing;
}

static double atomic_time(const struct memory_path *m, const struct footprint *f) {
    double different = f->distinct / (m->gpu->atomic_per_clk / m->sms);
    double same = (f->lanes - f->distinct) * m->gpu->atomic_same_cycles;
    return different + same;
}

/* The atomics on one line, in the L2's slice that has it, behind those of the other SMs that work
 * on it. (Those of a warp on one address are added up before.) */
static double atomics_on_line(struct memory_path *m, double now, uint64_t line, double words) {
    const struct gpu *g = m->gpu;
    double sms = sharing_buffer(m->sharing, line)->together;
    return server_take(&m->atomics[line / LINE_BYTES % ATOMIC_LINES], now,
                       (g->atomic_line_cycles + words * g->atomic_word_cycles) * sms *
                           m->atomics_share);
}

/* When the atomics of a request have been done. Lines that are not known are taken to be nobody
 * else's. */
static double atomics_done(struct memory_path *m, double now, const struct footprint *f,
                           uint64_t base, bool scattered) {
    double done = server_take(&m->l2_data, now, atomic_time(m, f));
    bool together = m->gpu->atomic_word_cycles > 0 && !scattered;
    for (uint32_t i = 0; i < f->n_lines && together; i++)
        done = later(done, atomics_on_line(m, now, base + (uint64_t)f->lines[i].offset,
                                           (double)f->distinct / f->n_lines));
    return done;
}

static double line_request(struct memory_path *m, double now, const struct access *access,
                           const struct line *l, uint64_t line) {
    const struct gpu *g = m->gpu;
    uint8_t sectors = l->sectors;
    double done = now;
    if (access->kind == ACCESS_LOAD && g->l1_caches_global > 0)
        sectors = l1_misses(m, line, sectors);
    if (!sectors)
        return done;
    double sent = server_take(&m->l2_port, now, g->l2_request_cycles);
    m->requests_l2++;
    return later(done, l2_line(m, sent, line, l, sectors, (enum access_kind)access->kind));
}

enum { TAG_BANKS_MAX = 8 };

/* Rounds in which the L1 looks up a request's lines: each bank of its tags looks up one line at a
 * time, and neighbouring lines are in different banks. */
static double l1_tag_rounds(const struct memory_path *m, const struct footprint *f, uint64_t base) {
    uint32_t unit = m->l1_sectors, banks = m->l1_banks, lines[TAG_BANKS_MAX] = {0}, most = 0;
    uint32_t units = unit < SECTORS_PER_LINE ? SECTORS_PER_LINE / unit : 1, mask = (1u << unit) - 1;
    if (units == 1 && (banks == 1 || f->n_lines == 1))
        return f->n_lines;
    for (uint32_t i = 0; i < f->n_lines; i++) {
        uint32_t first = (uint32_t)((base + (uint64_t)f->lines[i].offset) / LINE_BYTES) * units;
        for (uint32_t u = 0; u < units; u++) {
            if (!(f->lines[i].sectors >> u * unit & mask))
                continue;
            uint32_t n = ++lines[banks > 1 ? (first + u) % banks : 0];
            most = n > most ? n : most;
        }
    }
    return most;
}

enum { WORD_BYTES = 4 };

/* Time of a load at the L1. Where tags have a rate of their own, the registers of all lanes are
 * filled at the L1's bandwidth while it works out addresses and looks up lines, four bytes each at
 * least; else each line takes the time of all its bytes. AMD's L1 takes 16 lanes at a time whose
 * words are neighbours, but four where they are not (GPUOpen, Understanding Memory Coalescing on
 * GCN). */
static double l1_cycles(const struct memory_path *m, const struct access *access,
                        const struct footprint *f, uint64_t base) {
    const struct gpu *g = m->gpu;
    if (g->l1_cycles_per_tag <= 0)
        return f->n_lines * m->l1_cycles_per_line;
    double bytes = later(WORD_BYTES * g->warp_width, (double)f->lanes * access->bytes);
    bool shared = access->bytes < WORD_BYTES || f->distinct < f->lanes;
    double filled = later(bytes / g->l1_bytes_per_clk, shared ? g->l1_shared_words_cycles : 0) +
                    f->sparse * g->l1_cycles_per_sparse;
    return later(filled, g->l1_request_cycles + l1_tag_rounds(m, f, base) * g->l1_cycles_per_tag);
}

double memory_request(struct memory_path *m, double now, const struct access *access,
                      const struct footprint *f, uint64_t base, bool scattered) {
    const struct gpu *g = m->gpu;
    double done = now;
    if (access->kind == ACCESS_LOAD && g->l1_cycles_per_quad > 0) {
        done = now = server_take(&m->l1_port, now, f->quads * g->l1_cycles_per_quad);
    } else if (access->kind == ACCESS_LOAD && g->l1_caches_global > 0) {
        double cycles = l1_cycles(m, access, f, base),
               served = server_take(&m->l1_port, now, cycles);
        done = later(now + g->l1_latency, served);
        now = served - cycles;
    }
    for (uint32_t i = 0; i < f->n_lines; i++) {
        uint64_t line = base + (uint64_t)f->lines[i].offset;
        if (scattered)
            line = made_up_address(m, base) / LINE_BYTES * LINE_BYTES;
        done = later(done, line_request(m, now, access, &f->lines[i], line));
    }
    if (access->kind == ACCESS_ATOMIC)
        done = later(done, atomics_done(m, now, f, base, scattered)) + g->l2_latency;
    return done;
}

void memory_written_before(struct memory_path *m, uint64_t base, uint64_t bytes) {
    for (uint64_t at = 0; at < bytes; at += SECTOR_BYTES) {
        bool dirty;
        cache_access(m->l2, base + at, true, &dirty);
        if (m->l3)
            cache_access(m->l3, base + at, true, &dirty);
    }
}

struct server memory_atomics(const struct memory_path *m) {
    struct server all = {0};
    for (unsigned i = 0; i < ATOMIC_LINES; i++) {
        all.free = later(all.free, m->atomics[i].free);
        all.busy = later(all.busy, m->atomics[i].busy);
    }
    return all;
}
