#include "source/assumed_instances.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/vec.h"
#include "source/scan/kernel_templates.h"

/* How often a source is compiled with assumed instances, and of how many templates. */
enum { MOST_ATTEMPTS = 3, MOST_TEMPLATES = 24, SPELLINGS = 2 };

/* An instance that is tried, with arguments as the launch spells them, then with guesses. */
struct instance {
    size_t of; /* the number in b->lone */
    const char *spellings[SPELLINGS];
    size_t spelling; /* SPELLINGS: none compiles */
};

struct instances {
    struct instance *at;
    size_t n, cap;
};

/* --- arguments ------------------------------------------------------------------------ */

/* Numbers that parameters are usually given, by a part of their name. */
static const struct {
    const char *part, *number;
} usual_numbers[] = {{"warp", "32"}, {"head", "128"}, {"thread", "256"}, {"block", "256"},
                     {"tpb", "256"}, {"size", "32"},  {"dim", "32"},     {"tile", "32"},
                     {"vec", "4"},   {"unroll", "4"}, {"pack", "4"},     {"channel", "3"}};
static const char any_number[] = "4";

static const char *guessed(const struct template_parameter *p, const char *type) {
    if (p->kind == TEMPLATE_TYPE)
        return type;
    if (p->kind == TEMPLATE_BOOL)
        return "false";
    for (size_t i = 0; i < sizeof usual_numbers / sizeof *usual_numbers; i++)
        if (strcasestr(p->name, usual_numbers[i].part))
            return usual_numbers[i].number;
    return any_number;
}

/* Cuts at commas outside of brackets. */
static struct words split_arguments(struct arena *a, const char *text) {
    struct words w = {0};
    int depth = 0;
    const char *first = text;
    for (const char *s = text;; s++) {
        if (!*s || (*s == ',' && !depth)) {
            first += strspn(first, " \t\n\\");
            words_add(a, &w, arena_strndup(a, first, (size_t)(s - first)));
            first = s + 1;
        }
        if (!*s)
            return w;
        depth += *s && strchr("(<[{", *s) ? 1 : 0;
        depth -= *s && strchr(")>]}", *s) ? 1 : 0;
    }
}

/* Whether the argument is the same wherever it stands: a number, or a type of C++. */
static bool is_known(const char *argument) {
    static const char *const types[] = {"float", "double", "int",    "unsigned", "char",
                                        "short", "long",   "half",   "__half",   "bool",
                                        "true",  "false",  "int8_t", "uint8_t",  "unsigned char"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(argument, types[i]) == 0)
            return true;
    return isdigit((unsigned char)*argument) && argument[strspn(argument, "0123456789uUlL")] == 0;
}

/* "float, 4, false", or NULL with the reason where a parameter has nothing that is usual. */
static const char *arguments(struct arena *a, const struct kernel_template *k, const char *type,
                             bool as_launched, const char **why_not) {
    struct words given = {0};
    struct str s = {.arena = a};
    if (k->launch_arguments)
        given = split_arguments(a, k->launch_arguments);
    for (size_t i = 0; i < k->n_parameters; i++) {
        const struct template_parameter *p = &k->parameters[i];
        const char *launched = i < given.n ? given.at[i] : NULL;
        if (!launched && p->has_default)
            break;
        bool take = launched && (is_known(launched) || p->kind == TEMPLATE_OTHER ||
                                 (as_launched && p->kind != TEMPLATE_TYPE));
        if (!take && p->kind == TEMPLATE_OTHER) {
            *why_not = arena_printf(a, "its parameter '%s' is neither a type nor a number",
                                    *p->name ? p->name : "...");
            return NULL;
        }
        str_printf(&s, "%s%s", i ? ", " : "", take ? launched : guessed(p, type));
    }
    return str_text(&s);
}

/* Whether a number of the template is a guess: strides and lengths may hang on it. */
static bool guesses_numbers(struct arena *a, const struct kernel_template *k) {
    struct words given = {0};
    if (k->launch_arguments)
        given = split_arguments(a, k->launch_arguments);
    for (size_t i = 0; i < k->n_parameters; i++)
        if (k->parameters[i].kind == TEMPLATE_NUMBER && i >= given.n &&
            !k->parameters[i].has_default)
            return true;
    return false;
}

/* --- templates without an instance ------------------------------------------------------ */

/* From its start, wherever the descriptor is. */
static const char *read_bitcode(struct arena *a, int fd, size_t *n) {
    lseek(fd, 0, SEEK_SET);
    return read_open_file(a, fd, (size_t)READ_FILE_MIB << 20, n);
}

/* Whether a symbol of the bitcode, whose names are plain text in it, is an instance. */
static bool has_instance(struct arena *a, const char *bitcode, size_t n, const char *name) {
    const char *mangled = arena_printf(a, "%zu%sI", strlen(name), name);
    return memmem(bitcode, n, mangled, strlen(mangled)) != NULL;
}

static const char *why_launch(const struct bitcode *b, unsigned line) {
    for (size_t i = 0; i < b->cuda->lost.n; i++)
        if (line >= b->cuda->lost.at[i].line && line <= b->cuda->lost.at[i].last_line)
            return b->cuda->lost.at[i].reason;
    return NULL;
}

static void add_instances(struct arena *a, const struct kernel_template *k, size_t of,
                          struct lone_template *lone, struct instances *all) {
    static const char *const types[] = {"float", "__half"};
    const char *last = NULL;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        struct instance in = {.of = of};
        for (int s = 0; s < SPELLINGS; s++) {
            const char *text = arguments(a, k, types[t], s == 0, &lone->why_not);
            if (!text)
                return;
            in.spellings[s] = arena_printf(a, "%s%s<%s>", k->scope, k->name, text);
        }
        if (last && strcmp(last, in.spellings[SPELLINGS - 1]) == 0)
            return;
        last = in.spellings[SPELLINGS - 1];
        vec_push(a, all, in);
    }
}

