/* One message as compilers print it: where, what kind, what, and the line of the source with a
 * caret. */
#ifndef DIAG_REPORT_MESSAGE_H
#define DIAG_REPORT_MESSAGE_H

#include "base/message_style.h"
#include "base/str.h"
#include "base/words.h"
#include "diag/report.h"
#include "diag/text/source.h"

/* Digits that the number of a quoted line has room for. */
enum { MESSAGE_GUTTER = 5 };

/* A kind of message, with what GCC_COLORS calls it and its standard rendition. */
struct message_kind {
    const char *name, *part, *colour;
};

extern const struct message_kind message_note, message_warning, message_error, message_remark;

/* `out` holds the block under construction, so that blocks can be compared. Start from
 * message_printer(). */
struct message_printer {
    struct arena *arena;
    struct diag_source source;
    struct str out;
    struct message_style style;
    bool colour, links;
    bool compact;                /* costs come first, and remarks are notes */
    const char *root;            /* NULL: files are called as they were given */
    const char *pages;           /* the folder of the rules' pages, or NULL */
    const struct words *folders; /* of -I, or NULL */
    const struct words *sources; /* that the compiler was given, or NULL */
    const char *said;            /* the file whose inclusion was said last, or NULL */
};

struct message_printer message_printer(struct arena *a, const struct report *r,
                                       const struct writer_options *o);
const struct message_kind *message_kind_of(enum severity s);
/* The first line or, of a style that has a length, lines. Without a file it is about the request.
 * `option` may be NULL. */
void message_head(struct message_printer *p, const char *file, struct loc loc,
                  const struct message_kind *kind, const char *text, const char *option);
/* "In file included from ..." where the file is none of the sources, unless that was said last. */
void message_included(struct message_printer *p, const char *file);
/* The line with a caret below it, if lines are shown. */
void message_quote(struct message_printer *p, const char *file, struct loc loc,
                   const struct message_kind *kind);
/* The lines that the edits change with what is to be written instead below them, and the edits for
 * programs where the style has these. */
void message_edits(struct message_printer *p, const char *file, const struct fix_edit *e, size_t n);
/* What was printed since the last call. */
const char *message_take(struct message_printer *p);

#endif
