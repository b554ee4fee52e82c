/* The iterations that remain are found from the exits' comparisons: both sides are
 * watched for two iterations, and if their distance changes by the same step, the
 * iteration in which the comparison turns is known. Chunks are spread evenly over the
 * iterations; after one, the loop's variables jump over what it stands for. Where the walk assumes
 * how often a loop runs, that is the iteration. What an
 * iteration does is taken to be alike within that stretch, which is not checked: the
 * trace is marked as not exact. A loose trace jumps without knowing the end, too. */
#include "analysis/trace/loop_sampling.h"

#include "analysis/ir/query.h"
#include "base/integers.h"

/* Loops that stand alone, or hold short ones: chunks of about so many operations of all warps
 * together, but so many iterations, that what happens between two chunks matters little, and
 * neighbouring iterations share cache lines and DRAM rows; a share of that for each further one
 * that the warp comes to. In deeper nests less, since each iteration of an outer loop walks the
 * inner ones. */
enum {
    ALONE_OPS = 24000,
    ALONE_LEAST = 4,
    ALONE_MOST = 112,
    ALONE_CHUNKS = 3,
    SHALLOW_CHUNKS = 2,
    INNER_CHUNK = 4,
    INNER_CHUNKS = 2,
    OUTER_CHUNK = 1,
    OUTER_CHUNKS = 4
};
/* Entries of a loop in a nest that are walked as if it stood alone. */
enum { FEW_ENTRIES = 2 };
/* Iterations before the first chunk, and left at the end. */
enum { WARM_UP = 3, TAIL = 2 };
/* Where chunks would leave nothing to skip; and what short ones have to stand for, at least. */
enum { LEAST_REPEATS = 4, SHORTER_LEAST = 16 };
/* The first loop finds the machine empty, and warps in step. */
enum { FIRST_LEAST = 16, FIRST_LEAST_OPS = 1600, FIRST_MOST = 64, FIRST_SHARES = 4 };
/* Samples of so many operations of all warps together are enough, of the shorter first ones and of
 * others: loops that come later have one chunk, of so few iterations. */
enum { FIRST_ENOUGH = 100000, ENOUGH = 800000, ENOUGH_LEAST = 2 };
/* Who only counts operations needs no more than this share of them, in one chunk of a loop that
 * holds no others. */
enum { WORK_SHARE = 16, WORK_LEAST = 1 };

/* In a loose trace: iterations of a loop, and of one with so many operations in each, before it is
 * sampled without its end, or without variables that move in uneven steps; and those of which one
 * more is taken to remain, each time. */
enum { LOOSE_WARM_UP = 64, LOOSE_LARGE_WARM_UP = 8, LOOSE_LARGE = 200, LOOSE_SHARE = 4 };

static bool has_inner_loop(const struct loop *loops, uint32_t n_loops, uint32_t loop) {
    for (uint32_t i = 0; i < n_loops; i++)
        if (loops[i].parent == loop)
            return true;
    return false;
}

/* Warps of the groups that run at once: the same number whichever group is traced, so that groups
 * can share what one does. */
static uint64_t warps_at_once(const struct tracer *t) {
    const uint64_t *local = t->launch->local;
    size_t groups = t->request.at_once ? t->request.at_once : t->request.n_groups;
    return groups * div_up(local[0] * local[1] * local[2], t->shape.width);
}

/* Of loops that hold others few iterations are walked in any case. */
static unsigned times_shorter(const struct warp *w, uint32_t loop) {
    unsigned shorter = w->t->request.shorter;
    return shorter && !has_inner_loop(w->t->k->loops, w->t->k->n_loops, loop) ? shorter : 1;
}

