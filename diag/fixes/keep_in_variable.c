/* An element that every iteration of a loop loads, and perhaps stores, in a variable while the loop
 * runs (scalar promotion). What is said of the element in the source becomes the variable; the
 * check sees to it that this is all that the loop does with the element. */
#include <string.h>

#include "analysis/ir/names.h"
#include "analysis/ir/query.h"
#include "analysis/trace/trace.h"
#include "diag/finding/messages.h"
#include "diag/fix/relation.h"
#include "diag/fix/syntax.h"
#include "diag/fixes/table.h"
#include "perfmodel/study/traces.h"

static const struct access *load_of(const struct access *accesses, uint32_t n_accesses,
                                    const struct finding *f) {
    for (uint32_t i = 0; i < n_accesses; i++)
        if (accesses[i].kind == ACCESS_LOAD && loc_same(accesses[i].loc, f->loc))
            return &accesses[i];
    return NULL;
}

/* The element of an array of the kernel's parameters. */
struct element {
    const struct kernel *kernel;
    uint32_t loop;  /* in which it is in the variable */
    uint32_t param; /* value number */
    uint32_t index; /* value number, or NONE: the constant below */
    int64_t constant;
    int64_t bytes;
};

/* An address as a subscript of a parameter, and bytes in that element. */
static bool element_of(const struct kernel *k, uint32_t address, struct element *e,
                       int64_t *offset) {
    *offset = 0;
    address = relation_source(k, address);
    const struct value *v = &k->values[address];
    int64_t constant = 0;
    for (; v->op == OP_PTRADD && v->n_args == 1; v = &k->values[address]) {
        constant += v->imm;
        address = relation_source(k, v->args[0]);
    }
    e->kernel = k;
    e->index = NONE;
    e->constant = 0;
    if (v->op == OP_PTRADD) {
        e->index = relation_source(k, v->args[1]);
        e->bytes = v->imm;
        e->param = relation_source(k, v->args[0]);
        *offset = constant;
    } else if (v->op == OP_PARAM) {
        e->bytes = k->params[v->imm].elem_bytes;
        e->param = address;
        e->constant = e->bytes ? constant / e->bytes : 0;
        *offset = e->bytes ? constant % e->bytes : 0;
    }
    return k->values[e->param].op == OP_PARAM && v->op != OP_COPY && e->bytes > 0 &&
           (v->op == OP_PTRADD || v->op == OP_PARAM);
}

/* Operands are followed so far. */
enum { MOST_STEPS = 16 };

/* Values of one kernel that do the same with the same operands. */
static bool same_value(const struct kernel *k, uint32_t x, uint32_t y, int steps) {
    x = relation_source(k, x);
    y = relation_source(k, y);
    const struct value *v = &k->values[x], *w = &k->values[y];
    if (x == y)
        return true;
    if (steps == 0 || v->op != w->op || v->op == OP_PHI || v->op >= OP_LOAD || v->op == OP_UNDEF ||
        v->type != w->type || v->bits != w->bits || v->comps != w->comps || v->imm != w->imm ||
        v->n_args != w->n_args || v->n_imms || w->n_imms)
        return false;
    for (uint32_t i = 0; i < v->n_args; i++)
        if (!same_value(k, v->args[i], w->args[i], steps - 1))
            return false;
    return true;
}

/* Whether the access is to the element, or to a part of it. */
static bool is_of(const struct element *e, const struct access *a) {
    struct element other;
    int64_t offset;
    const struct kernel *k = e->kernel;
    if (!element_of(k, k->values[a->value].args[0], &other, &offset) || other.param != e->param ||
        other.bytes != e->bytes || (other.index == NONE) != (e->index == NONE))
        return false;
    bool same = e->index == NONE ? other.constant == e->constant
                                 : same_value(k, other.index, e->index, MOST_STEPS);
    return same && offset >= 0 && offset + a->bytes <= e->bytes;
}

static bool is_inside(const struct element *e, const struct access *a) {
    return in_loop(e->kernel, e->kernel->values[a->value].block, e->loop);
}

/* Whether every iteration computes the same: from what comes from outside the loop. */
static bool is_invariant(const struct kernel *k, uint32_t value, uint32_t loop, int steps) {
    const struct value *v = &k->values[value];
    if (v->block == NONE || !in_loop(k, v->block, loop))
        return true;
    if (steps == 0 || v->op == OP_PHI || v->op >= OP_LOAD)
        return false;
    for (uint32_t i = 0; i < v->n_args; i++)
        if (!is_invariant(k, v->args[i], loop, steps - 1))
            return false;
    return true;
}

