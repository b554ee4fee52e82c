/* Global memory accesses whose warp requests touch more sectors than they need. */
#include <math.h>
#include <stdlib.h>

#include "analysis/ir/address_sums.h"
#include "analysis/ir/dump.h"
#include "analysis/ir/induction.h"
#include "analysis/ir/names.h"
#include "diag/finding/apart.h"
#include "diag/finding/rules.h"
#include "diag/finding/stride.h"
#include "perfmodel/memory/grid.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* "load from", name, sectors, of them needed */
#define MSG_UNCOALESCED "each {warp}'s %s '%s' touches %s sectors of 32 bytes where %s would do"
/* "read" or "write", bytes */
#define MSG_UNCOALESCED_WHY ": neighbouring {work-item}s %s %lld bytes apart"
/* bytes */
#define MSG_UNCOALESCED_USED " and use %u of them"
#define MSG_UNCOALESCED_INDEX "make {id} the fastest-changing part of the index: %s"
/* Of a loop of sequential code: name, ms, ms */
#define MSG_UNCOALESCED_TRANSPOSED                                                                 \
    "with '%s' transposed in memory, these accesses bring the kernel from %s to %s ms"
/* number, name */
#define MSG_UNCOALESCED_ALIKE "the same is true of %u more of '%s', whose cost is counted here"
#define MSG_UNCOALESCED_MEMBERS                                                                    \
    "keep what neighbouring {work-item}s use next to each other, as an array for each member of "  \
    "a "                                                                                           \
    "structure does: the address is %s"
#define MSG_UNCOALESCED_OTHER                                                                      \
    "let neighbouring {work-item}s use neighbouring addresses; now the address is %s"

/* accesses, "read" or "write", bytes, name */
#define MSG_UNCOALESCED_VECTOR                                                                     \
    "make one access of the %u with which each {work-item} %ss %u bytes of '%s' that lie side by " \
    "side, as to a vector"

/* --- what it finds --------------------------------------------------------- */

/* More sectors than this, in ideal ones, are worth a look; of structures of which a part is used,
 * more bytes than this for each that is. */
static const double worst_ratio = 2, worst_unused = 1.5;

/* Neighbours so close are in one structure, or in elements that lie side by side. */
enum { CLOSE = 128 };

/* Accesses of one work-item to bytes that lie side by side. */
struct side_by_side {
    uint32_t n, bytes; /* n < 2: there are none */
};

/* What a programmer who ports a loop can still decide: how the array lies in memory. */
static void add_transposition(struct rule_context *c, struct finding *f, double cost_ms) {
    double now = study_estimate(c->study)->time_ms;
    if (c->result->kernel->sequential && cost_ms > 0 && cost_ms < now)
        rule_note(c, f, (struct loc){0}, MSG_UNCOALESCED_TRANSPOSED, rule_base_name(f->access),
                  diag_ms(c->arena, now), diag_ms(c->arena, now - cost_ms));
}

static void add_advice(struct rule_context *c, struct finding *f, int64_t stride, double cost_ms,
                       const struct side_by_side *row) {
    const char *address = rule_address(c, f->access);
    if (row->n > 1)
        rule_note(c, f, (struct loc){0}, MSG_UNCOALESCED_VECTOR, row->n,
                  f->access->kind == ACCESS_LOAD ? "read" : "write", row->bytes,
                  rule_base_name(f->access));
    else if (!stride)
        rule_note(c, f, (struct loc){0}, MSG_UNCOALESCED_OTHER, address);
    else if (llabs(stride) <= CLOSE)
        rule_note(c, f, (struct loc){0}, MSG_UNCOALESCED_MEMBERS, address);
    else
        rule_note(c, f, (struct loc){0}, MSG_UNCOALESCED_INDEX, address);
    if (llabs(stride) > CLOSE)
        add_transposition(c, f, cost_ms);
}

/* Bytes between work-items that are neighbours, as the address says; NAN: it does not. */
static double stride_to_neighbour(const struct trace *t, const struct access *a) {
    uint32_t address = t->kernel->values[a->value].args[0];
    return an_stride(t->kernel, t->launch, address,
                     (struct stride_counter){.dimension = 0, .loop = NONE});
}

/* Accesses of a kernel, and which of their addresses differ by constants. */
struct patterns {
    const struct trace *trace;
    const struct offset_address *equal; /* by value */
    const int64_t *stride;              /* by access, of its usual request */
};