/* Iterations that are so many times the warp's share of a chunk's operations. */
static uint32_t iterations_of(const struct warp *w, uint32_t loop, uint32_t shares, uint32_t least,
                              uint32_t most) {
    const struct skip_loop *s = &w->skips[loop];
    unsigned shorter = times_shorter(w, loop);
    uint64_t ops = (w->n_ops - s->first_op) / s->iterations,
             all = ALONE_OPS / (w->t->request.work_only ? WORK_SHARE : 1) / shorter,
             share = all / warps_at_once(w->t) / (w->sampled + 1);
    uint64_t n = shares * share / (ops ? ops : 1);
    most /= shorter;
    return n < least ? least : n > most ? most : (uint32_t)n;
}

/* Whether what was sampled so far is enough. */
static bool has_enough(const struct warp *w) {
    return w->n_ops * warps_at_once(w->t) > (w->t->request.shorter ? FIRST_ENOUGH : ENOUGH);
}

/* Whether loops in it are so long that they are sampled. */
static bool has_samples(const struct warp *w, uint32_t loop) {
    return w->sampled > w->skips[loop].sampled;
}

enum nesting { ALONE, INNER, SHALLOW, DEEP };

static enum nesting nesting_of(const struct warp *w, uint32_t loop) {
    bool outer = has_inner_loop(w->t->k->loops, w->t->k->n_loops, loop);
    if (outer && has_samples(w, loop))
        return DEEP;
    if (w->t->k->loops[loop].depth > 1 && w->skips[loop].entries > FEW_ENTRIES)
        return outer ? DEEP : INNER;
    return outer ? SHALLOW : ALONE;
}

static uint32_t chunk_of(const struct warp *w, uint32_t loop) {
    bool work_only = w->t->request.work_only;
    uint32_t least = work_only ? WORK_LEAST : has_enough(w) ? ENOUGH_LEAST : ALONE_LEAST;
    switch (nesting_of(w, loop)) {
    case INNER:
        return work_only ? WORK_LEAST : INNER_CHUNK;
    case DEEP:
        return OUTER_CHUNK;
    default:
        return iterations_of(w, loop, 1, least, ALONE_MOST);
    }
}

/* Of a loop whose end is assumed, iterations are alike as far as anybody knows. */
static uint32_t chunks_of(const struct warp *w, uint32_t loop) {
    static const uint8_t chunks[] = {[ALONE] = ALONE_CHUNKS,
                                     [INNER] = INNER_CHUNKS,
                                     [SHALLOW] = SHALLOW_CHUNKS,
                                     [DEEP] = OUTER_CHUNKS};
    enum nesting nesting = nesting_of(w, loop);
    bool one = w->skips[loop].undecided || has_enough(w) ||
               (w->t->request.work_only && (nesting == ALONE || nesting == INNER));
    return one ? 1 : chunks[nesting];
}

/* One number for a phi's component: lane differences must not change, so that adding a step to
 * all lanes moves it on. False if its value is not known. */
static bool sample_of(struct warp *w, const struct lanes *l, uint64_t mask, int64_t *n) {
    return lane_get(&w->t->shape, l, (unsigned)__builtin_ctzll(mask), n);
}

/* Whether what moves in uneven steps is forgotten, and the end is not waited for. */
static bool is_loose(const struct warp *w, uint32_t loop) {
    const struct skip_loop *s = &w->skips[loop];
    bool large = w->n_ops - s->first_op > (uint64_t)LOOSE_LARGE * s->iterations;
    uint32_t least = large || has_samples(w, loop) ? LOOSE_LARGE_WARM_UP : LOOSE_WARM_UP;
    return w->t->request.loose && w->iterations[loop] >= least;
}

static void forget(struct lanes *l) {
    l->form = l->form == LANES_AFFINE ? LANES_FLOATING : LANES_UNKNOWN;
}

