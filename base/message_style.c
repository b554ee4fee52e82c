#include "base/message_style.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/words.h"

/* Options without an argument, and what each says. */
static const struct {
    const char *word;
    size_t field;
    bool value;
} switches[] = {
#define FIELD(name) offsetof(struct message_style, name)
    {"-fcaret-diagnostics", FIELD(no_quotes), false},
    {"-fdiagnostics-show-caret", FIELD(no_quotes), false},
    {"-fno-caret-diagnostics", FIELD(no_quotes), true},
    {"-fno-diagnostics-show-caret", FIELD(no_quotes), true},
    {"-fdiagnostics-show-option", FIELD(no_option), false},
    {"-fno-diagnostics-show-option", FIELD(no_option), true},
    {"-fdiagnostics-absolute-paths", FIELD(absolute_paths), true},
    {"-fdiagnostics-parseable-fixits", FIELD(fixits), true},
#undef FIELD
};

static void read_switch(struct message_style *s, const char *word) {
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (strcmp(word, switches[i].word) == 0)
            *(bool *)((char *)s + switches[i].field) = switches[i].value;
}

/* What stands behind the prefix, or NULL. */
static const char *value_of(const char *word, const char *prefix) {
    return str_starts(word, prefix) ? word + strlen(prefix) : NULL;
}

/* Of never, auto and always. */
static int read_when(const char *value) {
    return strcmp(value, "never") == 0 ? 0 : strcmp(value, "auto") == 0 ? STYLE_NOT_SAID : 1;
}

static void read_colour(struct message_style *s, const char *word) {
    const char *when = value_of(word, "-fdiagnostics-color=");
    if (str_starts(word, "-fno-diagnostics-color") || strcmp(word, "-fno-color-diagnostics") == 0)
        s->colour = 0;
    else if (when)
        s->colour = read_when(when);
    else if (strcmp(word, "-fdiagnostics-color") == 0 || strcmp(word, "-fcolor-diagnostics") == 0)
        s->colour = 1;
}

/* GCC's json, sarif-stderr and the like, and Clang's sarif. Those that end in -file leave stderr as
 * it is. */
static bool is_document(const char *format) {
    size_t n = strlen(format), tail = strlen("-file");
    bool file = n > tail && strcmp(format + n - tail, "-file") == 0;
    return !file && (str_starts(format, "json") || str_starts(format, "sarif"));
}

static void read_number(const char *value, uint32_t least, uint32_t *to) {
    char *end = NULL;
    unsigned long number = value ? strtoul(value, &end, 10) : 0;
    enum { MOST = 100000 };
    if (value && *value && !*end && number >= least && number <= MOST)
        *to = (uint32_t)number;
}

void message_style_read(struct message_style *s, const char *word) {
    const char *links = value_of(word, "-fdiagnostics-urls=");
    const char *format = value_of(word, "-fdiagnostics-format=");
    const char *unit = value_of(word, "-fdiagnostics-column-unit=");
    read_switch(s, word);
    read_colour(s, word);
    if (links)
        s->links = read_when(links);
    if (format)
        s->for_programs = is_document(format);
    if (unit)
        s->display_columns = strcmp(unit, "display") == 0;
    read_number(value_of(word, "-ftabstop="), 1, &s->tab);
    read_number(value_of(word, "-fdiagnostics-column-origin="), 0, &s->origin);
    read_number(value_of(word, "-fmessage-length="), 0, &s->length);
}

static bool is_set(const char *variable) {
    const char *value = getenv(variable);
    return value && *value;
}

static bool is_terminal(int fd) {
    const char *terminal = getenv("TERM");
    return terminal && strcmp(terminal, "dumb") != 0 && isatty(fd);
}

bool message_style_coloured(const struct message_style *s, int fd) {
    const char *colours = getenv("GCC_COLORS");
    if (s->colour == 0 || (colours && !*colours))
        return false;
    return s->colour == 1 || (is_terminal(fd) && !is_set("NO_COLOR"));
}

/* What TERM_URLS says, else GCC_URLS: "no", or the way to end a link. */
static const char *asked_links(void) {
    return is_set("TERM_URLS")  ? getenv("TERM_URLS")
           : is_set("GCC_URLS") ? getenv("GCC_URLS")
                                : NULL;
}

bool message_style_linked(const struct message_style *s) {
    const char *asked = asked_links(), *depth = getenv("COLORTERM");
    if (s->links != STYLE_NOT_SAID)
        return s->links;
    if (!message_style_coloured(s, STDERR_FILENO) || !is_terminal(STDERR_FILENO) ||
        (asked && strcmp(asked, "no") == 0))
        return false;
    return asked || (depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0));
}

const char *message_style_rendition(struct arena *a, const char *part, const char *standard) {
    const char *all = getenv("GCC_COLORS");
    struct words parts = words_split(a, all ? all : "", ":");
    for (size_t i = 0; i < parts.n; i++) {
        const char *value = value_of(parts.at[i], arena_printf(a, "%s=", part));
        if (value && strspn(value, "0123456789;") == strlen(value))
            standard = value;
    }
    return standard;
}
