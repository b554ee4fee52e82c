#include "source/languages/cuda/cuda_edits.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"

/* Line ends, and directives with the lines that go on with them. */
static void add_blank(struct str *s, const char *text, unsigned from, unsigned to) {
    bool directive = false, first = !from || text[from - 1] == '\n';
    for (unsigned i = from; i < to; i++) {
        if (text[i] == '\n') {
            directive = directive && i > from && text[i - 1] == '\\';
            first = !directive;
            str_add(s, "\n");
            continue;
        }
        directive |= first && text[i] == '#' && !cuda_cut_takes_directive(text + i);
        first = first && isspace((unsigned char)text[i]);
        if (directive)
            str_addn(s, text + i, 1);
    }
}

static void add_quoted(struct str *s, const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            str_add(s, "\\");
        str_addn(s, *text == '\n' ? "\\n" : text, *text == '\n' ? 2 : 1);
    }
}

/* Declares the function whose name says why. */
static void declare_refusal(struct str *s, unsigned number, const char *reason) {
    str_printf(s,
               "extern \"C\" __host__ __device__ void clperf_refused_%u() "
               "__asm__(\"clperf refused: ",
               number);
    add_quoted(s, reason);
    str_add(s, "\");\n");
}

/* A call of a function whose name says what is launched. */
static void add_launch(struct str *s, const char *text, const struct cuda_cut *c, unsigned *number,
                       struct str *declarations) {
    str_printf(declarations,
               "extern \"C\" __device__ void clperf_launched_%u() "
               "__asm__(\"clperf launches: ",
               ++*number);
    add_quoted(declarations, c->function);
    str_add(declarations, "\");\n");
    str_printf(s, "clperf_launched_%u()%s", *number, text[c->to - 1] == ';' ? ";" : "");
    add_blank(s, text, c->from, c->to);
}

static bool same_bytes(const struct cuda_cut *x, const struct cuda_cut *y) {
    return libclang()->File_isEqual(x->file, y->file) && x->from == y->from && x->to == y->to;
}

/* Whether none of those before it is of the same instance. */
static bool is_first(const struct cuda_cuts *cuts, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (same_bytes(&cuts->at[k], &cuts->at[i]) &&
            strcmp(cuts->at[k].instance, cuts->at[i].instance) == 0)
            return false;
    return true;
}

/* The body as it is, but for the instances that do not compile. */
static void add_instances(struct str *s, const char *text, const struct cuda_cuts *cuts,
                          const struct cuda_cut *body, unsigned *number, struct str *declarations) {
    str_add(s, "{");
    for (size_t i = 0; i < cuts->n; i++) {
        if (!same_bytes(&cuts->at[i], body) || !is_first(cuts, i))
            continue;
        declare_refusal(declarations, ++*number, cuts->at[i].reason);
        str_add(s, "if constexpr (clperf_is_instance(__PRETTY_FUNCTION__, \"");
        add_quoted(s, cuts->at[i].instance);
        str_printf(s, "\")) { clperf_refused_%u(); } else ", *number);
    }
    str_addn(s, text + body->from, body->to - body->from);
    str_add(s, "}");
}

/* Where the name of the variable begins and the dimensions of its array do, in a declaration that
 * ends before `end`. */
static const char *declared_name(const char *first, const char *end, const char **dimensions) {
    const char *s = end;
    while (s > first && (isspace((unsigned char)s[-1]) || s[-1] == ']')) {
        int depth = 0;
        do {
            s--;
            depth += (*s == ']') - (*s == '[');
        } while (s > first && depth);
    }
    *dimensions = s;
    while (s > first && (isalnum((unsigned char)s[-1]) || s[-1] == '_'))
        s--;
    return s;
}

