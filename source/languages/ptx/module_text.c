#include "source/languages/ptx/module_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "source/languages/ptx/reader.h"

enum { MOST_SCOPES_WITHIN = 64 };

struct parser {
    struct ptx_reader r;
    struct ptx_module *m;
    struct ptx_function *f; /* whose body is read */
    unsigned scope;
    unsigned depth;
    const char *error;
};

static void fail(struct parser *p, const char *what) {
    if (!p->error)
        p->error = arena_printf(p->r.arena, "line %u: %s", ptx_line(&p->r), what);
    p->r.failed = true;
}

/* Behind the next semicolon. */
static void skip_statement(struct parser *p) {
    p->r.at += strcspn(p->r.at, ";");
    ptx_expect(&p->r, ';');
}

/* Behind the braces that open here. */
static void skip_braces(struct parser *p) {
    unsigned depth = 0;
    ptx_skip_blanks(&p->r);
    if (*p->r.at != '{') {
        fail(p, "'{' is expected");
        return;
    }
    do {
        p->r.at += strcspn(p->r.at, "{}\"");
        if (*p->r.at == '"') {
            ptx_take_quoted(&p->r);
            continue;
        }
        depth += *p->r.at == '{';
        depth -= *p->r.at == '}';
        if (!*p->r.at)
            fail(p, "the text ends within braces");
        else
            p->r.at++;
    } while (depth && !p->r.failed);
}

/* --- variables ------------------------------------------------------------------------- */

static bool take_space(struct ptx_reader *r, enum ptx_space *space) {
    static const struct {
        const char *word;
        enum ptx_space space;
    } spaces[] = {{".reg", PTX_SPACE_REGISTER},  {".param", PTX_SPACE_PARAM},
                  {".global", PTX_SPACE_GLOBAL}, {".const", PTX_SPACE_CONST},
                  {".shared", PTX_SPACE_SHARED}, {".local", PTX_SPACE_LOCAL},
                  {".tex", PTX_SPACE_OTHER},     {".sreg", PTX_SPACE_OTHER}};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (ptx_take_word(r, spaces[i].word)) {
            *space = spaces[i].space;
            return true;
        }
    return false;
}

static bool is_type(const char *word) {
    static const char *const others[] = {"pred", "f16x2", "bf16", "bf16x2"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(word, others[i]) == 0)
            return true;
    return word[0] && strchr("busf", word[0]) && isdigit((unsigned char)word[1]) &&
           word[1 + strspn(word + 1, "0123456789")] == '\0';
}

/* ".align", also of ".ptr.global.align", without its dot. */
static const char *take_dotted(struct ptx_reader *r) {
    ptx_expect(r, '.');
    const char *from = r->at;
    while (isalnum((unsigned char)*r->at) || *r->at == '_')
        r->at++;
    return arena_strndup(r->arena, from, (size_t)(r->at - from));
}

/* What stands between the space and the name. */
static void take_type(struct parser *p, struct ptx_variable *v) {
    struct ptx_reader *r = &p->r;
    for (ptx_skip_blanks(r); *r->at == '.' && !r->failed; ptx_skip_blanks(r)) {
        const char *word = take_dotted(r);
        if (strcmp(word, "align") == 0)
            v->align = ptx_take_count(r);
        else if (strcmp(word, "ptr") == 0)
            v->pointer = true;
        else if (strcmp(word, "attribute") == 0)
            r->at += strcspn(r->at, ")") + (*r->at != '\0');
        else if (is_type(word))
            v->type = word;
        else if (strcmp(word, "v2") == 0 || strcmp(word, "v4") == 0) {
            v->array = true;
            v->elements = (uint64_t)(word[1] - '0');
        } else if (strcmp(word, "texref") == 0 || strcmp(word, "samplerref") == 0 ||
                   strcmp(word, "surfref") == 0) {
            v->type = "b64";
            v->space = v->space == PTX_SPACE_PARAM ? PTX_SPACE_PARAM : PTX_SPACE_OTHER;
        }
    }
    if (!v->type)
        fail(p, "a variable has no type");
}

/* "[4][8]" behind a name; "[]" leaves the size open. */
static void take_extent(struct parser *p, struct ptx_variable *v) {
    enum { MOST_ELEMENTS = 1 << 30 };
    while (!p->r.failed && ptx_take(&p->r, '[')) {
        uint64_t n = ptx_take(&p->r, ']') ? 0 : ptx_take_count(&p->r);
        if (n)
            ptx_expect(&p->r, ']');
        v->elements = v->array ? v->elements * n : n;
        v->array = true;
        if (n > MOST_ELEMENTS || v->elements > MOST_ELEMENTS)
            fail(p, "an array is too large");
    }
}

