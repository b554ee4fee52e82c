/* The launch manifest of all journals in a folder, as launch/manifest.h reads it. */
#ifndef CAPTURE_MANIFEST_H
#define CAPTURE_MANIFEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct capture_request {
    const char *journals;  /* the folder that they are in */
    const char *output;    /* the manifest; texts and contents go to a folder beside it */
    const char *program;   /* the command line, for people, or NULL */
    const char *directory; /* that it ran in, or NULL */
    bool trace;            /* times are those of sequential loops on the processor */
};

struct capture_totals {
    uint64_t launches, lost; /* lost: there was no room to note them */
    size_t kernels;          /* different ones that were launched */
    uint64_t calls;          /* of libraries, whose kernels are not known */
};

/* The folder of a manifest's texts and contents: "launch.files" of "launch.json". */
const char *capture_files(struct arena *a, const char *output);
/* Writes the manifest, which appears when it is whole. NULL, or one line that says why not. */
const char *capture_write_manifest(struct arena *a, const struct capture_request *r,
                                   struct capture_totals *totals);

#endif
