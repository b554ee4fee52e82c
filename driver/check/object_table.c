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

/* A kernel for one architecture; `code` is NULL where there is PTX only. */
struct row {
    const char *arch, *kernel;
    const struct code *code;
};

struct table {
    struct arena *arena;
    const char *path;
    struct device_object object;
    VEC(struct row) rows;
    struct words ptx;    /* kernels of PTX, sorted */
    struct words errors; /* what was wrong, a line each */
};

static void add_error(struct table *t, const char *error) {
    if (error && !words_has(&t->errors, error))
        words_add(t->arena, &t->errors, error);
}

/* --- rows ------------------------------------------------------------------- */

static bool is_same(const struct row *a, const struct row *b) {
    const struct code_resources *x = &a->code->resources, *y = &b->code->resources;
    return strcmp(a->arch, b->arch) == 0 && strcmp(a->kernel, b->kernel) == 0 &&
           x->registers == y->registers && x->stack_bytes == y->stack_bytes &&
           x->local_bytes == y->local_bytes && a->code->bytes == b->code->bytes;
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

static void add_code(struct table *t, const struct object_entry *e) {
    struct code_module m = {0};
    object_read(t->arena, &t->object, e, &m);
    add_error(t, m.error);
    for (size_t i = 0; i < m.kernels.n; i++)
        vec_push(t->arena, &t->rows,
                 (struct row){m.kernels.at[i].arch, m.kernels.at[i].kernel, &m.kernels.at[i]});
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
                     (struct row){object_arch(t->arena, e), names->at[i], NULL});
}

static void add_ptx(struct table *t) {
    struct device_object *o = &t->object;
    struct words *names = NEW_ARRAY(t->arena, struct words, o->entries.n + 1);
    for (size_t i = 0; i < o->entries.n; i++)
        if (o->entries.at[i].kind == OBJECT_PTX) {
            add_error(t, object_ptx_kernels(t->arena, o, &o->entries.at[i], &names[i]));
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

static void add_all(struct table *t) {
    struct device_object *o = &t->object;
    for (size_t i = 0; i < o->entries.n; i++)
        if (o->entries.at[i].kind == OBJECT_ELF && !is_linked_too(o, &o->entries.at[i]))
            add_code(t, &o->entries.at[i]);
    drop_repeated(t);
    add_ptx(t);
}

static void add_architecture(struct table *t, const struct object_entry *chosen) {
    struct device_object *o = &t->object;
    for (size_t i = 0; i < o->entries.n; i++)
        if (is_of(&o->entries.at[i], chosen) && !is_linked_too(o, &o->entries.at[i]))
            add_code(t, &o->entries.at[i]);
    drop_repeated(t);
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
    if (r->code) {
        const struct code_resources *u = &r->code->resources;
        fprintf(out, "%10u%8u", u->registers, u->stack_bytes);
        if (u->spills_unknown && u->stack_bytes)
            fprintf(out, "%14s%13s", "?", "?");
        else
            fprintf(out, "%14u%13u", u->spill_store_bytes, u->spill_load_bytes);
        fprintf(out, "%8u%14u", u->local_bytes, r->code->n_instructions);
    } else {
        fprintf(out, "%10s%8s%14s%13s%8s%14s", "-", "-", "-", "-", "-", "-");
    }
    fprintf(out, "  %-5s", has_ptx(t, r->kernel) ? "yes" : "no");
    print_name(out, r->kernel);
}

static void print_rows(FILE *out, const struct table *t) {
    if (!t->rows.n)
        return;
    fprintf(out, "  %-12s%10s%8s%14s%13s%8s%14s  %-5s%s\n", "arch", "registers", "stack",
            "spill stores", "spill loads", "shared", "instructions", "PTX", "kernel");
    for (size_t i = 0; i < t->rows.n; i++)
        print_row(out, t, &t->rows.at[i]);
}

static void print_codes(FILE *out, const struct table *t) {
    for (size_t i = 0; i < t->rows.n; i++)
        if (t->rows.at[i].code)
            dump_code(out, t->rows.at[i].code);
}

static void print(FILE *out, struct table *t, bool codes) {
    if (codes)
        print_codes(out, t);
    else
        print_rows(out, t);
    t->rows.n = 0;
    t->ptx.n = 0;
}

/* --- GPUs ------------------------------------------------------------------- */

/* The number and the letter of "sm_90a"; false for AMD's. */
static bool read_arch(const char *text, unsigned *arch, char *suffix) {
    *suffix = '\0';
    return sscanf(text, "sm_%u%c", arch, suffix) >= 1;
}

static void print_for(FILE *out, struct table *t, const struct gpu *g, bool codes) {
    unsigned arch;
    char suffix;
    if (!read_arch(g->arch, &arch, &suffix)) {
        add_error(t, arena_printf(t->arena, "it has no code for %s, which is no GPU of NVIDIA's",
                                  g->name));
        return;
    }
    const struct object_entry *chosen = object_choose(&t->object, OBJECT_ELF, arch, suffix);
    if (!chosen) {
        fprintf(out, "%s: no machine code for %s (%s)\n", t->path, g->name, g->arch);
        add_ptx(t);
    } else {
        fprintf(out, "%s: for %s (%s): %s%s\n", t->path, g->name, g->arch,
                object_arch(t->arena, chosen),
                chosen->arch == arch ? "" : ", the nearest that there is");
        add_architecture(t, chosen);
    }
    print(out, t, codes);
}

static void print_all(FILE *out, struct table *t, const struct options *o) {
    bool codes = options_dumps(o, "code");
    const char *error = NULL;
    for (size_t i = 0; i < o->gpus.n; i++)
        print_for(out, t, gpu_named(t->arena, o->gpus.at[i], &error), codes);
    if (o->gpus.n)
        return;
    add_all(t);
    fprintf(out, "%s: %zu kernel%s\n", t->path, t->rows.n, t->rows.n == 1 ? "" : "s");
    print(out, t, codes);
}

static void print_errors(const struct table *t) {
    for (size_t i = 0; i < t->errors.n; i++)
        problems_fail(arena_printf(t->arena, "%s: %s", t->path, t->errors.at[i]));
}

int object_table_print(struct arena *a, const char *path, const struct options *o) {
    struct table t = {.arena = a, .path = path};
    char *text = NULL;
    size_t n = 0;
    const char *bytes = read_file(a, path, &n);
    if (!bytes)
        return problems_fail(arena_printf(a, "%s: %s", path, read_file_error(a, errno)));
    object_open(a, (struct piece){(const uint8_t *)bytes, n}, &t.object);
    add_error(&t, t.object.error);
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return problems_fail(arena_printf(a, "%s: %s", path, strerror(errno)));
    if (t.object.entries.n)
        print_all(out, &t, o);
    fclose(out);
    fwrite(text, 1, n, stdout);
    free(text);
    print_errors(&t);
    return t.errors.n ? EXIT_USAGE : EXIT_SUCCESS;
}
