/* The words of messages by language and vendor, and how numbers are said in them. */
#include <string.h>

#include "check.h"
#include "diag/finding/phrase.h"
#include "diag/text/terms.h"

static void test_words(struct arena *a) {
    static const char *const said[] = {
        "4 work-items of a warp, local memory", "4 work-items of a wave, LDS",
        "4 threads of a warp, shared memory", "4 threads of a wave, LDS"};
    for (int s = OPENCL_ON_NVIDIA; s <= CUDA_ON_AMD; s++)
        CHECK(strcmp(terms_fill(a, (enum speech)s, "4 {work-item}s of a {warp}, {local memory}"),
                     said[s]) == 0);
    CHECK(strcmp(terms_fill(a, OPENCL_ON_AMD, "{no such} {warp"), "{no such} {warp") == 0);
}

static void test_speech(void) {
    const struct kernel opencl = {.language = KERNEL_OPENCL}, cuda = {.language = KERNEL_CUDA};
    const struct gpu nvidia = {.vendor = "nvidia"}, amd = {.vendor = "amd"};
    CHECK(speech_of(&opencl, &nvidia) == OPENCL_ON_NVIDIA);
    CHECK(speech_of(&opencl, &amd) == OPENCL_ON_AMD);
    CHECK(speech_of(&cuda, &nvidia) == CUDA_ON_NVIDIA);
    CHECK(speech_of(&cuda, &amd) == CUDA_ON_AMD);
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
    const struct gpu gpu = {.name = "gtx-980", .vendor = "nvidia"};
    const struct estimate e = {.time_ms = 0.34};
    const struct kernel_result r = {.gpu = &gpu, .estimate = &e};
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
    test_speech();
    test_counts(&a);
    test_cost(&a);
    arena_free(&a);
    return CHECK_DONE();
}
