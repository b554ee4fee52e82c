/* Fuzzes the reading of entries of the cache. */
#include "base/vec.h"
#include "driver/analyze/replay.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    struct cache cache = {.dir = fuzz_directory(&a)};
    struct cache_key files = cache_key(&a, "files 1"), outputs = cache_key(&a, "outputs 2");
    struct replay found = {0};
    cache_key_text(&files, "key");
    cache_key_text(&outputs, "key");
    cache_put(&a, &cache, &files, "", 0);
    cache_put(&a, &cache, &outputs, (const char *)bytes, n);
    vec_push(&a, &found, (struct replay_output){.format = "json", .to.path = "p"});
    replay_find(&a, &cache, "key", &found);
    arena_free(&a);
    return 0;
}
