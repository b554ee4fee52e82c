#include "source/languages/cuda/cuda_repair.h"

#include <stdlib.h>
#include <string.h>

#include "source/languages/cuda/cuda_edits.h"
#include "source/languages/cuda/cuda_libraries.h"
#include "source/missing_names.h"

/* How often a source is parsed with more made up for what it lacks, or less in it. */
enum { MOST_ROUNDS = 14, MOST_CUTS = 400 };

struct cuda_repair {
    struct arena *arena;
    struct cuda_headers *headers;
    const struct cuda_source *source;
    CXTranslationUnit unit;
    struct words instances; /* that were cut in earlier rounds, as of key_of() */
    CXIndex index;          /* NULL: nothing was parsed yet */
    int rounds;
};

static CXTranslationUnit parse(struct cuda_repair *r) {
    CXTranslationUnit unit = NULL;
    if (!libclang_found())
        return NULL;
    struct words w = r->source->words(r->arena, r->source->data);
    r->index = r->index ? r->index : libclang()->createIndex(0, 0);
    enum CXErrorCode code =
        libclang()->parseTranslationUnit2(r->index, NULL, (const char *const *)w.at, (int)w.n, NULL,
                                          0, CXTranslationUnit_KeepGoing, &unit);
    return code == CXError_Success ? unit : NULL;
}

static const char *text_of(struct arena *a, CXString s) {
    const char *text = arena_strdup(a, libclang()->getCString(s) ? libclang()->getCString(s) : "");
    libclang()->disposeString(s);
    return text;
}

static void complain(struct cuda_repair *r, const struct cuda_place *p, const char *text) {
    const struct cuda_complaint c = {text_of(r->arena, libclang()->getFileName(p->file)), p->line,
                                     p->col, text};
    vec_push(r->arena, &r->headers->complaints, c);
}

/* What must be there before other errors mean anything: headers of PyTorch's, for which a text
 * stands that declares what else would be made up, and macros that conditions call. NULL: the error
 * is none of these. */
static const char *lacking_first(struct cuda_repair *r, CXDiagnostic d) {
    const char *message = text_of(r->arena, libclang()->getDiagnosticSpelling(d));
    struct cuda_place place;
    size_t bytes = 0;
    if (*message == '\'' && cuda_library_is_torch(message + 1))
        return message;
    if (!missing_macro_is_about(message) || !cuda_place_of(d, &place))
        return NULL;
    const char *text = libclang()->getFileContents(r->unit, place.file, &bytes);
    return text && place.offset < bytes
               ? missing_macro_message(r->arena, message, text, place.offset)
               : NULL;
}

/* Whether the errors say that any of it is not there, which is made up then. */
static bool make_up_first(struct cuda_repair *r) {
    bool any = false;
    const unsigned n = libclang()->getNumDiagnostics(r->unit);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic d = libclang()->getDiagnostic(r->unit, i);
        const char *message = lacking_first(r, d);
        any |= message && cuda_headers_note(r->arena, r->headers, message);
        libclang()->disposeDiagnostic(d);
    }
    return any;
}

/* Makes up what the errors say is missing. The number of errors, and in *any whether it did. */
static unsigned make_up(struct cuda_repair *r, bool *any) {
    unsigned errors = 0;
    if (make_up_first(r))
        return *any = true;
    /* Once: libclang makes all diagnostics again whenever it is asked how many there are. */
    const unsigned n = libclang()->getNumDiagnostics(r->unit);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic d = libclang()->getDiagnostic(r->unit, i);
        const char *message = text_of(r->arena, libclang()->getDiagnosticSpelling(d));
        struct cuda_place place;
        if (libclang()->getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
            errors++;
            *any |= cuda_headers_note(r->arena, r->headers, message);
            if (cuda_place_of(d, &place) && !strstr(message, "file not found"))
                complain(r, &place, message);
            if (r->source->dependencies)
                dependencies_add_missing(r->source->dependencies, message, r->source->flags,
                                         r->source->path);
        }
        libclang()->disposeDiagnostic(d);
    }
    return errors;
}