static const int64_t *counted_strides(struct arena *a, const struct trace *t) {
    int64_t *stride = NEW_ARRAY(a, int64_t, t->kernel->n_accesses);
    for (uint32_t i = 0; i < t->kernel->n_accesses; i++)
        stride[i] = usual_stride(t, i);
    return stride;
}

/* Of a trace that is not tallied: of the first request of each access. */
static const int64_t *first_strides(struct arena *a, const struct trace *t) {
    int64_t *stride = NEW_ARRAY(a, int64_t, t->kernel->n_accesses);
    bool *seen = NEW_ARRAY(a, bool, t->kernel->n_accesses);
    for (size_t w = 0; w < t->n_warps; w++)
        for (size_t i = 0; i < t->warps[w].n_ops; i++) {
            const struct trace_op *op = &t->warps[w].ops[i];
            const struct item *item = op->item == NONE ? NULL : &t->kernel->items[op->item];
            if (!item || item->kind != ITEM_ACCESS || seen[item->access])
                continue;
            seen[item->access] = true;
            stride[item->access] = stride_of(&t->patterns[op->pattern]);
        }
    return stride;
}

static struct patterns patterns_of(struct arena *a, const struct trace *t, const int64_t *stride) {
    return (struct patterns){t, an_equal_addresses(a, t->kernel, (struct array_bases){0}), stride};
}

/* Where an address is, from another one that it differs from by a constant. */
static struct offset_address place(const struct patterns *p, uint32_t address) {
    enum { STEPS = 8 };
    struct offset_address at = {address, 0};
    for (int i = 0; i < STEPS && p->equal[at.address].address != NONE; i++) {
        at.offset += p->equal[at.address].offset;
        at.address = p->equal[at.address].address;
    }
    return at;
}

/* Whether b is as many bytes behind a in every work-item and iteration. */
static bool is_apart(const struct patterns *p, const struct access *a, const struct access *b,
                     int64_t *bytes) {
    const struct kernel *k = p->trace->kernel;
    uint32_t x = k->values[a->value].args[0], y = k->values[b->value].args[0];
    const struct offset_address at = place(p, x), other = place(p, y);
    *bytes = other.offset - at.offset;
    return at.address == other.address || values_apart(k, x, y, bytes);
}

/* Whether a change of how the array lies in memory, or of the loops, coalesces both: one finding
 * says it of all members of a structure, of all loads and stores of its array with that stride, and
 * of all terms of a stencil in a line. */
static bool is_alike(const struct patterns *p, const struct access *a, const struct access *b) {
    const struct trace *t = p->trace;
    if (a == b)
        return true;
    if (a->root == NONE || a->root != b->root)
        return false;
    if (t->kernel->sequential)
        return a->kind == b->kind && a->bytes == b->bytes &&
               stride_to_neighbour(t, a) == stride_to_neighbour(t, b);
    const struct access *all = t->kernel->accesses;
    int64_t bytes, stride = p->stride[a - all];
    if (stride != p->stride[b - all])
        return false;
    return stride ? a->space == b->space : is_apart(p, a, b, &bytes);
}

/* Of an access to a vector, the components that anything is done with: a bit for each; all of them
 * where it is stored, or goes on as a whole. */
static uint64_t used_components(const struct kernel *k, const struct access *a) {
    const struct value *load = &k->values[a->value];
    const uint64_t all = load->comps < 64 ? ((uint64_t)1 << load->comps) - 1 : ~(uint64_t)0;
    uint64_t used = 0;
    if (a->kind != ACCESS_LOAD || load->comps < 2)
        return all;
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &k->values[i];
        for (uint32_t arg = 0; arg < v->n_args; arg++) {
            if (v->args[arg] != a->value)
                continue;
            const struct value *at = v->n_args > 1 ? &k->values[v->args[1]] : NULL;
            if (v->op != OP_EXTRACT || arg != 0 || !at || at->op != OP_CONST || at->imm >= 64)
                return all;
            used |= (uint64_t)1 << at->imm;
        }
    }
    return used ? used : all;
}

static double used_part(const struct kernel *k, const struct access *a) {
    uint32_t comps = k->values[a->value].comps;
    return a->kind == ACCESS_LOAD && comps > 1
               ? __builtin_popcountll(used_components(k, a)) / (double)comps
               : 1;
}

