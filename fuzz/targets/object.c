/* Fuzzes the reading of cubins, fat binaries and host objects. */
#include "codegen/object/object.h"
#include "fuzz/fuzz.h"

static void read_entry(struct arena *a, struct device_object *o, const struct object_entry *e) {
    struct words names = {0};
    struct code_module m = {0};
    if (e->kind == OBJECT_ELF)
        object_read(a, o, e, &m);
    else
        object_ptx_kernels(a, o, e, &names);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    enum { UNPACKED = 1 << 20, VOLTA = 70 };
    struct arena a = {0};
    struct device_object o;
    object_open(&a, (struct piece){bytes, n}, &o);
    o.may_unpack = UNPACKED;
    for (size_t i = 0; i < o.entries.n; i++)
        read_entry(&a, &o, &o.entries.at[i]);
    object_choose(&o, OBJECT_ELF, VOLTA, '\0');
    arena_free(&a);
    return 0;
}
