#include "base/arena.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/die.h"
#include "base/poison.h"

enum { BLOCK_BYTES = 64 * 1024, ALIGN = 16 };

struct arena_block {
    struct arena_block *next;
    size_t size;
    bool borrowed;
    _Alignas(16) char data[];
};

/* What is taken of a block for so many bytes. */
static size_t aligned(size_t bytes) {
    return (bytes + POISON_GAP + ALIGN - 1) / ALIGN * ALIGN;
}

/* The more an arena has the larger blocks it takes, so that what grows mostly has room behind it.
 */
static size_t block_bytes(const struct arena *a, size_t at_least) {
    enum { SHARE = 4 };
    size_t size = a->total / SHARE > BLOCK_BYTES ? a->total / SHARE : BLOCK_BYTES;
    return at_least > size ? at_least : size;
}

static void add_block(struct arena *a, size_t at_least) {
    size_t size = block_bytes(a, at_least);
    struct arena_block *b = malloc(sizeof *b + size);
    if (!b && a->no_memory)
        longjmp(*a->no_memory, 1);
    if (!b)
        die("out of memory (%zu bytes)", size);
    *b = (struct arena_block){.next = a->head, .size = size};
    poison(b->data, size);
    a->head = b;
    a->used = 0;
    a->total += size;
}

void arena_begin_in(struct arena *a, void *memory, size_t bytes) {
    struct arena_block *b = memory;
    *b = (struct arena_block){.size = bytes - sizeof *b, .borrowed = true};
    poison(b->data, b->size);
    a->head = b;
    a->used = 0;
}

/* Memory with whatever is in it. */
static void *room_for(struct arena *a, size_t bytes) {
    size_t taken = aligned(bytes);
    if (!a->head || a->head->size - a->used < taken)
        add_block(a, taken);
    void *p = a->head->data + a->used;
    a->used += taken;
    unpoison(p, bytes);
    return p;
}

void *arena_alloc(struct arena *a, size_t bytes) {
    return memset(room_for(a, bytes), 0, bytes);
}

static bool is_last(const struct arena *a, const void *p, size_t bytes) {
    return p && a->head && (const char *)p + aligned(bytes) == a->head->data + a->used;
}

void *arena_grow(struct arena *a, void *p, size_t from, size_t to) {
    if (is_last(a, p, from)) {
        size_t more = aligned(to) - aligned(from);
        if (a->head->size - a->used >= more) {
            a->used += more;
            unpoison(p, to);
            return p;
        }
    }
    void *moved = room_for(a, to);
    return from ? memcpy(moved, p, from) : moved;
}

void *arena_memdup(struct arena *a, const void *from, size_t bytes) {
    void *p = room_for(a, bytes);
    return bytes ? memcpy(p, from, bytes) : p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n) {
    char *p = room_for(a, n + 1);
    memcpy(p, s, n);
    p[n] = 0;
    return p;
}

char *arena_strdup(struct arena *a, const char *s) {
    return arena_strndup(a, s, strlen(s));
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    if (n < 0)
        die("cannot format '%s'", fmt);
    char *p = arena_alloc(a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, ap);
    return p;
}

char *arena_printf(struct arena *a, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    char *p = arena_vprintf(a, fmt, ap);
    va_end(ap);
    return p;
}

void arena_free(struct arena *a) {
    for (struct arena_block *b = a->head, *next; b; b = next) {
        next = b->next;
        if (b->borrowed)
            unpoison(b->data, b->size);
        else
            free(b);
    }
    *a = (struct arena){.no_memory = a->no_memory};
}

struct arena_mark arena_mark(const struct arena *a) {
    return (struct arena_mark){a->head, a->used, a->total};
}

void arena_rewind(struct arena *a, const struct arena_mark *mark) {
    while (a->head != mark->head) {
        struct arena_block *next = a->head->next;
        free(a->head);
        a->head = next;
    }
    a->used = mark->used;
    a->total = mark->total;
    if (a->head)
        poison(a->head->data + a->used, a->head->size - a->used);
}

/* Bytes of a block that may hold something. */
static size_t held(const struct arena *a, const struct arena_block *b) {
    return b == a->head ? a->used : b->size;
}

struct arena_copy arena_save(struct arena *to, const struct arena *a) {
    struct arena_copy c = {arena_mark(a), NULL};
    size_t bytes = 0;
    for (const struct arena_block *b = a->head; b; b = b->next)
        bytes += held(a, b);
    char *at = c.bytes = room_for(to, bytes);
    for (const struct arena_block *b = a->head; b; at += held(a, b), b = b->next) {
        unpoison(b->data, held(a, b));
        memcpy(at, b->data, held(a, b));
    }
    return c;
}

void arena_restore(struct arena *a, const struct arena_copy *c) {
    const char *at = c->bytes;
    arena_rewind(a, &c->mark);
    for (struct arena_block *b = a->head; b; at += held(a, b), b = b->next) {
        unpoison(b->data, held(a, b));
        memcpy(b->data, at, held(a, b));
    }
}

void arena_keep_freed(void) {
#ifdef __GLIBC__
    enum { KEPT_BYTES = 64 << 20, MAPPED_BYTES = 16 << 20 };
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES);
#endif
}
