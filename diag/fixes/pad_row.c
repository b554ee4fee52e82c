/* Rows of a local array of two and more dimensions, one element longer. Every element is then at
 * another address, which changes nothing where the array is only used by its subscripts, and those
 * of its rows stay within the row. */
#include <ctype.h>
#include <string.h>

#include "analysis/ir/names.h"
#include "analysis/ir/query.h"
#include "analysis/ir/value_range.h"
#include "diag/finding/messages.h"
#include "diag/fix/edits.h"
#include "diag/fix/relation.h"
#include "diag/fixes/table.h"

static const char *array_of(const struct fix_context *c) {
    const struct access *accesses = c->result->kernel->accesses;
    const uint32_t n_accesses = c->result->kernel->n_accesses;
    for (uint32_t i = 0; i < n_accesses; i++)
        if (accesses[i].space == SPACE_LOCAL && accesses[i].base &&
            loc_same(accesses[i].loc, c->finding->loc))
            return accesses[i].base;
    return NULL;
}

/* Whether the declaration that token i is in says that it is local. */
static bool is_local(const struct fix_text *t, size_t i) {
    while (i-- > 0 && !fix_token_is(t, i, ";") && !fix_token_is(t, i, "{") &&
           !fix_token_is(t, i, "}"))
        if (fix_token_is(t, i, "__local") || fix_token_is(t, i, "local") ||
            fix_token_is(t, i, "__shared__"))
            return true;
    return false;
}

/* The bracket that opens the last dimension of several, if a declaration is at the name. */
static size_t last_dimension(const struct fix_text *t, size_t name) {
    size_t dimensions = 0, last = t->n, i = name + 1;
    for (; fix_token_is(t, i, "["); dimensions++) {
        last = i;
        i = fix_closing(t, i) + 1;
    }
    return dimensions >= 2 ? last : t->n;
}

/* The tokens of the kernel: local arrays are declared nowhere else. */
static bool kernel_body(const struct fix_context *c, size_t *open, size_t *close) {
    const struct fix_text *t = c->source;
    for (*open = 0; *open < t->n; ++*open)
        if (t->tokens[*open].line >= c->result->kernel->loc.line && fix_token_is(t, *open, "{"))
            break;
    *close = fix_closing(t, *open);
    return *close < t->n;
}

/* A number, or the name of something that is one: not a macro for an expression, which would fall
 * apart. */
static bool is_simple(const struct fix_text *t, size_t open, size_t close) {
    static const char define[] = "#define ";
    if (close != open + 2)
        return false;
    const struct fix_token *token = &t->tokens[open + 1];
    size_t n = token->end - token->begin;
    const char *end = t->text + t->bytes, *at = t->text;
    while (token->kind == FIX_NAME &&
           (at = memmem(at, (size_t)(end - at), define, strlen(define)))) {
        at += strlen(define);
        if ((size_t)(end - at) <= n || memcmp(at, t->text + token->begin, n) != 0 || at[n] != ' ')
            continue;
        for (at += n; at < end && *at != '\n'; at++)
            if (!strchr(" \r", *at) && !isalnum((unsigned char)*at) && *at != '_')
                return false;
    }
    return true;
}

bool fix_pad_row(struct fix_context *c) {
    const struct fix_text *t = c->source;
    const char *array = array_of(c);
    size_t begin, end;
    if (!array || !kernel_body(c, &begin, &end))
        return false;
    for (size_t i = begin; i < end; i++) {
        size_t open = fix_token_is(t, i, array) ? last_dimension(t, i) : t->n;
        if (open == t->n || !is_local(t, i))
            continue;
        size_t close = fix_closing(t, open);
        bool simple = is_simple(t, open, close);
        if (!simple)
            fix_insert_behind(c, open, "(");
        fix_insert_before(c, close, simple ? " + 1" : ") + 1");
        c->fix->title = arena_printf(c->arena, MSG_FIX_PAD_ROW, array);
        return true;
    }
    return false;
}

/* The array before and after the edit, in bytes. */
struct padded {
    struct relation_edit edit;
    uint32_t before, after; /* numbers of the objects, or NONE */
    int64_t element, row;   /* of the array before the edit */
};

static const struct padded *padded_of(const struct relation *r) {
    return (const struct padded *)r->edit;
}

/* Where what is at that offset is after the edit. */
static int64_t moved(const struct padded *p, int64_t offset) {
    return offset / p->row * (p->row + p->element) + offset % p->row;
}

/* The array that the address leads to by nothing but subscripts, or NONE. */
static uint32_t subscripted_object(const struct kernel *k, uint32_t address) {
    address = relation_source(k, address);
    while (k->values[address].op == OP_PTRADD)
        address = relation_source(k, k->values[address].args[0]);
    return k->values[address].op == OP_OBJECT ? (uint32_t)k->values[address].imm : NONE;
}

/* A step to another row is as many rows long; one that stays as long, by a pointer whose type says
 * so, leads elsewhere. */
