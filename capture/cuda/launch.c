#include "capture/cuda/launch.h"

#include <stdlib.h>
#include <string.h>

static void describe_pointer(const struct launch_memory *memory, struct journal_arg *out,
                             const void *pointer) {
    struct memory m;
    if (!pointer) {
        out->kind = JOURNAL_NULL;
    } else if (memory->find(pointer, &m)) {
        out->kind = JOURNAL_BUFFER;
        out->bytes = m.bytes - ((uintptr_t)pointer - m.start);
    }
}

/* A number of 8 bytes may be a texture, and in PTX an address. */
static void describe_word(const struct launch_memory *memory, struct journal_arg *out,
                          const struct parameter *p, const void *value) {
    uint64_t word;
    struct memory m;
    memcpy(&word, value, sizeof word);
    bool untyped = strcmp(p->type, "u64") == 0;
    if (memory->image(word, out->size))
        out->kind = JOURNAL_IMAGE;
    else if (untyped && word && memory->find((const void *)(uintptr_t)word, &m))
        describe_pointer(memory, out, (const void *)(uintptr_t)word);
    if (untyped)
        out->type = out->kind == JOURNAL_BUFFER ? NULL : "unsigned long";
}

static struct journal_arg describe(const struct launch_memory *memory, const struct parameter *p,
                                   const void *value) {
    struct journal_arg out = {.kind = JOURNAL_UNSET, .name = p->name, .type = p->type};
    if (p->type && !*p->type)
        out.type = NULL;
    if (p->pointer) {
        void *pointer;
        memcpy(&pointer, value, sizeof pointer);
        describe_pointer(memory, &out, pointer);
    } else if (p->bytes) {
        out.kind = JOURNAL_VALUE;
        out.value = value;
        out.bytes = p->bytes;
        if (p->bytes == sizeof(uint64_t) && p->type)
            describe_word(memory, &out, p, value);
    }
    return out;
}

/* What the buffers hold before the launch. */
static void add_contents(const struct launch *l, struct journal_arg *args, size_t n) {
    for (size_t i = 0; i < n; i++) {
        void *pointer;
        if (args[i].kind != JOURNAL_BUFFER)
            continue;
        memcpy(&pointer, l->args[i], sizeof pointer);
        args[i].contents = l->memory->contents(pointer, args[i].bytes, l->stream);
    }
}

bool launch_describe(const struct launch *l, bool contents, struct launch_row *out) {
    const struct signature *s = &l->kernel->signature;
    size_t n = l->args && s->known ? s->n : 0;
    struct journal_arg *args = calloc(n + 1, sizeof *args);
    struct journal_launch *row = &out->row;
    out->args = args;
    *row = (struct journal_launch){.program = l->kernel->program,
                                   .kernel = s->name,
                                   .args = args,
                                   .file = l->file,
                                   .line = l->line};
    if (!args)
        return false;
    for (int d = 0; d < 3; d++) {
        row->global[d] = l->grid[d] * l->block[d];
        row->local[d] = l->block[d];
    }
    for (size_t i = 0; i < n; i++)
        args[i] = describe(l->memory, &s->parameters[i], l->args[i]);
    row->n_args = n;
    if (l->shared)
        args[row->n_args++] = (struct journal_arg){
            .kind = JOURNAL_LOCAL, .name = LAUNCH_DYNAMIC_NAME, .bytes = l->shared};
    if (contents && journal_wants_contents(row))
        add_contents(l, args, n);
    return true;
}

uint64_t launch_record(const struct launch *l) {
    struct launch_row r;
    if (!launch_describe(l, true, &r))
        return 0;
    uint64_t number = journal_launch(&r.row);
    free(r.args);
    return number;
}

/* --- arguments in a buffer ------------------------------------------------------------ */

static size_t alignment_of(size_t bytes) {
    size_t align = 1;
    while (align < 16 && bytes % (2 * align) == 0)
        align *= 2;
    return align;
}

void **launch_unpack(const struct signature *s, char *buffer, size_t bytes) {
    void **args = s->known ? calloc(s->n + 1, sizeof *args) : NULL;
    size_t at = 0;
    for (size_t i = 0; args && i < s->n; i++) {
        size_t size = s->parameters[i].bytes, align = alignment_of(size);
        at = (at + align - 1) / align * align;
        if (!size || at + size > bytes) {
            free(args);
            return NULL;
        }
        args[i] = buffer + at;
        at += size;
    }
    return args;
}

/* `extra` has the buffer of arguments and its size. */
void **launch_unpack_extra(const struct signature *s, void **extra, const void *end) {
    enum { BUFFER = 1, BUFFER_SIZE = 2 };
    char *buffer = NULL;
    size_t bytes = 0;
    for (; extra && *extra != end; extra += 2) {
        if ((uintptr_t)*extra == BUFFER)
            buffer = extra[1];
        else if ((uintptr_t)*extra == BUFFER_SIZE)
            bytes = *(size_t *)extra[1];
    }
    return buffer ? launch_unpack(s, buffer, bytes) : NULL;
}

/* --- copies --------------------------------------------------------------------------- */

struct launch *launch_copy(const struct launch *l) {
    const struct signature *s = &l->kernel->signature;
    size_t n = l->args && s->known ? s->n : 0, bytes = 0;
    for (size_t i = 0; i < n; i++)
        bytes += (s->parameters[i].bytes + 15) / 16 * 16;
    struct launch *copy = calloc(1, sizeof *copy + n * sizeof(void *) + bytes + 16);
    if (!copy)
        return NULL;
    *copy = *l;
    void **args = (void **)(copy + 1);
    char *values = (char *)(args + n);
    for (size_t i = 0; i < n; i++) {
        args[i] = values;
        memcpy(values, l->args[i], s->parameters[i].bytes);
        values += (s->parameters[i].bytes + 15) / 16 * 16;
    }
    copy->args = n || s->known ? args : NULL;
    return copy;
}

void launch_free(struct launch *copy) {
    free(copy);
}