/* The requests of all that are alike are as narrow as their data allow. */
static void coalesce(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    const struct access *accesses = t->kernel->accesses;
    const uint32_t n = t->kernel->n_accesses;
    const struct patterns p = patterns_of(x->arena, t, first_strides(x->arena, t));
    const bool *asked = whatif_accesses(x->arena, w, t);
    bool *narrow = NEW_ARRAY(x->arena, bool, n);
    double *part = NEW_ARRAY(x->arena, double, n);
    for (uint32_t i = 0; i < n; i++)
        part[i] = used_part(t->kernel, &accesses[i]);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; asked[i] && j < n; j++)
            narrow[j] |= is_alike(&p, &accesses[i], &accesses[j]);
    x->narrow = narrow;
    x->part = part;
}

static const struct counterfactual coalesced = {.change = coalesce};

/* What neighbours leave unused between them: a structure of which all accesses alike use a part. */
struct structure {
    int64_t bytes; /* from one to the next; 0: it is none */
    uint32_t used;
    uint32_t others; /* accesses to it but for the first */
    double ideal;    /* sectors that all data of its requests need */
};

enum { MOST_BYTES = CLOSE };

static struct structure structure_of(const struct rule_context *c, const struct patterns *p,
                                     uint32_t number) {
    const struct kernel *k = c->result->kernel;
    const struct access *first = &k->accesses[number];
    struct structure s = {.bytes = llabs(p->stride[number])};
    bool used[MOST_BYTES] = {false}, whole = false;
    if (s.bytes > MOST_BYTES || s.bytes < first->bytes)
        return (struct structure){0};
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        if (!is_alike(p, first, a) || c->result->access[i].requests == 0)
            continue;
        int64_t at = 0;
        if (!is_apart(p, first, a, &at)) {
            s.used = (uint32_t)s.bytes;
            whole = true;
        }
        s.others += i != number;
        s.ideal +=
            used_part(k, a) * c->result->access[i].ideal_sectors / c->result->access[i].requests;
        const uint32_t comps = k->values[a->value].comps;
        const uint64_t components = used_components(k, a);
        const uint32_t size =
            a->kind == ACCESS_LOAD && comps > 1 && a->bytes >= comps ? a->bytes / comps : a->bytes;
        for (uint32_t byte = 0; byte < a->bytes; byte++)
            if (byte / size >= 64 || components >> (byte / size) & 1 || a->kind != ACCESS_LOAD)
                used[((at + byte) % s.bytes + s.bytes) % s.bytes] = true;
    }
    for (int64_t i = 0; i < s.bytes && !whole; i++)
        s.used += used[i];
    return s;
}

/* Whether all alike fill bytes that one access to a vector moves. */
static struct side_by_side side_by_side(const struct rule_context *c, const struct patterns *p,
                                        uint32_t number) {
    enum { WIDEST = 16 };
    const struct kernel *k = c->result->kernel;
    const struct access *first = &k->accesses[number];
    int64_t low = 0, high = first->bytes, sum = 0, at;
    struct side_by_side row = {0};
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        if (c->result->access[i].requests == 0 || !is_alike(p, first, a))
            continue;
        if (a->kind != first->kind || a->bytes != first->bytes || !is_apart(p, first, a, &at))
            return (struct side_by_side){0};
        low = at < low ? at : low;
        high = at + a->bytes > high ? at + a->bytes : high;
        sum += a->bytes;
        row.n++;
    }
    row.bytes = (uint32_t)sum;
    int64_t stride = llabs(p->stride[number]);
    bool fills = high - low == sum && sum <= WIDEST && (!stride || stride == sum);
    return fills && !(sum & (sum - 1)) ? row : (struct side_by_side){0};
}

static bool is_counted(const struct rule_context *c, uint32_t i) {
    const struct access *a = &c->result->kernel->accesses[i];
    const struct access_metrics *m = &c->result->access[i];
    return a->space == SPACE_GLOBAL && a->kind != ACCESS_ATOMIC && certain_is_said(m->certain) &&
           m->requests > 0 && !a->tiled;
}

/* Whether the access is one of several to structures of which all together use a part. */
static bool uses_part(const struct access *a, const struct structure *s) {
    return s->bytes > s->used && (s->others || s->bytes == a->bytes);
}

/* The fewest sectors that a request's data need. */
static double needed(const struct rule_context *c, const struct structure *s, uint32_t i) {
    const struct access_metrics *m = &c->result->access[i];
    return uses_part(&c->result->kernel->accesses[i], s) ? s->ideal
                                                         : m->ideal_sectors / m->requests;
}

