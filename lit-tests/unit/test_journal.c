/* The journal: equal launches have one line, whatever ends the process, whoever else launches. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"
#include "capture/journal.h"
#include "capture/journal_format.h"
#include "check.h"

static const char text[] = "kernel void add(global float *a, float b) {}\n";

static struct journal_launch launch_of(uint64_t program, struct journal_arg args[2],
                                       const float *b) {
    args[0] = (struct journal_arg){JOURNAL_BUFFER, "a", "float*", .bytes = 256};
    args[1] = (struct journal_arg){JOURNAL_VALUE, "b", "float", .value = b, .bytes = sizeof *b};
    return (struct journal_launch){program, "add", {64, 1, 1}, {0}, {0}, args, 2, NULL, 0};
}

static uint64_t launch(float b) {
    const struct journal_program program = {JOURNAL_OPENCL, text, strlen(text), "-DN=\"3\""};
    struct journal_arg args[2];
    struct journal_launch l = launch_of(journal_program(&program), args, &b);
    return journal_launch(&l);
}

/* The journal of a process, as far as it is whole. */
struct read {
    const char *lines;
    const char *counts;
};

static struct read read_journal(struct arena *a, const char *folder, pid_t pid) {
    char *command = arena_printf(a, "ls %s/%ld-*.journal", folder, (long)pid);
    char path[4096] = "";
    FILE *names = popen(command, "r");
    if (!fgets(path, sizeof path, names))
        *path = '\0';
    pclose(names);
    path[strcspn(path, "\n")] = '\0';
    struct read r = {read_file(a, path, NULL), NULL};
    strcpy(path + strlen(path) - strlen(JOURNAL_SUFFIX), JOURNAL_COUNTS_SUFFIX);
    r.counts = read_file(a, path, NULL);
    return r;
}

static size_t occurrences(const char *in, const char *of) {
    size_t n = 0;
    for (const char *at = in; (at = strstr(at, of)); at++)
        n++;
    return n;
}

static struct journal_counts counts_at(const struct read *r, uint64_t offset) {
    struct journal_counts counts;
    memcpy(&counts, r->counts + offset, sizeof counts);
    return counts;
}

/* The counts of the first launch of a journal. */
static struct journal_counts first_counts(const struct read *r) {
    const char *line = strstr(r->lines, "{\"launch\":");
    CHECK(line);
    const char *at = line ? strstr(line, "\"counts\":") : NULL;
    return at ? counts_at(r, strtoull(at + strlen("\"counts\":"), NULL, 10))
              : (struct journal_counts){0};
}

static void *launch_often(void *value) {
    for (int i = 0; i < 1000; i++)
        launch(i % 10 == 0 ? *(float *)value : -1);
    return NULL;
}

