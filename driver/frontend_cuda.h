/* The front end for CUDA: device code by clang-19 without a CUDA SDK. cuda_api.h stands in for
 * CUDA's headers; what a source lacks besides is made up where that is enough for host code. */
#ifndef DRIVER_FRONTEND_CUDA_H
#define DRIVER_FRONTEND_CUDA_H

#include "driver/jobs.h"

/* What is in them: nothing, what every source sees, and what is included by name. */
enum cuda_text { CUDA_NOTHING, CUDA_API, CUDA_GROUPS, CUDA_HALF, CUDA_COMPLEX, CUDA_TEXTS };

/* Headers that exist for the compiler only: files in memory with names of their own. */
struct cuda_headers {
    struct words missing;           /* headers that are not there and are taken as empty */
    struct words names;             /* that clang does not know */
    const char *text;               /* cuda_api.h, and what was made up */
    int texts[CUDA_TEXTS], overlay; /* file descriptors, -1: none */
};

/* Where they seem to be. */
#define CUDA_HEADERS "/clperf/cuda"

/* False if there is no memory for them. */
bool cuda_headers_open(struct arena *a, struct cuda_headers *h);
void cuda_headers_close(struct cuda_headers *h);
/* Makes up what clang's messages say is missing, and opens the headers again. False if that is
 * nothing. */
bool cuda_headers_complete(struct arena *a, struct cuda_headers *h, const char *messages);

/* The part of clang's command line that says what the input is. `arch` is "sm_52". */
void cuda_add_language(struct arena *a, struct words *w, const struct jobs *j,
                       const struct cuda_headers *h, const char *arch);

#endif