/* Sectors of 32 bytes that the access's requests move between L2 and DRAM at least, where each
 * line's are moved in units of several (64 bytes on AMD's GPUs). */
static double moved_sectors(const struct rule_context *c, const struct access_metrics *m) {
    const struct memory_grid grid = profiler_grid();
    return fmax(m->sectors32, m->segments128 * l2_fetch_unit(c->study->gpu, &grid));
}

/* Whether requests of the access have several times the sectors of their data, or of structures of
 * which a part is used, unless their lanes have as much of these in common. */
static bool is_uncoalesced(const struct rule_context *c, const struct structure *s, uint32_t i) {
    const struct access_metrics *m = &c->result->access[i];
    return moved_sectors(c, m) > worst_ratio * m->ideal_sectors ||
           ((double)s->bytes > worst_unused * s->used &&
            m->sectors32 / m->requests > worst_unused * needed(c, s, i));
}

static struct finding *report(struct rule_context *c, uint32_t number, const struct structure *s,
                              struct rule_cost cost, int64_t stride) {
    const struct access *a = &c->result->kernel->accesses[number];
    const struct access_metrics *m = &c->result->access[number];
    bool part = uses_part(a, s);
    const char *kind = rule_access_kind(a), *name = rule_base_name(a);
    const char *way = a->kind == ACCESS_LOAD ? "read" : "write";
    const char *sectors = diag_count(c->arena, m->sectors32 / m->requests);
    const char *ideal = diag_count(c->arena, needed(c, s, number));
    if (!stride)
        return rule_report(c, a->loc, cost, MSG_UNCOALESCED, kind, name, sectors, ideal);
    if (!part)
        return rule_report(c, a->loc, cost, MSG_UNCOALESCED MSG_UNCOALESCED_WHY, kind, name,
                           sectors, ideal, way, llabs(stride));
    return rule_report(c, a->loc, cost, MSG_UNCOALESCED MSG_UNCOALESCED_WHY MSG_UNCOALESCED_USED,
                       kind, name, sectors, ideal, way, llabs(stride), s->used);
}

/* Whether an access before number i, or how many behind it, are reported with it. */
static uint32_t alike(const struct rule_context *c, const struct patterns *p, uint32_t i,
                      uint32_t begin, uint32_t end) {
    const struct access *accesses = c->result->kernel->accesses;
    uint32_t n = 0;
    for (uint32_t j = begin; j < end; j++)
        n += is_counted(c, j) && is_alike(p, &accesses[i], &accesses[j]);
    return n;
}

static void note_alike(const struct rule_context *c, const struct patterns *p, uint32_t number,
                       uint32_t n, struct finding *f) {
    const struct kernel *k = c->result->kernel;
    struct loc *places = NEW_ARRAY(c->arena, struct loc, n);
    f->also = places;
    for (uint32_t i = number + 1; i < k->n_accesses; i++)
        if (is_counted(c, i) && is_alike(p, &k->accesses[number], &k->accesses[i]))
            places[f->n_also++] = k->accesses[i].loc;
}

static void check(struct rule_context *c) {
    const struct kernel *k = c->result->kernel;
    const struct trace *t = c->result->trace;
    const struct patterns p = patterns_of(c->arena, t, counted_strides(c->arena, t));
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        if (!is_counted(c, i) || alike(c, &p, i, 0, i))
            continue;
        const struct structure s = structure_of(c, &p, i);
        if (!is_uncoalesced(c, &s, i))
            continue;
        const struct access *a = &k->accesses[i];
        uint32_t others = alike(c, &p, i, i + 1, k->n_accesses);
        struct rule_cost cost = rule_cost(c, &coalesced, a->loc, a);
        int64_t stride = p.stride[i];
        struct finding *f = report(c, i, &s, cost, stride);
        rule_about(c, f, a);
        const struct side_by_side row = side_by_side(c, &p, i);
        add_advice(c, f, stride, cost.ms, &row);
        note_alike(c, &p, i, others, f);
        if (others)
            rule_note(c, f, (struct loc){0}, MSG_UNCOALESCED_ALIKE, others, rule_base_name(a));
    }
}

const struct rule rule_uncoalesced = {
    .traits = {.precision = "high"},
    .check = check,
};
