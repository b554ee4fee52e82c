/* What the cache has of an analysis: contents for the paths that are asked for, never paths. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "check.h"
#include "driver/analyze/replay.h"

static const struct timespec now = {.tv_sec = 4000000000};

/* Finds for one output of that form and path. */
static bool find(struct arena *a, const struct cache *c, const char *format, const char *path,
                 struct replay *out) {
    *out = (struct replay){0};
    vec_push(a, out, (struct replay_output){.format = format, .to.path = path});
    return replay_find(a, c, "key", out);
}

static void test_paths(struct arena *a, const struct cache *c, const struct dependencies *d) {
    struct replay_output theirs = {.to.path = "theirs", .format = "json", .bytes = "{}", .n = 2};
    struct replay all = {.status = 1, .at = &theirs, .n = 1}, found;
    replay_keep(c, "key", d, &now, &all);
    CHECK(find(a, c, "json", "mine", &found) && found.status == 1);
    CHECK(strcmp(found.at[0].to.path, "mine") == 0 && found.at[0].n == 2);
    CHECK(memcmp(found.at[0].bytes, "{}", 2) == 0);
    CHECK(!find(a, c, "sarif", "mine", &found));
    CHECK(!find(a, c, "jso", "mine", &found));
}

static void test_counts(struct arena *a, const struct cache *c) {
    struct replay found = {0};
    CHECK(!replay_find(a, c, "key", &found));
    vec_push(a, &found, (struct replay_output){.format = "json", .to.path = "mine"});
    vec_push(a, &found, (struct replay_output){.format = "json", .to.path = "too"});
    CHECK(!replay_find(a, c, "key", &found));
}

int main(void) {
    struct arena a = {0};
    char dir[] = "/tmp/clperf-replay-XXXXXX";
    if (!mkdtemp(dir))
        return 1;
    struct cache c = {.dir = dir};
    struct dependencies d = {.arena = &a};
    test_paths(&a, &c, &d);
    test_counts(&a, &c);
    CHECK(system(arena_printf(&a, "rm -rf %s", dir)) == 0);
    arena_free(&a);
    return CHECK_DONE();
}
