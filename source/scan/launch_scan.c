#include "source/scan/launch_scan.h"

#include <string.h>
#include <strings.h>

static bool begins(const char *s, const char *end, const char *word) {
    const size_t n = strlen(word);
    return (size_t)(end - s) >= n && strncmp(s, word, n) == 0;
}

/* A word of the language, and what a comment of clperf's says, launch nothing. */
static bool is_launching_word(const char *text, const char *s, const char *end) {
    static const char comment[] = "clperf: ", bounds[] = "__launch_bounds__";
    const size_t before = (size_t)(s - text), n = sizeof comment - 1;
    if (before >= n && memcmp(s - n, comment, n) == 0)
        return false;
    return before < 2 || !begins(s - 2, end, bounds);
}

/* The directive at `s`, behind its '#'. */
static bool includes_more(const char *s, const char *end) {
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    if (!begins(s, end, "include"))
        return false;
    s += strlen("include");
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    if (s == end || *s != '<')
        return true;
    while (s < end && *s != '>' && *s != '/' && *s != '\n')
        s++;
    return s == end || *s != '>';
}

static bool may_launch_at(const char *text, const char *s, const char *end) {
    switch (*s) {
    case '<':
        return begins(s, end, "<<<") || begins(s, end, "<< <");
    case '#':
        return includes_more(s + 1, end);
    case 'm':
        return begins(s, end, "main");
    case 'K':
        return begins(s, end, "KernelNode");
    case 'l':
    case 'L':
        return end - s >= 6 && strncasecmp(s, "launch", 6) == 0 && is_launching_word(text, s, end);
    default:
        return false;
    }
}

bool launch_scan_text(const char *text, size_t n) {
    for (const char *s = text; s < text + n; s++)
        if (may_launch_at(text, s, text + n))
            return true;
    return false;
}
