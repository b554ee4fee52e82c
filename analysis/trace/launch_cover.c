/* Traces all groups of a launch: covers it with boxes of groups that do the same, addresses
 * shifted, and counts what the walked group of each kind does as often as there are groups of its
 * kind.
 *
 * A box is a run of groups along x, repeated along y and z as far as everything that was decided
 * on the way stays true there (group_shift.h). Where an address moves, its phase does too: how many
 * groups of a box have which phase follows from the step along each dimension. */
#include "analysis/trace/tracer.h"

/* Kinds of groups that are told apart, those that a group is compared with, the last ones first,
 * and the most boxes of a launch. */
enum { MOST_KINDS = 512, MOST_COMPARED = 64, MOST_BOXES = 1 << 16 };

/* Groups that do as the one of a class. */
struct box {
    size_t like; /* number in tracer->classes */
    uint64_t from[3], size[3];
};

struct boxes {
    struct box *at;
    size_t n, cap;
};

/* Between which the shift's value lies in the box, counted from the class's own group; false if
 * that is too far away. */
static bool distances(const struct shift *s, const struct group_class *c, const struct box *b,
                      int64_t *low, int64_t *high) {
    *low = *high = 0;
    for (int d = 0; d < 3; d++) {
        int64_t first, last;
        uint64_t end = b->from[d] + b->size[d] - 1;
        if (__builtin_mul_overflow(s->by[d], (int64_t)(b->from[d] - c->group[d]), &first) ||
            __builtin_mul_overflow(s->by[d], (int64_t)(end - c->group[d]), &last) ||
            __builtin_add_overflow(*low, first < last ? first : last, low) ||
            __builtin_add_overflow(*high, first < last ? last : first, high))
            return false;
    }
    return true;
}

/* Whether all groups of the box do as the class's. */
static bool is_like(const struct tracer *t, const struct group_class *c, const struct box *b) {
    uint64_t at[3], size[3];
    uint64_t number = (b->from[2] * t->n_groups[1] + b->from[1]) * t->n_groups[0] + b->from[0];
    tracer_place_group(t, number, at, size);
    for (int d = 0; d < 3; d++)
        if (size[d] != c->size[d] || ((c->opaque >> d & 1) && at[d] != c->group[d]))
            return false;
    for (size_t i = 0; i < c->n_shifts; i++) {
        int64_t low, high;
        const struct shift *s = &c->shifts[i];
        if (!distances(s, c, b, &low, &high) || low < s->low || high > s->high)
            return false;
    }
    return true;
}

/* How many groups along dimension d, where the box has one so far, do as the class's. */
static uint64_t extent(const struct tracer *t, const struct group_class *c, const struct box *b,
                       int d) {
    uint64_t most = t->n_groups[d] - b->from[d];
    bool uneven = t->launch->global[d] % t->launch->local[d] != 0;
    if (c->opaque >> d & 1)
        return 1;
    most -= uneven && most > 1;
    for (size_t i = 0; i < c->n_shifts; i++) {
        int64_t low, high;
        const struct shift *s = &c->shifts[i];
        if (s->by[d] == 0 || !distances(s, c, b, &low, &high))
            continue;
        int64_t room = s->by[d] > 0 ? (s->high - high) / s->by[d] : (low - s->low) / -s->by[d];
        most = (uint64_t)room < most ? (uint64_t)room + 1 : most;
    }
    return most;
}

/* The class that the group at the box's place belongs to, after a walk if it is the first of its
 * kind; false if the limits were reached. */
static bool find_class(struct tracer *t, struct box *b, struct warp_traces *walked) {
    for (size_t i = t->classes.n, tried = 0; i-- > 0 && tried < MOST_COMPARED; tried++)
        if (t->classes.at[i].shifts && is_like(t, &t->classes.at[i], b)) {
            b->like = i;
            return true;
        }
    b->like = t->classes.n;
    if (t->classes.n >= MOST_KINDS)
        return false;
    tracer_walk_group(t, (b->from[2] * t->n_groups[1] + b->from[1]) * t->n_groups[0] + b->from[0],
                      walked);
    return !t->truncated && !t->cut;
}