static void launch_in_threads(void) {
    enum { THREADS = 32 };
    pthread_t threads[THREADS];
    float values[THREADS];
    for (int i = 0; i < THREADS; i++) {
        values[i] = (float)i;
        pthread_create(&threads[i], NULL, launch_often, &values[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* Runs in a process of its own, which ends by SIGKILL, and returns its id. */
static pid_t killed_after(void (*run)(void)) {
    pid_t pid = fork();
    if (pid == 0) {
        run();
        raise(SIGKILL);
    }
    waitpid(pid, NULL, 0);
    return pid;
}

static void launch_some(void) {
    for (int i = 0; i < 5; i++)
        journal_time(launch(1.5f), 1000 + (uint64_t)i);
    launch(2.5f);
    journal_call("sgemm");
    journal_call("sgemm");
    journal_device("GTX", "N\nV", NULL);
    journal_device("GTX", "NV", NULL);
    journal_remark("all is well");
}

static void test_lines(struct arena *a, const char *folder) {
    struct read r = read_journal(a, folder, killed_after(launch_some));
    CHECK(occurrences(r.lines, "{\"program\":") == 1);
    CHECK(strstr(r.lines, "\"options\":\"-DN=\\u00223\\u0022\""));
    CHECK(occurrences(r.lines, "{\"kernel\":") == 1);
    CHECK(strstr(r.lines, "\"parameters\":[{\"name\":\"a\",\"type\":\"float*\"},"
                          "{\"name\":\"b\",\"type\":\"float\"}]"));
    CHECK(occurrences(r.lines, "{\"launch\":") == 2);
    CHECK(strstr(r.lines, "\"args\":[{\"buffer\":256},{\"value\":\"0000c03f\"}]"));
    CHECK(occurrences(r.lines, "{\"call\":\"sgemm\"") == 1);
    CHECK(occurrences(r.lines, "{\"device\":\"GTX\",\"vendor\":\"N\\u000aV\"}") == 1);
    CHECK(occurrences(r.lines, "{\"remark\":\"all is well\"}") == 1);
    struct journal_counts counts = first_counts(&r);
    CHECK(counts.count == 5 && counts.n_times == 5 && counts.time[4] == 1004);
}

static void test_threads(struct arena *a, const char *folder) {
    struct read r = read_journal(a, folder, killed_after(launch_in_threads));
    CHECK(occurrences(r.lines, "{\"launch\":") == 33);
    uint64_t all = 0;
    for (const char *at = r.lines; (at = strstr(at, "\"counts\":")); at++)
        all += counts_at(&r, strtoull(at + strlen("\"counts\":"), NULL, 10)).count;
    CHECK(all == 32000);
}

/* A program that was numbered before fork() has its line in the child's journal too. */
static void test_fork(struct arena *a, const char *folder) {
    uint64_t before = launch(3);
    pid_t pid = fork();
    if (pid == 0) {
        journal_time(before, 7);
        launch(3);
        raise(SIGKILL);
    }
    waitpid(pid, NULL, 0);
    struct read child = read_journal(a, folder, pid), parent = read_journal(a, folder, getpid());
    CHECK(occurrences(child.lines, "{\"program\":") == 1);
    CHECK(first_counts(&child).count == 1 && first_counts(&child).n_times == 0);
    CHECK(first_counts(&parent).count == 1 && first_counts(&parent).n_times == 0);
}

/* All launches differ, and files may have 192 KiB: a signal if they grow larger. */
static void launch_within_limit(void) {
    const struct rlimit limit = {192 << 10, 192 << 10};
    setrlimit(RLIMIT_FSIZE, &limit);
    for (int i = 0; i < 5000; i++)
        launch((float)i);
    launch(0);
}

static void test_limit(struct arena *a, const char *folder) {
    struct read r = read_journal(a, folder, killed_after(launch_within_limit));
    size_t lines = occurrences(r.lines, "{\"launch\":");
    CHECK(lines > 500 && lines < 5000);
    CHECK(counts_at(&r, 0).count == 5000 - lines);
    CHECK(first_counts(&r).count == 2);
}

static void test_contents(struct arena *a, const char *folder) {
    char *bytes = NEW_ARRAY(a, char, (1 << 19) + 1);
    struct journal_arg args[2];
    const float b = 9;
    struct journal_launch l = launch_of(0, args, &b);
    CHECK(journal_wants_contents(&l));
    const char *name = journal_contents(bytes, 1 << 19);
    CHECK(name && journal_contents(bytes, 1 << 19) == name);
    struct stat file;
    CHECK(name && stat(arena_printf(a, "%s/%s", folder, name), &file) == 0);
    CHECK(file.st_size == 1 << 19);
    args[0].contents = name;
    const uint64_t with = journal_launch(&l);
    CHECK(with && journal_launch(&l) == with);
    args[0].contents = NULL;
    CHECK(journal_launch(&l) != with);
    for (int i = 1; i < JOURNAL_CONTENTS; i++)
        CHECK(journal_wants_contents(&l));
    CHECK(!journal_wants_contents(&l));
    CHECK(journal_contents_left() == 1 << 19);
    bytes[5] = 1;
    CHECK(!journal_contents(bytes, (1 << 19) + 1));
    CHECK(journal_contents(bytes, 1 << 19) && journal_contents_left() == 0);
}

static void test_times(void) {
    uint64_t number = launch(77);
    for (uint64_t i = 0; i < JOURNAL_TIMES; i++) {
        CHECK(journal_wants_time(number));
        journal_time(number, i);
    }
    CHECK(!journal_wants_time(number));
}

int main(void) {
    char folder[] = "/tmp/clperf-journal-XXXXXX";
    struct arena a = {0};
    CHECK(mkdtemp(folder));
    setenv(JOURNAL_DIRECTORY, folder, 1);
    setenv(JOURNAL_BUFFERS, "1", 1);
    CHECK(journal_wanted());
    test_lines(&a, folder);
    test_threads(&a, folder);
    test_limit(&a, folder);
    test_fork(&a, folder);
    test_contents(&a, folder);
    test_times();
    CHECK(system(arena_printf(&a, "rm -r %s", folder)) == 0);
    arena_free(&a);
    return CHECK_DONE();
}
