#include "codegen/backend/built.h"

#include <stdlib.h>
#include <string.h>

#include "base/process/completion.h"
#include "base/str.h"
#include "codegen/backend/assemble.h"
#include "codegen/object/object.h"
#include "codegen/object/offload_bundle.h"

/* Objects larger than this are not read: their device code is a small part of them. */
enum { MOST_BYTES = 1 << 30 };

/* Characters of the longest "sm_100a". */
enum { MOST_ARCH = 8 };

/* What the object has for one architecture. */
struct built_arch {
    const char *arch;
    struct code_module module;
};

struct built {
    struct arena *arena;
    struct built_request request;
    bool opened, given_up;
    struct piece file;           /* none: it could not be read */
    struct device_object object; /* NVIDIA's code in it */
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

/* Whether hipcc writes code for it, as an offload bundle. */
static bool is_bundled(const char *arch) {
    return str_starts(arch, "gfx");
}

bool built_is_for(const struct gpu *g) {
    char suffix;
    return is_bundled(g->arch) || number_of(g->arch, &suffix) > 0;
}

struct built *built_begin(struct arena *a, const struct built_request *r) {
    if (!r->ptx.n && (!r->path || (r->completion < 0 && !r->complete)))
        return NULL;
    struct built *b = NEW(a, struct built);
    b->arena = a;
    b->request = *r;
    return b;
}

/* A text of PTX is as an object with nothing else: ptxas knows which GPUs it is for. */
static void open_ptx(struct built *b) {
    static const char target[] = ".target sm_";
    const char *text = (const char *)b->request.ptx.at;
    const char *at = memmem(text, b->request.ptx.n, target, sizeof target - 1);
    struct object_entry e = {.kind = OBJECT_PTX,
                             .packing = OBJECT_PLAIN,
                             .source = "",
                             .packed = b->request.ptx,
                             .bytes = b->request.ptx.n};
    const char *arch = at ? at + sizeof ".target" : text + b->request.ptx.n;
    size_t left = (size_t)(text + b->request.ptx.n - arch);
    e.arch =
        number_of(arena_strndup(b->arena, arch, left < MOST_ARCH ? left : MOST_ARCH), &e.suffix);
    e.suffix = e.suffix == 'a' || e.suffix == 'f' ? e.suffix : '\0';
    vec_push(b->arena, &b->object.entries, e);
}

static void open_object(struct built *b) {
    size_t n = 0;
    b->opened = true;
    if (b->request.ptx.n) {
        open_ptx(b);
        return;
    }
    b->given_up =
        !b->request.complete && !completion_wait(b->request.completion, b->request.patience);
    if (b->given_up)
        return;
    const char *bytes = read_file_within(b->arena, b->request.path, MOST_BYTES, &n);
    if (!bytes)
        return;
    b->file = (struct piece){(const uint8_t *)bytes, n};
    object_open(b->arena, b->file, &b->object);
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
        /* What is for sm_90a, sm_90 is too little for. */
        bool suffixed = e->suffix && e->arch == number && !suffix;
        struct assembly what = {.arch = suffixed ? arena_printf(b->arena, "%s%c", arch, e->suffix)
                                                 : arch,
                                .cache = b->request.cache,
                                .seconds = b->request.seconds};
        if (!is_like(e, like) || object_unpack(b->arena, &b->object, e, &what.ptx))
            continue;
        struct piece cubin = assemble(b->arena, &what);
        if (cubin.n)
            object_read_cubin(b->arena, cubin, m);
    }
    return take_kernels(m, b->request.ptx.n ? "ptxas" : "object through ptxas");
}

/* AMD's code: of the processor, or of another one of its family. */
static void read_bundles(struct built *b, struct built_arch *x) {
    const char *which;
    if (!b->file.n)
        return;
    x->module = offload_read(b->arena, b->file.at, b->file.n, x->arch, &which);
    size_t n = which ? strcspn(which, ":") : 0;
    bool exact = n == strlen(x->arch) && strncmp(which, x->arch, n) == 0;
    take_kernels(&x->module,
                 exact ? "object" : arena_printf(b->arena, "object for %.*s", (int)n, which));
}

static void read_arch(struct built *b, struct built_arch *x) {
    if (is_bundled(x->arch)) {
        read_bundles(b, x);
        return;
    }
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