/* Up to the comma or the semicolon behind a value. */
static void skip_initial(struct parser *p) {
    ptx_skip_blanks(&p->r);
    if (*p->r.at == '{')
        skip_braces(p);
    else
        p->r.at += strcspn(p->r.at, ",;");
}

static struct ptx_variable take_declarator(struct parser *p, struct ptx_variable v) {
    v.name = ptx_take_name(&p->r);
    if (ptx_take(&p->r, '<')) {
        v.count = (unsigned)ptx_take_count(&p->r);
        ptx_expect(&p->r, '>');
    }
    take_extent(p, &v);
    if (ptx_take(&p->r, '='))
        skip_initial(p);
    return v;
}

/* "TYPE a, b[4];" behind a space. */
static void take_variables(struct parser *p, struct ptx_variable v, ptx_variables *to) {
    take_type(p, &v);
    do
        vec_push(p->r.arena, to, take_declarator(p, v));
    while (!p->r.failed && ptx_take(&p->r, ','));
    ptx_expect(&p->r, ';');
}

/* "(.param .b32 a, .reg .b32 b)" */
static void take_params(struct parser *p, ptx_variables *to) {
    if (!ptx_take(&p->r, '(') || ptx_take(&p->r, ')'))
        return;
    do {
        struct ptx_variable v = {0};
        if (!take_space(&p->r, &v.space)) {
            fail(p, "a parameter is expected");
            return;
        }
        take_type(p, &v);
        if (!p->r.failed)
            vec_push(p->r.arena, to, take_declarator(p, v));
    } while (!p->r.failed && ptx_take(&p->r, ','));
    ptx_expect(&p->r, ')');
}

/* --- bodies ------------------------------------------------------------------------------ */

static void add_statement(struct parser *p, struct ptx_statement s) {
    s.scope = p->scope;
    vec_push(p->r.arena, &p->f->statements, s);
}

static void take_inlining(struct parser *p, struct ptx_location *l) {
    struct ptx_reader *r = &p->r;
    while (!r->failed && ptx_take(r, ','))
        if (ptx_take_word(r, "function_name")) {
            l->function = ptx_take_name(r);
            if (ptx_take(r, '+'))
                ptx_take_count(r);
        } else if (ptx_take_word(r, "inlined_at")) {
            l->at_file = (unsigned)ptx_take_count(r);
            l->at_line = (unsigned)ptx_take_count(r);
            l->at_column = (unsigned)ptx_take_count(r);
        } else {
            fail(p, "'function_name' or 'inlined_at' is expected");
        }
}

/* Numbers stand behind ".loc", and a few words that compilers for other machines add. */
static void take_location(struct parser *p) {
    struct ptx_location l = {0};
    l.file = (unsigned)ptx_take_count(&p->r);
    l.line = (unsigned)ptx_take_count(&p->r);
    l.column = (unsigned)ptx_take_count(&p->r);
    take_inlining(p, &l);
    if (p->f && !p->r.failed)
        add_statement(p, (struct ptx_statement){.kind = PTX_LOCATION, .location = l});
}

/* ".file 1 "a.cu", 1700000000, 1200" */
static void take_file(struct parser *p) {
    struct ptx_file f = {.number = (unsigned)ptx_take_count(&p->r)};
    f.path = ptx_take_quoted(&p->r);
    ptx_skip_blanks(&p->r);
    if (*p->r.at == '"') /* the path before was the folder's */
        f.path = arena_printf(p->r.arena, "%s/%s", f.path, ptx_take_quoted(&p->r));
    while (!p->r.failed && ptx_take(&p->r, ','))
        ptx_take_count(&p->r);
    vec_push(p->r.arena, &p->m->files, f);
}

static void take_targets(struct parser *p, const char *name) {
    struct ptx_instruction in = ptx_take_instruction(&p->r);
    if (!p->r.failed)
        vec_push(p->r.arena, &p->f->targets,
                 (struct ptx_targets){name, in.operands, in.n, p->scope});
}

/* "name:", which may name a list of labels or a prototype. */
static void take_label(struct parser *p, const char *name) {
    struct ptx_reader *r = &p->r;
    ptx_skip_blanks(r);
    if (ptx_take_word(r, ".branchtargets")) {
        r->at -=
            strlen("branchtargets"); /* read as an instruction, it has the labels as operands */
        take_targets(p, name);
    } else if (ptx_take_word(r, ".callprototype") || ptx_take_word(r, ".calltargets")) {
        skip_statement(p);
    } else {
        add_statement(p, (struct ptx_statement){.kind = PTX_LABEL, .label = name});
    }
}

