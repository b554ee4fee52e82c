#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/die.h"

enum { BLOCK_BYTES = 64 * 1024, ALIGN = 16 };

struct arena_block {
    struct arena_block *next;
    size_t size;
    _Alignas(16) char data[];
};

static void add_block(struct arena *a, size_t at_least) {
    size_t size = at_least > BLOCK_BYTES ? at_least : BLOCK_BYTES;
    struct arena_block *b = calloc(1, sizeof *b + size);
    if (!b)
        die("out of memory (%zu bytes)", size);
    b->next = a->head;
    b->size = size;
    a->head = b;
    a->used = 0;
    a->total += size;
}

void *arena_alloc(struct arena *a, size_t bytes) {
    bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    if (!a->head || a->head->size - a->used < bytes)
        add_block(a, bytes);
    void *p = a->head->data + a->used;
    a->used += bytes;
    return p;
}

void *arena_memdup(struct arena *a, const void *from, size_t bytes) {
    void *p = arena_alloc(a, bytes);
    return bytes ? memcpy(p, from, bytes) : p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n) {
    char *p = arena_alloc(a, n + 1);
    memcpy(p, s, n);
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
        free(b);
    }
    *a = (struct arena){0};
}

void arena_keep_freed(void) {
#ifdef __GLIBC__
    enum { KEPT_BYTES = 64 << 20, MAPPED_BYTES = 16 << 20 };
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES);
#endif
}
