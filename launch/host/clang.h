/* What the files that read libclang share. */
#ifndef LAUNCH_HOST_CLANG_H
#define LAUNCH_HOST_CLANG_H

#include "source/libclang.h"

#include "launch/host/source.h"

/* Where host_api seems to be. */
#define HOST_API_FILE "/clperf/host_api.h"

/* Where the declarations seem to be that a unit lacks. */
#define HOST_MISSING_FILE "/clperf/host_missing.h"

/* What is kept per file while it is read. */
struct opened_file {
    CXFile handle;
    bool system, inserted;
    struct host_token *tokens; /* all of the file's, directives included */
    size_t n_tokens;
};

/* A translation unit that is being read. */
struct clang_unit {
    struct arena *arena;
    CXTranslationUnit unit;
    bool joined; /* symbols have external names */
    VEC(struct host_file) files;
    VEC(struct opened_file) opened; /* one per file */
};

/* The file's number in `files`, where it is put if it is new. */
uint32_t clang_unit_file(struct clang_unit *u, CXFile f);
/* A copy of the text, which is released. */
const char *clang_unit_text(struct arena *a, CXString s);

struct host_tree clang_unit_tree(struct clang_unit *u);
/* What an operator is; the types are set already. */
void clang_set_binary(struct host_node *n, CXCursor c);
void clang_set_unary(struct host_node *n, CXCursor c);
/* What the declaration is for other units, without its definition. */
struct host_symbol clang_unit_symbol(struct clang_unit *u, CXCursor canonical);

#endif
