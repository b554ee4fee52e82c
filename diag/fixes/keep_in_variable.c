/* An element that every iteration of a loop loads, and perhaps stores, kept in a variable while the
 * loop runs. */
#include <string.h>

#include "diag/fix_syntax.h"

static const struct access *load_of(const struct fix_context *c) {
    const struct kernel *k = c->result->kernel;
    for (uint32_t i = 0; i < k->n_accesses; i++)
        if (k->accesses[i].kind == ACCESS_LOAD && loc_same(k->accesses[i].loc, c->finding->loc))
            return &k->accesses[i];
    return NULL;
}

/* The innermost loop around the access; it must run at least once whenever it is met. */
static const struct loop *loop_of(const struct fix_context *c, const struct access *a) {
    const struct kernel *k = c->result->kernel;
    uint32_t loop = k->blocks[k->values[a->value].block].loop;
    if (loop == NONE)
        return NULL;
    const struct loop_counts *n = &c->result->trace->loops[loop];
    return n->known && n->entries && n->trips_min > 0 ? &k->loops[loop] : NULL;
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
    const struct access *load = load_of(c);
    const struct loop *loop = load ? loop_of(c, load) : NULL;
    const char *type = load ? element_type(c->arena, c->result->kernel, load) : NULL;
    size_t element = element_at(t, c->finding->loc);
    size_t head = loop && !loop->loc.file ? fix_token_at(t, loop->loc) : t->n;
    if (!type || head == t->n || head == 0 || !fix_token_is(t, head, "for") ||
        !fix_token_is(t, element + 1, "["))
        return false;
    size_t past = fix_closing(t, element + 1) + 1, end = fix_statement_end(t, head);
    if (element < head || past > end || end > t->n || fix_leaves(t, head, end) ||
        !fix_is_plain(t, element + 2, past - 1))
        return false;
    const char *text = fix_source(c->arena, t, element, past), *name = fix_unused_name(c, "kept");
    bool stored = false;
    for (size_t i = head; i < end; i++) {
        if (!same_tokens(t, element, i, past - element))
            continue;
        stored = stored || fix_assigns(t, i + past - element);
        fix_replace(c, i, i + past - element, name);
    }
    fix_insert_behind(c, head - 1, arena_printf(c->arena, " { %s %s = %s;", type, name, text));
    fix_insert_behind(c, end - 1,
                      stored ? arena_printf(c->arena, " %s = %s; }", text, name) : " }");
    c->fix->title = arena_printf(
        c->arena, "keep %s in a variable while the loop runs, if no other pointer leads there",
        text);
    return true;
}
