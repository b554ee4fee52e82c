#include "driver/overlay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "driver/host_scan.h"
#include "driver/spawn.h"

/* All of the file, wherever its offset is. */
static bool read_all(struct arena *a, int fd, struct text *t) {
    struct str s = {.arena = a};
    char buffer[65536];
    ssize_t n;
    while ((n = pread(fd, buffer, sizeof buffer, (off_t)s.n)) > 0)
        str_addn(&s, buffer, (size_t)n);
    t->text = str_text(&s);
    t->n = s.n;
    return n == 0;
}

struct texts overlay_read(struct arena *a, const struct words *values, struct problems *p) {
    struct texts texts = {0};
    for (size_t i = 0; i < values->n; i++) {
        char *end;
        long fd = strtol(values->at[i], &end, 10);
        struct text t = {.path = *end ? end + 1 : ""};
        if (end == values->at[i] || *end != '=' || !*t.path || !read_all(a, (int)fd, &t))
            problems_add(p, SEVERITY_ERROR, "-fclperf-overlay=%s: not an open file", values->at[i]);
        else
            vec_push(a, &texts, t);
    }
    return texts;
}

static int memory_file(const char *bytes, size_t n) {
    int fd = spawn_capture("overlay");
    for (size_t done = 0; fd >= 0 && done < n;) {
        ssize_t written = write(fd, bytes + done, n - done);
        if (written <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t)written;
    }
    return fd;
}

/* Another process's way to our file. */
static const char *way_to(struct arena *a, int fd) {
    return arena_printf(a, "/proc/%d/fd/%d", (int)getpid(), fd);
}

/* As the string of a YAML file in double quotes. */
static const char *quoted(struct arena *a, const char *text) {
    struct str s = {.arena = a};
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            str_add(&s, "\\");
        str_addn(&s, text, 1);
    }
    return str_text(&s);
}

/* The files as clang's -ivfsoverlay describes them, or NULL. */
static const char *description(struct arena *a, const struct texts *texts) {
    struct str s = {.arena = a};
    char *here = getcwd(NULL, 0);
    str_add(&s, "{\"version\":0,\"use-external-names\":false,\"roots\":[\n");
    bool good = here;
    for (size_t i = 0; i < texts->n && good; i++) {
        const struct text *t = &texts->at[i];
        const char *full = t->path[0] == '/' ? t->path : arena_printf(a, "%s/%s", here, t->path);
        int fd = memory_file(t->text, t->n);
        good = fd >= 0;
        str_printf(&s, "%s{\"type\":\"file\",\"name\":\"%s\",\"external-contents\":\"%s\"}\n",
                   i ? "," : "", quoted(a, full), way_to(a, fd));
    }
    str_add(&s, "]}\n");
    free(here);
    return good ? str_text(&s) : NULL;
}

void overlay_apply(struct arena *a, const struct texts *texts, struct jobs *j, struct problems *p) {
    j->texts = texts;
    if (!texts->n)
        return;
    const char *text = description(a, texts);
    int fd = text ? memory_file(text, strlen(text)) : -1;
    if (fd < 0) {
        problems_add(p, SEVERITY_ERROR, "no memory file: %s", strerror(errno));
        return;
    }
    words_add(a, &j->front_flags, "-ivfsoverlay");
    words_add(a, &j->front_flags, way_to(a, fd));
    for (size_t i = 0; i < j->n_inputs; i++) {
        const struct text *t = texts_find(texts, j->inputs[i].path);
        if (t && j->inputs[i].language == LANGUAGE_HOST)
            j->inputs[i].analysed |= host_scan_text(t->text, t->n);
    }
}
