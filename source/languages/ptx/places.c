#include "source/languages/ptx/places.h"

#include <string.h>
#include <unistd.h>

#include "base/str.h"

struct file {
    unsigned number;
    LLVMMetadataRef at;
};

/* A function of the source within a file: the kernel's, or one whose text was inlined. */
struct scope {
    const char *function;
    unsigned file;
    LLVMMetadataRef at;
};

/* Where an earlier .loc was, which a later one may say that it was inlined at. */
struct earlier {
    unsigned file, line, column;
    LLVMMetadataRef at;
};

struct ptx_places {
    struct arena *arena;
    LLVMContextRef ctx;
    LLVMDIBuilderRef builder;
    const struct ptx_module *text;
    LLVMMetadataRef own, unit; /* the file of PTX */
    VEC(struct file) files;
    bool lines;     /* of the file of PTX are places, too */
    bool of_source; /* the function at hand has lines of a source that is there */
    LLVMMetadataRef function;
    unsigned function_file;
    LLVMMetadataRef now;
    VEC(struct scope) scopes;
    VEC(struct earlier) earlier;
};

enum { NEAR = 64 /* how many of the earlier places are looked through */ };

static LLVMMetadataRef new_file(struct ptx_places *p, const char *path) {
    return LLVMDIBuilderCreateFile(p->builder, path, strlen(path), "", 0);
}

static const char *path_of(const struct ptx_places *p, unsigned file) {
    for (size_t i = 0; i < p->text->files.n; i++)
        if (p->text->files.at[i].number == file)
            return p->text->files.at[i].path;
    return NULL;
}

static LLVMMetadataRef file_of(struct ptx_places *p, unsigned number) {
    for (size_t i = 0; i < p->files.n; i++)
        if (p->files.at[i].number == number)
            return p->files.at[i].at;
    const char *path = path_of(p, number);
    struct file f = {number, path ? new_file(p, path) : p->own};
    vec_push(p->arena, &p->files, f);
    return f.at;
}

struct ptx_places *ptx_places_new(struct arena *a, LLVMModuleRef m, const struct ptx_module *text,
                                  const char *path) {
    static const char producer[] = "PTX";
    struct ptx_places *p = NEW(a, struct ptx_places);
    *p = (struct ptx_places){.arena = a, .ctx = LLVMGetModuleContext(m), .text = text};
    p->builder = LLVMCreateDIBuilder(m);
    p->lines = path != NULL;
    p->own = new_file(p, path ? path : "PTX");
    p->unit = LLVMDIBuilderCreateCompileUnit(
        p->builder, LLVMDWARFSourceLanguageC, p->own, producer, strlen(producer), true, "", 0, 0,
        "", 0, LLVMDWARFEmissionLineTablesOnly, 0, false, false, "", 0, "", 0);
    LLVMAddModuleFlag(m, LLVMModuleFlagBehaviorWarning, "Debug Info Version",
                      strlen("Debug Info Version"),
                      LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(p->ctx),
                                                       LLVMDebugMetadataVersion(), false)));
    return p;
}

static LLVMMetadataRef new_function(struct ptx_places *p, const char *name, LLVMMetadataRef file,
                                    unsigned line) {
    LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(p->builder, file, NULL, 0, 0);
    return LLVMDIBuilderCreateFunction(p->builder, file, name, strlen(name), "", 0, file, line,
                                       type, false, true, line, 0, true);
}

/* The file of a function's own text: what ends it is not of a text that was inlined, which clang
 * does not tell apart from others. 0: no .loc says. */
static unsigned own_file(const struct ptx_function *f) {
    for (size_t i = f->statements.n; i-- > 0;) {
        const struct ptx_statement *s = &f->statements.at[i];
        if (s->kind == PTX_LOCATION && s->location.line && !s->location.function)
            return s->location.file;
    }
    return 0;
}

