#include "launch/host/clang.h"

#include <string.h>

#include "base/str.h"
#include "source/frontend.h"
#include "source/headers_embedded.h"
#include "source/languages/cuda/cuda_precompiled.h"
#include "source/missing_names.h"

/* Deepest nesting of includes, and most tokens with them: what keeps absurd sources short. */
enum { DEEPEST_INCLUDE = 32, MOST_TOKENS = 4 * 1000 * 1000 };

/* An #include of the unit and what it brings. */
struct inclusion {
    uint32_t file, offset;
    CXFile what;
};

struct range {
    uint32_t begin, end;
};

struct reader {
    struct arena *arena;
    struct clang_unit unit;
    VEC(struct inclusion) inclusions;
    VEC(struct host_token) tokens;
};

const char *host_token_text(const struct host_source *s, const struct host_token *t) {
    return s->files[t->file].text + t->offset;
}

bool host_token_is(const struct host_source *s, const struct host_token *t, const char *text) {
    return t->length == strlen(text) && memcmp(host_token_text(s, t), text, t->length) == 0;
}

const char *clang_unit_text(struct arena *a, CXString s) {
    const char *text = libclang()->getCString(s);
    text = arena_strdup(a, text ? text : "");
    libclang()->disposeString(s);
    return text;
}

static void find_lines(struct arena *a, struct host_file *f) {
    VEC(uint32_t) lines = {0};
    vec_push(a, &lines, 0);
    for (uint32_t i = 0; i < f->bytes; i++)
        if (f->text[i] == '\n')
            vec_push(a, &lines, i + 1);
    f->lines = lines.at;
    f->n_lines = lines.n;
}

struct host_source *host_source_of_text(struct arena *a, const char *path, const char *text,
                                        size_t bytes) {
    struct host_source *s = NEW(a, struct host_source);
    s->files = NEW(a, struct host_file);
    s->n_files = 1;
    *s->files = (struct host_file){.path = path, .text = text, .bytes = bytes};
    find_lines(a, s->files);
    return s;
}

uint32_t clang_unit_file(struct clang_unit *u, CXFile f) {
    for (uint32_t i = 0; i < u->opened.n; i++)
        if (libclang()->File_isEqual(u->opened.at[i].handle, f))
            return i;
    size_t bytes = 0;
    const char *text = libclang()->getFileContents(u->unit, f, &bytes);
    const char *path = clang_unit_text(u->arena, libclang()->getFileName(f));
    struct host_file file = {.path = path + (str_starts(path, "./") ? 2 : 0), .bytes = bytes};
    CXSourceLocation start = libclang()->getLocationForOffset(u->unit, f, 0);
    file.text = arena_strndup(u->arena, text ? text : "", bytes);
    find_lines(u->arena, &file);
    vec_push(u->arena, &u->files, file);
    vec_push(
        u->arena, &u->opened,
        (struct opened_file){.handle = f, .system = libclang()->Location_isInSystemHeader(start)});
    return (uint32_t)u->opened.n - 1;
}

/* Where a location was written; false if in no file. */
static bool place_of(struct reader *r, CXSourceLocation l, uint32_t *file, uint32_t *offset) {
    CXFile f = NULL;
    unsigned at = 0;
    libclang()->getSpellingLocation(l, &f, NULL, NULL, &at);
    if (!f)
        return false;
    *file = clang_unit_file(&r->unit, f);
    *offset = at;
    return true;
}

static enum CXChildVisitResult note_inclusion(CXCursor c, CXCursor parent, CXClientData data) {
    struct reader *r = data;
    struct inclusion in = {0};
    (void)parent;
    if (libclang()->getCursorKind(c) != CXCursor_InclusionDirective)
        return CXChildVisit_Continue;
    in.what = libclang()->getIncludedFile(c);
    if (in.what && place_of(r, libclang()->getCursorLocation(c), &in.file, &in.offset))
        vec_push(r->arena, &r->inclusions, in);
    return CXChildVisit_Continue;
}

static enum host_token_kind kind_of(CXTokenKind kind, const char *text, size_t n) {
    if (kind == CXToken_Punctuation)
        return TOKEN_PUNCTUATION;
    if (kind != CXToken_Literal)
        return TOKEN_NAME;
    return text[n - 1] == '"' ? TOKEN_STRING : TOKEN_NUMBER;
}

