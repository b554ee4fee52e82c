/* The path of a global memory request: L1 (where ordinary loads use it), the SM's port to the
 * L2 at l2_request_cycles per line of the grid (grid.h), L2 data bandwidth, the cache between L2
 * and DRAM where there is one, DRAM as a first-come-first-served server with latency and departure
 * time apart.
 *
 * One SM is simulated, with its share of what all SMs have in common. Sectors that
 * another SM has brought to the L2 count as hits (l2_sharing.c), or are waited for where
 * they are still under way from DRAM (server.h). Not modelled: TLBs, L2 slices and
 * their distance, write-back order, DRAM read-write turnaround. */
#include "perfmodel/memory/hierarchy.h"

#include <math.h>
#include <string.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/lot.h"
#include "perfmodel/memory/cache.h"
#include "perfmodel/memory/l1_banks.h"
#include "perfmodel/memory/random_reuse.h"
#include "perfmodel/memory/server.h"
#include "perfmodel/memory/set_crowding.h"
#include "perfmodel/model_constants.h"

/* What local memory takes of L1. */
static double local_share(const struct gpu *g, double in_use) {
    double step = g->cache.l1_split_bytes;
    return step > 0 ? step * fmax(1, ceil(in_use / step)) : in_use;
}

/* What L1 has room for. The cache of the texture units is apart from local memory. */
static double l1_bytes(const struct gpu *g, double local_bytes_in_use) {
    if (g->cache.l1_caches_global > 0)
        return fmax(0, g->cache.l1_bytes - local_share(g, local_bytes_in_use));
    return g->cache.l1_caches_read_only > 0 ? g->cache.l1_bytes : 0;
}

static bool is_cached_in_l1(const struct gpu *g, const struct access *a) {
    return a->kind == ACCESS_LOAD &&
           (g->cache.l1_caches_global > 0 || (g->cache.l1_caches_read_only > 0 && a->read_only));
}

/* Private variables that a store changes stay in some L1s until they are thrown out. */
static bool is_written_in_l1(const struct gpu *g, const struct access *a) {
    return a->kind == ACCESS_STORE && a->space == SPACE_PRIVATE &&
           g->cache.l1_writes_back_private > 0;
}

/* Sectors that move for the touched ones: the L2 may transfer in larger units. */
static unsigned transferred(const struct gpu *g, const struct memory_grid *grid, unsigned sectors) {
    unsigned unit = (unsigned)fmax(1, g->cache.l2_sector_bytes / grid->sector_bytes);
    return (unsigned)__builtin_popcount(whole_units(unit, sectors));
}

/* Of each sector of a line, by those that are asked for together. */
static const double *l2_cycles(struct arena *a, const struct gpu *g, const struct memory_grid *grid,
                               double sms) {
    double *cycles = NEW_ARRAY(a, double, (size_t)1 << grid->sectors);
    double one = grid->sector_bytes / (g->cache.l2_bytes_per_clk / sms);
    for (unsigned i = 1; i < 1u << grid->sectors; i++)
        cycles[i] = one * transferred(g, grid, i) / __builtin_popcount(i);
    return cycles;
}

/* A sector is no longer than a line of any cache. */
static struct cache_line line_of_cache(const struct memory_path *m, double bytes) {
    return (struct cache_line){(uint32_t)fmax(bytes, m->grid.sector_bytes), m->grid.sector_bytes};
}

static uint32_t sectors_of_line(const struct memory_path *m, double bytes) {
    return (uint32_t)fmax(1, bytes / m->grid.sector_bytes);
}

/* The shares of requests to anywhere in a buffer that a cache of the SM misses, where it has been
 * in use for as long as the launch goes on. What else comes leaves them a part of its lines. */
static double *random_misses(struct arena *a, const struct memory_path *m, double bytes,
                             struct cache_line line) {
    const struct sharing *s = m->sharing;
    double *misses = NEW_ARRAY(a, double, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        const struct buffer_sharing *b = &s->buffers[i];
        struct random_reuse x = {.touches = b->random_of_sm,
                                 .touched_together = 1,
                                 .run = 1,
                                 .buffer_sectors = (double)b->bytes / m->grid.sector_bytes,
                                 .line_sectors = line.bytes / line.sector_bytes,
                                 .cache_lines = bytes / line.bytes};
        x.cache_lines *= b->at_random / fmax(1, b->at_random + b->group_sectors);
        misses[i] = b->bytes && b->at_random > 0 ? random_reuse_misses(&x) : 1;
    }
    return misses;
}

