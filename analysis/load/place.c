/* Places in the source: of what is inlined from a header of the system, the user's call. */
#include <llvm-c/DebugInfo.h>

#include "analysis/load/value.h"
#include "base/str.h"

static const char *path_of(const struct builder *b, LLVMMetadataRef file) {
    unsigned n, n_directory;
    const char *name = LLVMDIFileGetFilename(file, &n);
    const char *directory = LLVMDIFileGetDirectory(file, &n_directory);
    if (n && name[0] == '/')
        return arena_strndup(b->arena, name, n);
    return arena_printf(b->arena, "%.*s/%.*s", (int)n_directory, directory, (int)n, name);
}

static bool is_in_system_folder(const struct builder *b, LLVMMetadataRef file) {
    const char *path = path_of(b, file);
    for (size_t i = 0; b->system_folders && b->system_folders[i]; i++)
        if (path_is_within(b->arena, path, b->system_folders[i]))
            return true;
    return false;
}

/* Each file is looked for once, which takes system calls. */
static bool is_of_system(struct builder *b, LLVMMetadataRef file) {
    if (!file || file == b->main_file)
        return false;
    uint32_t known = map_get(&b->system_files, file);
    if (known == NONE) {
        known = is_in_system_folder(b, file);
        map_set(b->arena, &b->system_files, file, known);
    }
    return known;
}

static LLVMMetadataRef file_of(LLVMMetadataRef at) {
    return LLVMDIScopeGetFile(LLVMDILocationGetScope(at));
}

/* Where all of them are the system's, the innermost one. */
static LLVMMetadataRef users_place(struct builder *b, LLVMMetadataRef innermost) {
    for (LLVMMetadataRef at = innermost; at; at = LLVMDILocationGetInlinedAt(at))
        if (!is_of_system(b, file_of(at)) && LLVMDILocationGetLine(at))
            return at;
    return innermost;
}

struct loc loc_at(struct builder *b, LLVMMetadataRef at) {
    if (!at)
        return (struct loc){0};
    at = users_place(b, at);
    LLVMMetadataRef file = file_of(at);
    struct loc loc = {.line = LLVMDILocationGetLine(at), .col = LLVMDILocationGetColumn(at)};
    if (file && file != b->main_file) {
        unsigned n;
        const char *name = LLVMDIFileGetFilename(file, &n);
        loc.file = arena_strndup(b->arena, name, n);
    }
    return loc;
}

struct loc loc_of(struct builder *b, LLVMValueRef inst) {
    return loc_at(b, LLVMInstructionGetDebugLoc(inst));
}