/* A complaint as it stands in a refusal; NULL: none. */
static const char *complaint_text(struct cuda_repair *r, const struct cuda_complaint *c) {
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
static const char *reason_of(struct cuda_repair *r, const struct cuda_cut *c) {
    const char *path = text_of(r->arena, libclang()->getFileName(c->file));
    for (size_t i = 0; i < r->headers->complaints.n; i++) {
        const struct cuda_complaint *p = &r->headers->complaints.at[i];
        if (strcmp(p->path, path) == 0 && p->line >= c->line && p->line <= c->last_line)
            return complaint_text(r, p);
    }
    return complaint_text(r, NULL);
}

/* What tells an instance of a function from all others. */
static const char *key_of(struct cuda_repair *r, const struct cuda_cut *c) {
    return arena_printf(r->arena, "%s:%u:%s:%s",
                        text_of(r->arena, libclang()->getFileName(c->file)), c->line, c->function,
                        c->instance);
}

/* Makes it a cut of one instance where the error is of one that was not cut yet. */
static void narrow_to_instance(struct cuda_repair *r, CXDiagnostic d,
                               const struct cuda_place *place, struct cuda_cut *c) {
    c->instance = cuda_instance_of(r->arena, d, c->function);
    if (!c->instance || words_has(&r->instances, key_of(r, c)))
        return;
    c->kind = CUT_INSTANCE;
    c->reason =
        complaint_text(r, &(struct cuda_complaint){
                              text_of(r->arena, libclang()->getFileName(place->file)), place->line,
                              place->col, text_of(r->arena, libclang()->getDiagnosticSpelling(d))});
}

/* What is cut for an error at the place. */
static struct cuda_cut cut_of(struct cuda_repair *r, CXDiagnostic d,
                              const struct cuda_place *place) {
    const char *message = text_of(r->arena, libclang()->getDiagnosticSpelling(d));
    struct cuda_cut c = {.kind = CUT_BLANK};
    if (cuda_cut_is_shared(message))
        c = cuda_cut_shared_at(r->unit, place);
    else if (cuda_cut_is_constant(message))
        c = cuda_cut_constant_at(r->unit, place);
    else
        c = cuda_cut_percent_at(r->unit, place, message);
    if (strcmp(text_of(r->arena, libclang()->getFileName(place->file)), r->source->path) != 0 &&
        c.to == c.from)
        c = cuda_cut_file_of(r->unit, place, message);
    if (c.to > c.from)
        return c;
    c = cuda_cut_at(r->arena, r->unit, place);
    c.reason = reason_of(r, &c);
    if (c.kind == CUT_DEVICE)
        narrow_to_instance(r, d, place, &c);
    return c;
}

static struct cuda_cuts find_cuts(struct cuda_repair *r) {
    struct cuda_cuts cuts = {0};
    const unsigned n = libclang()->getNumDiagnostics(r->unit);
    for (unsigned i = 0; i < n && cuts.n < MOST_CUTS; i++) {
        CXDiagnostic d = libclang()->getDiagnostic(r->unit, i);
        struct cuda_place place;
        if (libclang()->getDiagnosticSeverity(d) >= CXDiagnostic_Error &&
            cuda_place_of(d, &place)) {
            vec_push(r->arena, &cuts, cut_of(r, d, &place));
        }
        libclang()->disposeDiagnostic(d);
    }
    return cuts;
}

/* Remembers what host code of the source loses, for what it launches there. */
static void note_lost(struct cuda_repair *r, const struct cuda_cut *c) {
    const char *path = text_of(r->arena, libclang()->getFileName(c->file));
    if (c->kind >= CUT_SHARED || strcmp(path, r->source->path) != 0)
        return;
    vec_push(r->arena, &r->headers->lost, ((struct cuda_lost){c->line, c->last_line, c->reason}));
}

/* Other errors may be about the variables that these declare. */
static void keep_only_shared(struct cuda_cuts *cuts) {
    size_t n = 0;
    for (size_t i = 0; i < cuts->n; i++)
        if (cuts->at[i].kind == CUT_SHARED)
            cuts->at[n++] = cuts->at[i];
    cuts->n = n ? n : cuts->n;
}

/* Cuts what is wrong out of all files. False if there is nothing that can be cut. */
static bool cut(struct cuda_repair *r) {
    struct str declarations = {.arena = r->arena};
    struct cuda_cuts cuts = find_cuts(r);
    keep_only_shared(&cuts);
    for (size_t i = 0; i < cuts.n; i++) {
        CXFile file = cuts.at[i].file;
        size_t first = 0;
        note_lost(r, &cuts.at[i]);
        while (!libclang()->File_isEqual(cuts.at[first].file, file))
            first++;
        if (first < i)
            continue;
        const char *text =
            cuda_edits_text(r->arena, r->unit, file, &cuts, &r->headers->refusals, &declarations);
        cuda_headers_edit(r->arena, r->headers, text_of(r->arena, libclang()->getFileName(file)),
                          text);
    }
    for (size_t i = 0; i < cuts.n; i++)
        if (cuts.at[i].kind == CUT_INSTANCE)
            words_add(r->arena, &r->instances, key_of(r, &cuts.at[i]));
    cuda_headers_declare(r->arena, r->headers, str_text(&declarations));
    return cuts.n > 0;
}

/* Parses the source. Whether something was made up or, if there was nothing to make up, cut. */
static bool make_up_or_cut(struct cuda_repair *r) {
    bool any = false;
    r->unit = parse(r);
    if (!r->unit)
        return false;
    any = (make_up(r, &any) && !any && cut(r)) || any;
    libclang()->disposeTranslationUnit(r->unit);
    return any;
}

/* One line of what clang said: "FILE:LINE:COLUMN: error: MESSAGE". False if it is another. */
static bool read_error(struct arena *a, const char *line, struct cuda_complaint *c) {
    static const char error[] = ": error: ";
    const char *message = strstr(line, error);
    unsigned *numbers[] = {&c->col, &c->line};
    size_t end = message ? (size_t)(message - line) : 0;
    for (int i = 0; i < 2 && end; i++) {
        size_t n = end;
        while (n > 0 && line[n - 1] >= '0' && line[n - 1] <= '9')
            n--;
        if (n == end || n == 0 || line[n - 1] != ':')
            return false;
        *numbers[i] = (unsigned)strtoul(line + n, NULL, 10);
        end = n - 1;
    }
    if (!end)
        return false;
    c->path = arena_strndup(a, line, end);
    c->text = message + strlen(error);
    return true;
}

static bool make_up_line(struct cuda_repair *r, const char *line) {
    struct cuda_complaint c;
    if (!read_error(r->arena, line, &c))
        return false;
    vec_push(r->arena, &r->headers->complaints, c);
    return cuda_headers_note(r->arena, r->headers, c.text);
}

/* Makes up what messages say is missing. After a fatal error there are no others: the parser, which
 * goes on, has to find them. It also has the text before an error. */
static bool make_up_said(struct cuda_repair *r, const char *said) {
    bool any = false, by_parser = strstr(said, ": fatal error: ") || missing_macro_is_about(said);
    struct words lines = words_split(r->arena, said, "\n");
    for (size_t i = 0; i < lines.n && !by_parser; i++)
        any |= make_up_line(r, lines.at[i]);
    return any;
}

struct cuda_repair *cuda_repair_begin(struct arena *a, struct cuda_headers *h,
                                      const struct cuda_source *s) {
    struct cuda_repair *r = NEW(a, struct cuda_repair);
    *r = (struct cuda_repair){.arena = a, .headers = h, .source = s};
    return r;
}

bool cuda_repair_round(struct cuda_repair *r, const char *said) {
    const bool whole = !r->headers->edited.n;
    if (r->rounds++ >= MOST_ROUNDS || !(make_up_said(r, said) || make_up_or_cut(r)))
        return false;
    if (whole && r->headers->edited.n)
        r->headers->errors = cuda_repair_places(r->arena, said);
    return cuda_headers_reopen(r->arena, r->headers);
}

struct words cuda_repair_places(struct arena *a, const char *said) {
    struct words places = {0}, lines = words_split(a, said, "\n");
    struct cuda_complaint c;
    for (size_t i = 0; i < lines.n; i++)
        if (read_error(a, lines.at[i], &c))
            words_add(a, &places, arena_printf(a, "%s:%u", c.path, c.line));
    return places;
}

void cuda_repair_end(struct cuda_repair *r) {
    if (r->index)
        libclang()->disposeIndex(r->index);
}
