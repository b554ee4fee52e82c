/* UTF-8 as the writers need it. A compiler's columns count bytes, SARIF's count
 * UTF-16 units, and a terminal has cells. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct diag_char {
    uint32_t code;  /* U+FFFD for a byte that is not UTF-8 */
    uint32_t bytes; /* that it takes, at least 1 */
};

/* The first character of n > 0 bytes. */
struct diag_char diag_decode(const char *s, size_t n);
uint32_t diag_utf16_units(const char *s, size_t n);
/* Terminal cells of a character: 0, 1 or 2. */
uint32_t diag_cells(uint32_t code);
/* Whether terminals take it for a command, or it changes the direction of the text around it. */
bool diag_is_unprintable(uint32_t code);
/* The text with U+FFFD for what is not UTF-8, and blanks for control characters
 * other than tab and newline. */
const char *diag_utf8(struct arena *a, const char *s, size_t n);
/* The text for people to read: besides, U+FFFD for what terminals take for commands or what changes
 * the direction of the text around it. */
const char *diag_printable(struct arena *a, const char *s, size_t n);
/* Text of somebody else's, a source's or a report's, on one line: with blanks for tabs and
 * newlines. Whatever is printed of it goes through this. */
const char *diag_one_line(struct arena *a, const char *text);

#endif