/* Watches the header's variables; true if all moved by the same step as the time before. */
static bool watch(struct warp *w, uint32_t loop, uint64_t mask) {
    const struct kernel *k = w->t->k;
    const struct block_steps *b = &w->t->blocks[k->loops[loop].header];
    struct skip_loop *s = &w->skips[loop];
    uint32_t n = 0;
    bool same = true;
    if (!s->last && b->n_phis) {
        s->last = NEW_ARRAY(w->t->arena, int64_t, b->n_phis * 16u);
        s->delta = NEW_ARRAY(w->t->arena, int64_t, b->n_phis * 16u);
        s->shift = NEW_ARRAY(w->t->arena, uint16_t, b->n_phis * 16u);
    }
    for (uint32_t i = 0; i < b->n_phis; i++)
        for (uint32_t c = 0; c < k->values[b->phis[i]].comps; c++, n++) {
            const struct value *v = &k->values[b->phis[i]];
            int64_t now;
            if (!sample_of(w, warp_register(w, b->phis[i], c), mask, &now))
                continue;
            same &= !(warp_keep(w, b->phis[i]) & ~mask);
            int64_t delta = wrapping_sub(now, s->last[n]);
            if (v->type == TYPE_INT)
                delta = wrap_bits(delta, v->bits);
            struct lanes *l = warp_register(w, b->phis[i], c);
            uint16_t shift = l->shift;
            bool even = delta == s->delta[n] && v->type != TYPE_FLOAT && shift == s->shift[n];
            if (!even && is_loose(w, loop))
                forget(l);
            else
                same &= even;
            s->delta[n] = delta;
            s->last[n] = now;
            s->shift[n] = shift;
        }
    return same;
}

/* So many executions are no end. */
static const int64_t never = INT64_MAX / 4;

/* Other distances and steps are not followed: sums of some of these fit into 64 bits. */
static bool is_followed(int64_t d, int64_t step) {
    return d > -never && d < never && step > -never && step < never;
}

/* Executions of the exit until lanes leave, counted from its last one; 0 = not known. */
static int64_t until(int64_t predicate, int64_t d, int64_t step) {
    if (!is_followed(d, step))
        return 0;
    switch (predicate) {
    case COMPARE_SLT:
    case COMPARE_ULT:
        return step <= 0 ? never : (-d + step - 1) / step;
    case COMPARE_SLE:
    case COMPARE_ULE:
        return step <= 0 ? never : -d / step + 1;
    case COMPARE_SGT:
    case COMPARE_UGT:
        return step >= 0 ? never : (d - step - 1) / -step;
    case COMPARE_SGE:
    case COMPARE_UGE:
        return step >= 0 ? never : d / -step + 1;
    case COMPARE_NE:
        return step && d % step == 0 && -d / step > 0 ? -d / step : 0;
    default:
        return 0;
    }
}

static int64_t inverse(int64_t predicate) {
    static const uint8_t to[] = {COMPARE_NE,  COMPARE_EQ,  COMPARE_ULE, COMPARE_ULT, COMPARE_UGE,
                                 COMPARE_UGT, COMPARE_SLE, COMPARE_SLT, COMPARE_SGE, COMPARE_SGT};
    return to[predicate - COMPARE_EQ];
}

/* Iterations that the walk keeps lanes in the loop at an exit that it could not decide. 0 if it
 * could, by what is no comparison of integers. */
static int64_t remaining_undecided(struct warp *w, uint32_t loop, const struct value *v,
                                   uint64_t mask) {
    if (!(mask & ~lanes_known(&w->t->shape, warp_operand(w, v->args[0], 0))))
        return 0;
    w->skips[loop].undecided = true;
    w->t->loop_assumed[loop] = true;
    uint32_t most = most_iterations(w, loop, v->block), done = w->iterations[loop];
    return most > done ? most - done : 0;
}

/* Groups whose distances, moved by the shift, leave as many executions have the same samples. */
static void limit_to(struct warp *w, uint16_t shift, int64_t predicate, int64_t d, int64_t step,
                     int64_t n) {
    struct shift_table *t = &w->t->shifts;
    if (!is_followed(d, step)) {
        shift_limit(t, shift, 0, 0);
        return;
    }
    int64_t size = step < 0 ? -step : step, most;
    if (n >= never || __builtin_mul_overflow(n, size, &most) || most >= never)
        return;
    int64_t least = most - size;
    switch (predicate) {
    case COMPARE_SLT:
    case COMPARE_ULT:
        shift_limit(t, shift, -most - d, -least - 1 - d);
        break;
    case COMPARE_SLE:
    case COMPARE_ULE:
        shift_limit(t, shift, 1 - most - d, -least - d);
        break;
    case COMPARE_SGT:
    case COMPARE_UGT:
        shift_limit(t, shift, least + 1 - d, most - d);
        break;
    case COMPARE_SGE:
    case COMPARE_UGE:
        shift_limit(t, shift, least - d, most - 1 - d);
        break;
    default:
        shift_limit(t, shift, 0, 0);
    }
}