/* Whether a new line of the preprocessor begins between two places. */
static bool breaks_line(const char *text, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++)
        if (text[i] == '\n') {
            uint32_t before = i - (i > from && text[i - 1] == '\r');
            if (before == 0 || text[before - 1] != '\\')
                return true;
        }
    return false;
}

static void tokenize(struct reader *r, uint32_t number) {
    struct opened_file *o = &r->unit.opened.at[number];
    const struct host_file *f = &r->unit.files.at[number];
    CXSourceRange all = libclang()->getRange(
        libclang()->getLocationForOffset(r->unit.unit, o->handle, 0),
        libclang()->getLocationForOffset(r->unit.unit, o->handle, (unsigned)f->bytes));
    CXToken *tokens = NULL;
    unsigned n = 0;
    libclang()->tokenize(r->unit.unit, all, &tokens, &n);
    o->tokens = NEW_ARRAY(r->arena, struct host_token, n);
    uint32_t end = 0;
    bool line_start = true;
    for (unsigned i = 0; i < n; i++) {
        CXSourceRange extent = libclang()->getTokenExtent(r->unit.unit, tokens[i]);
        unsigned from = 0, to = 0;
        libclang()->getSpellingLocation(libclang()->getRangeStart(extent), NULL, NULL, NULL, &from);
        libclang()->getSpellingLocation(libclang()->getRangeEnd(extent), NULL, NULL, NULL, &to);
        line_start = line_start || breaks_line(f->text, end, from);
        end = to;
        if (libclang()->getTokenKind(tokens[i]) == CXToken_Comment || to <= from || to > f->bytes)
            continue;
        o->tokens[o->n_tokens++] = (struct host_token){
            .kind = kind_of(libclang()->getTokenKind(tokens[i]), f->text + from, to - from),
            .line_start = line_start,
            .file = number,
            .offset = from,
            .length = to - from};
        line_start = false;
    }
    libclang()->disposeTokens(r->unit.unit, tokens, n);
}

/* The parts of the file that the preprocessor left out. */
static struct range *skipped_ranges(struct reader *r, CXFile f, size_t *n) {
    CXSourceRangeList *list = libclang()->getSkippedRanges(r->unit.unit, f);
    struct range *ranges = NEW_ARRAY(r->arena, struct range, list->count + 1);
    for (*n = 0; *n < list->count; ++*n) {
        struct range *range = &ranges[*n];
        libclang()->getSpellingLocation(libclang()->getRangeStart(list->ranges[*n]), NULL, NULL,
                                        NULL, &range->begin);
        libclang()->getSpellingLocation(libclang()->getRangeEnd(list->ranges[*n]), NULL, NULL, NULL,
                                        &range->end);
    }
    libclang()->disposeSourceRangeList(list);
    return ranges;
}

static bool is_skipped(const struct range *ranges, size_t n, uint32_t offset) {
    for (size_t i = 0; i < n; i++)
        if (offset > ranges[i].begin && offset < ranges[i].end)
            return true;
    return false;
}

static bool token_is(const struct reader *r, const struct host_token *t, const char *text) {
    return host_token_is(&(struct host_source){.files = r->unit.files.at}, t, text);
}

/* Whether the tokens so far want an expression: an #include here is part of one. */
static bool inside_expression(const struct reader *r) {
    const struct host_token *last = r->tokens.n ? &r->tokens.at[r->tokens.n - 1] : NULL;
    return last && !last->directive && !token_is(r, last, ";") && !token_is(r, last, "}");
}

static void insert_file(struct reader *r, uint32_t number, int depth);

static void insert_inclusion(struct reader *r, const struct host_token *hash, int depth) {
    for (size_t i = 0; i < r->inclusions.n; i++) {
        const struct inclusion in = r->inclusions.at[i];
        if (in.file != hash->file || in.offset != hash->offset)
            continue;
        uint32_t number = clang_unit_file(&r->unit, in.what);
        struct opened_file *o = &r->unit.opened.at[number];
        if (!o->system && (!o->inserted || inside_expression(r)))
            insert_file(r, number, depth + 1);
        return;
    }
}

/* The directive whose '#' is at *i, which moves to its end. */
static void insert_directive(struct reader *r, const struct host_token *tokens, size_t n, size_t *i,
                             int depth) {
    const struct host_token *hash = &tokens[*i], *word = hash + 1;
    size_t end = *i + 1;
    while (end < n && !tokens[end].line_start)
        end++;
    size_t first = *i;
    *i = end;
    if (end == first + 1)
        return;
    if (token_is(r, word, "include") || token_is(r, word, "import"))
        insert_inclusion(r, hash, depth);
    if (!token_is(r, word, "define") && !token_is(r, word, "undef"))
        return;
    for (size_t k = first; k < end; k++) {
        vec_push(r->arena, &r->tokens, tokens[k]);
        r->tokens.at[r->tokens.n - 1].directive = true;
    }
}

