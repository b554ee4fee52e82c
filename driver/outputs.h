/* Where the report goes. */
#ifndef DRIVER_OUTPUTS_H
#define DRIVER_OUTPUTS_H

#include "diag/writers.h"
#include "driver/options.h"

/* Writes the bytes to the file, whole or not at all; "-" is stdout. False, with a problem, if that
 * fails. */
bool outputs_put_at(struct arena *a, const struct output_place *to, const char *bytes, size_t n,
                    struct problems *p);
/* The same by a path that may have symbolic links. */
bool outputs_put(struct arena *a, const char *path, const char *bytes, size_t n,
                 struct problems *p);
/* The report in that format, which exists. */
const char *outputs_render(struct arena *a, const struct report *r, const struct writer_options *w,
                           const char *format, size_t *n);
/* Whether every output asked for has a format that exists. */
void outputs_check(const struct options *o, struct problems *p);

#endif
