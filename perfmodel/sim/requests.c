#include "perfmodel/sim/requests.h"

#include <math.h>

#include "analysis/lanes/group_shift.h"
#include "codegen/code/join.h"
#include "perfmodel/memory/banks.h"
#include "perfmodel/sim/local_vectorize.h"

enum { WORD_BYTES = 4 };

/* Where spilled registers are: above the private variables of all work-items. */
static const uint64_t spill_base = 1ull << (PRIVATE_SHIFT + 1);

/* By access: what is known of addresses that are not. */
static struct few_places *find_few(struct arena *a, const struct trace *t) {
    struct few_places *few = NEW_ARRAY(a, struct few_places, t->kernel->n_accesses);
    for (uint32_t i = 0; i < t->kernel->n_accesses; i++)
        if (t->kernel->accesses[i].kind == ACCESS_ATOMIC)
            few[i].places = an_places(t->kernel, t->launch, &t->kernel->accesses[i]);
    return few;
}

static struct request_shapes shapes_of(struct arena *a, const struct trace *t,
                                       struct footprints *footprints) {
    return (struct request_shapes){
        .patterns = t->patterns,
        .footprints = footprints,
        .ideal = NEW_ARRAY(a, const struct footprint *, t->n_patterns),
        .local = NEW_ARRAY(a, struct local_pattern *, t->n_patterns),
    };
}

/* The trace's requests as if each lane asked for so many bytes. */
static struct request_shapes element_shapes(struct arena *a, struct memory_grid grid,
                                            const struct trace *t, uint32_t bytes) {
    struct trace elements = *t;
    struct pattern *patterns = NEW_ARRAY(a, struct pattern, t->n_patterns);
    for (size_t i = 0; i < t->n_patterns; i++) {
        patterns[i] = t->patterns[i];
        patterns[i].bytes = bytes;
    }
    elements.patterns = patterns;
    return shapes_of(a, &elements, footprints_of(a, grid, &elements));
}

struct requests requests_of(struct arena *a, const struct study *study, const struct trace *t,
                            const struct sharing *sharing, double sms) {
    struct requests r = {.arena = a, .gpu = study->gpu, .trace = t};
    double local = (double)study->local_bytes * (double)t->n_groups;
    r.shapes = shapes_of(a, t, sharing->footprints);
    r.changes = whatif_changes(a, &study->whatif, t);
    r.few = find_few(a, t);
    if (study->gpu->local.local_misaligned_cycles > 0)
        r.local_runs = local_runs(a, t);
    r.memory = memory_new(a, study->gpu, sharing, sms, local);
    if (study->gpu->dram.dram_fills_parts > 0)
        r.memory->incomplete =
            t == sharing->trace ? sharing->incomplete : incomplete_sectors(a, r.memory->grid, t);
    r.scalar = study->join ? study->join->scalar : NULL;
    r.private_in_registers = r.changes->no_private || study->registers.private_bytes == 0;
    r.spills = r.changes->no_spills ? NULL : study->spills;
    r.spill = footprint_ideal(a, r.memory->grid, t->warp_width, WORD_BYTES);
    return r;
}

const struct footprint *request_footprint(struct requests *r, const struct trace_op *op) {
    return footprint_at(r->shapes.footprints, op->pattern, op->address);
}

/* A request of local memory, by the phase of its address: bank passes depend on the address modulo
 * all banks together. */
struct local_pattern {
    double misaligned; /* cycles, where loads of neighbours are made one wide load */
    struct passes passes[PHASES];
};

/* Lanes that a wide load is misaligned for are served one after another. */
static double misaligned_cycles(const struct gpu *g, const struct pattern *p) {
    return local_pair_misaligned(p)
               ? __builtin_popcountll(p->mask) * (p->bytes / 4.0) * g->local.local_misaligned_cycles
               : 0;
}

static const struct local_pattern *local_pattern(struct requests *r, const struct trace_op *op) {
    const struct pattern *p = &r->shapes.patterns[op->pattern];
    struct local_pattern **known = &r->shapes.local[op->pattern];
    if (!*known) {
        *known = NEW(r->arena, struct local_pattern);
        (*known)->misaligned = misaligned_cycles(r->gpu, p);
    }
    struct passes *passes = &(*known)->passes[op->address % PHASES];
    if (!passes->ideal)
        *passes = bank_passes(r->gpu, p, op->address);
    return *known;
}

