#include "codegen/object/sass/sass.h"

bool sass_decode(struct arena *a, const uint8_t *code, size_t n, unsigned arch, struct code *c) {
    (void)a, (void)code, (void)n, (void)arch, (void)c;
    return false;
}