static struct instances find_lone(struct arena *a, struct bitcode *b, const char *text, size_t n) {
    struct instances all = {0};
    struct kernel_templates found = kernel_templates(a, text, n);
    size_t bytes = 0;
    const char *bitcode = found.n ? read_bitcode(a, b->fd, &bytes) : NULL;
    for (size_t i = 0; bitcode && i < found.n && b->lone.n < MOST_TEMPLATES; i++) {
        const struct kernel_template *k = &found.at[i];
        if (has_instance(a, bitcode, bytes, k->name))
            continue;
        struct lone_template lone = {.name = k->name,
                                     .line = k->line,
                                     .launch_line = k->launch_line,
                                     .guessed = guesses_numbers(a, k),
                                     .why_launch = why_launch(b, k->launch_line)};
        add_instances(a, k, b->lone.n, &lone, &all);
        vec_push(a, &b->lone, lone);
    }
    return all;
}

/* --- compiled with them -------------------------------------------------------------------- */

/* The text with a function for each instance behind it, from that line on. */
static const char *with_instances(struct arena *a, const char *text, const struct instances *all,
                                  unsigned *line) {
    struct str s = {.arena = a};
    str_printf(&s, "%s\n#include <cuda_fp16.h>\n", text);
    *line = (unsigned)str_line(str_text(&s), str_text(&s) + s.n);
    for (size_t i = 0; i < all->n; i++) {
        const struct instance *in = &all->at[i];
        if (in->spelling < SPELLINGS)
            str_printf(&s, "static inline void clperf_assumed_%zu() { (void)&%s; }", i,
                       in->spellings[in->spelling]);
        str_add(&s, "\n");
    }
    return str_text(&s);
}

/* Gives instances that messages are about their next spelling. False if none is named. */
static bool respell(struct arena *a, const char *said, const char *path, unsigned line,
                    struct instances *all) {
    bool any = false, *named = NEW_ARRAY(a, bool, all->n);
    size_t length = strlen(path);
    for (const char *s = said; (s = strstr(s, path)); s += length) {
        unsigned long at = s[length] == ':' ? strtoul(s + length + 1, NULL, 10) : 0;
        if (at >= line && at - line < all->n)
            named[at - line] = true;
    }
    for (size_t i = 0; i < all->n; i++) {
        struct instance *in = &all->at[i];
        if (!named[i] || in->spelling == SPELLINGS)
            continue;
        any = true;
        bool same = in->spelling == 0 && strcmp(in->spellings[0], in->spellings[1]) == 0;
        in->spelling += same ? 2 : 1;
    }
    return any;
}

static bool any_left(const struct instances *all) {
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].spelling < SPELLINGS)
            return true;
    return false;
}

static const struct text *edited_text(const struct bitcode *b, const char *path) {
    for (size_t i = 0; i < b->cuda->edited.n; i++)
        if (strcmp(b->cuda->edited.at[i].path, path) == 0)
            return &b->cuda->edited.at[i];
    return NULL;
}

/* The first error of what was said of instances. */
static const char *first_error(struct arena *a, const char *said) {
    static const char error[] = "error: ";
    const char *s = strstr(said, error);
    return s ? arena_strndup(a, s + strlen(error), strcspn(s + strlen(error), "\n")) : NULL;
}

/* Compiles with the instances, leaving out what does not compile. The bitcode's descriptor, or -1.
 */
static int compile(struct arena *a, const struct frontend_request *r, const char *clang,
                   struct bitcode *b, const char *text, struct instances *all, const char **error) {
    int fd = -1;
    for (int n = 0; n < MOST_ATTEMPTS && fd < 0 && any_left(all); n++) {
        const char *said = "", *reason;
        unsigned line;
        const char *with = with_instances(a, text, all, &line);
        cuda_headers_edit(a, b->cuda, r->input->path, with);
        if (!cuda_headers_reopen(a, b->cuda))
            return -1;
        fd = frontend_attempt(a, r, clang, b, &reason, &said);
        if (fd < 0 && !*error)
            *error = first_error(a, said);
        if (fd < 0 && !respell(a, said, r->input->path, line, all))
            return -1;
    }
    return fd;
}

static void note_instances(struct arena *a, const struct instances *all, const char *error,
                           bool compiled, struct bitcode *b) {
    for (size_t i = 0; i < all->n; i++) {
        struct lone_template *lone = &b->lone.at[all->at[i].of];
        if (compiled && all->at[i].spelling < SPELLINGS)
            words_add(a, &lone->instances, all->at[i].spellings[all->at[i].spelling]);
        else if (!lone->instances.n)
            lone->why_not = error;
    }
}

void assume_instances(struct arena *a, const struct frontend_request *r, const char *clang,
                      struct bitcode *b) {
    size_t n = 0;
    const char *text = texts_read(a, r->jobs->texts, r->input->path, &n), *error = NULL;
    if (!text || r->text)
        return;
    struct instances all = find_lone(a, b, text, n);
    const struct text *edited = edited_text(b, r->input->path);
    int fd = all.n ? compile(a, r, clang, b, edited ? edited->text : text, &all, &error) : -1;
    note_instances(a, &all, error, fd >= 0, b);
    if (fd < 0)
        return;
    close(b->fd);
    b->fd = fd;
}
