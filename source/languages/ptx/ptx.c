/* The front end for PTX: a module of LLVM's, without any compiler. */
#include <llvm-c/BitWriter.h>
#include <string.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/str.h"
#include "source/frontend.h"
#include "source/languages/ptx/module.h"

/* The module as a file in memory, or -1. */
static int write_module(LLVMModuleRef m) {
    int fd = spawn_capture("bitcode");
    if (fd >= 0 && LLVMWriteBitcodeToFD(m, fd, false, true) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static int translate(struct arena *a, const char *text, size_t n, const char *path,
                     const char **error) {
    struct ptx_module parsed = {0};
    int fd = -1;
    *error = ptx_parse_module(a, text, n, &parsed);
    if (*error)
        return -1;
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMModuleRef m = ptx_module_make(a, ctx, &parsed, path, error);
    if (m) {
        fd = write_module(m);
        *error = fd < 0 ? "no memory for its bitcode" : NULL;
        LLVMDisposeModule(m);
    }
    LLVMContextDispose(ctx);
    return fd;
}

static struct bitcode compile(struct arena *a, const struct frontend_request *r,
                              const char *clang) {
    struct bitcode b = {.fd = -1};
    const char *path = r->input->path, *error = NULL;
    size_t n = r->bytes;
    const char *text = r->text ? r->text : read_file(a, path, &n);
    (void)clang;
    b.ptx = text;
    b.ptx_bytes = n;
    b.fd = text ? translate(a, text, n, r->object ? NULL : path, &error) : -1;
    if (b.fd < 0)
        b.reason =
            error ? arena_printf(a, FRONTEND_DOES_NOT_COMPILE "%s", error) : "it cannot be read";
    else
        b.path = arena_printf(a, "/proc/self/fd/%d", b.fd);
    return b;
}

const struct front_end frontend_ptx = {.compile = compile};