static enum relation_answer longer_step(struct relation *r, uint32_t x, uint32_t y) {
    const struct padded *p = padded_of(r);
    const struct value *v = &r->before->values[x], *w = &r->after->values[y];
    if (v->op != OP_PTRADD || subscripted_object(r->before, x) != p->before)
        return RELATION_COMPARE;
    if (w->op != OP_PTRADD || v->n_args != w->n_args || w->imm != moved(p, v->imm))
        return RELATION_NO;
    for (uint32_t i = 0; i < v->n_args; i++)
        if (!relation_same(r, v->args[i], w->args[i]))
            return RELATION_NO;
    return RELATION_YES;
}

static bool larger_object(struct relation *r, const struct object *x, const struct object *y) {
    const struct padded *p = padded_of(r);
    return x == &r->before->objects[p->before] && y == &r->after->objects[p->after];
}

/* The object of that name, or NONE if there is none, or several. */
static uint32_t object_called(const struct object *objects, uint32_t n_objects, const char *name) {
    uint32_t found = NONE;
    for (uint32_t i = 0; i < n_objects; i++)
        if (objects[i].name && strcmp(objects[i].name, name) == 0) {
            if (found != NONE)
                return NONE;
            found = i;
        }
    return found;
}

/* The shortest step of a subscript of the array: its element. 0: there is none. */
static int64_t element_of(const struct kernel *k, uint32_t object) {
    int64_t least = 0;
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &k->values[i];
        if (v->op == OP_PTRADD && v->n_args == 2 && subscripted_object(k, i) == object &&
            (!least || v->imm < least))
            least = v->imm;
    }
    return least;
}

/* Whether the address is only that of an access, or of another subscript. */
static bool only_subscripted(struct arena *a, const struct kernel *k, uint32_t object) {
    bool *leads = NEW_ARRAY(a, bool, k->n_values);
    for (uint32_t i = 0; i < k->n_values; i++)
        leads[i] = k->values[i].type == TYPE_POINTER && subscripted_object(k, i) == object;
    bool only = true;
    for (uint32_t i = 0; i < k->n_values && only; i++) {
        const struct value *v = &k->values[i];
        for (uint32_t n = 0; n < v->n_args; n++)
            only = only && (!leads[v->args[n]] || leads[i] || (n == 0 && is_access(v)));
    }
    return only;
}

/* Whether the access stays within one row in a launch, whatever the row is. */
static bool stays_in_row(const struct kernel *k, const struct launch *l, const struct padded *p,
                         const struct access *a) {
    const struct value *access = &k->values[a->value];
    uint32_t address = relation_source(k, access->args[0]);
    int64_t low = 0, high = 0;
    for (; k->values[address].op == OP_PTRADD;
         address = relation_source(k, k->values[address].args[0])) {
        const struct value *v = &k->values[address];
        if (v->n_args == 1) {
            low += v->imm % p->row;
            high += v->imm % p->row;
        } else if (v->imm % p->row) {
            struct range index = an_range(k, l, v->args[1], access->block);
            if (v->imm < 0 || index.low < 0 || index.high >= p->row)
                return false;
            low += index.low * v->imm;
            high += index.high * v->imm;
        }
    }
    return low >= 0 && high + (int64_t)a->bytes <= p->row;
}

static bool all_stay_in_row(const struct fix_check *c, const struct padded *p) {
    for (uint32_t i = 0; i < c->before->n_accesses; i++) {
        const struct access *a = &c->before->accesses[i];
        uint32_t object = subscripted_object(c->before, c->before->values[a->value].args[0]);
        for (size_t n = 0; n < c->n_launches && object == p->before; n++)
            if (!stays_in_row(c->before, &c->launches[n], p, a))
                return false;
    }
    return true;
}

bool check_pad_row(const struct fix_check *c) {
    struct padded p = {.edit = {.decides = longer_step, .objects = larger_object}};
    struct relation r;
    const struct access *found = NULL;
    for (uint32_t i = 0; i < c->before->n_accesses && !found; i++)
        if (c->before->accesses[i].space == SPACE_LOCAL &&
            loc_same(c->before->accesses[i].loc, c->finding->loc))
            found = &c->before->accesses[i];
    if (!found || !found->base)
        return false;
    p.before = object_called(c->before->objects, c->before->n_objects, found->base);
    p.after = object_called(c->after->objects, c->after->n_objects, found->base);
    if (p.before == NONE || p.after == NONE)
        return false;
    int64_t bytes = (int64_t)c->before->objects[p.before].bytes;
    int64_t added = (int64_t)c->after->objects[p.after].bytes - bytes;
    p.element = element_of(c->before, p.before);
    p.row = p.element && added > 0 ? bytes * p.element / added : 0;
    if (!p.row || p.row % p.element || bytes % p.row || bytes / p.row * p.element != added)
        return false;
    c->fix->exact = true;
    return only_subscripted(c->arena, c->before, p.before) && all_stay_in_row(c, &p) &&
           relation_holds(&r, c->arena, c->before, c->after, &p.edit);
}