/* Of an atomic whose addresses are not known, but are few: its lanes spread evenly among them. NULL
 * for other requests. */
static const struct footprint *spread_evenly(struct requests *r, uint32_t number,
                                             const struct pattern *p) {
    struct few_places *few = &r->few[number];
    uint32_t lanes = (uint32_t)__builtin_popcountll(p->mask);
    if (!p->scattered || !few->places.most || few->places.most >= lanes)
        return NULL;
    if (!few->spread || few->spread->lanes != lanes)
        few->spread = footprint_even(r->arena, r->memory->grid, lanes, p->bytes, few->places.most);
    return few->spread;
}

/* Lanes that wait for others with their address. */
static double atomic_retries(struct requests *r, uint32_t number, const struct trace_op *op) {
    const struct footprint *even = spread_evenly(r, number, &r->shapes.patterns[op->pattern]);
    const struct footprint *f =
        even ? even : footprint_at(r->shapes.footprints, op->pattern, op->address);
    return f->most_equal > 1 && !r->changes->one_each[number] ? f->most_equal - 1 : 0;
}

/* Of each further lane with the same address. Floating-point numbers are compared and swapped until
 * no other lane was faster. */
static double again_cycles(const struct gpu *g, const struct access *a) {
    double least = g->local.local_atomic_same_cycles;
    if (a->atomic == ATOMICS_FLOAT)
        return max_time(least, g->local.local_atomic_float_cycles);
    return a->atomic == ATOMICS_DOUBLE ? max_time(least, g->local.local_atomic_double_cycles)
                                       : least;
}

/* Cycles in which a request of `parts` bank passes or lines is issued again and again. */
static double replays(const struct gpu *g, double parts) {
    return max_time(0, parts - 1) * g->local.replay_cycles;
}

double request_local_memory(struct requests *r, double now, double cycles) {
    double done = server_take(&r->local, now, cycles);
    return max_time(done, memory_move_in_l1(r->memory, now, cycles));
}

static double local_request(struct requests *r, double now, const struct access *a, uint32_t number,
                            const struct trace_op *op, double weight) {
    const struct gpu *g = r->gpu;
    const struct local_pattern *p = local_pattern(r, op);
    const struct passes *passes = &p->passes[op->address % PHASES];
    double taken = passes_taken(passes, (enum access_kind)a->kind);
    double least = passes->ideal < taken ? passes->ideal : taken;
    double n = r->changes->no_conflict[number] ? least : taken;
    double cycles = max_time(g->local.local_cycles_min, n * g->local.local_cycles_per_pass);
    if (r->local_runs && r->local_runs[number])
        cycles = max_time(cycles, p->misaligned);
    r->held = replays(g, n) * weight;
    double retries = a->kind == ACCESS_ATOMIC ? atomic_retries(r, number, op) : 0;
    cycles = max_time(cycles, retries * again_cycles(g, a));
    double done = request_local_memory(r, now, cycles * weight);
    if (a->kind != ACCESS_ATOMIC)
        return done + r->held + g->local.local_latency;
    double again = g->local.local_atomic_same_cycles > 0 ? 0 : g->local.local_atomic_latency;
    return done + g->local.local_atomic_latency + again * retries * weight;
}

/* A uniform address comes from the constant cache at once, different ones one after another. */
static double constant_request(struct requests *r, double now, uint32_t number,
                               const struct trace_op *op) {
    const struct footprint *f = footprint_at(r->shapes.footprints, op->pattern, op->address);
    double distinct = r->changes->uniform[number] ? 1 : f->distinct;
    return server_take(&r->memory->l1_port, now, distinct) + r->gpu->cache.const_latency;
}

/* Rows of private variables: each has a word of every lane. */
static uint32_t rows_of_private(const struct requests *r) {
    return (uint32_t)fmax(1, r->trace->kernel->private_bytes / WORD_BYTES);
}

/* Where each lane's index is its own and not known. */
static const struct footprint *private_rows(struct requests *r, const struct pattern *p) {
    uint32_t lanes = (uint32_t)__builtin_popcountll(p->mask);
    if (!r->rows || r->rows->lanes != lanes)
        r->rows = footprint_rows(r->arena, r->memory->grid, lanes, WORD_BYTES, rows_of_private(r));
    return r->rows;
}