/* The element that the innermost loop around the load reads there. */
static bool find_element(const struct kernel *k, const struct access *load, struct element *e) {
    int64_t offset;
    e->loop = k->blocks[k->values[load->value].block].loop;
    return e->loop != NONE && element_of(k, k->values[load->value].args[0], e, &offset) &&
           (e->index == NONE || is_invariant(k, e->index, e->loop, MOST_STEPS));
}

static bool is_stored(const struct element *e) {
    for (uint32_t i = 0; i < e->kernel->n_accesses; i++) {
        const struct access *a = &e->kernel->accesses[i];
        if (a->kind == ACCESS_STORE && is_inside(e, a) && is_of(e, a))
            return true;
    }
    return false;
}

/* The innermost loop around the access; it must run at least once whenever it is met. */
static const struct loop *loop_of(const struct fix_context *c, const struct access *a) {
    const struct kernel *k = c->result->kernel;
    uint32_t loop = k->blocks[k->values[a->value].block].loop;
    if (loop == NONE)
        return NULL;
    const struct loop_counts *n = &c->result->trace->loops[loop];
    return certain_is_followed(n->certain) && n->entries && n->trips_min > 0 ? &k->loops[loop]
                                                                             : NULL;
}

/* "float" of "const float *restrict" and its like; NULL if it is no plain pointer to a named type.
 */
static const char *element_type(struct arena *a, const struct kernel *k,
                                const struct access *load) {
    const struct value *root = load->root == NONE ? NULL : &k->values[load->root];
    const char *type = root && root->op == OP_PARAM ? k->params[root->imm].type_name : NULL;
    const char *star = type ? strchr(type, '*') : NULL;
    if (!star || strchr(star + 1, '*'))
        return NULL;
    size_t n = (size_t)(star - type);
    while (n && type[n - 1] == ' ')
        n--;
    const char *bare = arena_printf(a, "%.*s", (int)n, type);
    return strncmp(bare, "const ", 6) == 0 ? bare + 6 : bare;
}

static bool same_tokens(const struct fix_text *t, size_t i, size_t k, size_t n) {
    for (size_t j = 0; j < n; j++) {
        const struct fix_token *x = &t->tokens[i + j], *y = &t->tokens[k + j];
        if (k + j >= t->n || x->end - x->begin != y->end - y->begin ||
            memcmp(t->text + x->begin, t->text + y->begin, x->end - x->begin) != 0)
            return false;
    }
    return true;
}

/* The name that the element's expression begins with: at the place, or before an operator there
 * that assigns to the element. */
static size_t element_at(const struct fix_text *t, struct loc loc) {
    size_t at = fix_token_at(t, loc), i = at;
    if (at == t->n || t->tokens[at].kind == FIX_NAME)
        return at;
    while (i-- > 0 && t->tokens[i].line + 1 >= t->tokens[at].line)
        if (t->tokens[i].kind == FIX_NAME && fix_token_is(t, i + 1, "[") &&
            fix_closing(t, i + 1) + 1 == at)
            return i;
    return t->n;
}

bool fix_keep_in_variable(struct fix_context *c) {
    const struct fix_text *t = c->source;
    const struct kernel *k = c->result->kernel;
    const struct access *load = load_of(k->accesses, k->n_accesses, c->finding);
    const struct loop *loop = load ? loop_of(c, load) : NULL;
    const char *type = load ? element_type(c->arena, k, load) : NULL;
    size_t element = element_at(t, c->finding->loc);
    size_t head = loop && !loop->loc.file ? fix_token_at(t, loop->loc) : t->n;
    struct element promoted;
    if (!type || head == t->n || head == 0 || !fix_token_is(t, head, "for") ||
        !fix_token_is(t, element + 1, "[") || !find_element(k, load, &promoted))
        return false;
    size_t past = fix_closing(t, element + 1) + 1, end = fix_statement_end(t, head);
    if (element < head || past > end || end > t->n || fix_leaves(t, head, end) ||
        !fix_is_plain(t, element + 2, past - 1))
        return false;
    const char *text = fix_source(c->arena, t, element, past);
    const char *name = fix_unused_name(c, "element");
    for (size_t i = head; i < end; i++)
        if (same_tokens(t, element, i, past - element))
            fix_replace(c, i, i + past - element, name);
    fix_insert_behind(c, head - 1, arena_printf(c->arena, " { %s %s = %s;", type, name, text));
    fix_insert_behind(c, end - 1,
                      is_stored(&promoted) ? arena_printf(c->arena, " %s = %s; }", text, name)
                                           : " }");
    c->fix->title = arena_printf(c->arena, MSG_FIX_KEEP, text);
    return true;
}

