/* What attributes of a function say of the loop that it was. */
#include <stdio.h>
#include <string.h>

#include "analysis/load/attributes.h"
#include "analysis/load/instruction.h"
#include "analysis/load/loop_attributes.h"
#include "base/vec.h"

struct names {
    const char **at;
    size_t n, cap;
};

/* What stands between commas. */
static struct names names_of(struct builder *b, const char *attribute) {
    struct names all = {0};
    const char *text = load_attribute_text(b->arena, b->function, attribute);
    while (text && *text) {
        size_t n = strcspn(text, ",");
        vec_push(b->arena, &all, arena_strndup(b->arena, text, n));
        text += n + (text[n] == ',');
    }
    return all;
}

/* "name:operation" */
static struct carried_scalar carried_of(struct builder *b, const char *text) {
    size_t n = strcspn(text, ":");
    const char *operation = text[n] ? text + n + 1 : "";
    return (struct carried_scalar){.name = arena_strndup(b->arena, text, n),
                                   .operation = *operation ? operation : NULL};
}

/* What LOOP_PROCESSOR says. */
static void add_processor(struct builder *b, struct sequential_loop *s) {
    VEC(struct processor_loop) all = {0};
    const char *text = load_attribute_text(b->arena, b->function, LOOP_PROCESSOR);
    int n = 0;
    struct processor_loop p;
    while (text && sscanf(text, "%u:%u:%u:%u:%u:%lf%n", &p.depth, &p.loc.line, &p.loc.col,
                          &p.iterations, &p.at_once, &p.cycles, &n) == 6) {
        vec_push(b->arena, &all, p);
        text += n + (text[n] == ',');
    }
    s->processor = all.at;
    s->n_processor = all.n;
}

const struct sequential_loop *load_sequential_loop(struct builder *b) {
    struct names counters = names_of(b, LOOP_COUNTERS), carried = names_of(b, LOOP_CARRIED);
    struct names privates = names_of(b, LOOP_PRIVATES);
    struct sequential_loop *s = NEW(b->arena, struct sequential_loop);
    struct carried_scalar *scalars = NEW_ARRAY(b->arena, struct carried_scalar, carried.n);
    if (!counters.n)
        return NULL;
    for (size_t i = 0; i < counters.n && i < 3; i++)
        s->counters[i] = counters.at[i];
    for (size_t i = 0; i < carried.n; i++)
        scalars[i] = carried_of(b, carried.at[i]);
    s->carried = scalars;
    s->n_carried = carried.n;
    s->privates = privates.at;
    s->n_privates = privates.n;
    add_processor(b, s);
    return s;
}
