/* What the text of a unit does with a name, before anything is compiled. Comments and strings count
 * as code: a unit that is read in vain costs time only. */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "launch/host/join.h"
#include "launch/host/units.h"

/* Longer argument lists and subscripts are not looked through. */
enum { LONGEST = 2000 };

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The next place at or after `from` where the name stands alone, or NULL. */
static const char *next_word(const struct host_unit *u, const char *from, const char *name) {
    const char *end = u->text + u->bytes;
    size_t n = strlen(name);
    for (const char *s = from; n && (s = memmem(s, (size_t)(end - s), name, n)); s++)
        if ((s == u->text || !is_name(s[-1])) && !is_name(s[n]))
            return s;
    return NULL;
}

static const char *past_blanks(const char *s) {
    return s + strspn(s, " \t\r\n\\");
}

/* Past the bracket that closes the one at s; NULL if it is too far. */
static const char *past_brackets(const char *s) {
    int depth = 0;
    for (int i = 0; i < LONGEST && s[i]; i++) {
        depth += strchr("([{", s[i]) != NULL;
        depth -= strchr(")]}", s[i]) != NULL;
        if (!depth)
            return s + i + 1;
    }
    return NULL;
}

/* Past <...> before an argument list, or s. */
static const char *past_types(const char *s) {
    const char *end = s + strcspn(s, ";{}()>");
    return *s == '<' && *end == '>' ? past_blanks(end + 1) : s;
}

/* Whether a type stands before the place, as before what is declared. */
static bool follows_type(const struct host_unit *u, const char *at) {
    static const char *const words[] = {"return", "else", "do", "throw", "case"};
    while (at > u->text && isspace((unsigned char)at[-1]))
        at--;
    const char *end = at;
    while (at > u->text && is_name(at[-1]))
        at--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((size_t)(end - at) == strlen(words[i]) && strncmp(at, words[i], strlen(words[i])) == 0)
            return false;
    return end > at && !isdigit((unsigned char)*at);
}

/* A name before an argument list: what follows that. NULL: there is no such list. */
static const char *after_arguments(const char *name_end) {
    const char *s = past_types(past_blanks(name_end));
    const char *end = *s == '(' ? past_brackets(s) : NULL;
    return end ? past_blanks(end) : NULL;
}

static bool begins_body(const char *s) {
    static const char *const words[] = {"const", "noexcept", "override", "->"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_starts(s, words[i]))
            return true;
    return *s == '{' || (*s == ':' && s[1] != ':');
}

static bool calls(const struct host_unit *u, const char *at, size_t n) {
    const char *after = after_arguments(at + n);
    return after && !begins_body(after) && !follows_type(u, at);
}

static bool defines(const char *at, size_t n) {
    const char *after = after_arguments(at + n);
    return after && begins_body(after);
}

/* x = 1, x[i].y += 1, x++, &x */
static bool sets(const struct host_unit *u, const char *at, size_t n) {
    const char *s = past_blanks(at + n);
    if (at > u->text && at[-1] == '&' && (at == u->text + 1 || at[-2] != '&'))
        return true;
    if (at > u->text + 1 && (strncmp(at - 2, "++", 2) == 0 || strncmp(at - 2, "--", 2) == 0))
        return true;
    while (s && (*s == '[' || *s == '.' || str_starts(s, "->"))) {
        const char *field = past_blanks(s + (*s == '.' ? 1 : 2));
        if (*s == '[')
            s = past_brackets(s);
        else
            for (s = field; is_name(*s);)
                s++;
        s = s ? past_blanks(s) : NULL;
    }
    bool step = s && (str_starts(s, "++") || str_starts(s, "--"));
    bool compound = s && *s && strchr("+-*/%&|^", *s) && s[1] == '=';
    return step || compound || (s && ((*s == '=' && s[1] != '=') || *s == '{' || *s == '('));
}

static const char *line_of(const struct host_unit *u, const char *at) {
    while (at > u->text && at[-1] != '\n')
        at--;
    return at;
}

