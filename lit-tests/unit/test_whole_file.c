/* Files that are written whole: what a killed writer leaves is removed, and a link that was put in
 * the way is not followed. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/store/whole_file.h"
#include "base/str.h"
#include "check.h"

static size_t entries(const char *dir) {
    size_t n = 0;
    DIR *d = opendir(dir);
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n - 2;
}

static bool put(struct arena *a, const char *path, const char *text, bool no_links) {
    return whole_file_put(
        a, &(struct whole_file){
               .path = path, .mode = 0666, .bytes = text, .n = strlen(text), .no_links = no_links});
}

static bool holds(struct arena *a, const char *path, const char *text) {
    const char *got = read_file(a, path, NULL);
    return got && strcmp(got, text) == 0;
}

static void test_replaced(struct arena *a, const char *dir) {
    const char *path = arena_printf(a, "%s/file", dir);
    struct stat st;
    umask(022);
    CHECK(put(a, path, "old", false) && holds(a, path, "old"));
    CHECK(put(a, path, "new", true) && holds(a, path, "new"));
    CHECK(stat(path, &st) == 0 && (st.st_mode & 0777) == 0644);
    CHECK(entries(dir) == 1);
    CHECK(!put(a, arena_printf(a, "%s/none/file", dir), "", false) && errno == ENOENT);
    CHECK(put(a, arena_printf(a, "%s/%0250d", dir, 1), "long", false));
    unlink(arena_printf(a, "%s/%0250d", dir, 1));
    unlink(path);
}

static void test_links(struct arena *a, const char *dir) {
    const char *inside = arena_printf(a, "%s/inside", dir), *link = arena_printf(a, "%s/link", dir);
    const char *file = arena_printf(a, "%s/file", link);
    CHECK(mkdir(inside, 0700) == 0 && symlink("inside", link) == 0);
    CHECK(!put(a, file, "text", true) && entries(inside) == 0);
    CHECK(put(a, file, "text", false) && entries(inside) == 1);
    CHECK(symlink("inside/file", arena_printf(a, "%s/end", dir)) == 0);
    CHECK(put(a, arena_printf(a, "%s/end", dir), "other", true) && holds(a, file, "text"));
    CHECK(holds(a, arena_printf(a, "%s/end", dir), "other"));
    CHECK(system(arena_printf(a, "rm -r %s/*", dir)) == 0);
}

/* A process that is ended by a signal while it writes: it exceeds the size of files. */
static void write_too_much(struct arena *a, const char *path) {
    enum { BYTES = 1 << 16 };
    char *text = arena_alloc(a, BYTES + 1);
    memset(text, 'x', BYTES);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){BYTES / 2, BYTES / 2});
    whole_file_use_list();
    put(a, path, text, false);
    _exit(0);
}

static void test_killed(struct arena *a, const char *dir) {
    const char *path = arena_printf(a, "%s/file", dir);
    int list = whole_file_list(), status = 0;
    CHECK(list > STDERR_FILENO && put(a, path, "old", false));
    pid_t child = fork();
    if (child == 0)
        write_too_much(a, path);
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ && entries(dir) == 2);
    whole_file_remove_left(list);
    CHECK(entries(dir) == 1 && holds(a, path, "old"));
    whole_file_remove_left(-1);
}

int main(void) {
    struct arena a = {0};
    char name[] = "/tmp/clperf-whole-XXXXXX", real[4096];
    const char *dir = mkdtemp(name) && realpath(name, real) ? real : NULL;
    if (!dir)
        return 1;
    test_replaced(&a, dir);
    test_links(&a, dir);
    test_killed(&a, dir);
    CHECK(system(arena_printf(&a, "rm -rf %s", dir)) == 0);
    arena_free(&a);
    return CHECK_DONE();
}