/* Of the scalar caches of GCN, CDNA and RDNA (AMD, Vega Instruction Set Architecture, and RDNA
 * white paper). */
enum { SCALAR_LINE_BYTES = 64, SCALAR_WAYS = 4 };

struct memory_path *memory_new(struct arena *a, const struct gpu *g, const struct sharing *s,
                               double sms, double local_bytes_in_use) {
    struct memory_path *m = NEW(a, struct memory_path);
    m->arena = a;
    m->gpu = g;
    m->grid = memory_grid_of(g);
    m->sharing = s;
    m->sms = sms;
    m->atomics = atomic_slices_new(a, g, m->grid, sms);
    m->atomics_share = 1;
    double l1 = l1_bytes(g, local_bytes_in_use);
    struct cache_line l1_line = line_of_cache(m, g->cache.l1_line_bytes);
    m->l1 = cache_new(a, l1, l1_line,
                      g->cache.l1_ways > 0 ? (uint32_t)g->cache.l1_ways : l1_associativity);
    cache_fill_evenly(m->l1);
    m->l1_random_misses = random_misses(a, m, l1, l1_line);
    if (g->cache.scalar_bytes > 0) {
        struct cache_line line = line_of_cache(m, SCALAR_LINE_BYTES);
        m->scalar = cache_new(a, g->cache.scalar_bytes, line, SCALAR_WAYS);
        m->scalar_random_misses = random_misses(a, m, g->cache.scalar_bytes, line);
    }
    double l2 = g->cache.l2_bytes / sms / s->average;
    struct cache_line l2_line = line_of_cache(m, g->cache.l2_line_bytes);
    m->l2 = cache_new(a, l2, l2_line, (uint32_t)g->cache.l2_ways);
    if (g->cache.l2_sets_by_address > 0)
        cache_number_by_address(m->l2, set_block, l2_set_blocks(g));
    if (g->cache.l2_dirty_ways > 0)
        cache_write_back_early(a, m->l2, (uint32_t)g->cache.l2_dirty_ways);
    if (g->cache.l3_bytes > 0)
        m->l3 =
            cache_new(a, g->cache.l3_bytes / sms / s->average, l2_line, (uint32_t)g->cache.l2_ways);
    m->skipped = skipped_new(a, l2);
    m->arrivals = in_flight_new(a, m->grid);
    m->l1_sectors = sectors_of_line(m, g->cache.l1_line_bytes);
    m->l2_sectors = sectors_of_line(m, g->cache.l2_line_bytes);
    m->l1_banks = divisor_of((uint32_t)fmax(1, g->cache.l1_tag_banks));
    m->l1_cycles_per_line = m->grid.line_bytes / g->cache.l1_bytes_per_clk;
    m->l2_cycles = l2_cycles(a, g, &m->grid, sms);
    m->l3_cycles_per_sector = m->l3 ? m->grid.sector_bytes / (g->cache.l3_bytes_per_clk / sms) : 0;
    m->dram_cycles_per_sector = m->grid.sector_bytes / (gpu_dram_bytes_per_clk(g) / sms);
    for (int stores = 0; stores < 2; stores++)
        m->dram_cycles_one_way[stores] =
            m->grid.sector_bytes / (gpu_dram_one_way_bytes_per_clk(g, stores) / sms);
    m->rows = dram_rows_new(g, sms);
    m->sectors_per_burst = (unsigned)fmax(1, g->dram.dram_burst_bytes / m->grid.sector_bytes);
    m->sectors_per_fetch = l2_fetch_unit(g, &m->grid);
    return m;
}

/* Where scattered requests go: made-up sectors, spread over the buffer. */
struct made_up {
    uint64_t start, sectors; /* of the buffer; 0: nobody knows how many */
};

static struct made_up made_up_in(const struct memory_path *m, uint64_t base) {
    uint64_t bytes = sharing_buffer(m->sharing, base)->bytes;
    return (struct made_up){base >> BUFFER_SHIFT << BUFFER_SHIFT, bytes / m->grid.sector_bytes};
}

static uint64_t made_up_address(const struct memory_path *m, struct made_up in) {
    uint64_t n = hash_of((uint64_t)m->sectors_l2);
    return in.start + (in.sectors ? (n >> 20) % in.sectors : n >> 40) * m->grid.sector_bytes;
}

/* Between rows as loads and as writes open them: what is written waits in the L2, so that its row
 * is no longer open where it was filled from. */
enum { LATER_SHIFT = 60 };

