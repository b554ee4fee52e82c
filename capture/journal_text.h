/* A line of JSON under construction, in memory of its own: base/str.h ends the program where there
 * is no memory, which must not happen in the user's. */
#ifndef CAPTURE_JOURNAL_TEXT_H
#define CAPTURE_JOURNAL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct journal_text {
    char *at;
    size_t n, cap;
    bool failed; /* memory ran out: the text is not whole */
};

void journal_text_add(struct journal_text *t, const char *text);
void journal_text_format(struct journal_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A JSON string. */
void journal_text_quote(struct journal_text *t, const char *text);
/* `,"key":"text"`, or nothing where the text is NULL. */
void journal_text_field(struct journal_text *t, const char *key, const char *text);
/* A JSON string of two hexadecimal digits for each byte. */
void journal_text_hex(struct journal_text *t, const void *bytes, size_t n);
void journal_text_free(struct journal_text *t);

#endif
