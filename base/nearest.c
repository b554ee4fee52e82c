#include "base/nearest.h"

#include <stdint.h>
#include <string.h>

enum { LONGEST_SUGGESTION = 63 };

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Levenshtein's distance between two words of at most LONGEST_SUGGESTION characters. */
static unsigned distance(const char *a, size_t n, const char *b, size_t m) {
    unsigned row[LONGEST_SUGGESTION + 1];
    for (size_t j = 0; j <= m; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(changed, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[m];
}

const char *nearest_word(const char *word, const char *const *candidates, size_t count) {
    const char *best = NULL;
    size_t n = strlen(word);
    unsigned best_distance = (unsigned)(n + 2) / 3;
    for (size_t i = 0; i < count && n <= LONGEST_SUGGESTION; i++) {
        size_t m = strlen(candidates[i]);
        unsigned d = m <= LONGEST_SUGGESTION ? distance(word, n, candidates[i], m) : UINT32_MAX;
        if (d < best_distance || (d == best_distance && !best)) {
            best = candidates[i];
            best_distance = d;
        }
    }
    return best;
}