/* The row of a sector. Where transfers wait for rows, SMs are taken to open them for themselves. */
static struct opened_row row_opened(struct memory_path *m, double now, uint64_t address,
                                    bool is_write) {
    bool alone = m->drifted || m->rows.stalls > 0;
    double own = alone ? 1 : sharing_buffer(m->sharing, address)->own_rows;
    uint64_t visitor = m->lone_line ? m->lone_line : m->drifted;
    return dram_rows_open(&m->rows, now, address + ((uint64_t)is_write << LATER_SHIFT), visitor,
                          own);
}

/* The unit of so many sectors that the first one is in: its first sector. Units are powers of two.
 */
static unsigned first_of(unsigned sectors, unsigned unit) {
    return (unsigned)__builtin_ctz(sectors) & -unit;
}

/* Of one sector, by what has gone to and come from DRAM so far. */
static double dram_cycles(const struct memory_path *m) {
    double written = m->sectors_written, loaded = m->sectors_dram - written;
    double rarer = min_time(written, loaded), one_way = m->dram_cycles_one_way[written > loaded];
    double turns = m->sectors_dram > 0 ? min_time(1, rarer / m->sectors_dram / turning_share) : 0;
    return one_way + turns * (m->dram_cycles_per_sector - one_way);
}

/* Behind all buffers. */
enum { CHECK_BITS_SHIFT = 56 };

/* The check bits of a burst, where they lie in the same DRAM: a sector of them, which the L2 is
 * taken to hold as any other, is read before what it covers is read or changed, and written back
 * when it has changed. It lies in another row. Of what it covers this SM has a line at least, and
 * as much as of the burst's row. */
static void move_check_bits(struct memory_path *m, double now, uint64_t address, bool is_write) {
    double covered = m->gpu->dram.dram_checked_bytes;
    if (covered <= 0)
        return;
    uint64_t at = 1ull << CHECK_BITS_SHIFT;
    at |= (uint64_t)((double)address / covered) * m->grid.sector_bytes;
    struct found f = cache_request(m->l2, at, 1, is_write);
    double own = sharing_buffer(m->sharing, address)->own_rows * m->rows.row_bytes;
    double share = min_time(1, max_time(own, m->grid.line_bytes) / covered);
    for (int n = !f.present + (is_write && !f.dirty); n > 0; n--) {
        server_take(&m->dram, now, dram_cycles(m) * m->sectors_per_burst * share);
        dram_rows_open(&m->rows, now, at, m->drifted, share);
    }
}

/* The sectors of one line that go to or come from DRAM, in bursts; returns when the last is
 * through. Where writes stay in the L2 until their row can be written together, only reads pay for
 * rows; those that go `along` with others of their line find its row open. */
static double dram_line(struct memory_path *m, double now, uint64_t line, unsigned sectors,
                        unsigned along, bool is_write) {
    unsigned burst = m->sectors_per_burst;
    double done = now;
    for (unsigned left = sectors, s; left; left &= ~0u << (s + burst)) {
        s = first_of(left, burst);
        m->sectors_dram += burst;
        m->sectors_written += is_write ? burst : 0;
        struct opened_row row = {now, 0};
        if (!(along >> s & 1) && (!is_write || m->gpu->dram.dram_writes_open_rows > 0))
            row = row_opened(m, now, line + s * m->grid.sector_bytes, is_write);
        double cycles = dram_cycles(m) * burst + row.stalls;
        done = max_time(done, max_time(row.at, server_take(&m->dram, now, cycles)));
        move_check_bits(m, now, line + s * m->grid.sector_bytes, is_write);
    }
    return done;
}

/* A line's request of a cache with shorter lines, of `unit` sectors. */
static struct found request_of_parts(const struct memory_path *m, struct cache *c, unsigned unit,
                                     uint64_t line, unsigned sectors, bool is_write) {
    struct found found = {0};
    for (unsigned left = sectors, s; left; left &= ~0u << (s + unit)) {
        s = first_of(left, unit);
        unsigned part = sectors >> s & ((1u << unit) - 1);
        struct found f = cache_request(c, line + s * m->grid.sector_bytes, part, is_write);
        found.present |= f.present << s;
        found.dirty |= f.dirty << s;
        found.line_dirty |= (f.line_dirty & ((1u << unit) - 1)) << s;
    }
    return found;
}

static inline struct found request_of_line(const struct memory_path *m, struct cache *c,
                                           unsigned unit, uint64_t line, unsigned sectors,
                                           bool is_write) {
    return unit < m->grid.sectors ? request_of_parts(m, c, unit, line, sectors, is_write)
                                  : cache_request(c, line, sectors, is_write);
}

