/* The latest stretches are kept. One is taken to be there as long as no more was brought since its
 * middle was than the cache holds: as if what was brought first left first. Warps whose stretches
 * lie side by side have one together. */
#include "perfmodel/memory/skipped_footprint.h"

enum { KEPT = 64 };

struct skipped_stretch {
    struct stretch stretch; /* its step is positive */
    uint64_t end;           /* of its last bytes */
    double brought;         /* of all bytes, when it was in its middle */
};

struct skipped {
    double bytes;   /* that the cache holds */
    double brought; /* so far */
    struct skipped_stretch kept[KEPT];
    unsigned n, next;
    uint64_t there; /* a bit for each that can still be there */
};

struct skipped *skipped_new(struct arena *a, double bytes) {
    struct skipped *s = NEW(a, struct skipped);
    s->bytes = bytes;
    return s;
}

static uint64_t end_of(const struct stretch *s) {
    return s->first + (s->count - 1) * (uint64_t)s->step + s->span;
}

static bool covers(const struct stretch *s, uint64_t end, uint64_t address) {
    if (address < s->first || address >= end)
        return false;
    uint64_t distance = address - s->first, step = (uint64_t)s->step, i = distance / step;
    i = i < s->count ? i : s->count - 1;
    return distance - i * step < s->span;
}

static bool is_there(const struct skipped *s, const struct skipped_stretch *k) {
    return s->brought - k->brought <= s->bytes;
}

bool skipped_has(const struct skipped *s, uint64_t address) {
    for (uint64_t left = s->there; left; left &= left - 1) {
        const struct skipped_stretch *k = &s->kept[__builtin_ctzll(left)];
        if (covers(&k->stretch, k->end, address) && is_there(s, k))
            return true;
    }
    return false;
}

/* What is gone stays away. */
static void drop_gone(struct skipped *s) {
    for (uint64_t left = s->there; left; left &= left - 1)
        if (!is_there(s, &s->kept[__builtin_ctzll(left)]))
            s->there &= ~(left & -left);
}

/* Keeps a stretch of which `bytes` are new. */
static void keep(struct skipped *s, unsigned number, const struct stretch *x, double bytes) {
    s->kept[number] = (struct skipped_stretch){*x, end_of(x), s->brought - bytes / 2};
    s->there |= 1ull << number;
}

void skipped_pass(struct skipped *s, uint64_t bytes) {
    s->brought += (double)bytes;
}

/* Makes one of two that lie side by side, or one upon the other; false if they do not. */
static bool join(struct stretch *x, const struct stretch *y) {
    bool alike = x->step == y->step && x->count == y->count;
    if (!alike || y->first > x->first + x->span || x->first > y->first + y->span)
        return false;
    uint64_t end = x->first + x->span, other = y->first + y->span;
    x->first = x->first < y->first ? x->first : y->first;
    x->span = (end > other ? end : other) - x->first;
    return true;
}

/* Bytes, those that iterations have in common once. */
static double size_of(const struct stretch *s) {
    uint64_t each = s->span < (uint64_t)s->step ? s->span : (uint64_t)s->step;
    return (double)each * (double)s->count;
}

static bool is_new(const struct skipped *s, const struct stretch *x) {
    return !skipped_has(s, x->first + x->count / 2 * (uint64_t)x->step);
}

double skipped_add(struct skipped *s, struct stretch x) {
    if (!x.step || !x.count || !x.span)
        return 0;
    if (x.step < 0) {
        x.first += (x.count - 1) * (uint64_t)x.step;
        x.step = -x.step;
    }
    double bytes = is_new(s, &x) ? size_of(&x) : 0;
    s->brought += bytes;
    drop_gone(s);
    for (unsigned i = 0; i < s->n; i++)
        if (join(&s->kept[i].stretch, &x)) {
            keep(s, i, &s->kept[i].stretch, bytes);
            return bytes;
        }
    keep(s, s->next, &x, bytes);
    s->next = (s->next + 1) % KEPT;
    s->n = s->n < KEPT ? s->n + 1 : KEPT;
    return bytes;
}
