/* Memory that nobody may touch, as the address sanitizer is told; without that, nothing. */
#ifndef BASE_POISON_H
#define BASE_POISON_H

#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__)
#define POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONS 1
#endif
#endif

#ifdef POISONS
#include <sanitizer/asan_interface.h>
/* Bytes between what an arena hands out. */
enum { POISON_GAP = 16 };
#ifndef __clang__
/* GCC takes the functions for ones that read. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
static inline void poison(const void *p, size_t n) {
    __asan_poison_memory_region(p, n);
}
static inline void unpoison(const void *p, size_t n) {
    __asan_unpoison_memory_region(p, n);
}
#else
enum { POISON_GAP = 0 };
static inline void poison(const void *p, size_t n) {
    (void)p;
    (void)n;
}
static inline void unpoison(const void *p, size_t n) {
    (void)p;
    (void)n;
}
#endif

#endif
