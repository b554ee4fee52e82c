/* The iterations that remain are found from the exits' comparisons: both sides are
 * watched for two iterations, and if their distance changes by the same step, the
 * iteration in which the comparison turns is known. Chunks are spread evenly over the
 * iterations; after one, the loop's variables jump over what it stands for. Where the walk assumes
 * how often a loop runs, that is the iteration. What an
 * iteration does is taken to be alike within that stretch, which is not checked: the
 * trace is marked as not exact. */
#include "analysis/skip.h"

#include "analysis/passes.h"

/* Loops that stand alone: chunks of about so many operations of all warps together, but so many
 * iterations, that what happens between two chunks matters little, and neighbouring iterations
 * share cache lines and DRAM rows; a share of that for each further one that the warp comes to. In
 * nests less, since each iteration of an outer loop walks the inner ones. */
enum {
    ALONE_OPS = 32000,
    ALONE_LEAST = 4,
    ALONE_MOST = 112,
    ALONE_CHUNKS = 3,
    INNER_CHUNK = 4,
    INNER_CHUNKS = 2,
    OUTER_CHUNK = 1,
    OUTER_CHUNKS = 4
};
/* Work-groups that are taken to compete for an SM. */
enum { GROUPS_AT_ONCE = 3 };
/* Entries of a loop in a nest that are walked as if it stood alone. */
enum { FEW_ENTRIES = 4 };
/* Iterations before the first chunk, and left at the end. */
enum { WARM_UP = 3, TAIL = 2 };
/* The first ones of all find the machine empty. */
enum { FIRST_WARM_UP = 16 };
/* Who only counts operations needs no more than this share of them. */
enum { WORK_SHARE = 16 };

static bool has_inner_loop(const struct kernel *k, uint32_t loop) {
    for (uint32_t i = 0; i < k->n_loops; i++)
        if (k->loops[i].parent == loop)
            return true;
    return false;
}

/* Whether the loop is entered so often that short chunks do. */
static bool is_frequent(const struct warp *w, uint32_t loop) {
    return w->t->k->loops[loop].depth > 1 && w->skips[loop].entries > FEW_ENTRIES;
}

/* The same whatever groups are traced, so that they can share what one does. */
static uint64_t warps_at_once(const struct tracer *t) {
    const uint64_t *local = t->launch->local;
    return GROUPS_AT_ONCE * div_up(local[0] * local[1] * local[2], t->shape.width);
}

static uint32_t chunk_of(const struct warp *w, uint32_t loop) {
    const struct skip_loop *s = &w->skips[loop];
    if (has_inner_loop(w->t->k, loop))
        return OUTER_CHUNK;
    if (is_frequent(w, loop))
        return INNER_CHUNK;
    uint64_t ops = (w->n_ops - s->first_op) / s->iterations,
             all = ALONE_OPS / (w->t->request.work_only ? WORK_SHARE : 1),
             share = all / warps_at_once(w->t) / (w->sampled + 1);
    uint64_t n = share / (ops ? ops : 1);
    return n < ALONE_LEAST ? ALONE_LEAST : n > ALONE_MOST ? ALONE_MOST : (uint32_t)n;
}

/* Of a loop whose end is assumed, iterations are alike as far as anybody knows. */
static uint32_t chunks_of(const struct warp *w, uint32_t loop) {
    if (w->skips[loop].undecided)
        return 1;
    if (has_inner_loop(w->t->k, loop))
        return OUTER_CHUNKS;
    return is_frequent(w, loop) ? INNER_CHUNKS : ALONE_CHUNKS;
}

void skip_enter(struct warp *w, uint32_t loop) {
    struct skip_loop *s = &w->skips[loop];
    s->iterations = s->chunks = s->linear = 0;
    s->in_chunk = s->undecided = false;
    s->first_op = w->n_ops;
    s->entries++;
}

/* One number for a phi's component: lane differences must not change, so that adding a step to
 * all lanes moves it on. False if its value is not known. */
static bool sample_of(struct warp *w, const struct lanes *l, uint64_t mask, int64_t *n) {
    return lane_get(&w->t->shape, l, (unsigned)__builtin_ctzll(mask), n);
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
            int64_t delta =
                v->type == TYPE_INT ? wrap_bits(now - s->last[n], v->bits) : now - s->last[n];
            same &= delta == s->delta[n] && v->type != TYPE_FLOAT;
            uint16_t shift = warp_register(w, b->phis[i], c)->shift;
            same &= shift == s->shift[n];
            s->delta[n] = delta;
            s->last[n] = now;
            s->shift[n] = shift;
        }
    return same;
}

/* Executions of the exit until lanes leave, counted from its last one; 0 = not known. */
static int64_t until(int64_t predicate, int64_t d, int64_t step) {
    const int64_t never = INT64_MAX / 4;
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
    uint32_t most = most_iterations(w, loop, v->block), done = w->iterations[loop];
    return most > done ? most - done : 0;
}

/* Iterations that all lanes stay, by one exit of the loop. Groups that stay as long have the same
 * samples. */
