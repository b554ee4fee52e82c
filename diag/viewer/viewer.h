/* The page that shows a JSON report in a browser, of one compilation, of a build, or of two builds
 * side by side: one file, with the report in it, that needs nothing else. page.html, style.css and
 * the scripts beside it are the page; what the report lacks is computed there. */
#ifndef DIAG_VIEWER_VIEWER_H
#define DIAG_VIEWER_VIEWER_H

#include <stdio.h>

#include "base/texts.h"

struct cJSON;

/* The files of the page; the scripts are one text. */
extern const char viewer_page[];
extern const char viewer_style[];
extern const char viewer_script[];

struct viewer_request {
    const char *title;
    struct cJSON *report; /* which gets "sources" and "rules" */
    const char *root;     /* that names of files are relative to; NULL: the current directory */
    const struct texts *texts; /* that stand for files, or NULL */
};

/* Writes the page. Returns 0, or -1 with errno set. */
int viewer_write(struct arena *a, FILE *out, const struct viewer_request *v);

/* diag/viewer/sources.c: adds "sources", the lines of files that the report is about: kernels up to
 * the brace that closes them, and what else something was counted or found at. */
void viewer_add_sources(struct arena *a, const struct viewer_request *v);

/* The text of that key, or "". */
const char *viewer_text(const struct cJSON *o, const char *key);

#endif