/* "extern __shared__ T x[N];" without the N. */
static void add_extern(struct str *s, const char *first, const char *end, const char *dimensions) {
    const char *close = memchr(dimensions, ']', (size_t)(end - dimensions));
    str_addn(s, first, (size_t)(dimensions - first));
    str_add(s, "[");
    for (const char *p = dimensions; p < close; p++)
        if (*p == '\n')
            str_add(s, "\n");
    str_addn(s, close, (size_t)(end - close));
}

/* "__shared__ T x;", where T has a constructor, as a reference to memory of that size. */
static void add_storage(struct str *s, const char *first, const char *end, const char *name,
                        const char *dimensions) {
    static const char word[] = "__shared__";
    const char *type = memmem(first, (size_t)(name - first), word, strlen(word));
    type += strlen(word);
    const int length = (int)(dimensions - name);
    str_printf(s, "using clperf_of_%.*s = %.*s%.*s; ", length, name, (int)(name - type), type,
               (int)(end - 1 - dimensions), dimensions);
    str_printf(s, "__shared__ clperf_storage<clperf_of_%.*s> clperf_at_%.*s; ", length, name,
               length, name);
    str_printf(s, "clperf_of_%.*s &%.*s = (clperf_of_%.*s &)clperf_at_%.*s;", length, name, length,
               name, length, name, length, name);
}

static void add_shared(struct str *s, const char *text, const struct cuda_cut *c) {
    const char *first = text + c->from, *end = text + c->to, *dimensions;
    const char *name = declared_name(first, end - 1, &dimensions);
    const char *word = memmem(first, c->to - c->from, "extern", strlen("extern"));
    for (; first < end && isspace((unsigned char)*first); first++)
        str_addn(s, first, 1);
    if (word && *dimensions == '[')
        add_extern(s, first, end, dimensions);
    else if (!word)
        add_storage(s, first, end, name, dimensions);
}

/* "constexpr T x = VALUE;" as "const T x = VALUE;". */
static void add_constant(struct str *s, const char *text, const struct cuda_cut *c) {
    static const char word[] = "constexpr";
    const char *first = text + c->from, *at = memmem(first, c->to - c->from, word, strlen(word));
    str_addn(s, first, (size_t)(at - first));
    str_add(s, "const    ");
    at += strlen(word);
    str_addn(s, at, (size_t)(text + c->to - at));
}

static void add_cut(struct str *s, const char *text, const struct cuda_cut *c, unsigned *number,
                    struct str *declarations) {
    static const char *const before[] = {
        [CUT_EXPRESSION] = "1", [CUT_STATEMENT] = ";", [CUT_PERCENT] = "%%",
        [CUT_DEVICE] = "{",     [CUT_LAMBDA] = "{",    [CUT_KERNEL] = "__global__ void "};
    bool device = c->kind >= CUT_DEVICE;
    str_add(s, before[c->kind] ? before[c->kind] : "");
    if (c->kind == CUT_KERNEL)
        str_printf(s, "%s() {", c->function);
    if (device) {
        declare_refusal(declarations, ++*number, c->reason);
        str_printf(s, " clperf_refused_%u();", *number);
    }
    if (c->kind == CUT_LAMBDA)
        str_add(s, " return clperf_refused();");
    add_blank(s, text, c->from, c->to);
    if (device)
        str_add(s, "}");
}

/* The first cut of the file from that place on that is within no other, or NULL. Of those of the
 * same bytes the one that leaves least. */
static const struct cuda_cut *next_cut(const struct cuda_cuts *cuts, CXFile file, unsigned from) {
    const struct cuda_cut *next = NULL;
    for (size_t i = 0; i < cuts->n; i++) {
        const struct cuda_cut *c = &cuts->at[i];
        if (!libclang()->File_isEqual(c->file, file) || c->from < from || c->to <= c->from)
            continue;
        if (!next || c->from < next->from || (c->from == next->from && c->to > next->to) ||
            (same_bytes(c, next) && c->kind > next->kind))
            next = c;
    }
    return next;
}