/* The file's tokens, with those of what it includes in place. */
static void insert_file(struct reader *r, uint32_t number, int depth) {
    if (depth > DEEPEST_INCLUDE || r->tokens.n > MOST_TOKENS)
        return;
    if (!r->unit.opened.at[number].tokens)
        tokenize(r, number);
    r->unit.opened.at[number].inserted = true;
    const struct opened_file o = r->unit.opened.at[number];
    size_t n_ranges;
    const struct range *ranges = skipped_ranges(r, o.handle, &n_ranges);
    for (size_t i = 0; i < o.n_tokens;) {
        const struct host_token *t = &o.tokens[i];
        bool skipped = is_skipped(ranges, n_ranges, t->offset);
        if (!skipped && t->line_start && token_is(r, t, "#"))
            insert_directive(r, o.tokens, o.n_tokens, &i, depth);
        else {
            if (!skipped)
                vec_push(r->arena, &r->tokens, *t);
            i++;
        }
    }
}

static bool is_c(const char *path) {
    return str_ends(path, ".c") || str_ends(path, ".h");
}

/* Headers of C are read where they are, those of C++ are not: they take longer than all else. CUDA
 * is read as for the device, which host code takes no part in but is there. */
static struct words command(struct arena *a, const struct jobs *j, const struct input *in,
                            const struct cuda_headers *cuda) {
    const bool c = is_c(in->path), parsed = cuda && cuda->precompiled >= 0;
    const char *const language[] = {"-x", c ? "c" : "c++", c ? "-std=gnu17" : "-std=gnu++20", NULL};
    static const char *const fixed[] = {"-w", "-ferror-limit=0", "-nostdinc++", NULL};
    static const char *const api[] = {"-include", HOST_API_FILE, NULL};
    static const char *const missing[] = {"-include", HOST_MISSING_FILE, NULL};
    struct words w = {0};
    if (!cuda)
        words_add_list(a, &w, language);
    words_add_list(a, &w, fixed);
    if (!parsed)
        words_add_list(a, &w, api);
    if (cuda)
        cuda_add_language(a, &w, j, cuda, NULL);
    words_add_list(a, &w, missing);
    words_add_all(a, &w, &j->front_flags);
    return w;
}

static CXTranslationUnit parse(CXIndex index, const struct words *command, const char *path,
                               const char *missing) {
    CXTranslationUnit unit = NULL;
    struct CXUnsavedFile files[] = {{HOST_API_FILE, host_api, strlen(host_api)},
                                    {HOST_MISSING_FILE, missing, strlen(missing)}};
    unsigned flags = CXTranslationUnit_KeepGoing | CXTranslationUnit_DetailedPreprocessingRecord;
    enum CXErrorCode code = libclang()->parseTranslationUnit2(
        index, path, (const char *const *)command->at, (int)command->n, files,
        sizeof files / sizeof *files, flags, &unit);
    return code == CXError_Success ? unit : NULL;
}

/* Declarations of all that the unit lacks, since headers may be missing and expressions with an
 * error in them are not in the tree. NULL if it lacks nothing. */
static const char *missing_of(struct arena *a, CXTranslationUnit unit) {
    struct str declarations = {.arena = a};
    struct words seen = {0};
    bool any = false;
    /* Once: libclang makes all diagnostics again whenever it is asked how many there are. */
    const unsigned n = libclang()->getNumDiagnostics(unit);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic d = libclang()->getDiagnostic(unit, i);
        const char *message = clang_unit_text(a, libclang()->getDiagnosticSpelling(d));
        any = missing_name_declare(a, message, &seen, &declarations) || any;
        libclang()->disposeDiagnostic(d);
    }
    return any ? str_text(&declarations) : NULL;
}

/* Whether libclang, which may be another build of clang than ours, cannot use what was parsed. */
static bool refuses_parsed(struct arena *a, const struct cuda_headers *cuda,
                           CXTranslationUnit unit) {
    bool refused = false;
    const unsigned n = libclang()->getNumDiagnostics(unit);
    for (unsigned i = 0; i < n && !refused; i++) {
        CXDiagnostic d = libclang()->getDiagnostic(unit, i);
        refused = cuda_precompiled_refused(
            cuda, clang_unit_text(a, libclang()->getDiagnosticSpelling(d)));
        libclang()->disposeDiagnostic(d);
    }
    return refused;
}

