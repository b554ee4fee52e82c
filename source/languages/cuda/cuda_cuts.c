#include "source/languages/cuda/cuda_cuts.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"

/* --- places ------------------------------------------------------------------- */

static bool editable(CXSourceLocation l, struct cuda_place *p) {
    *p = (struct cuda_place){0};
    libclang()->getFileLocation(l, &p->file, &p->line, &p->col, &p->offset);
    return p->file && !libclang()->Location_isInSystemHeader(l);
}

bool cuda_place_of(CXDiagnostic d, struct cuda_place *place) {
    if (editable(libclang()->getDiagnosticLocation(d), place))
        return true;
    CXDiagnosticSet notes = libclang()->getChildDiagnostics(d);
    bool found = false;
    for (unsigned i = 0; i < libclang()->getNumDiagnosticsInSet(notes) && !found; i++) {
        CXDiagnostic note = libclang()->getDiagnosticInSet(notes, i);
        CXString text = libclang()->getDiagnosticSpelling(note);
        found = (strstr(libclang()->getCString(text), "requested here") ||
                 strcmp(libclang()->getCString(text), "used here") == 0) &&
                editable(libclang()->getDiagnosticLocation(note), place);
        libclang()->disposeString(text);
        libclang()->disposeDiagnostic(note);
    }
    libclang()->disposeDiagnosticSet(notes);
    return found;
}

/* --- the declarations and statements around a place -------------------------------- */

struct step {
    CXCursor cursor;
    unsigned from, to, line, last_line;
};

struct path {
    struct step *at; /* outermost first */
    size_t n, cap;
};

struct search {
    const struct cuda_place *place;
    struct step found;
    bool any;
};

/* The smallest child that has the place. */
static enum CXChildVisitResult look(CXCursor c, CXCursor parent, CXClientData data) {
    struct search *s = data;
    CXSourceRange range = libclang()->getCursorExtent(c);
    CXFile first = NULL, last = NULL;
    struct step here = {.cursor = c};
    (void)parent;
    libclang()->getFileLocation(libclang()->getRangeStart(range), &first, &here.line, NULL,
                                &here.from);
    libclang()->getFileLocation(libclang()->getRangeEnd(range), &last, &here.last_line, NULL,
                                &here.to);
    bool within = first && last && libclang()->File_isEqual(first, s->place->file) &&
                  libclang()->File_isEqual(last, s->place->file) && here.from <= s->place->offset &&
                  s->place->offset < here.to;
    if (within && (!s->any || here.to - here.from < s->found.to - s->found.from)) {
        s->found = here;
        s->any = true;
    }
    return CXChildVisit_Continue;
}

static struct path path_to(struct arena *a, CXTranslationUnit unit,
                           const struct cuda_place *place) {
    struct path path = {0};
    struct search s = {.place = place};
    libclang()->visitChildren(libclang()->getTranslationUnitCursor(unit), look, &s);
    while (s.any) {
        vec_push(a, &path, s.found);
        CXCursor c = s.found.cursor;
        s = (struct search){.place = place};
        libclang()->visitChildren(c, look, &s);
    }
    return path;
}

static bool is_function(enum CXCursorKind k) {
    return k == CXCursor_FunctionDecl || k == CXCursor_FunctionTemplate ||
           k == CXCursor_CXXMethod || k == CXCursor_Constructor || k == CXCursor_Destructor ||
           k == CXCursor_ConversionFunction || k == CXCursor_LambdaExpr;
}

static enum CXChildVisitResult look_for_device(CXCursor c, CXCursor parent, CXClientData data) {
    enum CXCursorKind k = libclang()->getCursorKind(c);
    (void)parent;
    *(bool *)data |= k == CXCursor_CUDAGlobalAttr || k == CXCursor_CUDADeviceAttr;
    return CXChildVisit_Continue;
}

