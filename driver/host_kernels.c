#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "driver/host.h"
#include "driver/host_macros.h"

/* Arrays of fewer numbers hold no kernel; names of files and programs are shorter. */
enum { SHORTEST_ARRAY = 32, LONGEST_NAME = 200, LONGEST_PROGRAM = 1 << 20, PARENTS = 2 };

/* A string where it is used, tokens [first, past). */
struct chunk {
    struct host_text text;
    size_t first, past;
    bool joined; /* part of a longer program */
};

/* Part of a string variable: a chunk, another variable's text, or a name whose text is not known
 * until the program runs. */
struct host_item {
    size_t chunk, variable; /* one of them is NOTHING, or both */
    size_t name;            /* token */
};

#define NOTHING SIZE_MAX

/* A variable, or a list without a name, and the strings that it is made of. */
struct variable {
    const struct host_token *name; /* NULL: a list */
    size_t function;               /* as of finder.function_of, where it began */
    VEC(struct host_item) items;
};

struct finder {
    struct arena *arena;
    const struct host_source *source;
    VEC(struct chunk) chunks;
    size_t *chunk_at;    /* per token: the chunk that begins there, or NOTHING */
    size_t *function_of; /* per token: the number of the function whose body it is in; 0: none */
    VEC(struct variable) variables;
    struct host_programs programs;
};

static bool is(const struct finder *f, size_t i, const char *text) {
    return i < f->source->n_tokens && host_token_is(f->source, &f->source->tokens[i], text);
}

static bool is_kind(const struct finder *f, size_t i, enum host_token_kind kind) {
    return i < f->source->n_tokens && f->source->tokens[i].kind == kind;
}

/* "{ 0x2f, 47, '*', ..." from the brace at i: the bytes; returns the token past them, or i. */
static size_t read_array(const struct finder *f, size_t i, struct host_text *text) {
    const struct host_source *s = f->source;
    size_t k = i + 1, n = 0;
    for (; is_kind(f, k, TOKEN_NUMBER); k += 2, n++) {
        const struct host_token *t = &s->tokens[k];
        const char *spelling = host_token_text(s, t);
        struct host_origin at = {t->file, t->offset};
        char *end;
        long value = *spelling == '\'' ? spelling[1] : strtol(spelling, &end, 0);
        if (value < 0 || value > 255 || !(is(f, k + 1, ",") || is(f, k + 1, "}")))
            return i;
        if (value)
            host_text_add(text, (char)value, at);
        if (is(f, k + 1, "}"))
            return n >= SHORTEST_ARRAY ? k + 2 : i;
    }
    return is(f, k, "}") && n >= SHORTEST_ARRAY ? k + 1 : i;
}

static void find_chunks(struct finder *f) {
    struct host_macros macros = {.arena = f->arena, .source = f->source};
    size_t n = f->source->n_tokens;
    f->chunk_at = NEW_ARRAY(f->arena, size_t, n + 1);
    for (size_t i = 0; i < n + 1; i++)
        f->chunk_at[i] = NOTHING;
    for (size_t i = 0; i < n;) {
        struct chunk c = {.text.arena = f->arena, .first = i};
        if (f->source->tokens[i].directive) {
            i = host_macros_directive(&macros, i);
            continue;
        }
        c.past =
            is(f, i, "{") ? read_array(f, i, &c.text) : host_macros_string(&macros, i, &c.text);
        if (c.past > i && c.text.n) {
            f->chunk_at[i] = f->chunks.n;
            vec_push(f->arena, &f->chunks, c);
        }
        i = c.past > i ? c.past : i + 1;
    }
}

/* Whether the brace at i opens a function's body, outside of any other. */
static bool opens_body(const struct finder *f, size_t i) {
    return i > 0 && (is(f, i - 1, ")") || is(f, i - 1, "const") || is(f, i - 1, "override"));
}

static void find_functions(struct finder *f) {
    size_t number = 0;
    int depth = 0; /* of braces in the body; 0: outside */
    f->function_of = NEW_ARRAY(f->arena, size_t, f->source->n_tokens + 1);
    for (size_t i = 0; i < f->source->n_tokens; i++) {
        if (f->source->tokens[i].directive)
            continue;
        if (!depth && is(f, i, "{") && opens_body(f, i)) {
            number++;
            depth = 1;
        } else if (depth) {
            depth += is(f, i, "{") - is(f, i, "}");
        }
        f->function_of[i] = depth ? number : 0;
    }
}