/* Whether the line has the word before the place. */
static bool line_says(const struct host_unit *u, const char *at, const char *word) {
    const char *line = line_of(u, at);
    return memmem(line, (size_t)(at - line), word, strlen(word));
}

/* Whether a variable or parameter is declared there that is no external one of another unit. */
static bool declares(const struct host_unit *u, const char *at, size_t n) {
    const char *before = at, *after = past_blanks(at + n);
    while (before > u->text && strchr(" \t*&", before[-1]))
        before--;
    return *after && strchr(";=[,)", *after) && follows_type(u, before) &&
           !line_says(u, at, "extern");
}

/* Whether it is declared outside of functions, which indent theirs. */
static bool defines_variable(const struct host_unit *u, const char *at, size_t n) {
    return declares(u, at, n) && !isspace((unsigned char)*line_of(u, at)) && !line_says(u, at, "(");
}

/* Whether the unit has a local variable or parameter of that name. */
static bool has_local(const struct host_unit *u, const char *name) {
    size_t n = strlen(name);
    for (const char *at = u->text; (at = next_word(u, at, name)); at += n)
        if (declares(u, at, n) && !defines_variable(u, at, n))
            return true;
    return false;
}

bool host_unit_mentions(const struct host_unit *u, const struct host_symbol *s) {
    size_t n = strlen(s->name);
    if (s->kind == SYMBOL_VARIABLE && has_local(u, s->name))
        return false;
    for (const char *at = u->text; (at = next_word(u, at, s->name)); at += n)
        if (s->kind != SYMBOL_FUNCTION ? sets(u, at, n)
            : s->definition != NO_NODE ? calls(u, at, n)
                                       : defines(at, n))
            return true;
    return false;
}

/* Whether it defines what the symbol is called for all units. */
static bool defines_for_all(const struct host_unit *u, const struct host_symbol *s) {
    size_t n = strlen(s->name);
    for (const char *at = u->text; (at = next_word(u, at, s->name)); at += n) {
        bool function = defines(at, n) && (at == u->text || at[-1] != ':');
        if ((s->kind == SYMBOL_FUNCTION ? function : defines_variable(u, at, n)) &&
            !line_says(u, at, "static"))
            return true;
    }
    return false;
}

bool host_unit_means_other(const struct host_units *all, const struct host_unit *u,
                           const struct host_symbol *s, const char *definition) {
    size_t near = host_join_common(u->path, definition);
    bool method = s->kind == SYMBOL_FUNCTION && !str_starts(s->external, "c:@F@");
    for (size_t i = 0; i < all->n && !method; i++)
        if (host_join_common(u->path, all->at[i].path) >= near &&
            strcmp(all->at[i].path, definition) != 0 && defines_for_all(&all->at[i], s))
            return true;
    return false;
}

/* Whether name<<< or name<types><<< stands there. */
static bool is_configured(const char *after) {
    after = past_blanks(after);
    if (strncmp(after, "<<<", 3) == 0)
        return true;
    for (int i = 0; *after == '<' && i < LONGEST && after[i] && after[i] != ';'; i++)
        if (strncmp(after + i, "<<<", 3) == 0)
            return true;
    return false;
}

/* Whether it names files of kernels, but not this one. */
static bool names_other_files(const struct host_unit *u, const char *file) {
    const char *end = u->text + u->bytes, *base = path_base(file);
    bool any = memmem(u->text, u->bytes, ".cl\"", 4);
    return any && str_ends(base, ".cl") &&
           !memmem(u->text, (size_t)(end - u->text), base, strlen(base));
}

bool host_unit_launches(const struct host_unit *u, const char *kernel, const char *file) {
    size_t n = strlen(kernel);
    for (const char *at = u->text; (at = next_word(u, at, kernel)); at += n) {
        bool text = at > u->text && at[-1] == '"' && at[n] == '"';
        if (is_configured(at + n) || (text && !names_other_files(u, file)))
            return true;
    }
    return false;
}
