/* The store of results on disk: what is put in comes out, and nothing else does. */
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/store/result_cache.h"
#include "check.h"

static struct cache_key key(struct arena *a, const char *kind, const char *x, const char *y) {
    struct cache_key k = cache_key(a, kind);
    cache_key_text(&k, x);
    cache_key_text(&k, y);
    return k;
}

static bool holds(struct arena *a, const struct cache *c, struct cache_key k, const char *text) {
    size_t n = 0;
    const char *got = cache_get(a, c, &k, &n);
    return got && n == strlen(text) && strcmp(got, text) == 0;
}

static void put(struct arena *a, const struct cache *c, struct cache_key k, const char *text) {
    cache_put(a, c, &k, text, strlen(text));
}

static void test_keys(struct arena *a, const struct cache *c) {
    put(a, c, key(a, "test 1", "ab", "c"), "value");
    CHECK(holds(a, c, key(a, "test 1", "ab", "c"), "value"));
    CHECK(!holds(a, c, key(a, "test 1", "a", "bc"), "value"));
    CHECK(!holds(a, c, key(a, "test 2", "ab", "c"), "value"));
    put(a, c, key(a, "test 1", "ab", "c"), "other");
    CHECK(holds(a, c, key(a, "test 1", "ab", "c"), "other"));
    put(a, c, key(a, "test 1", "empty", ""), "");
    CHECK(holds(a, c, key(a, "test 1", "empty", ""), ""));
}

static void test_off(struct arena *a, const struct cache *c) {
    struct cache off = cache_open(a, false);
    put(a, c, key(a, "off", "", ""), "value");
    put(a, &off, key(a, "off", "", ""), "wrong");
    CHECK(!holds(a, &off, key(a, "off", "", ""), "value"));
    CHECK(holds(a, c, key(a, "off", "", ""), "value"));
}

/* The only file that matches. */
static const char *only_file(struct arena *a, const char *dir) {
    glob_t found;
    if (glob(arena_printf(a, "%s/*/*", dir), 0, NULL, &found) != 0)
        return "";
    const char *file = found.gl_pathc == 1 ? arena_strdup(a, found.gl_pathv[0]) : "";
    globfree(&found);
    return file;
}

static void test_damage(struct arena *a, const char *dir) {
    struct cache c = {.dir = arena_printf(a, "%s/damage", dir)};
    struct stat st;
    put(a, &c, key(a, "test", "", ""), "a longer value");
    const char *file = only_file(a, c.dir);
    CHECK(stat(file, &st) == 0 && truncate(file, st.st_size - 1) == 0);
    CHECK(!holds(a, &c, key(a, "test", "", ""), "a longer value"));
    CHECK(access(file, F_OK) != 0);
}

/* A folder that holds too much loses what was used longest ago. */
static void test_size(struct arena *a, const char *dir) {
    struct cache c = {.dir = arena_printf(a, "%s/size", dir)};
    put(a, &c, key(a, "test", "", ""), "value");
    const char *folder = arena_strdup(a, only_file(a, c.dir));
    *strrchr((char *)folder, '/') = 0;
    const char *old = arena_printf(a, "%s/old", folder);
    int fd = open(old, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    struct timespec long_ago[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    CHECK(fd >= 0 && posix_fallocate(fd, 0, 40 << 20) == 0 && futimens(fd, long_ago) == 0);
    close(fd);
    put(a, &c, key(a, "test", "", ""), "value");
    CHECK(access(old, F_OK) != 0);
    CHECK(holds(a, &c, key(a, "test", "", ""), "value"));
}

/* Under another one's name an entry is damaged. */
static void test_renamed(struct arena *a, const char *dir) {
    struct cache c = {.dir = arena_printf(a, "%s/renamed", dir)};
    put(a, &c, key(a, "test", "first", ""), "value");
    const char *first = arena_strdup(a, only_file(a, c.dir));
    const char *aside = arena_printf(a, "%s/aside", dir);
    CHECK(rename(first, aside) == 0);
    put(a, &c, key(a, "test", "second", ""), "other");
    const char *second = arena_strdup(a, only_file(a, c.dir));
    CHECK(*second && rename(aside, second) == 0);
    CHECK(!holds(a, &c, key(a, "test", "second", ""), "value"));
}

/* A directory that others can write is not used, nor one in it that was there before. */
static void test_owner(struct arena *a, const char *dir) {
    const char *open = arena_printf(a, "%s/open", dir);
    CHECK(mkdir(open, 0700) == 0 && chmod(open, 0777) == 0);
    setenv("CLPERF_CACHE_DIR", open, 1);
    struct cache c = cache_open(a, true);
    CHECK(!c.dir && c.refused && strstr(c.refused, "can be written by everybody"));
    CHECK(chmod(open, 0700) == 0);
    c = cache_open(a, true);
    CHECK(c.dir && !c.refused);
    put(a, &c, key(a, "test", "", ""), "value");
    char *folder = arena_strdup(a, only_file(a, c.dir));
    *strrchr(folder, '/') = 0;
    CHECK(chmod(folder, 0777) == 0);
    CHECK(!holds(a, &c, key(a, "test", "", ""), "value"));
}

static void test_directory(struct arena *a) {
    setenv("CLPERF_CACHE_DIR", "/own", 1);
    setenv("XDG_CACHE_HOME", "/xdg", 1);
    setenv("HOME", "/home/u", 1);
    CHECK(strcmp(cache_open(a, true).dir, "/own") == 0);
    unsetenv("CLPERF_CACHE_DIR");
    CHECK(strcmp(cache_open(a, true).dir, "/xdg/clperf") == 0);
    setenv("XDG_CACHE_HOME", "relative", 1);
    CHECK(strcmp(cache_open(a, true).dir, "/home/u/.cache/clperf") == 0);
    unsetenv("HOME");
    CHECK(!cache_open(a, true).dir);
}

int main(void) {
    struct arena a = {0};
    char dir[] = "/tmp/clperf-cache-XXXXXX";
    if (!mkdtemp(dir))
        return 1;
    struct cache c = {.dir = arena_printf(&a, "%s/deep/er", dir)};
    test_keys(&a, &c);
    test_off(&a, &c);
    test_damage(&a, dir);
    test_size(&a, dir);
    test_renamed(&a, dir);
    test_owner(&a, dir);
    test_directory(&a);
    CHECK(system(arena_printf(&a, "rm -rf %s", dir)) == 0);
    arena_free(&a);
    return CHECK_DONE();
}
