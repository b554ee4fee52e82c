/* An open document: its text as the editor has it, and what is known of it. */
#ifndef LSP_DOCUMENT_H
#define LSP_DOCUMENT_H

#include "lsp/json.h"
#include "lsp/sections.h"
#include "source/compiler/jobs.h"

/* What an analysis of the document depends on besides its text. */
struct command {
    struct words args;
    const char *dir; /* where it runs */
};

struct document {
    char *uri;
    const char *path; /* what it is called in reports; made up for documents without a file */
    const struct language *language; /* NULL: none that is read */
    bool has_file;                   /* its URI is of a file */
    const char *type;   /* for -x, where the name does not tell the language, or NULL */
    struct arena fixed; /* of what does not change while it is open */

    double version;
    unsigned revision; /* counts changes of all that an analysis depends on */
    struct arena text_arena;
    struct source_text text;
    struct sections sections;

    struct arena command_arena;
    struct command command;
    const char *command_key; /* the compile_commands.json that it is from; NULL: not looked for */
    struct arena files_arena;
    struct words files; /* that the last analysis read or looked for */
    struct words gpus;  /* of clperf/setGpu, in `fixed`; none: as configured */

    unsigned checked;   /* the revision whose findings are known, or 0 */
    unsigned completed; /* the same with fix-its */
    bool broken;        /* it did not compile */
    double due;         /* when to analyse it, 0: not wanted */
    double changed;     /* when it last changed */
    cJSON *kernels;     /* entries of the report, for `assembled`, with lines as they are now */
    cJSON *problems;
    unsigned assembled;  /* the revision that they are for */
    struct words others; /* URIs of other files with diagnostics of this one, in others_arena */
    struct arena others_arena;
};

struct documents {
    struct document **at;
    size_t n, cap;
};

struct document *document_find(const struct documents *all, const char *uri);
struct document *document_of_path(const struct documents *all, const char *path);
/* An empty one; `language` is the editor's name for its language. */
struct document *document_open(struct documents *all, const char *uri, const char *language);
void document_close(struct documents *all, struct document *d);
/* The text is copied. */
void document_set_text(struct document *d, const char *text, size_t n);
/* Puts a text in the place of a span. */
void document_edit(struct document *d, struct span span, const char *text, enum encoding e);
/* Whether the text is the file's. */
bool document_is_saved(struct arena *a, const struct document *d);
/* Whether it is one that is analysed. */
bool document_is_analysed(struct arena *a, const struct document *d);
/* The span of the name or the character at a line and a column of bytes, both from 1. */
struct span document_span_at(const struct document *d, double line, double col, enum encoding e);
/* The span of the expression there. */
struct span document_expression_at(const struct document *d, double line, double col,
                                   enum encoding e);
/* Of bytes [from, to) of a line, all from 0. */
struct span document_span(const struct document *d, size_t line, size_t from, size_t to,
                          enum encoding e);

#endif
