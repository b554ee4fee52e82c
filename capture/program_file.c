#include "capture/program_file.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/process/exit_reason.h"
#include "base/process/spawn.h"
#include "base/str.h"

/* What our own libraries are built for. */
#if defined __x86_64__
enum { OUR_MACHINE = EM_X86_64 };
#elif defined __aarch64__
enum { OUR_MACHINE = EM_AARCH64 };
#else
enum { OUR_MACHINE = EM_NONE }; /* whichever it is, the program is for it */
#endif

struct image {
    const char *bytes;
    size_t n;
    Elf64_Ehdr head;
};

/* A part of the file, or NULL where it is not all there. */
static const char *part(const struct image *i, uint64_t at, uint64_t bytes) {
    return at <= i->n && bytes <= i->n - at ? i->bytes + at : NULL;
}

static bool read_segment(const struct image *i, size_t number, Elf64_Phdr *out) {
    const char *at = part(i, i->head.e_phoff + number * sizeof *out, sizeof *out);
    if (at)
        memcpy(out, at, sizeof *out);
    return at;
}

static bool read_section(const struct image *i, size_t number, Elf64_Shdr *out) {
    const char *at = part(i, i->head.e_shoff + number * sizeof *out, sizeof *out);
    if (at)
        memcpy(out, at, sizeof *out);
    return at;
}

/* The section of that name; false if there is none. */
static bool find_section(const struct image *i, const char *name, Elf64_Shdr *out) {
    Elf64_Shdr names;
    if (!read_section(i, i->head.e_shstrndx, &names))
        return false;
    for (size_t k = 0; k < i->head.e_shnum && read_section(i, k, out); k++) {
        const char *own = part(i, names.sh_offset + out->sh_name, strlen(name) + 1);
        if (own && memcmp(own, name, strlen(name) + 1) == 0)
            return true;
    }
    return false;
}

static bool has_section(const struct image *i, const char *name) {
    Elf64_Shdr section;
    return find_section(i, name, &section);
}

/* Whether it needs a function of that name from a library. */
static bool imports(const struct image *i, const char *name) {
    Elf64_Shdr names;
    const char *text =
        find_section(i, ".dynstr", &names) ? part(i, names.sh_offset, names.sh_size) : NULL;
    return text && memmem(text, names.sh_size, name, strlen(name) + 1);
}

/* The dynamic linker that the program names, or NULL. */
static const char *linker_of(struct arena *a, const struct image *i) {
    Elf64_Phdr segment;
    for (size_t k = 0; k < i->head.e_phnum && read_segment(i, k, &segment); k++) {
        const char *text =
            segment.p_type == PT_INTERP ? part(i, segment.p_offset, segment.p_filesz) : NULL;
        if (text)
            return arena_strndup(a, text, segment.p_filesz);
    }
    return NULL;
}

/* What the dynamic linker says that it would load; nothing of the program runs. */
static const char *list_libraries(struct arena *a, const char *linker, const char *path) {
    static char list[] = "--list";
    char *argv[] = {arena_strdup(a, linker), list, arena_strdup(a, path), NULL};
    int out = spawn_capture("libraries");
    if (out < 0)
        return "";
    spawn_run(
        &(struct spawn_request){.path = linker, .argv = argv, .in = -1, .out = out, .err = out});
    const char *text = failure_text(a, out, 0);
    close(out);
    return text;
}

/* Capabilities of a file mean something to others than root only. */
static bool has_other_rights(const char *path) {
    struct stat st;
    if (stat(path, &st) != 0)
        return false;
    bool user = st.st_mode & S_ISUID && st.st_uid != getuid();
    bool group = st.st_mode & S_ISGID && st.st_gid != getgid();
    return user || group || (getuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0);
}

struct program_file program_file_read(struct arena *a, const char *path) {
    struct image i = {0};
    struct program_file p = {.libraries = ""};
    i.bytes = read_file(a, path, &i.n);
    if (!i.bytes || i.n < sizeof i.head || memcmp(i.bytes, ELFMAG, SELFMAG) != 0) {
        p.script = i.bytes && i.n > 2 && memcmp(i.bytes, "#!", 2) == 0;
        return p;
    }
    memcpy(&i.head, i.bytes, sizeof i.head);
    p.elf = true;
    p.other_rights = has_other_rights(path);
    p.other_machine = i.head.e_ident[EI_CLASS] != ELFCLASS64 ||
                      (OUR_MACHINE != EM_NONE && i.head.e_machine != OUR_MACHINE);
    if (p.other_machine)
        return p;
    const char *linker = linker_of(a, &i);
    p.is_static = !linker;
    p.cuda_code = has_section(&i, ".nv_fatbin");
    p.symbols = has_section(&i, ".symtab");
    p.hip_code = has_section(&i, ".hip_fatbin");
    p.loads = imports(&i, "dlopen");
    if (linker)
        p.libraries = list_libraries(a, linker, path);
    return p;
}

const char *program_file_library(struct arena *a, const struct program_file *p, const char *name) {
    const char *file = arena_printf(a, "%s.so", name);
    for (const char *line = p->libraries; *line; line += strspn(line, "\n")) {
        const char *start = line + strspn(line, " \t"), *end = line + strcspn(line, "\n");
        const char *after = start + strlen(file);
        if (str_starts(start, file) && (*after == '.' || *after == ' '))
            return arena_strndup(a, start, (size_t)(end - start));
        line = end;
    }
    return NULL;
}