/* The latest variable of that name that has text, or NOTHING. */
static size_t variable_named(const struct finder *f, const struct host_token *name) {
    for (size_t i = f->variables.n; i-- > 0;) {
        const struct host_token *x = f->variables.at[i].name;
        if (x && x->length == name->length &&
            memcmp(host_token_text(f->source, x), host_token_text(f->source, name), x->length) == 0)
            return i;
    }
    return NOTHING;
}

/* The chunk or variable at token i, with the token past it in *past. */
static bool item_at(const struct finder *f, size_t i, struct host_item *item, size_t *past) {
    *item = (struct host_item){f->chunk_at[i], NOTHING, i};
    *past = i + 1;
    if (item->chunk != NOTHING)
        *past = f->chunks.at[item->chunk].past;
    else if (is_kind(f, i, TOKEN_NAME))
        item->variable = variable_named(f, &f->source->tokens[i]);
    return item->chunk != NOTHING || item->variable != NOTHING;
}

/* The name before an operator at i, over the subscript if it has one. */
static const struct host_token *target(const struct finder *f, size_t i, bool *subscript) {
    *subscript = i > 2 && is(f, i - 1, "]");
    while (i > 1 && is(f, i - 1, "]")) {
        while (i > 1 && !is(f, i - 1, "["))
            i--;
        i--;
    }
    return i > 0 && is_kind(f, i - 1, TOKEN_NAME) ? &f->source->tokens[i - 1] : NULL;
}

/* "{a, "b", c}" at brace i, of strings only. */
static void read_list(struct finder *f, size_t i) {
    struct variable list = {0};
    bool subscript, end = false;
    size_t at = i + 1;
    while (at < f->source->n_tokens && !end) {
        struct host_item item;
        if (!item_at(f, at, &item, &at) || !(is(f, at, ",") || is(f, at, "}")))
            return;
        vec_push(f->arena, &list.items, item);
        end = is(f, at, "}") || is(f, at + 1, "}");
        at++;
    }
    list.name = is(f, i - 1, "=") ? target(f, i - 1, &subscript) : target(f, i, &subscript);
    vec_push(f->arena, &f->variables, list);
}

/* Whether what the parentheses at i hold is a part of the text around them: std::string("..."). */
static bool passes_text(const struct finder *f, size_t i) {
    static const char *const names[] = {"string", "string_view", "QString", "strdup"};
    if (!is_kind(f, i - 1, TOKEN_NAME))
        return true;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is(f, i - 1, names[k]))
            return true;
    return false;
}

/* Whether the token is a name that stands alone between operators, as in s << type << "x". */
static bool is_operand(const struct finder *f, size_t i) {
    static const char *const before[] = {"<<", "+", "=", "+=", "("};
    static const char *const after[] = {"<<", "+", ";", ")"};
    bool left = false, right = false;
    for (size_t k = 0; k < sizeof before / sizeof *before; k++)
        left = left || is(f, i - 1, before[k]);
    for (size_t k = 0; k < sizeof after / sizeof *after; k++)
        right = right || is(f, i + 1, after[k]);
    return left && right && is_kind(f, i, TOKEN_NAME) && !is(f, i, "endl");
}

static size_t past_parentheses(const struct finder *f, size_t i) {
    int depth = 0;
    for (; i < f->source->n_tokens; i++) {
        depth += is(f, i, "(") - is(f, i, ")");
        if (depth == 0)
            break;
    }
    return i + 1;
}

/* Items of "x = a + b", "x << a << b" and their like after the operator at i. */
static void read_value(struct finder *f, size_t i, struct variable *v) {
    int depth = 0;
    for (i++; i < f->source->n_tokens;) {
        struct host_item item;
        size_t past = i + 1;
        if (is(f, i, ";") || is(f, i, "{") || is(f, i, "}") || (depth == 0 && is(f, i, ",")))
            return;
        if (is(f, i, "(") && !passes_text(f, i)) {
            i = past_parentheses(f, i);
            continue;
        }
        depth += is(f, i, "(") - is(f, i, ")");
        if (depth < 0)
            return;
        if (item_at(f, i, &item, &past) || is_operand(f, i))
            vec_push(f->arena, &v->items, item);
        i = past;
    }
}

