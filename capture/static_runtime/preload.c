/* Preloaded into a program that has CUDA's runtime within itself: puts the stand-in's functions in
 * the place of that runtime's, before anything of the program runs. The program must have its table
 * of symbols yet. */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"
#include "capture/journal.h"
#include "capture/static_runtime/redirect.h"
#include "codegen/object/elf.h"

/* The runtime in an object of the process. */
struct runtime {
    struct piece file;
    struct elf elf;
    uintptr_t base; /* what is added to addresses in the file */
    void *stand_in;
    struct redirection *functions;
    size_t n;
    bool has_properties_2, has_kernels; /* functions that tell its version */
};

static struct piece map_file(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat s;
    struct piece file = {0};
    if (fd >= 0 && fstat(fd, &s) == 0 && s.st_size > 0) {
        void *at = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (at != MAP_FAILED)
            file = (struct piece){at, (size_t)s.st_size};
    }
    if (fd >= 0)
        close(fd);
    return file;
}

/* A function that the runtime has and the stand-in lacks does nothing and succeeds. */
static int do_nothing(void) {
    journal_remark("the program calls functions of CUDA's runtime that are not known");
    return 0;
}

static bool is_named_like_runtime(const char *name) {
    static const char *const prefixes[] = {"cuda", "__cuda"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

/* Each symbol of the object that is named as the runtime's functions are. */
static bool next_function(const struct runtime *r, const struct elf_section *table, uint32_t *i,
                          struct elf_symbol *out) {
    while (elf_read_symbol(&r->elf, table, (*i)++, out))
        if (out->value && out->size && is_named_like_runtime(out->name))
            return true;
    return false;
}

static void add(struct runtime *r, const struct elf_symbol *s, uintptr_t to) {
    r->functions[r->n++] = (struct redirection){r->base + s->value, to};
}

/* The functions that the stand-in has. */
static void add_known(struct runtime *r, const struct elf_section *table) {
    struct elf_symbol s;
    for (uint32_t i = 0; next_function(r, table, &i, &s);) {
        uintptr_t to = (uintptr_t)dlsym(r->stand_in, s.name);
        r->has_properties_2 |= strcmp(s.name, "cudaGetDeviceProperties_v2") == 0;
        r->has_kernels |= strcmp(s.name, "__cudaGetKernel") == 0;
        if (to)
            add(r, &s, to);
    }
}

/* The others that stand among them: the program may have some with such names as well. */
static void add_unknown(struct runtime *r, const struct elf_section *table) {
    struct elf_symbol s;
    uintptr_t first = UINTPTR_MAX, last = 0;
    for (size_t i = 0; i < r->n; i++) {
        uintptr_t at = r->functions[i].from;
        first = at < first ? at : first;
        last = at > last ? at : last;
    }
    for (uint32_t i = 0; next_function(r, table, &i, &s);) {
        uintptr_t at = r->base + s.value;
        if (at > first && at < last && !dlsym(r->stand_in, s.name))
            add(r, &s, (uintptr_t)do_nothing);
    }
}

static int major_version(const struct runtime *r) {
    return r->has_properties_2 ? 12 : r->has_kernels ? 13 : 11;
}

/* Beside this library. Global, it would be among the objects whose initialization goes on then. */
static void *load_stand_in(struct arena *a) {
    static const char stand_in_name[] = "libclperf-cuda.so";
    Dl_info self;
    if (!dladdr(&stand_in_name, &self))
        return NULL;
    const char *slash = strrchr(self.dli_fname, '/');
    return dlopen(arena_printf(a, "%.*s%s", slash ? (int)(slash + 1 - self.dli_fname) : 0,
                               self.dli_fname, stand_in_name),
                  RTLD_NOW | RTLD_LOCAL);
}

static void replace(struct arena *a, struct runtime *r) {
    const struct elf_section *table = elf_symbols(&r->elf);
    void (*tell_version)(int);
    if (!table || !(r->stand_in = load_stand_in(a)))
        return;
    r->functions = NEW_ARRAY(a, struct redirection, elf_symbol_count(table));
    add_known(r, table);
    add_unknown(r, table);
    *(void **)&tell_version = dlsym(r->stand_in, "clperf_cuda_static_runtime");
    if (r->n && tell_version)
        tell_version(major_version(r));
    if (!redirect(r->functions, r->n))
        journal_remark("the system does not let the program's code be changed, so that CUDA's "
                       "runtime in it finds no GPU");
}

/* The first object is the program; its name is "". */
static void replace_in(struct arena *a, const char *path, uintptr_t base) {
    struct runtime r = {.file = map_file(path), .base = base};
    if (!elf_open(a, r.file, &r.elf) && elf_section_named(&r.elf, ".nv_fatbin"))
        replace(a, &r);
    if (r.file.n)
        munmap((void *)r.file.at, r.file.n);
}

struct object {
    const char *path;
    uintptr_t base;
};

struct objects {
    struct arena *arena;
    VEC(struct object) list;
};

static int add_object(struct dl_phdr_info *o, size_t bytes, void *data) {
    struct objects *all = data;
    (void)bytes;
    const char *path = *o->dlpi_name ? arena_strdup(all->arena, o->dlpi_name)
                       : all->list.n ? NULL
                                     : "/proc/self/exe";
    if (path)
        vec_push(all->arena, &all->list, ((struct object){path, o->dlpi_addr}));
    return 0;
}

/* Runs before the C library is initialized, which has no environment yet. */
__attribute__((constructor)) static void start(int argc, char **argv, char **environment) {
    struct arena a = {0};
    struct objects all = {.arena = &a};
    (void)argc, (void)argv;
    if (!environ)
        environ = environment;
    if (!journal_wanted())
        return;
    dl_iterate_phdr(add_object, &all);
    for (size_t i = 0; i < all.list.n; i++)
        replace_in(&a, all.list.at[i].path, all.list.at[i].base);
    arena_free(&a);
}