/* The sectors of one line for which the last-level cache has to go to DRAM; it has them from then
 * on. */
static unsigned l3_misses(struct memory_path *m, uint64_t line, unsigned sectors, bool is_write) {
    struct found f = request_of_line(m, m->l3, m->l2_sectors, line, sectors, is_write);
    unsigned kept = sharing_kept_last(m->sharing, line, sectors);
    return sectors & ~(kept | (is_write ? f.dirty : f.present));
}

/* Serves sectors one after another; returns when the last one is through. */
static double take_sectors(struct server *s, double now, unsigned sectors, double cycles) {
    double done = now;
    for (unsigned left = sectors; left; left &= left - 1)
        done = server_take(s, now, cycles);
    return done;
}

/* What a load waits for busy banks and other queues before those are always full: the busier DRAM
 * is, the later loads come back on average, and the more they differ (Volkov, Understanding Latency
 * Hiding on GPUs, UCB/EECS-2016-143, measures both). Which one waits how long is made up; where all
 * come back in order, none is seen to differ. */
static double loaded_wait(const struct memory_path *m, double now, uint64_t line) {
    const struct gpu *g = m->gpu;
    double busy = max_time(m->dram.busy, m->rows.busiest.busy) / (now + idle_before);
    double mean = g->dram.dram_latency * g->dram.dram_loaded_wait * min_time(1, busy);
    return g->cache.l1_in_order > 0 ? mean : mean * 2 * hash_uniform(grid_line(&m->grid, line));
}

/* The sectors of one line that the L2 does not have, some of them `along` with others; returns when
 * the last one is there. */
static double beyond_l2(struct memory_path *m, double now, uint64_t line, unsigned sectors,
                        unsigned along, bool is_write) {
    if (m->l3) {
        double done = take_sectors(&m->l3_data, now, sectors, m->l3_cycles_per_sector);
        sectors = l3_misses(m, line, sectors, is_write);
        if (!sectors)
            return max_time(done, now + m->gpu->cache.l3_latency);
    }
    double latency = m->gpu->dram.dram_latency + (is_write ? 0 : loaded_wait(m, now, line));
    return max_time(now + latency, dram_line(m, now, line, sectors, along, is_write));
}

/* Sectors among those that the L2 has not got, which skipped iterations have brought; all others
 * are brought now. */
static unsigned skipped_sectors(struct memory_path *m, uint64_t line, unsigned sectors,
                                bool is_write) {
    unsigned found = 0;
    if (!sectors)
        return 0;
    for (unsigned left = is_write ? 0 : sectors; left; left &= left - 1) {
        unsigned s = (unsigned)__builtin_ctz(left);
        found |= (unsigned)skipped_has(m->skipped, line + s * m->grid.sector_bytes) << s;
    }
    skipped_pass(m->skipped, bits_of_eight(sectors & ~found) * m->grid.sector_bytes);
    return found;
}

/* Which of the sectors that are stored to in part have left the L2 since others stored to them. */
static unsigned parts_left(const struct memory_path *m, uint64_t line, unsigned in_part) {
    return sharing_buffer(m->sharing, line)->parts_leave ? in_part : 0;
}

/* Which of the sectors, written for the first time, will never be stored to the end before they
 * leave the L2, as those that `left` do. */
static unsigned incomplete_of(const struct memory_path *m, uint64_t line, unsigned sectors,
                              unsigned left) {
    if (!m->incomplete || !sectors)
        return 0;
    return (sectors & left) | incomplete_in(m->incomplete, line - m->moved, sectors);
}

/* The L2's data of a line's sectors; those of `in_part` are stored to in part. Returns when the
 * last one is through. */
static double l2_data(struct memory_path *m, double now, uint64_t line, unsigned sectors,
                      unsigned in_part, enum access_kind kind) {
    const struct gpu *g = m->gpu;
    double cycles = m->l2_cycles[sectors] * sharing_buffer(m->sharing, line)->channel_excess,
           done = now;
    bool dearer = kind == ACCESS_STORE && g->cache.l2_partial_factor > 0;
    unsigned first_in_part = dearer ? in_part & -in_part : 0;
    for (unsigned left = sectors; left; left &= left - 1) {
        bool first = left & -left & first_in_part;
        done = server_take(&m->l2_data, now, first ? cycles * g->cache.l2_partial_factor : cycles);
        m->sectors_l2++;
    }
    return done;
}

/* Sectors that other SMs have brought are there with the L2's data, at `done`, or still under way.
 */