/* The element before and after the edit. */
struct promotion {
    struct relation_edit edit;
    const struct finding_fix *fix;
    struct element before, after;
};

static const struct promotion *promotion_of(const struct relation *r) {
    return (const struct promotion *)r->edit;
}

static const struct access *access_at(const struct kernel *k, uint32_t value) {
    return is_access(&k->values[value]) ? &k->accesses[k->values[value].site] : NULL;
}

/* An access to the element in the loop, which becomes one to the variable. */
static bool is_promoted(struct relation *r, uint32_t x) {
    const struct element *e = &promotion_of(r)->before;
    const struct access *a = access_at(r->before, x);
    return a && is_inside(e, a) && is_of(e, a);
}

/* The load before the loop and the store behind it. */
static bool is_added(struct relation *r, uint32_t y) {
    const struct promotion *p = promotion_of(r);
    const struct access *a = access_at(r->after, y);
    return a && fix_inserted(p->fix, a->loc) && is_of(&p->after, a);
}

/* What the loop reads of the element is the variable's value, whole or in parts. */
static bool reads_variable(struct relation *r, uint32_t x, uint32_t y) {
    const struct value *v = &r->before->values[x];
    if (v->op == OP_LOAD)
        return is_promoted(r, x);
    if (v->op == OP_EXTRACT || v->op == OP_SHUFFLE)
        return is_promoted(r, relation_source(r->before, v->args[0]));
    for (uint32_t i = 0; i < v->n_args; i++)
        if (v->op != OP_PHI || !relation_same(r, v->args[i], y))
            return false;
    return v->op == OP_PHI;
}

/* Whether other accesses of the loop leave the element alone, as far as their arrays tell, and
 * nobody else is waited for. */
static bool is_private_to_loop(const struct element *e) {
    const struct kernel *k = e->kernel;
    bool stored = is_stored(e);
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &k->values[i];
        bool waits = v->op == OP_BARRIER || v->op == OP_CALL || v->op == OP_SUBGROUP ||
                     (v->op == OP_MATH && v->type == TYPE_VOID);
        if (waits && v->block != NONE && in_loop(k, v->block, e->loop))
            return false;
    }
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        bool writes = stored || a->kind != ACCESS_LOAD, part = is_of(e, a);
        if (!is_inside(e, a) || (part && a->kind != ACCESS_ATOMIC && !a->is_volatile))
            continue;
        if (part || (writes && (a->unique_base == NONE || a->unique_base == e->param)))
            return false;
    }
    return true;
}

/* The bytes of the element from that one on. */
static uint64_t byte_mask(int64_t offset, int64_t bytes) {
    enum { MOST_BYTES = 64 };
    if (bytes >= MOST_BYTES)
        return UINT64_MAX;
    return (((uint64_t)1 << bytes) - 1) << offset;
}

/* The bytes of the element that accesses of that kind in the block cover. */
static uint64_t covered_in(const struct element *e, uint32_t block, enum access_kind kind) {
    const struct kernel *k = e->kernel;
    uint64_t covered = 0;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        struct element part;
        int64_t offset;
        if (a->kind == kind && k->values[a->value].block == block && is_of(e, a) &&
            element_of(k, k->values[a->value].args[0], &part, &offset))
            covered |= byte_mask(offset, a->bytes);
    }
    return covered;
}

/* Whether the block ends an iteration, or the loop, other than by the condition in its header. */
static bool ends_iteration(const struct kernel *k, uint32_t block, uint32_t loop) {
    bool ends = is_latch(k, block, loop);
    for (uint32_t s = 0; s < k->blocks[block].n_succs && !ends; s++)
        ends = block != k->loops[loop].header && !in_loop(k, k->blocks[block].succs[s], loop);
    return ends;
}

/* An element that is stored must be stored as a whole in every iteration, else the store behind the
 * loop might undo another work-item's; one that is only loaded must be loaded, so that it is there.
 * By block: what is covered on all ways from the loop's header to its end. */
