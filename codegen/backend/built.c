#include "codegen/backend/built.h"

#include <stdlib.h>
#include <string.h>

#include "base/process/completion.h"
#include "base/str.h"
#include "codegen/backend/amd_spill_comments.h"
#include "codegen/backend/assemble.h"
#include "codegen/object/object.h"

/* Objects larger than this are not read: their device code is a small part of them. */
enum { MOST_BYTES = 1 << 30 };

/* What the object has for one architecture. */
struct built_arch {
    const char *arch;
    struct code_module module;
};

struct built {
    struct arena *arena;
    struct built_request request;
    bool opened, given_up;
    struct device_object object;
    VEC(struct built_arch) archs;
};

/* "90" and 'a' of "sm_90a"; 0 for architectures of others. */
static unsigned number_of(const char *arch, char *suffix) {
    char *end = "";
    bool own = str_starts(arch, "sm_");
    unsigned n = own ? (unsigned)strtoul(arch + 3, &end, 10) : 0;
    *suffix = *end;
    return n;
}

bool built_is_for(const struct gpu *g) {
    char suffix;
    return number_of(g->arch, &suffix) > 0;
}

struct built *built_begin(struct arena *a, const struct built_request *r) {
    if (!r->path || r->completion < 0)
        return NULL;
    struct built *b = NEW(a, struct built);
    b->arena = a;
    b->request = *r;
    return b;
}

static void open_object(struct built *b) {
    size_t n = 0;
    b->opened = true;
    b->given_up = !completion_wait(b->request.completion, b->request.patience);
    if (b->given_up)
        return;
    const char *bytes = read_file_within(b->arena, b->request.path, MOST_BYTES, &n);
    if (bytes)
        object_open(b->arena, (struct piece){(const uint8_t *)bytes, n}, &b->object);
}

/* Whether the module has kernels, which are from there. */
static bool take_kernels(struct code_module *m, const char *source) {
    for (size_t i = 0; i < m->kernels.n; i++)
        m->kernels.at[i].source = source;
    return m->kernels.n > 0;
}

/* Whether the entry is of the kind and architecture that another one is of. */
static bool is_like(const struct object_entry *x, const struct object_entry *like) {
    return x->kind == like->kind && x->arch == like->arch && x->suffix == like->suffix;
}

/* Reads the entries that are like that one: a program has one for each of its sources. */
static bool read_entries(struct built *b, const struct object_entry *like, const char *source,
                         struct code_module *m) {
    for (size_t i = 0; i < b->object.entries.n; i++)
        if (is_like(&b->object.entries.at[i], like))
            object_read(b->arena, &b->object, &b->object.entries.at[i], m);
    return take_kernels(m, source);
}

/* The cubins that ptxas makes of the object's PTX for the architecture. */
static bool read_assembled(struct built *b, const char *arch, struct code_module *m) {
    char suffix;
    unsigned number = number_of(arch, &suffix);
    const struct object_entry *like = object_choose(&b->object, OBJECT_PTX, number, suffix);
    for (size_t i = 0; like && like->arch <= number && i < b->object.entries.n; i++) {
        const struct object_entry *e = &b->object.entries.at[i];
        struct assembly what = {
            .arch = arch, .cache = b->request.cache, .seconds = b->request.seconds};
        if (!is_like(e, like) || object_unpack(b->arena, &b->object, e, &what.ptx))
            continue;
        struct piece cubin = assemble(b->arena, &what);
        if (cubin.n)
            object_read_cubin(b->arena, cubin, m);
    }
    return take_kernels(m, "object through ptxas");
}

static void read_arch(struct built *b, struct built_arch *x) {
    char suffix;
    unsigned number = number_of(x->arch, &suffix);
    const struct object_entry *e = object_choose(&b->object, OBJECT_ELF, number, suffix);
    if (e && e->arch == number && read_entries(b, e, "object", &x->module))
        return;
    if (read_assembled(b, x->arch, &x->module))
        return;
    if (e)
        read_entries(b, e, arena_printf(b->arena, "object for %s", object_arch(b->arena, e)),
                     &x->module);
}

static const struct code_module *module_of(struct built *b, const char *arch) {
    for (size_t i = 0; i < b->archs.n; i++)
        if (strcmp(b->archs.at[i].arch, arch) == 0)
            return &b->archs.at[i].module;
    struct built_arch x = {.arch = arch};
    if (!b->opened)
        open_object(b);
    read_arch(b, &x);
    vec_push(b->arena, &b->archs, x);
    return &b->archs.at[b->archs.n - 1].module;
}

const struct code *built_code(struct built *b, const char *kernel, const struct gpu *g) {
    return b && kernel && built_is_for(g) ? code_find(module_of(b, g->arch), kernel) : NULL;
}

bool built_given_up(const struct built *b) {
    return b->given_up;
}

struct register_use code_register_use(const struct code *c) {
    const struct code_resources *r = &c->resources;
    struct register_use use = {.source = c->source ? c->source : "object",
                               .per_item = r->registers,
                               .spill_bytes = r->spill_bytes,
                               .private_bytes = r->stack_bytes};
    code_count_spills(c, use.spills);
    return use;
}
