#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"

enum { REPLACEMENT = 0xfffd };

static uint32_t length_of(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

struct diag_char diag_decode(const char *s, size_t n) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    static const struct diag_char bad = {REPLACEMENT, 1};
    const unsigned char *u = (const unsigned char *)s;
    uint32_t bytes = length_of(u[0]);
    if (bytes == 1)
        return (struct diag_char){u[0], 1};
    if (bytes == 0 || bytes > n)
        return bad;
    uint32_t code = u[0] & (0xffu >> (bytes + 1));
    for (uint32_t i = 1; i < bytes; i++) {
        if ((u[i] & 0xc0) != 0x80)
            return bad;
        code = code << 6 | (u[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000;
    if (code < least[bytes] || code > 0x10ffff || surrogate)
        return bad;
    return (struct diag_char){code, bytes};
}

uint32_t diag_utf16_units(const char *s, size_t n) {
    uint32_t units = 0;
    for (size_t i = 0; i < n;) {
        struct diag_char c = diag_decode(s + i, n - i);
        units += c.code > 0xffff ? 2 : 1;
        i += c.bytes;
    }
    return units;
}

uint32_t diag_cells(uint32_t code) {
    static const uint32_t wide[][2] = {{0x1100, 0x115f},  {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},
                                       {0xf900, 0xfaff},  {0xfe30, 0xfe6f},   {0xff00, 0xff60},
                                       {0xffe0, 0xffe6},  {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff},
                                       {0x20000, 0x3fffd}};
    if ((code >= 0x300 && code <= 0x36f) || code == 0xfeff)
        return 0;
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        if (code >= wide[i][0] && code <= wide[i][1])
            return 2;
    return 1;
}

/* C1 controls, separators of lines, and embeddings, overrides and isolates of directions. */
bool diag_is_unprintable(uint32_t code) {
    return (code >= 0x80 && code < 0xa0) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

static const char *cleaned(struct arena *a, const char *s, size_t n, bool printable) {
    struct str out = {.arena = a};
    for (size_t i = 0; i < n;) {
        struct diag_char c = diag_decode(s + i, n - i);
        bool control = (c.code < 0x20 && c.code != '\t' && c.code != '\n') || c.code == 0x7f;
        if (c.code == REPLACEMENT || (printable && diag_is_unprintable(c.code)))
            str_add(&out, "\xef\xbf\xbd");
        else if (control)
            str_add(&out, " ");
        else
            str_addn(&out, s + i, c.bytes);
        i += c.bytes;
    }
    return str_text(&out);
}

const char *diag_utf8(struct arena *a, const char *s, size_t n) {
    return cleaned(a, s, n, false);
}

const char *diag_printable(struct arena *a, const char *s, size_t n) {
    return cleaned(a, s, n, true);
}

const char *diag_one_line(struct arena *a, const char *text) {
    char *s = arena_strdup(a, diag_printable(a, text, strlen(text)));
    for (char *at = s; (at = strpbrk(at, "\t\n"));)
        *at = ' ';
    return s;
}
