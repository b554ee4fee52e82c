/* The kernels of one file with device code, as a table. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/problems.h"
#include "base/str.h"
#include "codegen/object/demangle.h"
#include "codegen/object/object.h"
#include "driver/check/objects.h"
#include "hwdb/gpu.h"
#include "hwdb/native_gpu.h"

/* A kernel for one architecture. */
struct row {
    const char *arch, *kernel;
    bool ptx_only; /* the rest is not known */
    struct code_resources resources;
    uint32_t n_instructions, bytes;
};

struct table {
    struct arena *arena;
    const char *path;
    FILE *out;
    bool codes; /* machine code is printed, and no table */
    struct device_object object;
    VEC(struct row) rows;
    struct words ptx;    /* kernels of PTX, sorted */
    struct words errors; /* what was wrong, a line each */
};

static void add_error(struct table *t, const char *error) {
    if (error && !words_has(&t->errors, error))
        words_add(t->arena, &t->errors, arena_strdup(t->arena, error));
}

/* --- rows ------------------------------------------------------------------- */

static bool is_same(const struct row *a, const struct row *b) {
    const struct code_resources *x = &a->resources, *y = &b->resources;
    return strcmp(a->arch, b->arch) == 0 && strcmp(a->kernel, b->kernel) == 0 &&
           x->registers == y->registers && x->stack_bytes == y->stack_bytes &&
           x->local_bytes == y->local_bytes && a->bytes == b->bytes;
}

static int by_name(const void *a, const void *b) {
    const struct row *x = *(const struct row *const *)a, *y = *(const struct row *const *)b;
    int order = strcmp(x->kernel, y->kernel);
    return order ? order : (x > y) - (x < y);
}

/* Templates that several sources use are there several times. */
static void drop_repeated(struct table *t) {
    size_t n = t->rows.n, kept = 0;
    const struct row **sorted = NEW_ARRAY(t->arena, const struct row *, n + 1);
    bool *repeated = NEW_ARRAY(t->arena, bool, n + 1);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &t->rows.at[i];
    qsort(sorted, n, sizeof *sorted, by_name);
    for (size_t i = 0, first = 0; i < n; i++) {
        if (strcmp(sorted[i]->kernel, sorted[first]->kernel) != 0)
            first = i;
        for (size_t k = first; k < i && !repeated[sorted[i] - t->rows.at]; k++)
            repeated[sorted[i] - t->rows.at] = is_same(sorted[k], sorted[i]);
    }
    for (size_t i = 0; i < n; i++)
        if (!repeated[i])
            t->rows.at[kept++] = t->rows.at[i];
    t->rows.n = kept;
}

static struct row row_of(struct arena *a, const struct code *c) {
    return (struct row){.arch = arena_strdup(a, c->arch),
                        .kernel = arena_strdup(a, c->kernel),
                        .resources = c->resources,
                        .n_instructions = c->n_instructions,
                        .bytes = c->bytes};
}