static bool any_text(const struct variable *v) {
    for (size_t i = 0; i < v->items.n; i++)
        if (v->items.at[i].chunk != NOTHING || v->items.at[i].variable != NOTHING)
            return true;
    return false;
}

/* What x.append(y) adds at token i is y as of the same function, and not x again. */
static void forget_others(const struct finder *f, struct host_item *item, size_t self, size_t i) {
    if (item->variable != NOTHING &&
        (item->variable == self || f->variables.at[item->variable].function != f->function_of[i]))
        item->variable = NOTHING;
}

/* "x = ...", "x[1] = ...", "x += ...", "x << ...", "x.append(...)" or the declaration "x(...)",
 * whose operator or parenthesis is at i. */
static void read_assignment(struct finder *f, size_t i) {
    bool subscript = false, append = is(f, i - 1, "append") && is(f, i, "(");
    bool more = is(f, i, "+=") || is(f, i, "<<") || append;
    const struct host_token *name = target(f, append ? i - 2 : i, &subscript);
    size_t known = name ? variable_named(f, name) : NOTHING;
    struct variable value = {.name = name};
    if (!name)
        return;
    read_value(f, i, &value);
    if (!value.items.n || !(any_text(&value) || (more && known != NOTHING)))
        return;
    for (size_t k = 0; append && k < value.items.n; k++)
        forget_others(f, &value.items.at[k], known, i);
    bool another = known != NOTHING && append && f->variables.at[known].function &&
                   f->variables.at[known].function != f->function_of[i];
    value.function = f->function_of[i];
    if (known == NOTHING || another || !(more || subscript)) {
        vec_push(f->arena, &f->variables, value);
        return;
    }
    struct variable *v = &f->variables.at[known];
    for (size_t k = 0; k < value.items.n; k++)
        vec_push(f->arena, &v->items, value.items.at[k]);
}

static bool declares(const struct finder *f, size_t open) {
    return open > 1 && is_kind(f, open - 1, TOKEN_NAME) &&
           (is_kind(f, open - 2, TOKEN_NAME) || is(f, open - 2, ">")) && !is(f, open - 2, "return");
}

/* Whether a name stands at i, first of its statement. */
static bool begins_statement(const struct finder *f, size_t i) {
    return i > 0 && is_kind(f, i, TOKEN_NAME) &&
           (is(f, i - 1, ";") || is(f, i - 1, "{") || is(f, i - 1, "}") || is(f, i - 1, ")"));
}

static void find_variables(struct finder *f) {
    for (size_t i = 1; i < f->source->n_tokens; i++) {
        if (f->source->tokens[i].directive)
            continue;
        if (is(f, i, "{") && f->chunk_at[i] == NOTHING)
            read_list(f, i);
        else if (is(f, i, "=") || is(f, i, "+="))
            read_assignment(f, i);
        else if (is(f, i, "<<") && begins_statement(f, i - 1))
            read_assignment(f, i);
        else if (is(f, i, "(") &&
                 (declares(f, i) || (is(f, i - 1, "append") && i > 2 && is(f, i - 2, "."))))
            read_assignment(f, i);
    }
}

static void add_chunk(struct finder *f, size_t number, struct host_program *p) {
    const struct host_text *text = &f->chunks.at[number].text;
    struct host_program part = {.text = {.arena = f->arena}};
    host_text_append(&p->text, text);
    if (!host_text_has_kernel(text->text, text->n))
        return;
    host_text_append(&part.text, text);
    struct host_program *parts = NEW_ARRAY(f->arena, struct host_program, p->n_parts + 1);
    for (size_t i = 0; i < p->n_parts; i++)
        parts[i] = p->parts[i];
    parts[p->n_parts++] = part;
    p->parts = parts;
}

/* The name as it is written, in the program as it would be with each such name defined. */
static void add_name(struct finder *f, const struct host_token *t, struct host_text *filled) {
    host_text_copy(filled, host_token_text(f->source, t), t->length,
                   (struct host_origin){t->file, t->offset});
}

/* The strings of a variable, in order. One that refers to itself is as long as its depth. */
static void add_items(struct finder *f, const struct variable *v, struct host_program *p,
                      int depth) {
    for (size_t i = 0; i < v->items.n && depth < 8 && p->filled.n < LONGEST_PROGRAM; i++) {
        struct host_item item = v->items.at[i];
        if (item.chunk != NOTHING) {
            f->chunks.at[item.chunk].joined = true;
            add_chunk(f, item.chunk, p);
            host_text_append(&p->filled, &f->chunks.at[item.chunk].text);
        } else if (item.variable == NOTHING) {
            add_name(f, &f->source->tokens[item.name], &p->filled);
        } else {
            add_items(f, &f->variables.at[item.variable], p, depth + 1);
        }
    }
}

