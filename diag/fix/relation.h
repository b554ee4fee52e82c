/* Whether a kernel and its edited copy compute the same: translation validation of two source
 * views. Blocks are paired along the edges from the entry, the effects of paired blocks (accesses,
 * barriers, calls, branches) in their order, and then the operands of paired effects must be the
 * same values. Two values are the same if they do the same with the same operands; values that
 * depend on themselves through the phi of a loop are taken to be the same until they differ.
 *
 * What an edit is meant to change it says itself, in struct relation_edit.
 * Not compared: which of the functions is called that the model has no operation for. */
#ifndef DIAG_FIX_RELATION_H
#define DIAG_FIX_RELATION_H

#include "analysis/ir/kernel.h"

struct relation;

enum relation_answer { RELATION_NO, RELATION_YES, RELATION_COMPARE };

/* What differs on purpose. Each may be NULL: nothing of that kind. `x` is of the kernel before the
 * edit, `y` of the one after it. Several edits have data of their own behind this. */
struct relation_edit {
    /* Asked first: whether the values are the same, or have to be compared. */
    enum relation_answer (*decides)(struct relation *r, uint32_t x, uint32_t y);
    /* Asked where the comparison says that they differ. */
    bool (*allows)(struct relation *r, uint32_t x, uint32_t y);
    /* Whether the effect has no counterpart. */
    bool (*removes)(struct relation *r, uint32_t x);
    bool (*adds)(struct relation *r, uint32_t y);
    /* Whether the variables in memory are the same, though they do not look it. */
    bool (*objects)(struct relation *r, const struct object *x, const struct object *y);
};

/* A pair that is taken to be the same. */
struct relation_pair {
    uint32_t x, y;
    bool holds;
};

struct relation {
    struct arena *arena;
    const struct kernel *before, *after;
    const struct relation_edit *edit; /* NULL: nothing may differ */
    uint32_t *block;                  /* by block of `before`: its counterpart, or NONE */
    bool *rounded;  /* by value of `after`: what an edit has rounded in another way */
    uint32_t steps; /* of one comparison that are left */
    struct {
        struct relation_pair *at;
        size_t n, cap;
    } pairs;
    struct {
        uint32_t *at;
        size_t n, cap;
    } trail, table; /* pairs in the order in which they were assumed; pairs by hash */
};

/* Whether the second kernel does what the first one does, but for what the edit allows. */
bool relation_holds(struct relation *r, struct arena *a, const struct kernel *before,
                    const struct kernel *after, const struct relation_edit *edit);

/* Whether both values are the same. For an edit's own rules. */
bool relation_same(struct relation *r, uint32_t x, uint32_t y);

/* What is compared in its order: accesses, barriers, calls, branches. */
bool relation_is_effect(const struct value *v);

/* The value that a phi with one operand and a copy of the same type stand for. */
uint32_t relation_source(const struct kernel *k, uint32_t value);

#endif
