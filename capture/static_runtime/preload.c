/* Preloaded into a program that has CUDA's runtime within itself: puts the stand-in's functions in
 * the place of that runtime's, before anything of the program runs. They are found by the program's
 * table of symbols, or where its code is that of an installed toolkit's static library. */
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
#include "capture/static_runtime/static_library.h"
#include "codegen/object/elf.h"

/* The runtime in an object of the process. */
struct runtime {
    struct piece file;
    struct elf elf;       /* whose symbols name the functions */
    uint32_t section;     /* that these are in, or 0: any */
    struct piece library; /* that the symbols are of, or no bytes */
    uintptr_t base;       /* what is added to the symbols' values */
    void *stand_in;
    struct redirection *functions;
    size_t n;
    bool has_properties_2, has_kernels; /* functions that tell its version */
};

static struct piece map_file(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat s = {0};
    void *at = MAP_FAILED;
    if (fd >= 0 && fstat(fd, &s) == 0 && s.st_size > 0)
        at = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (fd >= 0)
        close(fd);
    struct piece file = {0};
    if (at != MAP_FAILED)
        file = (struct piece){at, (size_t)s.st_size};
    return file;
}

static void unmap_file(struct piece *file) {
    if (file->n)
        munmap((void *)file->at, file->n);
    *file = (struct piece){0};
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
        if ((out->value || r->section) && out->size &&
            (!r->section || out->section == r->section) && is_named_like_runtime(out->name))
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

/* Whether there are any. */
static bool find_functions(struct arena *a, struct runtime *r) {
    const struct elf_section *table = elf_symbols(&r->elf);
    if (!table)
        return false;
    r->functions = NEW_ARRAY(a, struct redirection, elf_symbol_count(table));
    add_known(r, table);
    add_unknown(r, table);
    return r->n > 0;
}

/* One of the toolkits' libraries whose code is the program's has the symbols. */
static bool find_library(struct arena *a, struct runtime *r) {
    const struct elf_section *text = elf_section_named(&r->elf, ".text");
    char *paths =
        arena_strdup(a, getenv(JOURNAL_STATIC_RUNTIMES) ? getenv(JOURNAL_STATIC_RUNTIMES) : "");
    struct linked_member m;
    char *rest;
    for (char *path = strtok_r(paths, ":", &rest); text && path;
         path = strtok_r(NULL, ":", &rest)) {
        r->library = map_file(path);
        if (static_library_find(a, r->library, text->bytes, text->address, &m)) {
            r->elf = m.elf;
            r->section = m.text;
            r->base += text->address + m.at;
            return true;
        }
        unmap_file(&r->library);
    }
    return false;
}

static void replace(struct arena *a, struct runtime *r) {
    void (*tell_version)(int);
    if (!(r->stand_in = load_stand_in(a)))
        return;
    if (!find_functions(a, r) && !(find_library(a, r) && find_functions(a, r)))
        return;
    *(void **)&tell_version = dlsym(r->stand_in, "clperf_cuda_static_runtime");
    if (tell_version)
        tell_version(major_version(r));
    if (!redirect(r->functions, r->n))
        journal_remark("the system does not let the program's code be changed, so that CUDA's "
                       "runtime in it finds no GPU");
}

static void replace_in(struct arena *a, const char *path, uintptr_t base) {
    struct runtime r = {.file = map_file(path), .base = base};
    if (!elf_open(a, r.file, &r.elf) && elf_section_named(&r.elf, ".nv_fatbin"))
        replace(a, &r);
    unmap_file(&r.file);
    unmap_file(&r.library);
}

/* --- objects of the process --------------------------------------------------------------- */

struct object {
    const char *path;
    uintptr_t base;
};

/* Those that were there when we looked last. */
static struct {
    struct object *at;
    size_t n;
} seen;

static bool was_seen(const struct object *o) {
    for (size_t i = 0; i < seen.n; i++)
        if (seen.at[i].base == o->base && strcmp(seen.at[i].path, o->path) == 0)
            return true;
    return false;
}

/* The first object is the program; its name is "". */
static struct object object_of(const struct link_map *map, const struct link_map *first) {
    return (struct object){map == first ? "/proc/self/exe" : map->l_name, map->l_addr};
}

static void look_at_new_objects(const struct link_map *first) {
    struct arena a = {0};
    struct object *now;
    size_t n = 0;
    for (const struct link_map *map = first; map; map = map->l_next)
        n++;
    if (!(now = calloc(n + 1, sizeof *now)))
        return;
    n = 0;
    for (const struct link_map *map = first; map; map = map->l_next) {
        struct object o = object_of(map, first);
        if (*o.path && !was_seen(&o))
            replace_in(&a, o.path, o.base);
        now[n++] = (struct object){strdup(o.path), o.base};
    }
    for (size_t i = 0; i < seen.n; i++)
        free((char *)seen.at[i].path);
    free(seen.at);
    seen.at = now;
    seen.n = n;
    arena_free(&a);
}

/* --- objects that are loaded later ---------------------------------------------------------- */

/* The dynamic linker's list of objects, which it keeps for debuggers. */
static struct r_debug *linker(void) {
    return &_r_debug;
}

/* The linker calls a function that does nothing whenever the list has changed, for debuggers to
 * stop at, and before anything of a new object runs: we are called in its place. */
static void list_changed(void) {
    static _Thread_local bool inside;
    if (inside || linker()->r_state != RT_CONSISTENT)
        return;
    inside = true;
    look_at_new_objects(linker()->r_map);
    inside = false;
}

/* Whether the function at this address is nothing but a return, with room behind it. */
static bool is_empty_function(const uint8_t *code) {
#if defined(__x86_64__)
    static const uint8_t landing[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
    enum { RETURN = 0xc3, ALIGNMENT = 16 };
    if (memcmp(code, landing, sizeof landing) == 0)
        code += sizeof landing;
    return *code == RETURN && REDIRECT_BYTES <= (int)ALIGNMENT;
#else
    (void)code;
    return false;
#endif
}

static void watch(void) {
    enum { ALIGNMENT = 16 };
    uintptr_t at = linker()->r_brk;
    struct redirection r = {at, (uintptr_t)list_changed};
    if (at && at % ALIGNMENT == 0 && is_empty_function((const uint8_t *)at))
        redirect(&r, 1);
}

/* Runs before the C library is initialized, which has no environment yet. */
__attribute__((constructor)) static void start(int argc, char **argv, char **environment) {
    (void)argc, (void)argv;
    if (!environ)
        environ = environment;
    if (!journal_wanted())
        return;
    look_at_new_objects(linker()->r_map);
    watch();
}
