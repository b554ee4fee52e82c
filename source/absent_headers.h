/* Headers that a source includes and that are nowhere, as clang's preprocessor finds them: all of
 * them at once, where a compilation ends with the first. */
#ifndef SOURCE_ABSENT_HEADERS_H
#define SOURCE_ABSENT_HEADERS_H

#include "source/frontend.h"

/* Their names as the source writes them, of what *b says how to compile. None where clang cannot
 * preprocess it. What the preprocessor skips because one of them is not there is not seen: it may
 * name others. */
struct words absent_headers(struct arena *a, const struct frontend_request *r, const char *clang,
                            const struct bitcode *b);

#endif