static bool is_always_accessed(struct arena *a, const struct element *e) {
    const struct kernel *k = e->kernel;
    bool stored = is_stored(e), more = true;
    enum access_kind kind = stored ? ACCESS_STORE : ACCESS_LOAD;
    uint64_t wanted = byte_mask(0, e->bytes);
    uint64_t *at_end = NEW_ARRAY(a, uint64_t, k->n_blocks);
    memset(at_end, 0xff, k->n_blocks * sizeof *at_end);
    while (more) {
        more = false;
        for (uint32_t b = 0; b < k->n_blocks; b++) {
            const struct block *block = &k->blocks[b];
            uint64_t covered = b == k->loops[e->loop].header ? 0 : UINT64_MAX;
            if (!in_loop(k, b, e->loop))
                continue;
            for (uint32_t p = 0; p < block->n_preds && covered; p++)
                covered &= at_end[block->preds[p]];
            covered |= covered_in(e, b, kind);
            more |= covered != at_end[b];
            at_end[b] = covered;
        }
    }
    for (uint32_t b = 0; b < k->n_blocks; b++)
        if (in_loop(k, b, e->loop) && ends_iteration(k, b, e->loop) &&
            (stored ? (at_end[b] & wanted) != wanted : !(at_end[b] & wanted)))
            return false;
    return true;
}

/* Whether the loop runs whenever a work-item comes to it, in the launch's first work-group. */
static bool runs(struct arena *a, const struct kernel *k, const struct launch *l, uint32_t loop) {
    enum { WARP = 32, MOST_OPS = 200000 };
    static const uint64_t first = 0;
    const struct trace *t = study_trace_once(a, &(struct trace_request){.kernel = k,
                                                                        .launch = l,
                                                                        .warp_width = WARP,
                                                                        .groups = &first,
                                                                        .n_groups = 1,
                                                                        .counts_only = true,
                                                                        .sample = true,
                                                                        .max_ops = MOST_OPS});
    const struct loop_counts *n = &t->loops[loop];
    return certain_is_followed(n->certain) && (!n->entries || n->trips_min > 0);
}

/* Whether all ways from block a to the kernel's end lead through block b. */
static bool is_followed_by(const struct block *blocks, uint32_t n_blocks, uint32_t a, uint32_t b) {
    while (a != b && a < n_blocks)
        a = blocks[a].ipdom;
    return a == b;
}

/* Fills the element as the copy has it, from the load before the loop; false if there is none, or
 * the copy does not always store behind it what the original stores in the loop. */
static bool find_added(const struct fix_check *c, struct promotion *p) {
    const struct kernel *k = c->after;
    uint32_t loaded = NONE;
    bool stored = false;
    int64_t offset;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        uint32_t block = k->values[a->value].block;
        if (!fix_inserted(c->fix, a->loc) || a->space == SPACE_PRIVATE)
            continue;
        if (a->kind == ACCESS_LOAD && loaded == NONE &&
            element_of(k, k->values[a->value].args[0], &p->after, &offset))
            loaded = block;
        if (a->kind == ACCESS_STORE &&
            (loaded == NONE || !is_followed_by(k->blocks, k->n_blocks, loaded, block)))
            return false;
        stored |= a->kind == ACCESS_STORE;
    }
    return loaded != NONE && stored == is_stored(&p->before);
}

bool check_keep_in_variable(const struct fix_check *c) {
    struct promotion p = {
        .edit = {.allows = reads_variable, .removes = is_promoted, .adds = is_added},
        .fix = c->fix};
    struct relation r;
    const struct access *load = load_of(c->before->accesses, c->before->n_accesses, c->finding);
    if (!load || !find_element(c->before, load, &p.before) || !find_added(c, &p) ||
        !is_private_to_loop(&p.before) || !is_always_accessed(c->arena, &p.before))
        return false;
    for (size_t i = 0; i < c->n_launches; i++)
        if (!runs(c->arena, c->before, &c->launches[i], p.before.loop))
            return false;
    c->fix->exact = true;
    return relation_holds(&r, c->arena, c->before, c->after, &p.edit) &&
           relation_same(&r, p.before.param, p.after.param) &&
           p.before.constant == p.after.constant &&
           (p.before.index == NONE) == (p.after.index == NONE) &&
           (p.before.index == NONE || relation_same(&r, p.before.index, p.after.index));
}
