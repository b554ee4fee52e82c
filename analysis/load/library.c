#include "analysis/load/library.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>

#include "analysis/load/llvm_shim.h"
#include "analysis/load/load.h"
#include "base/arena.h"

LLVMModuleRef library_open(LLVMContextRef ctx, const char *path) {
    LLVMMemoryBufferRef bytes;
    LLVMModuleRef library;
    char *message = NULL;
    if (!path || LLVMCreateMemoryBufferWithContentsOfFile(path, &bytes, &message) != 0) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    if (LLVMGetBitcodeModuleInContext2(ctx, bytes, &library) == 0)
        return library;
    LLVMDisposeMemoryBuffer(bytes);
    return NULL;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A function's name in the source: "exp" of "_Z3expf". */
static const char *source_name(struct arena *a, LLVMValueRef function) {
    size_t n;
    const char *name = LLVMGetValueName2(function, &n);
    if (strncmp(name, "_Z", 2) != 0)
        return name;
    char *at;
    unsigned long length = strtoul(name + 2, &at, 10);
    return length > 0 && length <= strlen(at) ? arena_strndup(a, at, length) : name;
}

struct words load_called_names(struct arena *a, const char *bitcode) {
    struct words names = {0}, distinct = {0};
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMModuleRef m = library_open(ctx, bitcode);
    for (LLVMValueRef f = m ? LLVMGetFirstFunction(m) : NULL; f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f))
            words_add(a, &names, arena_strdup(a, source_name(a, f)));
    if (m)
        LLVMDisposeModule(m);
    LLVMContextDispose(ctx);
    if (names.n)
        qsort(names.at, names.n, sizeof *names.at, by_text);
    for (size_t i = 0; i < names.n; i++)
        if (i == 0 || strcmp(names.at[i], names.at[i - 1]) != 0)
            words_add(a, &distinct, names.at[i]);
    return distinct;
}

/* Declares what the library defines under one of the names, which are sorted. */
static void declare(struct arena *a, LLVMModuleRef part, LLVMModuleRef library,
                    const struct words *names) {
    for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f)) {
        size_t n;
        const char *name = source_name(a, f);
        if (!LLVMIsDeclaration(f) &&
            bsearch(&name, names->at, names->n, sizeof *names->at, by_text))
            LLVMAddFunction(part, LLVMGetValueName2(f, &n), LLVMGlobalGetValueType(f));
    }
}

bool load_write_part(struct arena *a, const char *library, const struct words *names, int fd) {
    bool written = false;
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMModuleRef whole = library_open(ctx, library);
    if (whole) {
        LLVMModuleRef part = LLVMModuleCreateWithNameInContext(library, ctx);
        LLVMSetTarget(part, LLVMGetTarget(whole));
        LLVMSetDataLayout(part, LLVMGetDataLayoutStr(whole));
        if (names->n)
            declare(a, part, whole, names);
        written =
            shim_link_declared(part, whole) && LLVMWriteBitcodeToFD(part, fd, false, true) == 0;
        LLVMDisposeModule(part);
    }
    LLVMContextDispose(ctx);
    return written;
}