static double fill_by_other_sm(struct memory_path *m, double now, double done, uint64_t line,
                               unsigned brought) {
    unsigned under_way = sharing_under_way(m->sharing, line, brought);
    if (!under_way)
        return done;
    bool last = m->l3 && !(under_way & ~sharing_kept_last(m->sharing, line, under_way));
    double there = now + (last ? m->gpu->cache.l3_latency
                               : m->gpu->dram.dram_latency + loaded_wait(m, now, line));
    in_flight_add(m->arrivals, line, under_way, there);
    return max_time(done, there);
}

static struct found request_of_l2(struct memory_path *m, uint64_t line, unsigned sectors,
                                  bool is_write) {
    cache_by_address(m->l2, sharing_buffer(m->sharing, line)->sets < 1);
    return request_of_line(m, m->l2, m->l2_sectors, line, sectors, is_write);
}

/* The sectors that come with missing ones of a line that are loaded, as the L2 asks DRAM for
 * several at a time; it has them from then on. */
static unsigned fetched_with(struct memory_path *m, uint64_t line, unsigned missing) {
    unsigned more = whole_units(m->sectors_per_fetch, missing) & ~missing;
    if (more)
        more &= ~request_of_l2(m, line, more, false).present;
    return more & ~sharing_brought_by_other(m->sharing, line, more);
}

/* Those that go to or come from DRAM with others of their line of the L2, where transfers wait for
 * rows: what is stored to is written back line by line, and the row of what is under way is open
 * until that has come. `dirty` are all of the line before the request. */
static unsigned along_with_line(const struct memory_path *m, double now, uint64_t line,
                                unsigned sectors, unsigned dirty, bool is_write) {
    unsigned unit = m->l2_sectors < m->grid.sectors ? m->l2_sectors : m->grid.sectors;
    unsigned along = is_write ? dirty : 0;
    if (m->rows.stalls <= 0)
        return 0;
    for (unsigned left = is_write ? 0 : whole_units(unit, sectors) & ~sectors; left;
         left &= left - 1)
        if (in_flight_wait(m->arrivals, now, line, left & -left) > now)
            along |= left & -left;
    return sectors & whole_units(unit, along);
}

/* The sectors of one line at the L2; returns when the data is there, or handed over. */
static double l2_line(struct memory_path *m, double now, uint64_t line, const struct line *l,
                      unsigned sectors, enum access_kind kind) {
    const struct gpu *g = m->gpu;
    bool is_write = kind != ACCESS_LOAD;
    unsigned in_part = sectors & ~l->full;
    unsigned left = is_write ? parts_left(m, line, in_part) : 0;
    struct found f = request_of_l2(m, line, sectors, is_write);
    f.present &= ~left;
    f.dirty &= ~left;
    f.present |= skipped_sectors(m, line, sectors & ~f.present, is_write);
    double done = l2_data(m, now, line, sectors, in_part, kind);
    unsigned missing = sectors & ~(is_write ? f.dirty : f.present);
    unsigned brought = missing ? sharing_brought_by_other(m->sharing, line, missing) : 0;
    missing &= ~brought;
    if (is_write) {
        double partial = bits_of_eight(in_part) * (g->cache.partial_store_factor - 1);
        server_take(&m->l2_port, now, g->cache.l2_request_cycles * partial / m->grid.sectors);
    } else {
        done = max_time(done, now + g->cache.l2_latency);
    }
    if (brought && !is_write)
        done = fill_by_other_sm(m, now, done, line, brought);
    if (!missing)
        return done;
    if (kind == ACCESS_LOAD)
        missing |= fetched_with(m, line, missing);
    unsigned along = along_with_line(m, now, line, missing, f.line_dirty, is_write);
    double fetched = beyond_l2(m, now, line, missing, along, is_write);
    if (!is_write)
        in_flight_add(m->arrivals, line, missing, fetched);
    unsigned fill = is_write ? incomplete_of(m, line, missing & in_part & ~f.present, left) : 0;
    if (fill)
        beyond_l2(m, now, line, fill, 0, false);
    return is_write ? done : max_time(done, fetched);
}

/* When the atomics of a request have been done. */
static double atomics_done(struct memory_path *m, double now, const struct access *a,
                           const struct footprint *f, uint64_t base, bool scattered) {
    double done = server_take(&m->l2_data, now, atomics_data_cycles(m->atomics, f));
    const struct atomic_request request = {.access = a,
                                           .footprint = f,
                                           .base = base,
                                           .moved = m->moved,
                                           .share = m->atomics_share,
                                           .scattered = scattered,
                                           .buffer = sharing_buffer(m->sharing, base)};
    return max_time(done, atomics_at_slices(m->atomics, now, &request));
}