const char *cuda_edits_text(struct arena *a, CXTranslationUnit unit, CXFile file,
                            const struct cuda_cuts *cuts, unsigned *number,
                            struct str *declarations) {
    size_t bytes = 0, done = 0;
    const char *text = libclang()->getFileContents(unit, file, &bytes);
    struct str s = {.arena = a};
    for (const struct cuda_cut *c; (c = next_cut(cuts, file, (unsigned)done)); done = c->to) {
        str_addn(&s, text + done, c->from - done);
        if (c->kind == CUT_SHARED)
            add_shared(&s, text, c);
        else if (c->kind == CUT_CONSTANT)
            add_constant(&s, text, c);
        else if (c->kind == CUT_LAUNCH)
            add_launch(&s, text, c, number, declarations);
        else if (c->kind == CUT_INSTANCE)
            add_instances(&s, text, cuts, c, number, declarations);
        else
            add_cut(&s, text, c, number, declarations);
    }
    str_addn(&s, text + done, bytes - done);
    return str_text(&s);
}

/* Reads "scope<int>::name<float, 4>" from left to right. */
struct reading {
    const char *at, *end;
    struct str arguments;  /* of all parts so far */
    const char *component; /* the last part of the name */
    size_t length;
};

/* The end of one argument: the next comma or > outside of all brackets. */
static const char *end_of_argument(const char *s, const char *end) {
    int depth = 0;
    for (; s < end; s++) {
        if (*s == '\'' && s + 2 < end)
            s += s[1] == '\\' ? 3 : 2;
        else if (depth == 0 && (*s == ',' || *s == '>'))
            return s;
        else if (strchr("(<[{", *s))
            depth++;
        else if (strchr(")>]}", *s))
            depth--;
    }
    return end;
}

/* The arguments between < and >, behind which the reading goes on. */
static void read_arguments(struct reading *r) {
    do {
        const char *end = end_of_argument(++r->at, r->end);
        r->at += *r->at == ' ';
        str_addn(&r->arguments, r->at, (size_t)(end - r->at));
        if (end > r->at)
            str_add(&r->arguments, "\n");
        r->at = end;
    } while (r->at < r->end && *r->at == ',');
    r->at += r->at < r->end;
}

static void read_name(struct reading *r) {
    r->component = r->at;
    while (r->at < r->end) {
        if (*r->at == '<') {
            read_arguments(r);
        } else if (str_starts(r->at, "::")) {
            r->at += 2;
            r->component = r->at;
        } else {
            r->at++;
            r->length = (size_t)(r->at - r->component);
        }
    }
}

/* The name that "in instantiation of ... 'NAME' requested here" has in quotes. */
static bool instance_named(const char *note, const char **name, const char **end) {
    static const char *const starts[] = {"in instantiation of function template specialization '",
                                         "in instantiation of member function '"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (str_starts(note, starts[i])) {
            *name = note + strlen(starts[i]);
            *end = strstr(*name, "' requested here");
            return *end != NULL;
        }
    return false;
}

static const char *arguments_in(struct arena *a, const char *note, const char *function) {
    struct reading r = {.arguments = {.arena = a}};
    if (!instance_named(note, &r.at, &r.end))
        return NULL;
    read_name(&r);
    bool same = r.length == strlen(function) && memcmp(r.component, function, r.length) == 0;
    return same && r.arguments.n ? str_text(&r.arguments) : NULL;
}

const char *cuda_instance_of(struct arena *a, CXDiagnostic d, const char *function) {
    CXDiagnosticSet notes = libclang()->getChildDiagnostics(d);
    const char *found = NULL;
    for (unsigned i = 0; i < libclang()->getNumDiagnosticsInSet(notes) && !found; i++) {
        CXDiagnostic note = libclang()->getDiagnosticInSet(notes, i);
        CXString text = libclang()->getDiagnosticSpelling(note);
        found = arguments_in(a, libclang()->getCString(text), function);
        libclang()->disposeString(text);
        libclang()->disposeDiagnostic(note);
    }
    libclang()->disposeDiagnosticSet(notes);
    return found;
}