/* Iterations that all lanes stay, by one exit of the loop. */
static int64_t remaining_by(struct warp *w, uint32_t loop, uint32_t branch, uint64_t mask) {
    const struct kernel *k = w->t->k;
    const struct value *v = &k->values[k->branches[branch].value];
    const struct value *c = &k->values[v->args[0]];
    const struct skip_exit *e = &w->exits[branch];
    if (v->op == OP_BR && !e->known)
        return remaining_undecided(w, loop, v, mask);
    if (v->op != OP_BR || c->op != OP_ICMP || (mask & ~e->mask))
        return 0;
    w->t->opaque |= shift_opaque(&w->t->shifts, e->shift);
    bool stays_if_true = in_loop(k, k->blocks[v->block].succs[0], loop);
    bool linear = e->linear.form == LANES_AFFINE, same = linear && lanes_uniform(&e->linear);
    int64_t predicate = stays_if_true ? c->imm : inverse(c->imm), least = INT64_MAX;
    for (uint64_t m = same ? mask & -mask : mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t d = linear ? lane_value(&w->t->shape, &e->linear, lane) : e->distance[lane];
        int64_t step = e->delta[linear ? 0 : lane], n = until(predicate, d, step);
        limit_to(w, e->shift, predicate, d, step, n);
        least = n < least ? n : least;
    }
    return least - 1;
}

static int64_t remaining(struct warp *w, uint32_t loop, uint64_t mask) {
    const struct kernel *k = w->t->k;
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < k->n_branches; i++) {
        const struct block *b = &k->blocks[k->values[k->branches[i].value].block];
        uint32_t stay = 0;
        for (uint32_t s = 0; s < b->n_succs; s++)
            stay += in_loop(k, b->succs[s], loop);
        if (stay == 0 || stay == b->n_succs)
            continue;
        int64_t n = remaining_by(w, loop, i, mask);
        least = n < least ? n : least;
    }
    return least;
}

static void mark(struct warp *w, uint32_t which, uint64_t repeats) {
    if (!tracer_keeps_ops(w->t))
        return;
    struct trace_op op = {.item = NONE, .region = w->region, .pattern = which, .address = repeats};
    vec_push(w->t->arena, &w->ops, op);
}

/* One that stands for several times as much, if it need not be too short for that. */
static int64_t shorter_chunk(int64_t left, int64_t chunks, int64_t chunk) {
    int64_t shorter = left / (LEAST_REPEATS * chunks);
    return shorter < SHORTER_LEAST || shorter > chunk ? chunk : shorter;
}

static void start_chunk(struct warp *w, uint32_t loop, uint64_t mask, int64_t left) {
    struct skip_loop *s = &w->skips[loop];
    int64_t chunk = s->chunks ? s->chunk : chunk_of(w, loop);
    int64_t chunks = (int64_t)chunks_of(w, loop) - s->chunks;
    if (!s->chunks && left - TAIL < LEAST_REPEATS * chunk * chunks)
        chunk = shorter_chunk(left - TAIL, chunks, chunk);
    int64_t each = chunks > 0 ? (left - TAIL) / (chunk * chunks) : (left - TAIL) / chunk;
    bool shorter = times_shorter(w, loop) > 1;
    if (each < (shorter ? LEAST_REPEATS : 2) || left > INT64_MAX / 8)
        return;
    w->t->shortened |=
        (shorter && nesting_of(w, loop) == ALONE) || (w->t->request.shorter && has_enough(w));
    w->t->loop_sampled[loop] = true;
    tracer_lower(w->t, CERTAINTY_FOLLOWED, REASON_SAMPLED);
    s->in_chunk = true;
    s->chunk = (uint32_t)chunk;
    s->chunk_end = s->iterations + s->chunk;
    s->repeats = (uint64_t)each - 1;
    s->mask = mask;
    w->sampled += s->chunks == 0 && !has_inner_loop(w->t->k->loops, w->t->k->n_loops, loop);
    s->outer_weight = w->weight;
    s->outer = w->chunk_of;
    w->chunk_of = loop;
    w->weight *= (uint64_t)each;
    mark(w, MARK_START, 0);
}