/* The name of a label that comes next, or NULL: the place stays where it is. */
static const char *label_ahead(struct parser *p) {
    struct ptx_reader r = p->r;
    size_t n = strcspn(r.at, ":;,[]{}()@ \t\r\n");
    const char *behind = r.at + n + strspn(r.at + n, " \t");
    if (!n || behind[0] != ':' || behind[1] == ':')
        return NULL;
    const char *name = arena_strndup(p->r.arena, r.at, n);
    p->r.at = behind + 1;
    return name;
}

static void open_scope(struct parser *p) {
    vec_push(p->r.arena, &p->f->parents, p->scope);
    p->scope = (unsigned)p->f->parents.n - 1;
    if (++p->depth > MOST_SCOPES_WITHIN)
        fail(p, "braces are nested too deep");
}

static void close_scope(struct parser *p) {
    p->scope = p->f->parents.at[p->scope];
    p->depth--;
}

static void take_instruction(struct parser *p) {
    struct ptx_instruction in = ptx_take_instruction(&p->r);
    if (!p->r.failed)
        add_statement(p, (struct ptx_statement){.kind = PTX_INSTRUCTION, .in = in});
}

static void take_section(struct parser *p);

/* Of ".pragma "nounroll";" there is one in each loop that its compiler has unrolled, or left. */
static void take_pragma(struct parser *p) {
    if (strcmp(ptx_take_quoted(&p->r), "nounroll") == 0)
        add_statement(p, (struct ptx_statement){.kind = PTX_NO_UNROLLING});
    skip_statement(p);
}

/* ".reg", ".loc" and the like. */
static void take_directive(struct parser *p) {
    struct ptx_variable v = {.scope = p->scope};
    struct ptx_reader *r = &p->r;
    if (take_space(r, &v.space))
        take_variables(p, v, &p->f->variables);
    else if (ptx_take_word(r, ".loc"))
        take_location(p);
    else if (ptx_take_word(r, ".file"))
        take_file(p);
    else if (ptx_take_word(r, ".section"))
        take_section(p);
    else if (ptx_take_word(r, ".pragma"))
        take_pragma(p);
    else
        skip_statement(p); /* .alias and what else is not about instructions */
}

static void take_body(struct parser *p) {
    struct ptx_reader *r = &p->r;
    for (p->depth = 1; p->depth && !r->failed;) {
        ptx_skip_blanks(r);
        const char *label = label_ahead(p);
        if (label)
            take_label(p, label);
        else if (ptx_take(r, '{'))
            open_scope(p);
        else if (ptx_take(r, '}'))
            close_scope(p);
        else if (ptx_take(r, ';'))
            continue;
        else if (*r->at == '.')
            take_directive(p);
        else if (*r->at)
            take_instruction(p);
        else
            fail(p, arena_printf(r->arena, "the text ends within '%s'", p->f->name));
    }
}

/* --- functions ----------------------------------------------------------------------------- */

/* "128, 1, 1" */
static void take_sizes(struct parser *p, unsigned sizes[3]) {
    sizes[0] = sizes[1] = sizes[2] = 1;
    unsigned d = 0;
    do
        sizes[d++] = (unsigned)ptx_take_count(&p->r);
    while (d < 3 && ptx_take(&p->r, ','));
}

/* ".maxntid 128, 1, 1 .minnctapersm 2" up to the body or the semicolon. */
static void take_function_directives(struct parser *p, struct ptx_function *f) {
    struct ptx_reader *r = &p->r;
    for (ptx_skip_blanks(r); *r->at == '.' && !r->failed; ptx_skip_blanks(r)) {
        unsigned ignored[3];
        if (ptx_take_word(r, ".reqntid"))
            take_sizes(p, f->of_group);
        else if (ptx_take_word(r, ".pragma"))
            skip_statement(p);
        else if (ptx_take_word(r, ".attribute"))
            r->at += strcspn(r->at, "){;");
        else {
            ptx_take_name(r);
            ptx_skip_blanks(r);
            if (isdigit((unsigned char)*r->at))
                take_sizes(p, ignored);
        }
        ptx_take(r, ')');
    }
}

