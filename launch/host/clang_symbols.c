/* What the declarations of a translation unit are for other units. */
#include <string.h>

#include "base/str.h"
#include "launch/host/clang.h"

/* Libraries, and what stands in for them, are no units of the program. */
static bool is_of_library(CXCursor c, CXFile file, const char *path) {
    return !file || libclang()->Location_isInSystemHeader(libclang()->getCursorLocation(c)) ||
           strncmp(path, "/clperf", strlen("/clperf")) == 0;
}

static int kind_of(CXCursor c) {
    switch (libclang()->getCursorKind(c)) {
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
        return SYMBOL_FUNCTION;
    case CXCursor_VarDecl:
        return SYMBOL_VARIABLE;
    case CXCursor_FieldDecl:
        return SYMBOL_FIELD;
    default:
        return SYMBOL_LOCAL;
    }
}

/* A function or variable with linkage has one name everywhere, but main() is each program's own.
 * Fields, and functions that a header defines for each unit, are the same where they are of the
 * same line of one file. */
struct host_symbol clang_unit_symbol(struct clang_unit *u, CXCursor c) {
    struct host_symbol s = {.kind = kind_of(c), .definition = NO_NODE};
    enum CXLinkageKind linkage = libclang()->getCursorLinkage(c);
    CXFile file = NULL;
    unsigned line = 0;
    if (!u->joined || s.kind == SYMBOL_LOCAL ||
        (s.kind == SYMBOL_VARIABLE && linkage != CXLinkage_External))
        return s;
    libclang()->getFileLocation(libclang()->getCursorLocation(c), &file, &line, NULL, NULL);
    const char *path = file ? clang_unit_text(u->arena, libclang()->getFileName(file)) : "";
    if (is_of_library(c, file, path))
        return s;
    bool everywhere = s.kind != SYMBOL_FIELD && linkage == CXLinkage_External;
    bool own = !everywhere && s.kind == SYMBOL_FUNCTION && clang_unit_file(u, file) == 0;
    s.name = clang_unit_text(u->arena, libclang()->getCursorSpelling(c));
    if (own || (s.kind == SYMBOL_FUNCTION && strcmp(s.name, "main") == 0))
        return s;
    s.external = clang_unit_text(u->arena, libclang()->getCursorUSR(c));
    if (!everywhere)
        s.external =
            arena_printf(u->arena, "%s %s:%u", s.external, path_resolved(u->arena, path), line);
    return s;
}
