#include "capture/cuda/launch.h"

#include <stdlib.h>
#include <string.h>

#include "capture/cuda/memory.h"
#include "capture/cuda/textures.h"
#include "capture/journal.h"

static void describe_pointer(struct journal_arg *out, const void *pointer) {
    struct memory m;
    if (!pointer) {
        out->kind = JOURNAL_NULL;
    } else if (memory_find(pointer, &m)) {
        out->kind = JOURNAL_BUFFER;
        out->bytes = m.bytes - ((uintptr_t)pointer - m.start);
    }
}

/* A number of 8 bytes may be a texture, and in PTX an address. */
static void describe_word(struct journal_arg *out, const struct parameter *p, const void *value) {
    uint64_t word;
    struct memory m;
    memcpy(&word, value, sizeof word);
    bool untyped = strcmp(p->type, "u64") == 0;
    if (texture_size(word, out->size))
        out->kind = JOURNAL_IMAGE;
    else if (untyped && memory_find((const void *)(uintptr_t)word, &m))
        describe_pointer(out, (const void *)(uintptr_t)word);
    if (untyped)
        out->type = out->kind == JOURNAL_BUFFER ? NULL : "unsigned long";
}

static struct journal_arg describe(const struct parameter *p, const void *value) {
    struct journal_arg out = {.kind = JOURNAL_UNSET, .name = p->name, .type = p->type};
    if (p->type && !*p->type)
        out.type = NULL;
    if (p->pointer) {
        void *pointer;
        memcpy(&pointer, value, sizeof pointer);
        describe_pointer(&out, pointer);
    } else if (p->bytes) {
        out.kind = JOURNAL_VALUE;
        out.value = value;
        out.bytes = p->bytes;
        if (p->bytes == sizeof(uint64_t) && p->type)
            describe_word(&out, p, value);
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
        args[i].contents = journal_contents(pointer, args[i].bytes);
    }
}

uint64_t launch_record(const struct launch *l) {
    const struct signature *s = &l->kernel->signature;
    size_t n = l->args && s->known ? s->n : 0;
    struct journal_arg *args = calloc(n + 1, sizeof *args);
    struct journal_launch row = {.program = l->kernel->program,
                                 .kernel = s->name,
                                 .args = args,
                                 .file = l->file,
                                 .line = l->line};
    if (!args)
        return 0;
    for (int d = 0; d < 3; d++) {
        row.global[d] = l->grid[d] * l->block[d];
        row.local[d] = l->block[d];
    }
    for (size_t i = 0; i < n; i++)
        args[i] = describe(&s->parameters[i], l->args[i]);
    row.n_args = n;
    if (l->shared)
        args[row.n_args++] = (struct journal_arg){
            .kind = JOURNAL_LOCAL, .name = LAUNCH_DYNAMIC_NAME, .bytes = l->shared};
    if (journal_wants_contents(&row))
        add_contents(l, args, n);
    uint64_t number = journal_launch(&row);
    free(args);
    return number;
}

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
