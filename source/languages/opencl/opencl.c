#include "source/languages/opencl/opencl.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "source/missing_names.h"

/* Tried in this order where the user names no standard: older code needs private as
 * the default address space, newer code needs program-scope variables. */
static const char *const standards[] = {"CL1.2", "CL2.0", "CL3.0"};

enum { STANDARDS = sizeof standards / sizeof standards[0] };

/* "CL1.2" is 120, "clc++2021" and what else there is count as 300. */
static int version_macro(const char *standard) {
    const char *digits = standard + strcspn(standard, "0123456789");
    bool dotted = strlen(digits) == 3 && digits[1] == '.' && digits[0] <= '3';
    return dotted ? (digits[0] - '0') * 100 + (digits[2] - '0') * 10 : 300;
}

/* What cl_amd_media_ops and cl_amd_media_ops2 have, by its definitions. */
static const char *const media_operations[] = {
    "-Damd_bitalign(a,b,n)=((b) >> ((n) & 31) | (a) << (31 - ((n) & 31)) << 1)",
    "-Damd_bytealign(a,b,n)=amd_bitalign(a, b, ((n) & 3) * 8)",
    "-Damd_bfe(a,from,n)=((a) >> ((from) & 31) & ((1u << ((n) & 31)) - 1))",
    "-Damd_bfm(n,from)=(((1u << ((n) & 31)) - 1) << ((from) & 31))",
    "-Damd_max3(a,b,c)=max(max(a, b), c)",
    "-Damd_min3(a,b,c)=min(min(a, b), c)",
    "-Damd_median3(a,b,c)=max(min(max(a, b), c), min(a, b))"};

static bool has_word(struct arena *a, const struct frontend_request *r, const char *word) {
    size_t n = r->bytes;
    const char *text = r->text ? r->text : texts_read(a, r->jobs->texts, r->input->path, &n);
    return text && memmem(text, n, word, strlen(word));
}

void opencl_add_language(struct arena *a, struct words *w, const struct frontend_request *r,
                         const char *standard) {
    words_add(a, w, "-x");
    words_add(a, w, "cl");
    words_add(a, w, arena_printf(a, "-cl-std=%s", standard));
    words_add(a, w, arena_printf(a, "-D__OPENCL_VERSION__=%d", version_macro(standard)));
    if (has_word(a, r, "asm"))
        words_add(a, w, "-fasm");
    for (size_t i = 0; i < sizeof media_operations / sizeof *media_operations; i++)
        if (has_word(a, r, "amd_"))
            words_add(a, w, media_operations[i]);
    if (!r->text)
        words_add_all(a, w, &r->jobs->opencl_flags);
}

/* Moves "LINE:COLUMN: " from the reason to where it belongs. */
static void take_place(struct bitcode *b) {
    static const char does_not_compile[] = FRONTEND_DOES_NOT_COMPILE;
    int n = 0;
    if (str_starts(b->reason, does_not_compile) &&
        sscanf(b->reason + strlen(does_not_compile), "%u:%u: %n", &b->loc.line, &b->loc.col, &n) >=
            2 &&
        n)
        b->reason += strlen(does_not_compile) + (size_t)n;
}

/* The reason of the first attempt is the one that readers expect. */
struct bitcode opencl_compile(struct arena *a, const struct frontend_request *r,
                              const char *clang) {
    struct bitcode b = {.fd = -1};
    for (size_t i = 0; i < STANDARDS && b.fd < 0; i++) {
        const char *reason = NULL, *said = NULL;
        b.standard = r->jobs->cl_std ? r->jobs->cl_std : standards[i];
        b.fd = frontend_attempt(a, r, clang, &b, &reason, &said);
        bool took_too_long = b.fd < 0 && reason == frontend_too_slow;
        if (!b.reason && said)
            b.missing = missing_names(a, said);
        b.reason = b.reason ? b.reason : reason;
        if (r->jobs->cl_std || took_too_long)
            break;
    }
    if (b.fd < 0 && r->text)
        take_place(&b);
    if (b.fd >= 0)
        b = (struct bitcode){
            .fd = b.fd, .path = arena_printf(a, "/proc/self/fd/%d", b.fd), .standard = b.standard};
    return b;
}

const struct front_end frontend_opencl = {.compile = opencl_compile};