/* The first of n rows, another one each time. */
static uint64_t first_row(const struct requests *r, uint32_t n) {
    return (uint64_t)r->memory->n_requests % (rows_of_private(r) / n);
}

/* Private variables in memory go the way of global memory, each warp's in a place of its own: read
 * from L1 where that has them, and written to it or through it to the L2. (Kepler's L1 keeps
 * nothing else, but is much smaller than what all warps have.) */
static double private_request(struct requests *r, double now, const struct access *a, size_t warp,
                              const struct trace_op *op) {
    if (r->private_in_registers)
        return now;
    const struct pattern *p = &r->shapes.patterns[op->pattern];
    const struct footprint *f = p->scattered
                                    ? private_rows(r, p)
                                    : footprint_at(r->shapes.footprints, op->pattern, op->address);
    uint64_t room = (uint64_t)r->trace->kernel->private_bytes * r->trace->warp_width;
    uint64_t base = grid_line_start(&r->memory->grid, op->address);
    base += warp * (grid_line(&r->memory->grid, room) + 1) * r->memory->grid.line_bytes;
    if (p->scattered)
        base += first_row(r, f->n_lines) * r->memory->grid.line_bytes;
    return memory_request(r->memory, now, a, f, base, KNOWN_PLACE);
}

bool request_is_scalar(const struct requests *r, uint32_t number) {
    return r->scalar && r->scalar[number];
}

/* Of the atomics that all warps of a group do on one address, those of the first. */
static double group_share(const struct requests *r) {
    return (double)r->trace->n_groups / (double)r->trace->n_warps;
}

/* The lanes' parts of an access side by side. */
static const struct footprint *part_ideal(struct requests *r, uint32_t number, uint32_t lanes,
                                          uint32_t bytes) {
    if (!r->parts)
        r->parts = NEW_ARRAY(r->arena, const struct footprint *, r->trace->kernel->n_accesses);
    if (!r->parts[number] || r->parts[number]->lanes != lanes)
        r->parts[number] = footprint_ideal(r->arena, r->memory->grid, lanes, bytes);
    return r->parts[number];
}

static enum whereabouts whereabouts_of(const struct requests *r, const struct trace_op *op) {
    if (r->shapes.patterns[op->pattern].scattered)
        return SOMEWHERE_EACH;
    return op->shift == SHIFT_ANYWHERE ? SOMEWHERE_TOGETHER : KNOWN_PLACE;
}

static double global_request(struct requests *r, double now, const struct access *a,
                             uint32_t number, const struct trace_op *op) {
    const struct pattern *p = &r->shapes.patterns[op->pattern];
    const struct footprint *even = spread_evenly(r, number, p);
    const struct footprint *f =
        even ? even : footprint_at(r->shapes.footprints, op->pattern, op->address);
    bool everywhere = p->scattered && even && r->few[number].places.everywhere;
    enum whereabouts where = everywhere ? KNOWN_PLACE : whereabouts_of(r, op);
    uint64_t base = grid_line_start(&r->memory->grid, op->address);
    if (r->gpu->local.local_shares_port > 0 && !goes_through_texture_units(r->gpu, a))
        server_take(&r->local, now, f->n_lines * r->gpu->cache.l2_request_cycles);
    r->memory->moved = r->moved;
    struct footprint alone;
    r->memory->atomics_share = 1;
    if (r->changes->one_each[number]) {
        alone = *f;
        alone.lanes = f->distinct;
        alone.most_equal = 1;
        f = &alone;
        r->memory->atomics_share = f->distinct == 1 ? group_share(r) : 1;
    }
    if (!r->changes->narrow[number]) {
        r->held = replays(r->gpu, f->n_lines);
        return memory_request(r->memory, now, a, f, base + r->moved, where) + r->held;
    }
    if (r->changes->part && r->changes->part[number] < 1) {
        uint32_t bytes = (uint32_t)(p->bytes * r->changes->part[number]);
        base =
            whatif_place(r->changes, op, f->lanes * bytes, r->memory->grid.sector_bytes) + r->moved;
        return memory_request(r->memory, now, a, part_ideal(r, number, f->lanes, bytes), base,
                              KNOWN_PLACE);
    }
    base =
        whatif_place(r->changes, op, f->lanes * p->bytes, r->memory->grid.sector_bytes) + r->moved;
    if (!r->shapes.ideal[op->pattern])
        r->shapes.ideal[op->pattern] =
            footprint_ideal(r->arena, r->memory->grid, f->lanes, p->bytes);
    return memory_request(r->memory, now, a, r->shapes.ideal[op->pattern], base, KNOWN_PLACE);
}

