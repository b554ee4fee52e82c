/* The words of messages by language and vendor, and how numbers are said in them. */
#include <string.h>

#include "check.h"
#include "diag/finding/phrase.h"
#include "diag/text/terms.h"

static void test_words(struct arena *a) {
    static const struct said {
        struct speech speech;
        const char *text;
    } said[] = {
        {{KERNEL_OPENCL, &vendors[VENDOR_nvidia]}, "4 work-items of a warp, local memory"},
        {{KERNEL_OPENCL, &vendors[VENDOR_amd]}, "4 work-items of a wave, LDS"},
        {{KERNEL_CUDA, &vendors[VENDOR_nvidia]}, "4 threads of a warp, shared memory"},
        {{KERNEL_CUDA, &vendors[VENDOR_amd]}, "4 threads of a wave, LDS"},
        {{KERNEL_LOOP, &vendors[VENDOR_nvidia]}, "4 work-items of a warp, local memory"},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        CHECK(strcmp(terms_fill(a, said[i].speech, "4 {work-item}s of a {warp}, {local memory}"),
                     said[i].text) == 0);
    CHECK(strcmp(terms_fill(a, said[1].speech, "{no such} {warp"), "{no such} {warp") == 0);
    CHECK(strcmp(terms_fill(a, said[1].speech, "{fast math}"), "-cl-fast-relaxed-math") == 0);
    CHECK(strcmp(terms_fill(a, said[3].speech, "{fast math}"), "-ffast-math") == 0);
}

/* A word for what no message names would never be seen. */
static void test_vendors_words(void) {
    for (size_t v = 0; v < N_VENDORS; v++)
        for (size_t i = 0; i < MOST_VENDOR_WORDS; i++) {
            const char *term = vendors[v].words[i].term, *cuda = vendors[v].cuda_words[i].term;
            CHECK(!term || is_term(term));
            CHECK(!cuda || is_term(cuda));
        }
}

static void test_speech(void) {
    const struct gpu g = {.vendor = &vendors[VENDOR_amd]};
    CHECK(speech_of(KERNEL_CUDA, &g).language == KERNEL_CUDA && speech_of(KERNEL_CUDA, &g).vendor == g.vendor);
}

static void test_counts(struct arena *a) {
    CHECK(strcmp(diag_count(a, 4), "4") == 0);
    CHECK(strcmp(diag_count(a, 4.88), "4.9") == 0);
    CHECK(strcmp(diag_count(a, 4.99), "about 5") == 0);
    CHECK(strcmp(diag_count(a, 31.9), "about 32") == 0);
    CHECK(strcmp(diag_count(a, 1048576), "1048576") == 0);
}

/* What is not known is not in the sentence, and a guessed launch's cost is a share of the time. */
static void test_cost(struct arena *a) {
    const struct gpu gpu = {.name = "gtx-980", .vendor = &vendors[VENDOR_nvidia]};
    const struct estimate e = {.time_ms = 0.34};
    const struct launch launch = {.n_others = 2};
    const struct kernel_result r = {.gpu = &gpu, .estimate = &e, .launch = &launch};
    struct finding f = {.message = "it waits", .cost_ms = 0.14};
    CHECK(strcmp(diag_message(a, &r, &f), "it waits; costs 0.14 of 0.34 ms on gtx-980") == 0);
    f.share_low = 0.351;
    f.share_high = 0.52;
    CHECK(strcmp(diag_message(a, &r, &f), "it waits; costs 35 to 52 % of the kernel's time on "
                                          "gtx-980 in every plausible launch") == 0);
    f = (struct finding){.message = "it waits", .cost_ms = -1};
    CHECK(strcmp(diag_message(a, &r, &f), "it waits") == 0);
}

int main(void) {
    struct arena a = {0};
    test_words(&a);
    test_vendors_words();
    test_speech();
    test_counts(&a);
    test_cost(&a);
    arena_free(&a);
    return CHECK_DONE();
}