/* Boxes of groups of one row, with the least of their extents along y in *rows. */
static bool cover_row(struct tracer *t, uint64_t y, uint64_t z, struct boxes *boxes, uint64_t *rows,
                      struct warp_traces *walked) {
    *rows = t->n_groups[1] - y;
    for (uint64_t x = 0; x < t->n_groups[0];) {
        struct box b = {.from = {x, y, z}, .size = {1, 1, 1}};
        if (boxes->n >= MOST_BOXES || !find_class(t, &b, walked))
            return false;
        const struct group_class *c = &t->classes.at[b.like];
        b.size[0] = extent(t, c, &b, 0);
        uint64_t up = extent(t, c, &b, 1);
        *rows = up < *rows ? up : *rows;
        vec_push(t->arena, boxes, b);
        x += b.size[0];
    }
    return true;
}

/* Covers a plane of groups with boxes, with the least of their extents along z in *planes. */
static bool cover_plane(struct tracer *t, uint64_t z, struct boxes *boxes, uint64_t *planes,
                        struct warp_traces *walked) {
    *planes = t->n_groups[2] - z;
    for (uint64_t y = 0, rows; y < t->n_groups[1]; y += rows) {
        size_t first = boxes->n;
        if (!cover_row(t, y, z, boxes, &rows, walked))
            return false;
        for (size_t i = first; i < boxes->n; i++) {
            struct box *b = &boxes->at[i];
            b->size[1] = rows;
            uint64_t deep = extent(t, &t->classes.at[b->like], b, 2);
            *planes = deep < *planes ? deep : *planes;
        }
    }
    return true;
}

static bool cover_launch(struct tracer *t, struct boxes *boxes, struct warp_traces *walked) {
    for (uint64_t z = 0, planes; z < t->n_groups[2]; z += planes) {
        size_t first = boxes->n;
        if (!cover_plane(t, z, boxes, &planes, walked))
            return false;
        for (size_t i = first; i < boxes->n; i++)
            boxes->at[i].size[2] = planes;
    }
    return true;
}

/* Groups by how far an address has moved, modulo PHASES. */
struct moved {
    uint64_t groups[PHASES];
};

static uint32_t phase_of(int64_t n) {
    return (uint32_t)((uint64_t)n % PHASES);
}

/* Lets each of them stand for n groups in a row that move by so much. */
static void spread(struct moved *m, uint32_t step, uint64_t n) {
    struct moved sum = {0};
    uint32_t period = step ? PHASES >> __builtin_ctz(step) : 1;
    for (uint32_t from = 0; from < PHASES; from++)
        for (uint32_t k = 0; m->groups[from] && k < period && k < n; k++)
            sum.groups[(from + k * step) % PHASES] +=
                m->groups[from] * (n / period + (k < n % period));
    *m = sum;
}

/* Adds the groups of a box. */
static void add_moved(struct moved *all, const struct shift *s, const struct group_class *c,
                      const struct box *b) {
    struct moved m = {0};
    uint64_t start = 0;
    for (int d = 0; d < 3; d++)
        start += (uint64_t)s->by[d] * (b->from[d] - c->group[d]);
    m.groups[start % PHASES] = 1;
    for (int d = 0; d < 3; d++)
        if (b->size[d] > 1)
            spread(&m, phase_of(s->by[d]), b->size[d]);
    for (uint32_t i = 0; i < PHASES; i++)
        all->groups[i] += m.groups[i];
}

/* What the groups of one class come to. */
struct members {
    uint64_t groups;
    struct moved **moved; /* by shift; NULL where no request's address moves by it */
};

