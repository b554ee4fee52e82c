/* The lines of a journal, see journal_format.h. */
#ifndef CAPTURE_JOURNAL_LINES_H
#define CAPTURE_JOURNAL_LINES_H

#include "capture/journal.h"
#include "capture/journal_text.h"

/* `source` is the name of the file with the text, or NULL. */
void journal_line_program(struct journal_text *t, uint64_t number, enum journal_language language,
                          const char *source, const char *options);
/* The kernel of a launch. */
void journal_line_kernel(struct journal_text *t, uint64_t number, const struct journal_launch *l);
void journal_line_launch(struct journal_text *t, uint64_t number, uint64_t kernel, uint64_t counts,
                         const struct journal_launch *l);

#endif