/* Lambdas do not show their attributes: those between the brackets and the body count. */
static bool lambda_is_device(const char *text, const struct step *lambda, const struct step *body) {
    static const char *const words[] = {"__device__", "DEVICE", "_HD", "__hd__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (memmem(text + lambda->from, body->from - lambda->from, words[i], strlen(words[i])))
            return true;
    return false;
}

static bool is_device(const char *text, const struct path *p, size_t function) {
    bool device = false;
    if (libclang()->getCursorKind(p->at[function].cursor) == CXCursor_LambdaExpr)
        return lambda_is_device(text, &p->at[function], &p->at[function + 1]);
    libclang()->visitChildren(p->at[function].cursor, look_for_device, &device);
    return device;
}

static bool is_body(const struct path *p, size_t i) {
    return i > 0 && libclang()->getCursorKind(p->at[i].cursor) == CXCursor_CompoundStmt &&
           is_function(libclang()->getCursorKind(p->at[i - 1].cursor));
}

/* --- what is cut ----------------------------------------------------------------------- */

static struct cuda_cut cut_step(const struct cuda_place *place, const struct step *s, int kind) {
    return (struct cuda_cut){.file = place->file,
                             .from = s->from,
                             .to = s->to,
                             .line = s->line,
                             .last_line = s->last_line,
                             .kind = kind};
}

/* From behind the last ; { or } before the place up to the next ; or block, between the limits:
 * what the tree does not have. */
static struct cuda_cut cut_text(const struct cuda_place *place, const char *text, unsigned from,
                                unsigned to) {
    unsigned begin = place->offset, end = begin;
    int depth = 0;
    while (begin > from && !strchr(";{}", text[begin - 1]))
        begin--;
    for (bool more = true; end < to && more; end++) {
        depth += strchr("({[", text[end]) && text[end] ? 1 : 0;
        depth -= strchr(")}]", text[end]) && text[end] ? 1 : 0;
        more = depth > 0 || (text[end] != ';' && text[end] != '}');
    }
    end -= end > begin && depth < 0;
    return (struct cuda_cut){.file = place->file,
                             .from = begin,
                             .to = end,
                             .line = place->line,
                             .last_line = place->line};
}

/* Whether statements in it may be cut alone. */
static bool holds_statements(enum CXCursorKind k) {
    return k == CXCursor_CompoundStmt || k == CXCursor_IfStmt || k == CXCursor_ForStmt ||
           k == CXCursor_WhileStmt || k == CXCursor_DoStmt || k == CXCursor_SwitchStmt ||
           k == CXCursor_CaseStmt || k == CXCursor_DefaultStmt || k == CXCursor_LabelStmt ||
           k == CXCursor_CXXTryStmt || k == CXCursor_CXXCatchStmt || k == CXCursor_CXXForRangeStmt;
}

/* Within a macro's argument a range may begin there and end with the macro's call: ends it before
 * the bracket that was opened outside. */
static struct cuda_cut keep_brackets(struct cuda_cut c, const char *text) {
    int depth = 0;
    for (unsigned i = c.from; i < c.to && depth >= 0; i++) {
        depth += text[i] && strchr("({[", text[i]) ? 1 : 0;
        depth -= text[i] && strchr(")}]", text[i]) ? 1 : 0;
        if (depth < 0)
            c.to = i;
    }
    return c;
}

/* In the code whose body is step `body`. */
static struct cuda_cut cut_statement(const struct cuda_place *place, const char *text,
                                     const struct path *p, size_t body) {
    size_t i = body;
    while (i + 1 < p->n && holds_statements(libclang()->getCursorKind(p->at[i].cursor)))
        i++;
    enum CXCursorKind k = libclang()->getCursorKind(p->at[i].cursor);
    if (k == CXCursor_CompoundStmt)
        return cut_text(place, text, p->at[i].from + 1, p->at[i].to - 1);
    int kind = holds_statements(k) || k == CXCursor_DeclStmt ? CUT_STATEMENT
               : libclang()->isExpression(k)                 ? CUT_EXPRESSION
                                                             : CUT_BLANK;
    return keep_brackets(cut_step(place, &p->at[i], kind), text);
}

static enum CXChildVisitResult look_for_kernel(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    *(bool *)data |= libclang()->getCursorKind(c) == CXCursor_CUDAGlobalAttr;
    return CXChildVisit_Continue;
}

static const char *name_of(struct arena *a, CXCursor c) {
    CXString spelling = libclang()->getCursorSpelling(c);
    const char *name = arena_strdup(a, libclang()->getCString(spelling));
    libclang()->disposeString(spelling);
    return name;
}

static struct cuda_cut cut_whole(struct arena *a, const struct cuda_place *place,
                                 const struct step *s) {
    struct cuda_cut cut = cut_step(place, s, CUT_BLANK);
    bool kernel = false;
    libclang()->visitChildren(s->cursor, look_for_kernel, &kernel);
    if (!kernel)
        return cut;
    cut.kind = CUT_KERNEL;
    cut.function = name_of(a, s->cursor);
    return cut;
}

/* Where the name begins that ends there: with scopes and the arguments of a template. */
static unsigned start_of_name(const char *text, unsigned from, unsigned end) {
    int depth = 0;
    while (end > from && isspace((unsigned char)text[end - 1]))
        end--;
    for (; end > from; end--) {
        char c = text[end - 1];
        depth += (c == '>') - (c == '<');
        if (depth < 0 || (depth == 0 && !isalnum((unsigned char)c) && !strchr("_:<", c)))
            break;
    }
    return end;
}

/* Makes the cut of a statement one of a launch by device code. False if it holds none. */
static bool cut_launch(struct arena *a, const char *text, struct cuda_cut *c) {
    const char *first = text + c->from, *sign = memmem(first, c->to - c->from, "<<<", 3);
    if (!sign || (c->kind != CUT_EXPRESSION && c->kind != CUT_BLANK))
        return false;
    unsigned end = (unsigned)(sign - text), start = start_of_name(text, c->from, end);
    c->kind = CUT_LAUNCH;
    c->function = arena_strndup(a, text + start, strcspn(text + start, "<"));
    return true;
}

/* The body `i` of the function before it in the path, or just the launch in it. */
static struct cuda_cut cut_body(struct arena *a, const struct cuda_place *place, const char *text,
                                const struct path *p, size_t i) {
    CXCursor function = p->at[i - 1].cursor;
    bool lambda = libclang()->getCursorKind(function) == CXCursor_LambdaExpr;
    struct cuda_cut launch = cut_statement(place, text, p, i);
    struct cuda_cut around = cut_text(place, text, p->at[i].from + 1, p->at[i].to - 1);
    if (cut_launch(a, text, &launch))
        return launch;
    if (cut_launch(a, text, &around))
        return around;
    struct cuda_cut cut = cut_step(place, &p->at[i], lambda ? CUT_LAMBDA : CUT_DEVICE);
    cut.function = name_of(a, function);
    return cut;
}

/* A declaration outside all bodies, the innermost. */
static struct cuda_cut cut_declaration(struct arena *a, const struct cuda_place *place,
                                       const char *text, unsigned bytes, const struct path *p) {
    size_t i = p->n;
    while (i > 0 && !libclang()->isDeclaration(libclang()->getCursorKind(p->at[i - 1].cursor)))
        i--;
    while (i > 1 &&
           (libclang()->getCursorKind(p->at[i - 1].cursor) == CXCursor_ParmDecl ||
            libclang()->getCursorKind(p->at[i - 1].cursor) == CXCursor_TemplateTypeParameter ||
            libclang()->getCursorKind(p->at[i - 1].cursor) == CXCursor_NonTypeTemplateParameter))
        i--;
    enum CXCursorKind k = i ? libclang()->getCursorKind(p->at[i - 1].cursor) : CXCursor_Namespace;
    bool scope = k == CXCursor_Namespace || k == CXCursor_LinkageSpec || k == CXCursor_StructDecl ||
                 k == CXCursor_ClassDecl || k == CXCursor_ClassTemplate;
    if (!scope)
        return cut_whole(a, place, &p->at[i - 1]);
    return cut_text(place, text, i ? p->at[i - 1].from : 0, i ? p->at[i - 1].to : bytes);
}

bool cuda_cut_takes_directive(const char *directive) {
    directive += strspn(directive, "# \t");
    const char *pragma = str_starts(directive, "pragma") ? directive + strlen("pragma") : NULL;
    bool once = pragma && str_starts(pragma + strspn(pragma, " \t"), "once");
    return (pragma && !once) || str_starts(directive, "error") || str_starts(directive, "warning");
}

/* The line of an #error. */
static bool cut_directive(const struct cuda_place *place, const char *text, size_t bytes,
                          struct cuda_cut *cut) {
    unsigned begin = place->offset, end = place->offset;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    while (end < bytes && text[end] != '\n')
        end++;
    const char *first = text + begin + strspn(text + begin, " \t");
    *cut = (struct cuda_cut){.file = place->file,
                             .from = begin,
                             .to = end,
                             .line = place->line,
                             .last_line = place->line};
    return *first == '#' && cuda_cut_takes_directive(first);
}

bool cuda_cut_is_shared(const char *message) {
    return str_starts(message, "initialization is not supported for __shared__ variables") ||
           (str_starts(message, "__shared__ variable '") &&
            str_ends(message, "cannot be 'extern'"));
}

/* The declaration around a place, if it has the word and ends with a semicolon; else no bytes. */
static struct cuda_cut declaration_with(CXTranslationUnit unit, const struct cuda_place *place,
                                        const char *word, const char **found) {
    size_t bytes = 0;
    const char *text = libclang()->getFileContents(unit, place->file, &bytes);
    struct cuda_cut c = cut_text(place, text, 0, (unsigned)bytes);
    *found = memmem(text + c.from, c.to - c.from, word, strlen(word));
    if (!*found || c.to == c.from || text[c.to - 1] != ';')
        c.to = c.from;
    return c;
}

struct cuda_cut cuda_cut_shared_at(CXTranslationUnit unit, const struct cuda_place *place) {
    const char *word;
    struct cuda_cut c = declaration_with(unit, place, "__shared__", &word);
    c.kind = CUT_SHARED;
    if (c.to > c.from && memchr(word, '=', strcspn(word, ";")))
        c.to = c.from;
    return c;
}

bool cuda_cut_is_constant(const char *message) {
    return str_starts(message, "constexpr variable '") &&
           str_ends(message, "must be initialized by a constant expression");
}

struct cuda_cut cuda_cut_constant_at(CXTranslationUnit unit, const struct cuda_place *place) {
    const char *word;
    struct cuda_cut c = declaration_with(unit, place, "constexpr", &word);
    c.kind = CUT_CONSTANT;
    return c;
}

struct cuda_cut cuda_cut_percent_at(CXTranslationUnit unit, const struct cuda_place *place,
                                    const char *message) {
    size_t bytes = 0;
    const char *text = libclang()->getFileContents(unit, place->file, &bytes);
    struct cuda_cut c = {.file = place->file,
                         .from = place->offset,
                         .line = place->line,
                         .last_line = place->line,
                         .kind = CUT_PERCENT};
    while (c.from > 0 && c.from < bytes && !strchr("%\n", text[c.from]))
        c.from--;
    const bool here = c.from < bytes && text[c.from] == '%' &&
                      str_starts(message, "invalid % escape in inline assembly string");
    c.to = c.from + here;
    return c;
}

struct cuda_cut cuda_cut_file_of(CXTranslationUnit unit, const struct cuda_place *place,
                                 const char *message) {
    size_t bytes = 0;
    struct cuda_cut c = {.file = place->file, .line = 1, .last_line = place->line};
    if (str_starts(message, "extraneous closing brace") &&
        libclang()->getFileContents(unit, place->file, &bytes))
        c.to = (unsigned)bytes;
    return c;
}

struct cuda_cut cuda_cut_at(struct arena *a, CXTranslationUnit unit,
                            const struct cuda_place *place) {
    size_t bytes = 0;
    const char *text = libclang()->getFileContents(unit, place->file, &bytes);
    struct cuda_cut directive;
    if (cut_directive(place, text, bytes, &directive))
        return directive;
    struct path p = path_to(a, unit, place);
    size_t body = 0;
    for (size_t i = 1; i < p.n; i++) {
        if (!is_body(&p, i))
            continue;
        if (is_device(text, &p, i - 1))
            return cut_body(a, place, text, &p, i);
        body = i;
    }
    return body ? cut_statement(place, text, &p, body)
                : cut_declaration(a, place, text, (unsigned)bytes, &p);
}