/* Parsed once more where that helps. */
static CXTranslationUnit parse_complete(struct arena *a, CXIndex index, const struct jobs *j,
                                        const struct input *in, struct cuda_headers *cuda) {
    struct words w = command(a, j, in, cuda);
    CXTranslationUnit unit = parse(index, &w, in->path, "");
    const bool parsed = cuda && cuda->precompiled >= 0;
    if (parsed && (!unit || refuses_parsed(a, cuda, unit))) {
        if (unit)
            libclang()->disposeTranslationUnit(unit);
        cuda_precompiled_drop(cuda);
        w = command(a, j, in, cuda);
        unit = parse(index, &w, in->path, "");
    }
    const char *missing = unit ? missing_of(a, unit) : NULL;
    CXTranslationUnit better = missing ? parse(index, &w, in->path, missing) : NULL;
    if (!better)
        return unit;
    libclang()->disposeTranslationUnit(unit);
    return better;
}

/* Where the headers of a unit are noted. */
struct headers {
    struct arena *arena;
    struct dependencies *found;
    const struct jobs *jobs;
    const char *source;
};

static void note_header(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    struct headers *h = data;
    const char *path = clang_unit_text(h->arena, libclang()->getFileName(file));
    (void)stack;
    if (depth)
        dependencies_add_header(h->found, path, &h->jobs->front_flags, h->source);
}

/* Those that were read, and those that are not there. */
static void note_headers(CXTranslationUnit unit, struct headers *h) {
    libclang()->getInclusions(unit, note_header, h);
    const unsigned n = libclang()->getNumDiagnostics(unit);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic d = libclang()->getDiagnostic(unit, i);
        const char *message = clang_unit_text(h->arena, libclang()->getDiagnosticSpelling(d));
        dependencies_add_missing(h->found, message, &h->jobs->front_flags, h->source);
        libclang()->disposeDiagnostic(d);
    }
}

struct host_source *host_source_read(struct arena *a, const struct jobs *j, const struct input *in,
                                     bool joined, struct dependencies *d, const char **reason) {
    *reason = "libclang is not installed";
    if (!libclang_found())
        return NULL;
    const struct front_end *f = frontend_of(in->language);
    struct cuda_headers headers = {.dialect = f ? f->dialect : NULL, .tree = true}, *cuda = NULL;
    if (headers.dialect && cuda_headers_open(a, &headers))
        cuda = &headers;
    const char *clang = cuda ? frontend_clang(a) : NULL;
    if (clang)
        cuda_precompile(a,
                        &(struct frontend_request){.jobs = j, .input = in, .flags = j->front_flags},
                        clang, cuda);
    CXIndex index = libclang()->createIndex(cuda && cuda->precompiled >= 0, 0);
    struct reader r = {
        .arena = a,
        .unit = {.arena = a, .unit = parse_complete(a, index, j, in, cuda), .joined = joined}};
    CXFile file = r.unit.unit ? libclang()->getFile(r.unit.unit, in->path) : NULL;
    struct host_source *s = NULL;
    *reason = "libclang cannot read it";
    if (file) {
        uint32_t input = clang_unit_file(&r.unit, file);
        libclang()->visitChildren(libclang()->getTranslationUnitCursor(r.unit.unit), note_inclusion,
                                  &r);
        insert_file(&r, input, 0);
        s = NEW(a, struct host_source);
    }
    if (s) {
        struct host_tree tree = clang_unit_tree(&r.unit);
        *s = (struct host_source){
            .root = j->root,
            .files = r.unit.files.at,
            .n_files = r.unit.files.n,
            .tokens = r.tokens.at,
            .n_tokens = r.tokens.n,
            .tree = tree,
            .loops = loop_pragmas_find(a, r.unit.files.at[0].text, r.unit.files.at[0].bytes),
            .loop_functions = j->loop_functions};
    }
    d->unknown |= !r.unit.unit;
    if (r.unit.unit) {
        note_headers(r.unit.unit, &(struct headers){a, d, j, in->path});
        libclang()->disposeTranslationUnit(r.unit.unit);
    }
    libclang()->disposeIndex(index);
    if (cuda)
        cuda_headers_close(cuda);
    return s;
}