/* l2_line() for what the SM sends through its port. */
static double ask_l2(struct memory_path *m, double now, uint64_t line, const struct line *l,
                     unsigned sectors, enum access_kind kind) {
    double sent = server_take(&m->l2_port, now, m->gpu->cache.l2_request_cycles);
    m->requests_l2++;
    return l2_line(m, sent, line, l, sectors, kind);
}

/* What the L1 has thrown out goes to the L2, if it was stored to there. */
static void write_back_from_l1(struct memory_path *m, double now) {
    struct thrown_out out = cache_thrown_out(m->l1);
    if (!out.dirty)
        return;
    const struct line whole = {.sectors = (uint8_t)out.dirty, .full = (uint8_t)out.dirty};
    ask_l2(m, now, out.address, &whole, out.dirty, ACCESS_STORE);
}

/* Whether a cache has what is asked for somewhere in a buffer: samples of a loop do not show that
 * its places come again. */
static bool found_at_random(const struct memory_path *m, const double *misses, uint64_t line) {
    double missed = misses[sharing_number(m->sharing, line)];
    return missed < 1 && hash_uniform((uint64_t)m->n_requests ^ line) >= missed;
}

/* The data banks of an L1 that is filled serve no loads meanwhile, but while lanes wait for one
 * bank the others are filled. What it has asked for already is there when DRAM has sent it. (What
 * comes from the L2 should be waited for, too: warps that all progress alike, as they do here,
 * would then fall in step and wait for everything. GPUs have some ask for it ahead of the others:
 * an H200's sums over bodies that all warps load are right without that wait where 31 warps of an
 * SM hide it, and would be right with most of it where there are 8.) */
static double line_request(struct memory_path *m, double now, const struct access *access,
                           const struct line *l, uint64_t line, enum whereabouts where) {
    const struct gpu *g = m->gpu;
    unsigned sectors = l->sectors;
    double done = now;
    if (is_written_in_l1(g, access)) {
        request_of_line(m, m->l1, m->l1_sectors, line, sectors, true);
        write_back_from_l1(m, now);
        return now;
    }
    if (is_cached_in_l1(g, access)) {
        unsigned present = request_of_line(m, m->l1, m->l1_sectors, line, sectors, false).present;
        if (where != KNOWN_PLACE)
            present = found_at_random(m, m->l1_random_misses, line) ? sectors : 0;
        done = in_flight_wait(m->arrivals, now, line, present);
        m->waited += done - now;
        sectors &= ~present;
        if (g->cache.l1_writes_back_private > 0)
            write_back_from_l1(m, now);
        double fill = bits_of_eight(sectors) * g->cache.l1_cycles_per_fill;
        double meanwhile = min_time(fill, m->l1_idle);
        m->l1_idle -= meanwhile;
        server_take(&m->l1_port, now, fill - meanwhile);
    }
    if (!sectors)
        return done;
    return max_time(done, ask_l2(m, now, line, l, sectors, (enum access_kind)access->kind));
}

enum { TAG_BANKS_MAX = 8 };

/* Rounds in which the L1 looks up a request's lines: each bank of its tags looks up one line at a
 * time, and neighbouring lines are in different banks. */
static double l1_tag_rounds(const struct memory_path *m, const struct footprint *f, uint64_t base) {
    uint32_t unit = m->l1_sectors, lines[TAG_BANKS_MAX] = {0}, most = 0;
    uint32_t units = unit < m->grid.sectors ? m->grid.sectors / unit : 1, mask = (1u << unit) - 1;
    if (units == 1 && (m->l1_banks.number == 1 || f->n_lines == 1))
        return f->n_lines;
    for (uint32_t i = 0; i < f->n_lines; i++) {
        uint32_t first = (uint32_t)grid_line(&m->grid, base + (uint64_t)f->lines[i].offset) * units;
        for (uint32_t u = 0; u < units; u++) {
            if (!(f->lines[i].sectors >> u * unit & mask))
                continue;
            uint32_t n = ++lines[remainder_of(first + u, m->l1_banks)];
            most = n > most ? n : most;
        }
    }
    return most;
}

enum { WORD_BYTES = 4 };

/* AMD's L1 takes 16 lanes at a time whose words are neighbours, but four where they are not
 * (GPUOpen, Understanding Memory Coalescing on GCN). */
