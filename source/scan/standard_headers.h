/* Headers of C++'s standard library that a source includes before anything else. */
#ifndef SOURCE_SCAN_STANDARD_HEADERS_H
#define SOURCE_SCAN_STANDARD_HEADERS_H

#include "base/words.h"

/* "#include <algorithm>\n" and so on in alphabetical order, of those that the text includes in
 * angle brackets before its first directive that decides what is read (#if and the like) or
 * defines a name that headers look at, and before its first line of code. Headers of C are left
 * out. */
const char *standard_headers_at_start(struct arena *a, const char *text, size_t n);

#endif