static void add_program(struct finder *f, const struct host_program *p) {
    if (!host_text_has_kernel(p->text.text ? p->text.text : "", p->text.n))
        return;
    for (size_t i = 0; i < f->programs.n; i++) {
        const struct host_text *other = &f->programs.at[i].text;
        if (other->n == p->text.n && memcmp(other->text, p->text.text, other->n) == 0)
            return;
    }
    vec_push(f->arena, &f->programs, *p);
}

/* Whether an item of another variable is all of this one. */
static bool is_referred_to(const struct finder *f, size_t number) {
    for (size_t i = 0; i < f->variables.n; i++)
        for (size_t k = 0; k < f->variables.at[i].items.n; k++)
            if (f->variables.at[i].items.at[k].variable == number && i != number &&
                f->variables.at[i].items.n > 1)
                return true;
    return false;
}

static int by_place(const void *x, const void *y) {
    const struct host_origin a = *((const struct host_program *)x)->text.at,
                             b = *((const struct host_program *)y)->text.at;
    if (a.file != b.file)
        return a.file < b.file ? -1 : 1;
    return (a.offset > b.offset) - (a.offset < b.offset);
}

static void make_programs(struct finder *f) {
    for (size_t i = 0; i < f->variables.n; i++) {
        struct host_program p = {.text.arena = f->arena, .filled.arena = f->arena};
        if (is_referred_to(f, i))
            continue;
        add_items(f, &f->variables.at[i], &p, 0);
        add_program(f, &p);
    }
    for (size_t i = 0; i < f->chunks.n; i++) {
        struct host_program p = {.text.arena = f->arena};
        if (!f->chunks.at[i].joined) {
            add_chunk(f, i, &p);
            add_program(f, &p);
        }
    }
    if (f->programs.n)
        qsort(f->programs.at, f->programs.n, sizeof *f->programs.at, by_place);
}

static void add_file(struct arena *a, struct words *files, const char *name) {
    for (size_t i = 0; i < files->n; i++)
        if (strcmp(files->at[i], name) == 0)
            return;
    words_add(a, files, name);
}

/* "k.cl", or the file of an assembler's .incbin "k.cl". */
static void find_files(const struct finder *f, struct words *files) {
    static const char *const ends[] = {".cl", ".ocl", ".opencl"};
    for (size_t i = 0; i < f->chunks.n; i++) {
        const char *text = f->chunks.at[i].text.text, *name = strstr(text, ".incbin");
        const char *quote = name ? strchr(name, '"') : NULL;
        if (quote)
            text = arena_strndup(f->arena, quote + 1, strcspn(quote + 1, "\""));
        if (strlen(text) > LONGEST_NAME || strpbrk(text, "\n*"))
            continue;
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            if (str_ends(text, ends[k]) && strlen(text) > strlen(ends[k]))
                add_file(f->arena, files, text);
    }
}

struct host_programs host_kernels(struct arena *a, const struct host_source *s,
                                  struct words *files) {
    struct finder f = {.arena = a, .source = s};
    find_chunks(&f);
    find_functions(&f);
    find_variables(&f);
    make_programs(&f);
    find_files(&f, files);
    return f.programs;
}

/* "dir/name" as people write it. */
static const char *joined_path(struct arena *a, const char *dir, const char *name) {
    while (str_starts(name, "./"))
        name += 2;
    return strcmp(dir, ".") == 0 || name[0] == '/' ? name : arena_printf(a, "%s/%s", dir, name);
}

struct host_file_found host_kernel_file(struct arena *a, const char *host, const char *name,
                                        struct dependencies *tried) {
    const char *dir = ".";
    for (int i = -1; i <= PARENTS; i++) {
        const char *path = joined_path(a, dir, name);
        dependencies_add(tried, path);
        if (access(path, R_OK) == 0)
            return (struct host_file_found){path, dir};
        dir = i < 0                   ? path_dir(a, host)
              : strcmp(dir, ".") == 0 ? ".."
                                      : arena_printf(a, "%s/..", dir);
    }
    return (struct host_file_found){0};
}