static bool takes_four_lanes(const struct memory_path *m, const struct access *access,
                             const struct footprint *f) {
    return f->bank_rounds > 0 && f->sparse && access->bytes >= WORD_BYTES &&
           m->grid.l1_bank_lanes == L1_FOUR_LANES;
}

/* Time in which an L1 whose tags have a rate of their own moves the data of a load: it fills the
 * registers of all lanes at its bandwidth, four bytes each at least, and lanes wait for one another
 * at banks. Where it works out the addresses of 16 lanes in a cycle, no load takes less than two.
 */
static double l1_data_cycles(const struct memory_path *m, const struct access *access,
                             const struct footprint *f) {
    const struct gpu *g = m->gpu;
    double rounds = f->bank_rounds;
    if (takes_four_lanes(m, access, f))
        return rounds;
    double bytes = max_time(WORD_BYTES * g->machine.warp_width, (double)f->lanes * access->bytes);
    bool shared = access->bytes < WORD_BYTES || f->distinct < f->lanes;
    double words = max_time(1, (double)access->bytes / WORD_BYTES);
    double filled = max_time(bytes / g->cache.l1_bytes_per_clk,
                             shared ? words * g->cache.l1_shared_words_cycles : 0) +
                    f->sparse * g->cache.l1_cycles_per_sparse;
    return max_time(max_time(rounds, filled), g->cache.l1_cycles_min);
}

/* Time of a load at the L1, which moves its data in `moved` of it. Where tags have a rate of their
 * own, data moves while it works out addresses and looks up lines; else each line takes the time of
 * all its bytes. */
static double l1_cycles(const struct memory_path *m, const struct access *access,
                        const struct footprint *f, uint64_t base, double moved) {
    const struct gpu *g = m->gpu;
    if (g->cache.l1_cycles_per_tag <= 0)
        return max_time(f->bank_rounds, f->n_lines * m->l1_cycles_per_line);
    if (takes_four_lanes(m, access, f))
        return moved;
    return max_time(moved, g->cache.l1_request_cycles +
                               l1_tag_rounds(m, f, base) * g->cache.l1_cycles_per_tag);
}

/* Cycles in which the load's lanes wait for one bank of data. */
static double idle_at_banks(const struct gpu *g, const struct access *access,
                            const struct footprint *f) {
    double read = f->lanes * (double)access->bytes / g->cache.l1_bytes_per_clk;
    return max_time(0, f->bank_rounds - read);
}

bool goes_through_texture_units(const struct gpu *g, const struct access *access) {
    bool has_any = g->cache.l1_cycles_per_quad > 0 || g->cache.l1_caches_read_only > 0;
    return has_any && access->kind == ACCESS_LOAD &&
           (g->local.local_shares_port <= 0 || access->read_only);
}

/* Time of a load in the texture units, which fill registers of all lanes with four bytes each at
 * least. Of two times that are known, the longer one. */
static double texture_cycles(const struct gpu *g, const struct access *access,
                             const struct footprint *f) {
    double bytes = max_time(WORD_BYTES * g->machine.warp_width, (double)f->lanes * access->bytes);
    double filled = g->cache.l1_caches_read_only > 0 ? bytes / g->cache.l1_bytes_per_clk : 0;
    return max_time(filled, f->quads * g->cache.l1_cycles_per_quad);
}

/* A visitor of rows for a line with no other of its request near it: that one is in another channel
 * of the DRAM, although their addresses may be those of one row. 0: it has neighbours, or transfers
 * wait for no rows. */
static uint64_t lone_line(struct memory_path *m, const struct footprint *f, uint32_t i) {
    const struct line *l = &f->lines[i];
    int64_t block = m->rows.channel_bytes;
    bool before = i > 0 && l->offset - l[-1].offset < block;
    bool after = i + 1 < f->n_lines && l[1].offset - l->offset < block;
    bool alone = m->rows.stalls > 0 && f->n_lines > 1 && !before && !after;
    return alone ? dram_rows_new_visitor(&m->rows) : 0;
}

double memory_move_in_l1(struct memory_path *m, double now, double cycles) {
    return m->gpu->local.local_in_l1 > 0 ? server_take(&m->l1_data, now, cycles) : now;
}

