#include "source/languages/cuda/cuda_repairs.h"

#include <string.h>

static struct words copy_words(struct arena *a, const struct words *from) {
    struct words to = {0};
    for (size_t i = 0; i < from->n; i++)
        words_add(a, &to, arena_strdup(a, from->at[i]));
    return to;
}

/* What was made up, of another's memory. */
static void copy_made_up(struct arena *a, struct cuda_headers *to,
                         const struct cuda_headers *from) {
    to->missing = copy_words(a, &from->missing);
    to->names = copy_words(a, &from->names);
    to->declared = from->declared ? arena_strdup(a, from->declared) : NULL;
    to->special_functions = from->special_functions;
    to->refusals = from->refusals;
    for (size_t i = 0; i < from->complaints.n; i++) {
        struct cuda_complaint c = from->complaints.at[i];
        c.path = arena_strdup(a, c.path);
        c.text = arena_strdup(a, c.text);
        vec_push(a, &to->complaints, c);
    }
}

static void copy_cuts(struct arena *a, struct cuda_headers *to, const struct cuda_headers *from) {
    to->errors = copy_words(a, &from->errors);
    for (size_t i = 0; i < from->edited.n; i++)
        cuda_headers_edit(a, to, arena_strdup(a, from->edited.at[i].path),
                          arena_strdup(a, from->edited.at[i].text));
    for (size_t i = 0; i < from->lost.n; i++) {
        const struct cuda_lost *lost = &from->lost.at[i];
        const char *reason = lost->reason ? arena_strdup(a, lost->reason) : NULL;
        vec_push(a, &to->lost, ((struct cuda_lost){lost->line, lost->last_line, reason}));
    }
}

static struct cuda_repaired *find(const struct cuda_repairs *repairs, const char *path) {
    for (size_t i = 0; repairs && i < repairs->n; i++)
        if (strcmp(repairs->at[i].path, path) == 0)
            return &repairs->at[i];
    return NULL;
}

void cuda_repairs_take(struct arena *a, const struct cuda_repairs *repairs, const char *path,
                       struct cuda_headers *h) {
    const struct cuda_repaired *r = find(repairs, path);
    if (r)
        copy_made_up(a, h, &r->found);
}

static bool complained_at(struct arena *a, const struct cuda_headers *h, const char *place) {
    for (size_t i = 0; i < h->complaints.n; i++) {
        const struct cuda_complaint *c = &h->complaints.at[i];
        if (strcmp(arena_printf(a, "%s:%u", c->path, c->line), place) == 0)
            return true;
    }
    return false;
}

bool cuda_repairs_take_cuts(struct arena *a, const struct cuda_repairs *repairs, const char *path,
                            const struct words *places, struct cuda_headers *h) {
    const struct cuda_repaired *r = find(repairs, path);
    if (!r || h->edited.n || !r->found.edited.n)
        return false;
    for (size_t i = 0; i < places->n; i++)
        if (!complained_at(a, &r->found, places->at[i]))
            return false;
    for (size_t i = 0; i < r->found.errors.n; i++)
        if (!words_has(places, r->found.errors.at[i]))
            return false;
    copy_cuts(a, h, &r->found);
    return true;
}

void cuda_repairs_note(struct cuda_repairs *repairs, const char *path,
                       const struct cuda_headers *h) {
    if (!repairs)
        return;
    struct cuda_headers found = {0};
    struct cuda_repaired *r = find(repairs, path);
    copy_made_up(repairs->arena, &found, h);
    copy_cuts(repairs->arena, &found, h);
    if (r)
        r->found = found;
    else
        vec_push(repairs->arena, repairs,
                 ((struct cuda_repaired){arena_strdup(repairs->arena, path), found}));
}
