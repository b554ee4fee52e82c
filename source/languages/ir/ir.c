/* The front end for LLVM IR, which is read as it is, but for what a later LLVM adds to its text. */
#include <string.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/str.h"
#include "source/frontend.h"
#include "source/languages/ir/ir_text.h"

static bool is_bitcode(const char *bytes, size_t n) {
    return n > 3 && (memcmp(bytes, "BC", 2) == 0 || memcmp(bytes, "\xde\xc0\x17\x0b", 4) == 0);
}

static struct bitcode compile(struct arena *a, const struct frontend_request *r,
                              const char *clang) {
    struct bitcode b = {.fd = -1, .path = r->input->path};
    size_t n = 0;
    const char *text = read_file(a, b.path, &n);
    const char *ours = text && !is_bitcode(text, n) ? ir_text_as_ours(a, text, n) : NULL;
    (void)clang;
    if (ours)
        b.fd = spawn_text("llvm_ir", ours, strlen(ours));
    if (b.fd >= 0)
        b.path = arena_printf(a, "/proc/self/fd/%d", b.fd);
    return b;
}

const struct front_end frontend_ir = {.compile = compile};