/* Libraries have more code than memory holds: of each entry, only the rows are kept. */
static void add_code(struct table *t, const struct object_entry *e) {
    struct arena scratch = {0};
    struct code_module m = {0};
    object_renew_limits(&t->object);
    object_read(&scratch, &t->object, e, &m);
    add_error(t, m.error);
    for (size_t i = 0; i < m.kernels.n; i++)
        if (t->codes)
            dump_code(t->out, &m.kernels.at[i]);
        else
            vec_push(t->arena, &t->rows, row_of(t->arena, &m.kernels.at[i]));
    arena_free(&scratch);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool has_ptx(const struct table *t, const char *kernel) {
    return t->ptx.n && bsearch(&kernel, t->ptx.at, t->ptx.n, sizeof *t->ptx.at, by_text);
}

/* Kernels that the driver compiles when the program starts. */
static void add_ptx_only(struct table *t, const struct object_entry *e, const struct words *names) {
    struct words known = {0};
    for (size_t i = 0; i < t->rows.n; i++)
        words_add(t->arena, &known, t->rows.at[i].kernel);
    if (known.n)
        qsort(known.at, known.n, sizeof *known.at, by_text);
    for (size_t i = 0; i < names->n; i++)
        if (!known.n || !bsearch(&names->at[i], known.at, known.n, sizeof *known.at, by_text))
            vec_push(t->arena, &t->rows,
                     (struct row){.arch = object_arch(t->arena, e),
                                  .kernel = names->at[i],
                                  .ptx_only = true});
}

static void read_ptx(struct table *t, const struct object_entry *e, struct words *names) {
    struct arena scratch = {0};
    struct words found = {0};
    object_renew_limits(&t->object);
    add_error(t, object_ptx_kernels(&scratch, &t->object, e, &found));
    for (size_t i = 0; i < found.n; i++)
        words_add(t->arena, names, arena_strdup(t->arena, found.at[i]));
    arena_free(&scratch);
}

static void add_ptx(struct table *t) {
    struct device_object *o = &t->object;
    struct words *names = NEW_ARRAY(t->arena, struct words, o->entries.n + 1);
    for (size_t i = 0; i < o->entries.n; i++)
        if (o->entries.at[i].kind == OBJECT_PTX) {
            read_ptx(t, &o->entries.at[i], &names[i]);
            words_add_all(t->arena, &t->ptx, &names[i]);
        }
    for (size_t i = 0; i < o->entries.n; i++)
        if (names[i].n)
            add_ptx_only(t, &o->entries.at[i], &names[i]);
    if (t->ptx.n)
        qsort(t->ptx.at, t->ptx.n, sizeof *t->ptx.at, by_text);
}

/* --- which entries ---------------------------------------------------------- */

static bool is_of(const struct object_entry *e, const struct object_entry *chosen) {
    return e->kind == OBJECT_ELF && e->arch == chosen->arch && e->suffix == chosen->suffix;
}

/* Whether there is linked code for the same architecture, of which this is a part. */
static bool is_linked_too(const struct device_object *o, const struct object_entry *e) {
    for (size_t i = 0; i < o->entries.n && e->relocatable; i++)
        if (is_of(&o->entries.at[i], e) && !o->entries.at[i].relocatable)
            return true;
    return false;
}

/* The rows of all architectures, or of that of an entry. */
static void add_rows(struct table *t, const struct object_entry *chosen) {
    struct device_object *o = &t->object;
    for (size_t i = 0; i < o->entries.n; i++) {
        const struct object_entry *e = &o->entries.at[i];
        if (is_of(e, chosen ? chosen : e) && !is_linked_too(o, e))
            add_code(t, e);
    }
    drop_repeated(t);
    if (!t->codes)
        add_ptx(t);
}

/* --- text ------------------------------------------------------------------- */

static void print_name(FILE *out, const char *symbol) {
    char *name = demangle(symbol);
    if (name)
        fprintf(out, "%s [%s]\n", name, symbol);
    else
        fprintf(out, "%s\n", symbol);
    free(name);
}

static void print_row(FILE *out, const struct table *t, const struct row *r) {
    fprintf(out, "  %-12s", r->arch);
    if (!r->ptx_only) {
        const struct code_resources *u = &r->resources;
        fprintf(out, "%10u%8u", u->registers, u->stack_bytes);
        if (u->spills_unknown && u->stack_bytes)
            fprintf(out, "%14s%13s", "?", "?");
        else
            fprintf(out, "%14u%13u", u->spill_store_bytes, u->spill_load_bytes);
        fprintf(out, "%8u%14u", u->local_bytes, r->n_instructions);
    } else {
        fprintf(out, "%10s%8s%14s%13s%8s%14s", "-", "-", "-", "-", "-", "-");
    }
    fprintf(out, "  %-5s", has_ptx(t, r->kernel) ? "yes" : "no");
    print_name(out, r->kernel);
}

static void print_rows(struct table *t) {
    if (t->rows.n)
        fprintf(t->out, "  %-12s%10s%8s%14s%13s%8s%14s  %-5s%s\n", "arch", "registers", "stack",
                "spill stores", "spill loads", "shared", "instructions", "PTX", "kernel");
    for (size_t i = 0; i < t->rows.n; i++)
        print_row(t->out, t, &t->rows.at[i]);
    t->rows.n = 0;
    t->ptx.n = 0;
}

/* --- GPUs ------------------------------------------------------------------- */

/* The number and the letter of "sm_90a"; false for AMD's. */
static bool read_arch(const char *text, unsigned *arch, char *suffix) {
    *suffix = '\0';
    return sscanf(text, "sm_%u%c", arch, suffix) >= 1;
}

static void print_for(struct table *t, const struct gpu *g) {
    unsigned arch;
    char suffix;
    if (!read_arch(g->arch, &arch, &suffix)) {
        add_error(t, arena_printf(t->arena, "it has no code for %s, which is no GPU of NVIDIA's",
                                  g->name));
        return;
    }
    const struct object_entry *chosen = object_choose(&t->object, OBJECT_ELF, arch, suffix);
    fprintf(t->out, "%s: for %s (%s): %s%s\n", t->path, g->name, g->arch,
            chosen ? object_arch(t->arena, chosen) : "no machine code",
            !chosen || chosen->arch == arch ? "" : ", the nearest that there is");
    if (chosen)
        add_rows(t, chosen);
    else if (!t->codes)
        add_ptx(t);
    print_rows(t);
}

/* What nvcc -dlto leaves to the link. */
static void print_others(const struct table *t) {
    for (size_t i = 0; i < t->object.entries.n; i++)
        if (t->object.entries.at[i].kind == OBJECT_OTHER_ENTRY)
            fprintf(t->out, "  code for %s that only the link compiles\n",
                    object_arch(t->arena, &t->object.entries.at[i]));
}

static void print_all(struct table *t) {
    if (t->codes)
        fprintf(t->out, "%s:\n", t->path);
    add_rows(t, NULL);
    if (!t->codes)
        fprintf(t->out, "%s: %zu kernel%s\n", t->path, t->rows.n, t->rows.n == 1 ? "" : "s");
    print_rows(t);
    print_others(t);
}

static void print_errors(const struct table *t) {
    for (size_t i = 0; i < t->errors.n; i++)
        problems_fail(arena_printf(t->arena, "%s: %s", t->path, t->errors.at[i]));
}

int object_table_print(struct arena *a, const char *path, const struct options *o) {
    struct table t = {.arena = a, .path = path, .codes = options_dumps(o, "code")};
    char *text = NULL;
    const char *error = NULL;
    size_t n = 0;
    const char *bytes = read_file(a, path, &n);
    if (!bytes)
        return problems_fail(arena_printf(a, "%s: %s", path, read_file_error(a, errno)));
    object_open(a, (struct piece){(const uint8_t *)bytes, n}, &t.object);
    add_error(&t, t.object.error);
    t.out = open_memstream(&text, &n);
    if (!t.out)
        return problems_fail(arena_printf(a, "%s: %s", path, strerror(errno)));
    for (size_t i = 0; i < o->gpus.n && t.object.entries.n; i++)
        print_for(&t, gpu_named(a, o->gpus.at[i], &error));
    if (!o->gpus.n && t.object.entries.n)
        print_all(&t);
    fclose(t.out);
    fwrite(text, 1, n, stdout);
    free(text);
    print_errors(&t);
    return t.errors.n ? EXIT_USAGE : EXIT_SUCCESS;
}