double memory_request(struct memory_path *m, double now, const struct access *access,
                      const struct footprint *f, uint64_t base, enum whereabouts where) {
    bool scattered = where == SOMEWHERE_EACH;
    m->n_requests++;
    m->n_sectors += f->n_sectors;
    const struct gpu *g = m->gpu;
    double done = now;
    if (goes_through_texture_units(g, access)) {
        done = now = server_take(&m->l1_port, now, texture_cycles(g, access, f));
        if (is_cached_in_l1(g, access))
            done += g->cache.l1_latency;
    } else if (access->kind == ACCESS_LOAD && g->cache.l1_caches_global > 0) {
        double moved = l1_data_cycles(m, access, f), cycles = l1_cycles(m, access, f, base, moved),
               served = server_take(&m->l1_port, now, cycles);
        m->l1_idle = f->bank_rounds > 1 ? idle_at_banks(g, access, f) : 0;
        done = max_time(now + g->cache.l1_latency, served);
        done = max_time(done, memory_move_in_l1(m, now, moved));
        now = served - cycles;
    } else if (is_written_in_l1(g, access)) {
        double cycles = max_time(l1_cycles(m, access, f, base, l1_data_cycles(m, access, f)),
                                 f->n_lines * g->cache.l1_store_cycles);
        memory_move_in_l1(m, now, cycles);
        done = now = server_take(&m->l1_port, now, cycles);
    } else if (access->kind == ACCESS_STORE) {
        memory_move_in_l1(m, now, (double)f->lanes * access->bytes / g->cache.l1_bytes_per_clk);
    }
    struct made_up in = scattered ? made_up_in(m, base) : (struct made_up){0};
    for (uint32_t i = 0; i < f->n_lines; i++) {
        uint64_t line = base + (uint64_t)f->lines[i].offset;
        if (scattered)
            line = grid_line_start(&m->grid, made_up_address(m, in));
        m->lone_line = lone_line(m, f, i);
        done = max_time(done, line_request(m, now, access, &f->lines[i], line, where));
    }
    m->lone_line = 0;
    if (access->kind == ACCESS_LOAD && g->cache.l1_in_order > 0)
        done = m->last_back = max_time(m->last_back, done);
    if (access->kind == ACCESS_ATOMIC)
        done =
            max_time(done, atomics_done(m, now, access, f, base, scattered)) + g->cache.l2_latency;
    return done;
}

double memory_acknowledged(struct memory_path *m, double stored) {
    const struct gpu_cache *c = &m->gpu->cache;
    double back = stored + (c->store_latency > 0 ? c->store_latency : c->l2_latency);
    return c->l1_in_order > 0 ? m->last_back = max_time(m->last_back, back) : back;
}

double memory_scalar_request(struct memory_path *m, double now, const struct access *access,
                             uint64_t address, enum whereabouts where) {
    const struct gpu *g = m->gpu;
    double done = now + g->cache.const_latency;
    if (!m->scalar)
        return done;
    uint64_t line = grid_line_start(&m->grid, address);
    uint64_t first = (address - line) / m->grid.sector_bytes,
             last = (address - line + access->bytes - 1) / m->grid.sector_bytes;
    unsigned sectors = 0;
    for (uint64_t s = first; s <= last && s < m->grid.sectors; s++)
        sectors |= 1u << s;
    uint32_t unit = sectors_of_line(m, SCALAR_LINE_BYTES);
    unsigned present = request_of_line(m, m->scalar, unit, line, sectors, false).present;
    if (where != KNOWN_PLACE)
        present = found_at_random(m, m->scalar_random_misses, line) ? sectors : 0;
    done = max_time(done, in_flight_wait(m->arrivals, now, line, present));
    sectors &= ~present;
    if (!sectors)
        return done;
    struct line l = {.sectors = (uint8_t)sectors};
    return max_time(done, ask_l2(m, now, line, &l, sectors, ACCESS_LOAD));
}

void memory_skipped(struct memory_path *m, struct stretch stretch) {
    double bytes = skipped_add(m->skipped, stretch);
    cache_pass(m->l1, bytes);
    cache_pass(m->l2, bytes);
    if (m->l3)
        cache_pass(m->l3, bytes);
}

static void with_each_cache(struct memory_path *m, void (*change)(struct cache *c)) {
    change(m->l1);
    change(m->l2);
    if (m->l3)
        change(m->l3);
}

void memory_mark(struct memory_path *m) {
    with_each_cache(m, cache_mark);
}

void memory_forget(struct memory_path *m) {
    with_each_cache(m, cache_forget);
}

void memory_written_before(struct memory_path *m, uint64_t base, uint64_t bytes) {
    for (uint64_t at = 0; at < bytes; at += m->grid.sector_bytes) {
        cache_request(m->l2, base + at, 1, true);
        if (m->l3)
            cache_request(m->l3, base + at, 1, true);
    }
}
