/* By which lines a source includes a header: "In file included from ...". */
#ifndef DIAG_TEXT_INCLUDED_H
#define DIAG_TEXT_INCLUDED_H

#include "base/words.h"
#include "diag/text/source.h"

/* The line of a file with the directive, and that by which the file is included itself. */
struct include_place {
    const char *file;
    uint32_t line;
    const struct include_place *from; /* NULL: the file is the source */
};

/* The shortest chain from the source to the file, the nearest line first, as the texts of the files
 * have it: conditions are not evaluated. Headers are looked for beside the file that names them,
 * then in the folders, which may be NULL. NULL if there is no such chain. */
const struct include_place *included_from(struct diag_source *s, const struct words *folders,
                                          const char *source, const char *file);

#endif
