#include "driver/frontend/cuda_repair.h"

#include <string.h>

#include "driver/frontend/cuda_edits.h"
#include "driver/frontend/cuda_instances.h"

/* How often a source is parsed with more made up for what it lacks, or less in it. */
enum { MOST_ROUNDS = 14, MOST_CUTS = 400 };

/* What was wrong at a place before anything was made up for it. */
struct complaint {
    const char *path;
    unsigned line, col;
    const char *text;
};

struct repair {
    struct arena *arena;
    struct cuda_headers *headers;
    const struct cuda_source *source;
    CXTranslationUnit unit;
    struct {
        struct complaint *at;
        size_t n, cap;
    } complaints;
    struct words instances; /* that were cut in earlier rounds, as of key_of() */
};

static CXTranslationUnit parse(struct repair *r, CXIndex index) {
    CXTranslationUnit unit = NULL;
    struct words w = r->source->words(r->arena, r->source->data);
    enum CXErrorCode code =
        clang_parseTranslationUnit2(index, NULL, (const char *const *)w.at, (int)w.n, NULL, 0,
                                    CXTranslationUnit_KeepGoing, &unit);
    return code == CXError_Success ? unit : NULL;
}

static const char *text_of(struct arena *a, CXString s) {
    const char *text = arena_strdup(a, clang_getCString(s) ? clang_getCString(s) : "");
    clang_disposeString(s);
    return text;
}

static void complain(struct repair *r, const struct cuda_place *p, const char *text) {
    const struct complaint c = {text_of(r->arena, clang_getFileName(p->file)), p->line, p->col,
                                text};
    vec_push(r->arena, &r->complaints, c);
}

/* Makes up what the errors say is missing. The number of errors, and in *any whether it did. */
static unsigned make_up(struct repair *r, bool *any) {
    unsigned errors = 0;
    for (unsigned i = 0; i < clang_getNumDiagnostics(r->unit); i++) {
        CXDiagnostic d = clang_getDiagnostic(r->unit, i);
        const char *message = text_of(r->arena, clang_getDiagnosticSpelling(d));
        struct cuda_place place;
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
            errors++;
            *any |= cuda_headers_note(r->arena, r->headers, message);
            if (cuda_place_of(d, &place) && !strstr(message, "file not found"))
                complain(r, &place, message);
            if (r->source->dependencies)
                dependencies_add_missing(r->source->dependencies, message, r->source->flags,
                                         r->source->path);
        }
        clang_disposeDiagnostic(d);
    }
    return errors;
}

/* A complaint as it stands in a refusal; NULL: none. */
static const char *complaint_text(struct repair *r, const struct complaint *c) {
    struct str s = {.arena = r->arena};
    if (c) {
        str_add(&s, "it does not compile: ");
        if (strcmp(c->path, r->source->path) != 0)
            str_printf(&s, "%s:", path_base(c->path));
        str_printf(&s, "%u:%u: %s", c->line, c->col, c->text);
    }
    cuda_headers_add_missing(&s, r->headers);
    return str_text(&s);
}

/* The first complaint of the lines. */
static const char *reason_of(struct repair *r, const struct cuda_cut *c) {
    const char *path = text_of(r->arena, clang_getFileName(c->file));
    for (size_t i = 0; i < r->complaints.n; i++) {
        const struct complaint *p = &r->complaints.at[i];
        if (strcmp(p->path, path) == 0 && p->line >= c->line && p->line <= c->last_line)
            return complaint_text(r, p);
    }
    return complaint_text(r, NULL);
}

/* What tells an instance of a function from all others. */
static const char *key_of(struct repair *r, const struct cuda_cut *c) {
    return arena_printf(r->arena, "%s:%u:%s:%s", text_of(r->arena, clang_getFileName(c->file)),
                        c->line, c->function, c->instance);
}

/* Makes it a cut of one instance where the error is of one that was not cut yet. */
static void narrow_to_instance(struct repair *r, CXDiagnostic d, const struct cuda_place *place,
                               struct cuda_cut *c) {
    c->instance = cuda_instance_of(r->arena, d, c->function);
    if (!c->instance || words_has(&r->instances, key_of(r, c)))
        return;
    c->kind = CUT_INSTANCE;
    c->reason = complaint_text(
        r, &(struct complaint){text_of(r->arena, clang_getFileName(place->file)), place->line,
                               place->col, text_of(r->arena, clang_getDiagnosticSpelling(d))});
}

static struct cuda_cuts find_cuts(struct repair *r) {
    struct cuda_cuts cuts = {0};
    for (unsigned i = 0; i < clang_getNumDiagnostics(r->unit) && cuts.n < MOST_CUTS; i++) {
        CXDiagnostic d = clang_getDiagnostic(r->unit, i);
        struct cuda_place place;
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error && cuda_place_of(d, &place)) {
            struct cuda_cut c = cuda_cut_at(r->arena, r->unit, &place);
            c.reason = reason_of(r, &c);
            if (c.kind == CUT_DEVICE)
                narrow_to_instance(r, d, &place, &c);
            vec_push(r->arena, &cuts, c);
        }
        clang_disposeDiagnostic(d);
    }
    return cuts;
}

/* Cuts what is wrong out of all files. False if there is nothing that can be cut. */
static bool cut(struct repair *r) {
    struct str declarations = {.arena = r->arena};
    struct cuda_cuts cuts = find_cuts(r);
    for (size_t i = 0; i < cuts.n; i++) {
        CXFile file = cuts.at[i].file;
        size_t first = 0;
        while (!clang_File_isEqual(cuts.at[first].file, file))
            first++;
        if (first < i)
            continue;
        const char *text =
            cuda_edits_text(r->arena, r->unit, file, &cuts, &r->headers->refusals, &declarations);
        cuda_headers_edit(r->arena, r->headers, text_of(r->arena, clang_getFileName(file)), text);
    }
    for (size_t i = 0; i < cuts.n; i++)
        if (cuts.at[i].kind == CUT_INSTANCE)
            words_add(r->arena, &r->instances, key_of(r, &cuts.at[i]));
    cuda_headers_declare(r->arena, r->headers, str_text(&declarations));
    return cuts.n > 0;
}

/* Whether it compiles now, or *again may help. */
static bool round_of(struct repair *r, CXIndex index, bool *again) {
    bool any = false;
    r->unit = parse(r, index);
    unsigned errors = r->unit ? make_up(r, &any) : 1;
    *again = errors && r->unit && (any || cut(r));
    if (r->unit)
        clang_disposeTranslationUnit(r->unit);
    return !errors;
}

bool cuda_repair(struct arena *a, struct cuda_headers *h, const struct cuda_source *s) {
    struct repair r = {.arena = a, .headers = h, .source = s};
    CXIndex index = clang_createIndex(0, 0);
    bool good = false, again = true;
    for (int i = 0; i < MOST_ROUNDS && again && !good; i++) {
        good = round_of(&r, index, &again);
        again = again && cuda_headers_reopen(a, h);
    }
    clang_disposeIndex(index);
    return good;
}
