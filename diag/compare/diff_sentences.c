/* clperf diff in a sentence for each kernel, over all GPUs and launches. */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "base/words.h"
#include "diag/compare/diff_summary.h"
#include "diag/finding/phrase.h"

enum { MOST_NAMED = 4 };

/* Pairs of one kernel that changed the same way. */
struct part {
    struct words gpus;
    size_t pairs;
    double least, most; /* percent of the old time, without its sign */
};

struct kernel_parts {
    struct part slower, faster, same, added, gone;
};

static bool is_same_kernel(const struct review_pair *x, const struct review_pair *y) {
    const struct report_kernel *a = diff_kernel(x), *b = diff_kernel(y);
    return strcmp(a->name, b->name) == 0 && strcmp(a->file, b->file) == 0;
}

static bool is_first(const struct review *r, size_t i) {
    for (size_t j = 0; j < i; j++)
        if (is_same_kernel(&r->at[j], &r->at[i]))
            return false;
    return true;
}

static void add_pair(struct arena *a, struct part *p, const char *gpu, double percent) {
    p->least = p->pairs && p->least < percent ? p->least : percent;
    p->most = p->pairs && p->most > percent ? p->most : percent;
    p->pairs++;
    if (!words_has(&p->gpus, gpu))
        words_add(a, &p->gpus, gpu);
}

static struct kernel_parts parts_of(struct arena *a, const struct review *r, size_t first) {
    struct kernel_parts k = {0};
    for (size_t i = first; i < r->n; i++) {
        const struct review_pair *p = &r->at[i];
        if (!is_same_kernel(&r->at[first], p))
            continue;
        double change = review_change(p);
        struct part *part = !p->old               ? &k.added
                            : !p->new             ? &k.gone
                            : !*diff_change(a, p) ? &k.same
                            : change > 0          ? &k.slower
                                                  : &k.faster;
        add_pair(a, part, diff_kernel(p)->gpu, fabs(change));
    }
    return k;
}

static const char *digits(struct arena *a, double percent) {
    return arena_printf(a, percent < 9.95 ? "%.1f" : "%.0f", percent);
}

/* "12 %", "5.1 to 12 %" */
static const char *percent(struct arena *a, const struct part *p) {
    const char *least = digits(a, p->least), *most = digits(a, p->most);
    return strcmp(least, most) == 0 ? arena_printf(a, "%s %%", most)
                                    : arena_printf(a, "%s to %s %%", least, most);
}

/* " on t4", " on 3 GPUs (a100, t4, v100)", " in 6 launches on 3 GPUs (...)" */
static const char *where(struct arena *a, const struct part *p) {
    struct str s = {.arena = a};
    if (p->pairs > p->gpus.n)
        str_printf(&s, " in %zu launches", p->pairs);
    if (p->gpus.n == 1)
        str_printf(&s, " on %s", p->gpus.at[0]);
    else
        str_printf(&s, " on %zu GPUs", p->gpus.n);
    for (size_t i = 0; p->gpus.n > 1 && p->gpus.n <= MOST_NAMED && i < p->gpus.n; i++)
        str_printf(&s, "%s%s%s", i ? ", " : " (", p->gpus.at[i], i + 1 == p->gpus.n ? ")" : "");
    return str_text(&s);
}

/* NULL if the kernel is as it was. */
static const char *sentence(struct arena *a, const struct kernel_parts *k, const char *name) {
    struct str s = {.arena = a};
    if (k->slower.pairs)
        str_printf(&s, "This change makes %s %s slower%s", name, percent(a, &k->slower),
                   where(a, &k->slower));
    if (k->faster.pairs)
        str_printf(&s,
                   s.n ? " and saves %s of its time%s" : "This change saves %s of the time of %s",
                   percent(a, &k->faster), s.n ? where(a, &k->faster) : name);
    if (k->faster.pairs && !k->slower.pairs)
        str_add(&s, where(a, &k->faster));
    if (s.n && k->same.pairs)
        str_printf(&s, "; it takes as long as before%s", where(a, &k->same));
    if (s.n)
        str_add(&s, ".");
    if (k->added.pairs)
        str_printf(&s, "%s%s is new%s.", s.n ? " " : "", name, where(a, &k->added));
    if (k->gone.pairs)
        str_printf(&s, "%sThe new report has no %s%s.", s.n ? " " : "", name, where(a, &k->gone));
    return s.n ? str_text(&s) : NULL;
}

size_t diff_put_sentences(struct arena *a, FILE *out, const struct review *r, const char *bullet,
                          const char *quote) {
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (!is_first(r, i))
            continue;
        struct kernel_parts k = parts_of(a, r, i);
        const char *name = diff_kernel(&r->at[i])->name;
        const char *text = sentence(a, &k, arena_printf(a, "%s%s%s", quote, name, quote));
        if (text)
            fprintf(out, "%s%s\n", bullet, text);
        n += text != NULL;
    }
    return n;
}

int diff_sentences(struct arena *a, FILE *out, const struct review *r) {
    if (!diff_put_sentences(a, out, r, "", "'"))
        fputs("This change leaves the times of all kernels as they are.\n", out);
    return fflush(out) == 0 && !ferror(out) ? 0 : -1;
}
