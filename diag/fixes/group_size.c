/* The local size that the kernel is fastest in, as its reqd_work_group_size: there it can be read,
 * and compilers count on it. A size that the source states of itself (the attribute, or a launch in
 * a comment) is changed with it; one that a host program states is not ours to change. */
#include <string.h>

#include "diag/finding/messages.h"
#include "diag/fix/edits.h"
#include "diag/fix/relation.h"
#include "diag/fixes/table.h"

/* The kernel's name where it is defined, or t->n. */
static size_t definition(const struct fix_context *c) {
    const struct fix_text *t = c->source;
    const char *name = c->result->kernel->name;
    const uint32_t line = c->result->kernel->loc.line;
    for (size_t i = 1; i < t->n; i++) {
        if (t->tokens[i].line < line || !fix_token_is(t, i, name) ||
            !fix_token_is(t, i - 1, "void"))
            continue;
        size_t close = fix_closing(t, i + 1);
        if (fix_token_is(t, close + 1, "{"))
            return i;
    }
    return t->n;
}

/* The first token of the definition. */
static size_t head(const struct fix_text *t, size_t name) {
    size_t i = name;
    while (i > 0 && !fix_token_is(t, i - 1, ";") && !fix_token_is(t, i - 1, "}"))
        i--;
    return i;
}

static size_t find(const struct fix_text *t, size_t i, size_t past, const char *text) {
    while (i < past && !fix_token_is(t, i, text))
        i++;
    return i < past ? i : t->n;
}

static const char *number(struct fix_context *c, int d) {
    return arena_printf(c->arena, "%llu", (unsigned long long)c->finding->better_size->local[d]);
}

/* The three numbers of the attribute at token i. */
static bool change_attribute(struct fix_context *c, size_t i) {
    const struct fix_text *t = c->source;
    for (int d = 0; d < 3; d++)
        if (i + 7 >= t->n || t->tokens[i + 2 + 2 * (size_t)d].kind != FIX_NUMBER)
            return false;
    if (!fix_token_is(t, i + 1, "(") || !fix_token_is(t, i + 7, ")"))
        return false;
    for (int d = 0; d < 3; d++)
        if (!fix_token_is(t, i + 2 + 2 * (size_t)d, number(c, d)))
            fix_replace(c, i + 2 + 2 * (size_t)d, i + 3 + 2 * (size_t)d, number(c, d));
    c->fix->title = arena_printf(
        c->arena, MSG_FIX_GROUP_SIZE,
        arena_printf(c->arena, "%s, %s, %s", number(c, 0), number(c, 1), number(c, 2)));
    return true;
}

/* The size in the launch comment above the kernel whose head begins at token i; false if there is
 * none, or several. */
static bool change_comment(struct fix_context *c, size_t i) {
    static const char mark[] = "clperf: launch ", local[] = "local=";
    const struct fix_text *t = c->source;
    const char *begin = t->text + (i ? t->tokens[i - 1].end : 0);
    const char *end = t->text + t->tokens[i].begin;
    const char *launch = memmem(begin, (size_t)(end - begin), mark, strlen(mark));
    const char *line_end = launch ? memchr(launch, '\n', (size_t)(end - launch)) : NULL;
    const char *size =
        line_end ? memmem(launch, (size_t)(line_end - launch), local, strlen(local)) : NULL;
    if (!size || memmem(line_end, (size_t)(end - line_end), mark, strlen(mark)))
        return false;
    size += strlen(local);
    fix_replace_text(c, size, size + strspn(size, "0123456789x"),
                     arena_printf(c->arena, "%sx%sx%s", number(c, 0), number(c, 1), number(c, 2)));
    return true;
}

static void add_attribute(struct fix_context *c, size_t name) {
    const char *size =
        arena_printf(c->arena, "%s, %s, %s", number(c, 0), number(c, 1), number(c, 2));
    fix_insert_before(c, name - 1,
                      arena_printf(c->arena, "__attribute__((reqd_work_group_size(%s))) ", size));
    c->fix->title = arena_printf(c->arena, MSG_FIX_GROUP_SIZE_LAUNCH, size);
}

bool fix_group_size(struct fix_context *c) {
    const struct fix_text *t = c->source;
    size_t name = c->finding->better_size ? definition(c) : t->n;
    if (name == t->n)
        return false;
    memcpy(c->fix->local, c->finding->better_size->local, sizeof c->fix->local);
    size_t first = head(t, name), stated = find(t, first, name, "reqd_work_group_size");
    bool opencl = find(t, first, name, "__kernel") < t->n || find(t, first, name, "kernel") < t->n;
    enum launch_source source = c->result->launch->local_source;
    if (stated < t->n)
        return source == LAUNCH_ATTRIBUTE && change_attribute(c, stated);
    if (!opencl || c->result->kernel->reqd_local[0] || source == LAUNCH_HOST ||
        (source == LAUNCH_COMMENT && !change_comment(c, first)))
        return false;
    add_attribute(c, name);
    return true;
}

/* Whether groups of that size make up the launch. */
static bool divides(const struct launch *l, const uint64_t *local) {
    for (int d = 0; d < 3; d++)
        if (l->global[d] % local[d])
            return false;
    return true;
}

/* A required size is required of all launches. */
bool check_group_size(const struct fix_check *c) {
    struct relation r;
    for (size_t i = 0; i < c->n_launches; i++)
        if (!divides(&c->launches[i], c->fix->local))
            return false;
    for (int d = 0; d < 3; d++)
        if (c->after->reqd_local[d] != c->fix->local[d])
            return false;
    c->fix->exact = true;
    return relation_holds(&r, c->arena, c->before, c->after, NULL);
}