/* Where compilers load with a scalar unit, all lanes have one address. */
static double scalar_request(struct requests *r, double now, const struct access *a,
                             const struct trace_op *op) {
    return memory_scalar_request(r->memory, now, a, op->address + r->moved, whereabouts_of(r, op));
}

double request_line(struct requests *r, double now, const struct access *a, uint64_t address) {
    static const uint32_t word = 4;
    if (!r->line)
        r->line =
            footprint_ideal(r->arena, r->memory->grid, r->memory->grid.line_bytes / word, word);
    r->held = 0;
    return memory_request(r->memory, now, a, r->line,
                          grid_line_start(&r->memory->grid, address) + r->moved, KNOWN_PLACE);
}

double request_take(struct requests *r, double now, size_t warp, uint32_t number,
                    const struct trace_op *op, double weight) {
    const struct access *a = &r->trace->kernel->accesses[number];
    r->held = 0;
    if (r->changes->in_local && r->changes->in_local[number])
        return local_request(r, now, a, number, op, weight);
    switch ((enum space)a->space) {
    case SPACE_LOCAL:
        return local_request(r, now, a, number, op, weight);
    case SPACE_CONSTANT:
        return constant_request(r, now, number, op);
    case SPACE_PRIVATE:
        return private_request(r, now, a, warp, op);
    default:
        return request_is_scalar(r, number) ? scalar_request(r, now, a, op)
                                            : global_request(r, now, a, number, op);
    }
}

/* Of a vector in global memory: accesses of the widest size, a power of two. Where nobody knows its
 * place, it is asked for once: the parts would not lie side by side. */
static uint32_t parts_of_wide(const struct requests *r, const struct access *a,
                              const struct trace_op *op) {
    uint32_t widest = (uint32_t)r->gpu->local.vector_bytes;
    bool splits = a->space == SPACE_GLOBAL && a->kind != ACCESS_ATOMIC && widest > 0 &&
                  !r->shapes.patterns[op->pattern].scattered;
    return splits && a->bytes > widest && a->bytes % widest == 0 ? a->bytes / widest : 1;
}

uint32_t request_parts(const struct requests *r, uint32_t number, const struct trace_op *op) {
    const struct access *a = &r->trace->kernel->accesses[number];
    uint32_t wide = parts_of_wide(r, a, op);
    bool by_element = r->gpu->local.vectors_aligned > 0 && !r->changes->whole[number];
    return by_element && a->parts > wide ? a->parts : wide;
}

double request_take_part(struct requests *r, double now, size_t warp, uint32_t number,
                         const struct trace_op *op, double weight, uint32_t part) {
    uint32_t bytes = r->trace->kernel->accesses[number].bytes / request_parts(r, number, op);
    struct request_shapes *elements = &r->elements[__builtin_ctz(bytes)], whole = r->shapes;
    struct trace_op one = *op;
    if (!elements->patterns)
        *elements = element_shapes(r->arena, r->memory->grid, r->trace, bytes);
    one.address += (uint64_t)part * bytes;
    r->shapes = *elements;
    double done = request_take(r, now, warp, number, &one, weight);
    r->shapes = whole;
    return done;
}

/* The slots of a warp's lanes lie side by side. They go the way of global memory: written through
 * to the L2, and read from L1 where that has them. (Kepler's L1 keeps nothing else, but is much
 * smaller than what all warps spill.) */
double request_spill(struct requests *r, double now, size_t warp, uint32_t slot,
                     enum access_kind kind) {
    struct access a = {.kind = (uint8_t)kind, .space = SPACE_PRIVATE, .bytes = WORD_BYTES};
    uint64_t place = warp * r->spills->n_slots + slot;
    uint64_t base = spill_base + place * r->trace->warp_width * WORD_BYTES;
    return memory_request(r->memory, now, &a, r->spill, base, KNOWN_PLACE);
}

void request_spilled_before(struct requests *r, size_t warps) {
    uint64_t bytes_of_slot = (uint64_t)r->trace->warp_width * WORD_BYTES;
    if (r->spills)
        memory_written_before(r->memory, spill_base, warps * r->spills->n_slots * bytes_of_slot);
}