static int64_t remaining_by(struct warp *w, uint32_t loop, uint32_t branch, uint64_t mask) {
    const struct kernel *k = w->t->k;
    const struct value *v = &k->values[k->branches[branch].value];
    const struct value *c = &k->values[v->args[0]];
    const struct skip_exit *e = &w->exits[branch];
    if (v->op == OP_BR && !e->known)
        return remaining_undecided(w, loop, v, mask);
    if (v->op != OP_BR || c->op != OP_ICMP || (mask & ~e->mask))
        return 0;
    w->t->opaque |= e->shift == SHIFT_OPAQUE;
    shift_limit(&w->t->shifts, e->shift, 0, 0);
    bool stays_if_true = in_loop(k, k->blocks[v->block].succs[0], loop);
    int64_t predicate = stays_if_true ? c->imm : inverse(c->imm), least = INT64_MAX;
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t n = until(predicate, e->distance[lane], e->delta[lane]);
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

static void mark(struct warp *w, uint64_t repeats) {
    if (!tracer_keeps_ops(w->t))
        return;
    struct trace_op op = {.item = NONE,
                          .region = w->region,
                          .pattern = repeats ? MARK_REPEAT : MARK_START,
                          .address = repeats};
    vec_push(w->t->arena, &w->ops, op);
}

static void start_chunk(struct warp *w, uint32_t loop, uint64_t mask, int64_t left) {
    struct skip_loop *s = &w->skips[loop];
    int64_t chunk = s->chunks ? s->chunk : chunk_of(w, loop);
    int64_t chunks = (int64_t)chunks_of(w, loop) - s->chunks;
    int64_t each = chunks > 0 ? (left - TAIL) / (chunk * chunks) : (left - TAIL) / chunk;
    if (each < 2 || left > INT64_MAX / 8)
        return;
    s->in_chunk = true;
    s->chunk = (uint32_t)chunk;
    s->chunk_end = s->iterations + s->chunk;
    s->repeats = (uint64_t)each - 1;
    s->mask = mask;
    w->sampled += s->chunks == 0 && !has_inner_loop(w->t->k, loop);
    s->outer_weight = w->weight;
    w->weight *= (uint64_t)each;
    mark(w, 0);
}

static void jump(struct warp *w, uint32_t loop, uint64_t iterations, uint64_t mask) {
    struct tracer *t = w->t;
    const struct block_steps *b = &t->blocks[t->k->loops[loop].header];
    struct skip_loop *s = &w->skips[loop];
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->n_phis; i++)
        for (uint32_t c = 0; c < t->k->values[b->phis[i]].comps; c++, n++) {
            struct lanes *l = warp_register(w, b->phis[i], c);
            int64_t by = s->delta[n] * (int64_t)iterations;
            l->base += by;
            for (unsigned lane = 0; l->form == LANES_EACH && lane < t->shape.width; lane++)
                l->each[lane] += by;
            s->last[n] += by;
        }
    w->iterations[loop] += (uint32_t)iterations;
    uint32_t *trips = w->trips + (size_t)loop * t->shape.width;
    for (uint64_t m = mask; m; m &= m - 1)
        trips[__builtin_ctzll(m)] += (uint32_t)iterations;
}

static void end_chunk(struct warp *w, uint32_t loop, uint64_t mask) {
    struct skip_loop *s = &w->skips[loop];
    w->weight = s->outer_weight;
    s->in_chunk = false;
    s->chunks++;
    mark(w, s->repeats);
    if (mask != s->mask)
        return;
    jump(w, loop, s->repeats * s->chunk, mask);
    s->iterations = s->linear = 0;
    s->first_op = w->n_ops;
    w->t->exact = false;
    if (!w->t->reason)
        w->t->reason = "long loops were sampled";
}

static uint32_t warm_up(const struct warp *w, uint32_t loop) {
    const struct skip_loop *s = &w->skips[loop];
    bool first = s->entries == 1 && s->chunks == 0 && !has_inner_loop(w->t->k, loop);
    return first && !w->t->request.work_only ? FIRST_WARM_UP : WARM_UP;
}

void skip_iteration(struct warp *w, uint32_t loop, uint64_t mask) {
    struct skip_loop *s = &w->skips[loop];
    s->iterations++;
    s->linear = watch(w, loop, mask) ? s->linear + 1 : 0;
    if (s->in_chunk && s->iterations >= s->chunk_end)
        end_chunk(w, loop, mask);
    else if (!s->in_chunk && s->iterations >= warm_up(w, loop) && s->linear >= 1)
        start_chunk(w, loop, mask, remaining(w, loop, mask));
}

void skip_exit(struct warp *w, const struct value *branch) {
    const struct kernel *k = w->t->k;
    const struct value *c = &k->values[branch->args[0]];
    struct skip_exit *e = &w->exits[branch->site];
    uint64_t before = e->mask;
    e->known = c->op == OP_ICMP;
    e->shift = SHIFT_NONE;
    if (e->known)
        e->shift = shift_sum(&w->t->shifts, warp_operand(w, c->args[0], 0)->shift,
                             warp_operand(w, c->args[1], 0)->shift, -1);
    e->mask = 0;
    for (uint64_t m = w->mask; m && e->known; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t x = 0, y = 0;
        e->known = lane_get(&w->t->shape, warp_operand(w, c->args[0], 0), lane, &x) &&
                   lane_get(&w->t->shape, warp_operand(w, c->args[1], 0), lane, &y);
        int64_t distance = (int64_t)((uint64_t)x - (uint64_t)y);
        e->delta[lane] = before >> lane & 1 ? distance - e->distance[lane] : 0;
        e->distance[lane] = distance;
        e->mask |= 1ull << lane;
    }
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