/* The innermost chunk ends here. */
static void close_chunk(struct warp *w, uint64_t repeats) {
    struct skip_loop *s = &w->skips[w->chunk_of];
    w->weight = s->outer_weight;
    w->chunk_of = s->outer;
    s->in_chunk = false;
    s->chunks++;
    mark(w, MARK_REPEAT, repeats);
}

void skip_enter(struct warp *w, uint32_t loop) {
    struct skip_loop *s = &w->skips[loop];
    while (s->in_chunk)
        close_chunk(w, 0);
    s->iterations = s->chunks = s->linear = 0;
    s->undecided = false;
    s->first_op = w->n_ops;
    s->sampled = w->sampled;
    s->entries++;
}

void skip_go(struct warp *w, uint32_t block) {
    while (w->chunk_of != NONE && !in_loop(w->t->k, block, w->chunk_of))
        close_chunk(w, 0);
}

static void jump(struct warp *w, uint32_t loop, uint64_t iterations, uint64_t mask) {
    struct tracer *t = w->t;
    const struct block_steps *b = &t->blocks[t->k->loops[loop].header];
    struct skip_loop *s = &w->skips[loop];
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->n_phis; i++)
        for (uint32_t c = 0; c < t->k->values[b->phis[i]].comps; c++, n++) {
            struct lanes *l = warp_register(w, b->phis[i], c);
            int64_t by = wrapping_mul(s->delta[n], (int64_t)iterations);
            l->base = wrapping_add(l->base, by);
            for (unsigned lane = 0; l->form == LANES_EACH && lane < t->shape.width; lane++)
                l->each[lane] = wrapping_add(l->each[lane], by);
            s->last[n] = wrapping_add(s->last[n], by);
        }
    w->iterations[loop] += (uint32_t)iterations;
    uint32_t *trips = w->trips + (size_t)loop * t->shape.width;
    for (uint64_t m = mask; m; m &= m - 1)
        trips[__builtin_ctzll(m)] += (uint32_t)iterations;
}

static void end_chunk(struct warp *w, uint32_t loop, uint64_t mask) {
    struct skip_loop *s = &w->skips[loop];
    while (w->chunk_of != loop)
        close_chunk(w, 0);
    close_chunk(w, s->repeats);
    if (mask != s->mask)
        return;
    jump(w, loop, s->repeats * s->chunk, mask);
    s->iterations = s->linear = 0;
    s->first_op = w->n_ops;
}

/* Iterations that are taken to remain. */
static int64_t foreseen(struct warp *w, uint32_t loop, uint64_t mask) {
    int64_t left = remaining(w, loop, mask);
    const bool seen = left > 0 && left < never - 1;
    if (seen || !is_loose(w, loop))
        return left;
    w->skips[loop].undecided = true;
    w->t->loop_assumed[loop] = true;
    return w->iterations[loop] / LOOSE_SHARE + TAIL;
}

static uint32_t warm_up(const struct warp *w, uint32_t loop) {
    const struct skip_loop *s = &w->skips[loop];
    bool first = s->entries == 1 && s->chunks == 0 && s->iterations >= WARM_UP;
    if (!first || w->sampled || w->t->request.work_only)
        return WARM_UP;
    uint64_t ops = (w->n_ops - s->first_op) / s->iterations;
    bool outer = has_inner_loop(w->t->k->loops, w->t->k->n_loops, loop),
         large = ops * FIRST_LEAST > FIRST_LEAST_OPS;
    uint32_t least = outer || large ? WARM_UP : FIRST_LEAST;
    return iterations_of(w, loop, FIRST_SHARES, least, FIRST_MOST);
}

