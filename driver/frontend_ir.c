/* The front end for LLVM IR, which is read as it is. */
#include "driver/frontend.h"

static struct bitcode compile(struct arena *a, const struct frontend_request *r,
                              const char *clang) {
    (void)a;
    (void)clang;
    return (struct bitcode){.fd = -1, .path = r->input->path};
}

const struct front_end frontend_ir = {.compile = compile};