static void take_function(struct parser *p, bool entry) {
    struct ptx_function f = {.entry = entry};
    struct ptx_reader *r = &p->r;
    if (ptx_take_word(r, ".attribute"))
        r->at += strcspn(r->at, ")") + (*r->at != '\0');
    if (!entry)
        take_params(p, &f.results);
    f.line = ptx_line(r);
    f.name = ptx_take_name(r);
    take_params(p, &f.params);
    take_function_directives(p, &f);
    f.body = ptx_take(r, '{');
    if (!f.body)
        ptx_expect(r, ';');
    vec_push(r->arena, &f.parents, 0);
    if (f.body && !r->failed) {
        p->f = &f;
        p->scope = 0;
        take_body(p);
        p->f = NULL;
    }
    vec_push(r->arena, &p->m->functions, f);
}

/* --- the module ------------------------------------------------------------------------------ */

/* ".b8 102,111,111,0" as text. */
static void take_bytes(struct parser *p, struct str *text) {
    do
        str_addn(text, (char[]){(char)ptx_take_count(&p->r)}, 1);
    while (!p->r.failed && ptx_take(&p->r, ','));
}

/* Texts that .loc names; each begins with a label. */
static void take_debug_texts(struct parser *p) {
    struct ptx_reader *r = &p->r;
    struct str text = {.arena = r->arena};
    const char *label = NULL;
    ptx_expect(r, '{');
    while (!r->failed) {
        ptx_skip_blanks(r);
        bool end = *r->at == '}';
        const char *next = end ? NULL : label_ahead(p);
        if (label && (next || end))
            vec_push(r->arena, &p->m->debug_texts, (struct ptx_debug_text){label, str_text(&text)});
        if (end)
            break;
        if (next) {
            label = next;
            text = (struct str){.arena = r->arena};
        } else if (ptx_take_word(r, ".b8")) {
            take_bytes(p, &text);
        } else {
            fail(p, "'.b8' is expected");
        }
    }
    ptx_expect(r, '}');
}

/* Debug information but for texts is not read: .loc says where instructions are from. */
static void take_section(struct parser *p) {
    const char *name = ptx_take_name(&p->r);
    if (strcmp(name, ".debug_str") == 0)
        take_debug_texts(p);
    else
        skip_braces(p);
}

/* To the end of the line: ".version 8.4", ".target sm_80, debug". */
static void skip_line(struct parser *p) {
    p->r.at += strcspn(p->r.at, "\n");
}

static bool take_linkage(struct ptx_reader *r, bool *external) {
    static const char *const words[] = {".visible", ".weak", ".common", ".extern"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (ptx_take_word(r, words[i])) {
            *external |= i == sizeof words / sizeof *words - 1;
            return true;
        }
    return false;
}

static void take_top(struct parser *p) {
    struct ptx_reader *r = &p->r;
    struct ptx_variable v = {0};
    while (take_linkage(r, &v.external))
        continue;
    if (ptx_take_word(r, ".entry"))
        take_function(p, true);
    else if (ptx_take_word(r, ".func"))
        take_function(p, false);
    else if (take_space(r, &v.space))
        take_variables(p, v, &p->m->variables);
    else if (ptx_take_word(r, ".file"))
        take_file(p);
    else if (ptx_take_word(r, ".loc"))
        take_location(p);
    else if (ptx_take_word(r, ".section"))
        take_section(p);
    else if (ptx_take_word(r, ".pragma") || ptx_take_word(r, ".alias"))
        skip_statement(p);
    else if (ptx_take_word(r, ".version") || ptx_take_word(r, ".target") ||
             ptx_take_word(r, ".address_size"))
        skip_line(p);
    else
        fail(p, "a directive is expected");
}

/* The beginning of what could not be read. */
static const char *found(struct parser *p) {
    ptx_skip_blanks(&p->r);
    size_t n = strcspn(p->r.at, "\r\n");
    struct str s = {.arena = p->r.arena};
    for (size_t i = 0; i < n && i < 40; i++)
        str_addn(&s, isprint((unsigned char)p->r.at[i]) ? &p->r.at[i] : "?", 1);
    return s.n ? arena_printf(p->r.arena, "'%s'", str_text(&s)) : "the end";
}

const char *ptx_parse_module(struct arena *a, const char *text, size_t length,
                             struct ptx_module *m) {
    struct parser p = {.r = ptx_reader_of(a, text, length), .m = m};
    for (ptx_skip_blanks(&p.r); *p.r.at && !p.r.failed; ptx_skip_blanks(&p.r))
        take_top(&p);
    if (p.r.failed && !p.error)
        fail(&p, arena_printf(a, "this is not PTX: %s", found(&p)));
    if (!p.error && memchr(text, '\0', length) && strlen(text) + 1 < length &&
        text[length - 1] != '\0')
        return arena_printf(a, "line %u: a NUL byte is not PTX", ptx_line(&p.r));
    return p.error;
}
