/* Markdown as plain text, for viewers that show nothing else. */
#ifndef DIAG_TEXT_PLAIN_H
#define DIAG_TEXT_PLAIN_H

#include "base/arena.h"

/* Without marks of emphasis, code and fences; a heading is a line with a colon, lines of code are
 * indented. For the rules' pages, which have no other marks. */
const char *plain_of_markdown(struct arena *a, const char *markdown);

#endif
