/* Arena: memory with one common lifetime. Everything allocated from an arena
 * lives until arena_free(); nothing is released on its own. There are two
 * lifetimes in the program: the run, and one kernel's analysis.
 *
 * An arena pointer as first parameter of a function says: what it returns is
 * allocated there. A pointer to const says: borrowed. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct arena_block;

struct arena {
    struct arena_block *head;
    size_t used;        /* bytes used in the head block */
    size_t total;       /* bytes obtained from the system, all blocks */
    jmp_buf *no_memory; /* where to go on when there is none; NULL: die */
};

/* Has the arena, which is empty, begin with memory of somebody else's that lives as long. */
void arena_begin_in(struct arena *a, void *memory, size_t bytes);
/* Zeroed memory, aligned for any type. Never returns NULL: see `no_memory`. */
void *arena_alloc(struct arena *a, size_t bytes);
/* The `from` bytes at p, which may be NULL if there are none, with room for `to` in all, and
 * whatever is in that: in place where p was allocated last and has room behind it, else moved. */
void *arena_grow(struct arena *a, void *p, size_t from, size_t to);
void *arena_memdup(struct arena *a, const void *from, size_t bytes);
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap);
void arena_free(struct arena *a);

/* How far an arena is filled. */
struct arena_mark {
    struct arena_block *head;
    size_t used, total;
};
struct arena_mark arena_mark(const struct arena *a);
/* Releases all that was allocated since the mark was made, which nothing may refer to any more. */
void arena_rewind(struct arena *a, const struct arena_mark *mark);

/* What an arena holds, copied. */
struct arena_copy {
    struct arena_mark mark;
    char *bytes; /* of its blocks, the last one first */
};
struct arena_copy arena_save(struct arena *to, const struct arena *a);
/* The arena holds the same as then, at the same addresses; it must not have been rewound since. */
void arena_restore(struct arena *a, const struct arena_copy *c);

/* From now on what arenas free stays with the process up to some tens of MiB, for the next ones:
 * new pages cost more than old ones that have to be cleared. */
void arena_keep_freed(void);

#define NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define NEW_ARRAY(arena, type, n) ((type *)arena_alloc((arena), sizeof(type) * (size_t)(n)))
#ifdef __cplusplus
}
#endif

#endif
