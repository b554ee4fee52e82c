#include "driver/store/overlay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/str.h"
#include "source/scan/kernel_scan.h"

struct texts overlay_read(struct arena *a, const struct words *values, struct problems *p) {
    struct texts texts = {0};
    for (size_t i = 0; i < values->n; i++) {
        const char *equals = strchr(values->at[i], '=');
        const char *file = equals
                               ? arena_strndup(a, values->at[i], (size_t)(equals - values->at[i]))
                               : values->at[i];
        struct text t = {.path = equals ? equals + 1 : ""};
        t.text = *t.path ? read_file(a, file, &t.n) : NULL;
        if (t.text)
            vec_push(a, &texts, t);
        else
            problems_add(p, SEVERITY_ERROR, "-fclperf-overlay=%s: cannot be read", values->at[i]);
    }
    return texts;
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
        int fd = spawn_text("overlay", t->text, t->n);
        good = fd >= 0;
        str_printf(&s, "%s{\"type\":\"file\",\"name\":\"%s\",\"external-contents\":\"%s\"}\n",
                   i ? "," : "", quoted(a, full), spawn_shared_path(a, fd));
    }
    str_add(&s, "]}\n");
    free(here);
    return good ? str_text(&s) : NULL;
}

const char *overlay_describe(struct arena *a, const struct texts *texts) {
    const char *text = description(a, texts);
    int fd = text ? spawn_text("overlay", text, strlen(text)) : -1;
    return fd >= 0 ? spawn_shared_path(a, fd) : NULL;
}

void overlay_apply(struct arena *a, const struct texts *texts, struct jobs *j, struct problems *p) {
    j->texts = texts;
    if (!texts->n)
        return;
    const char *overlay = overlay_describe(a, texts);
    if (!overlay) {
        problems_add(p, SEVERITY_ERROR, "no memory file: %s", strerror(errno));
        return;
    }
    words_add(a, &j->front_flags, "-ivfsoverlay");
    words_add(a, &j->front_flags, overlay);
    for (size_t i = 0; i < j->n_inputs; i++) {
        const struct text *t = texts_find(texts, j->inputs[i].path);
        if (t && !front_end_has(j->inputs[i].language, FRONT_DEVICE))
            j->inputs[i].analysed |= host_scan_text(t->text, t->n);
    }
}