static struct members *members_of(struct tracer *t, const struct boxes *boxes) {
    struct members *all = NEW_ARRAY(t->arena, struct members, t->classes.n);
    for (size_t i = 0; i < t->classes.n; i++) {
        const struct group_class *c = &t->classes.at[i];
        all[i].moved = NEW_ARRAY(t->arena, struct moved *, c->n_shifts);
        for (size_t k = 0; c->shifts && k < c->n_tallies; k++) {
            uint16_t shift = c->tallies[k].shift;
            if (shift > SHIFT_ANYWHERE && shift < c->n_shifts && !all[i].moved[shift])
                all[i].moved[shift] = NEW(t->arena, struct moved);
        }
    }
    for (size_t i = 0; i < boxes->n; i++) {
        const struct box *b = &boxes->at[i];
        const struct group_class *c = &t->classes.at[b->like];
        struct members *m = &all[b->like];
        m->groups += b->size[0] * b->size[1] * b->size[2];
        for (size_t k = 0; k < c->n_shifts; k++)
            if (m->moved[k])
                add_moved(m->moved[k], &c->shifts[k], c, b);
    }
    return all;
}

static void count_requests(struct tracer *t, const struct group_class *c, const struct members *m) {
    for (size_t i = 0; i < c->n_tallies; i++) {
        struct request_tally one = c->tallies[i];
        const struct moved *moved = one.shift < c->n_shifts ? m->moved[one.shift] : NULL;
        for (uint32_t by = 0; by < (moved ? PHASES : 1); by++) {
            uint64_t groups = moved ? moved->groups[by] : m->groups;
            if (groups)
                pattern_count(&t->patterns,
                              (struct request_tally){.access = one.access,
                                                     .pattern = one.pattern,
                                                     .phase = (one.phase + by) % PHASES,
                                                     .count = one.count * groups,
                                                     .followed = one.followed * groups});
        }
    }
}

/* All groups of the class in the place of the one that was walked. */
static void count_members(struct tracer *t, const struct group_class *c, const struct members *m) {
    const struct kernel *k = t->k;
    uint64_t others = m->groups - 1;
    for (uint32_t i = 0; i < k->n_loops; i++) {
        t->loops[i].entries += c->loops[i].entries * others;
        t->loops[i].trips += c->loops[i].trips * others;
    }
    for (uint32_t i = 0; i < k->n_branches; i++) {
        t->branches[i].executions += c->branches[i].executions * others;
        t->branches[i].divergent += c->branches[i].divergent * others;
        t->branches[i].followed += c->branches[i].followed * others;
        t->branches[i].followed_divergent += c->branches[i].followed_divergent * others;
    }
    for (uint32_t i = 0; i < t->n_barriers; i++) {
        t->barriers[i].executions += c->barriers[i].executions * others;
        t->barriers[i].divergent += c->barriers[i].divergent * others;
    }
    count_requests(t, c, m);
}

static uint64_t count_all(struct tracer *t, const struct boxes *boxes) {
    const struct members *members = members_of(t, boxes);
    uint64_t warps = 0;
    pattern_count_afresh(&t->patterns);
    for (size_t i = 0; i < t->classes.n; i++) {
        count_members(t, &t->classes.at[i], &members[i]);
        warps += members[i].groups * t->classes.at[i].n_warps;
    }
    return warps;
}

const struct trace *tracer_cover_launch(struct arena *a, const struct trace_request *r) {
    struct tracer *t = NEW(a, struct tracer);
    struct trace_request whole = *r;
    struct warp_traces walked = {0};
    struct boxes boxes = {0};
    uint64_t warps = 0;
    whole.whole = whole.counts_only = true;
    tracer_init(t, a, &whole);
    t->allowed = r->max_ops;
    if (cover_launch(t, &boxes, &walked))
        warps = count_all(t, &boxes);
    else
        t->truncated = true;
    tracer_finish_counts(t);
    struct trace *all =
        arena_memdup(a, tracer_result(t, &walked, t->n_groups[0] * t->n_groups[1] * t->n_groups[2]),
                     sizeof *all);
    all->counted_warps = warps;
    return all;
}