/* The first place in the function's own text, or NULL. */
static const struct ptx_location *first_location(const struct ptx_function *f) {
    const unsigned file = own_file(f);
    for (size_t i = 0; i < f->statements.n; i++) {
        const struct ptx_statement *s = &f->statements.at[i];
        if (s->kind == PTX_LOCATION && s->location.line && !s->location.function &&
            s->location.file == file)
            return &s->location;
    }
    return NULL;
}

void ptx_places_enter(struct ptx_places *p, LLVMValueRef function, const struct ptx_function *f) {
    const struct ptx_location *first = first_location(f);
    const char *path = first ? path_of(p, first->file) : NULL;
    p->of_source = path && access(path, R_OK) == 0;
    p->function_file = p->of_source ? first->file : 0;
    LLVMMetadataRef file = p->of_source ? file_of(p, first->file) : p->own;
    p->function = new_function(p, f->name, file,
                               p->of_source ? first->line
                               : p->lines   ? f->line
                                            : 0);
    p->scopes.n = p->earlier.n = 0;
    p->now = NULL;
    LLVMSetSubprogram(function, p->function);
}

/* The scope of a place: the function, or one that was inlined, in a file. */
static LLVMMetadataRef scope_of(struct ptx_places *p, const char *function, unsigned file) {
    if (!function && file == p->function_file)
        return p->function;
    for (size_t i = 0; i < p->scopes.n; i++) {
        const struct scope *s = &p->scopes.at[i];
        bool same = function ? s->function && strcmp(s->function, function) == 0 : !s->function;
        if (same && s->file == file)
            return s->at;
    }
    LLVMMetadataRef in = file_of(p, file);
    struct scope s = {function, file, NULL};
    s.at = function ? new_function(p, function, in, 0)
                    : LLVMDIBuilderCreateLexicalBlockFile(p->builder, p->function, in, 0);
    vec_push(p->arena, &p->scopes, s);
    return s.at;
}

static LLVMMetadataRef location(struct ptx_places *p, unsigned line, unsigned column,
                                LLVMMetadataRef scope, LLVMMetadataRef inlined_at) {
    return LLVMDIBuilderCreateDebugLocation(p->ctx, line, column, scope, inlined_at);
}

/* Text that was inlined into text which was inlined itself is at that one's place. */
static LLVMMetadataRef call_place(struct ptx_places *p, const struct ptx_location *l) {
    size_t least = p->earlier.n > NEAR ? p->earlier.n - NEAR : 0;
    for (size_t i = p->earlier.n; i-- > least;) {
        const struct earlier *e = &p->earlier.at[i];
        if (e->file == l->at_file && e->line == l->at_line && e->column == l->at_column)
            return e->at;
    }
    return location(p, l->at_line, l->at_column, scope_of(p, NULL, l->at_file), NULL);
}

static const char *debug_text(const struct ptx_places *p, const char *label) {
    for (size_t i = 0; i < p->text->debug_texts.n; i++)
        if (strcmp(p->text->debug_texts.at[i].label, label) == 0)
            return p->text->debug_texts.at[i].text;
    return label;
}

void ptx_places_move(struct ptx_places *p, const struct ptx_location *l) {
    if (!p->of_source)
        return;
    LLVMMetadataRef inlined_at = l->function ? call_place(p, l) : NULL;
    const char *function = l->function ? debug_text(p, l->function) : NULL;
    p->now = location(p, l->line, l->column, scope_of(p, function, l->file), inlined_at);
    vec_push(p->arena, &p->earlier, (struct earlier){l->file, l->line, l->column, p->now});
}

LLVMMetadataRef ptx_place(struct ptx_places *p, unsigned line) {
    if (p->now)
        return p->now;
    bool own = p->lines && !p->of_source;
    return location(p, own ? line : 0, own ? 1 : 0, p->function, NULL);
}

void ptx_places_end(struct ptx_places *p) {
    LLVMDIBuilderFinalize(p->builder);
    LLVMDisposeDIBuilder(p->builder);
}