void skip_iteration(struct warp *w, uint32_t loop, uint64_t mask) {
    struct skip_loop *s = &w->skips[loop];
    s->iterations++;
    s->linear = watch(w, loop, mask) ? s->linear + 1 : 0;
    if (s->in_chunk && s->iterations >= s->chunk_end)
        end_chunk(w, loop, mask);
    else if (!s->in_chunk && s->iterations >= warm_up(w, loop) && s->linear >= 1)
        start_chunk(w, loop, mask, foreseen(w, loop, mask));
}

/* Linear distances; false if one side is not. */
static bool note_linear(struct skip_exit *e, const struct lanes *x, const struct lanes *y,
                        uint64_t mask) {
    struct lanes before = e->linear;
    uint64_t lanes = e->mask;
    e->linear.form = LANES_UNKNOWN;
    if (x->form != LANES_AFFINE || y->form != LANES_AFFINE)
        return false;
    e->linear = (struct lanes){.form = LANES_AFFINE,
                               .base = (int64_t)((uint64_t)x->base - (uint64_t)y->base),
                               .dx = x->dx - y->dx,
                               .dy = x->dy - y->dy};
    bool again = before.form == LANES_AFFINE && before.dx == e->linear.dx &&
                 before.dy == e->linear.dy && !(mask & ~lanes);
    e->delta[0] = again ? (int64_t)((uint64_t)e->linear.base - (uint64_t)before.base) : 0;
    e->mask = mask;
    return true;
}

static void note_each(struct skip_exit *e, const struct warp_shape *s, const struct lanes *x,
                      const struct lanes *y, uint64_t mask) {
    uint64_t before = e->mask;
    e->mask = 0;
    for (uint64_t m = mask; m && e->known; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t p = 0, q = 0;
        e->known = lane_get(s, x, lane, &p) && lane_get(s, y, lane, &q);
        int64_t distance = (int64_t)((uint64_t)p - (uint64_t)q);
        e->delta[lane] = before >> lane & 1 ? wrapping_sub(distance, e->distance[lane]) : 0;
        e->distance[lane] = distance;
        e->mask |= 1ull << lane;
    }
}

void skip_exit(struct warp *w, const struct value *branch) {
    const struct value *values = w->t->k->values;
    const struct value *c = &values[branch->args[0]];
    struct skip_exit *e = &w->exits[branch->site];
    e->known = c->op == OP_ICMP;
    e->shift = SHIFT_NONE;
    if (!e->known) {
        e->mask = 0;
        return;
    }
    const struct lanes *x = warp_operand(w, c->args[0], 0), *y = warp_operand(w, c->args[1], 0);
    e->shift = shift_sum(&w->t->shifts, x->shift, y->shift, -1);
    bool was_linear = e->linear.form == LANES_AFFINE;
    if (note_linear(e, x, y, w->mask))
        return;
    e->mask = was_linear ? 0 : e->mask;
    note_each(e, &w->t->shape, x, y, w->mask);
}

const double *an_op_weights(struct arena *a, const struct warp_trace *w) {
    enum { NESTED = 32 };
    double *all = NEW_ARRAY(a, double, w->n_ops), outer[NESTED], now = 1;
    unsigned depth = 0;
    for (size_t i = w->n_ops; i-- > 0;) {
        const struct trace_op *op = &w->ops[i];
        all[i] = now;
        if (op->item != NONE)
            continue;
        if (op->pattern == MARK_REPEAT) {
            if (depth < NESTED)
                outer[depth] = now;
            depth++;
            now *= 1 + (double)op->address;
        } else if (depth > 0 && --depth < NESTED) {
            now = outer[depth];
        }
    }
    return all;
}
