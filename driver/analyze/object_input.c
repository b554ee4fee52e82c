#include "driver/analyze/object_input.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "codegen/object/object.h"
#include "driver/analyze/not_analysed.h"
#include "driver/analyze/unit.h"
#include "driver/process/limits.h"

/* Whether a file that a front end of device code would read begins as objects do. */
static bool may_be_object(const struct input *in) {
    enum { BEGINNING = 8 };
    uint8_t beginning[BEGINNING] = {0};
    size_t bytes;
    if (front_end_has(in->language, FRONT_SOURCE) || !front_end_has(in->language, FRONT_DEVICE))
        return false;
    int fd = open_file_within(in->path, (size_t)READ_FILE_MIB << 20, &bytes);
    bool is = fd >= 0 && pread(fd, beginning, BEGINNING, 0) == BEGINNING &&
              object_may_be((struct piece){beginning, BEGINNING});
    if (fd >= 0)
        close(fd);
    return is;
}

const struct object_entry *run_choose_ptx(const struct run *r, const struct device_object *o) {
    for (size_t i = 0; i < r->gpus.n; i++) {
        unsigned arch;
        char suffix = '\0';
        if (sscanf(r->gpus.at[i]->arch, "sm_%u%c", &arch, &suffix) >= 1)
            return object_choose(o, OBJECT_PTX, arch, suffix);
    }
    return NULL;
}

static void refuse(struct run *r, const struct input *in, const char *why) {
    not_analysed_input(r, &(struct report_problem){.file = in->path,
                                                   .severity = SEVERITY_WARNING,
                                                   .kind = PROBLEM_COMPILE,
                                                   .text = why});
}

static void analyse_entry(struct run *r, const struct input *in, struct device_object *o,
                          const struct object_entry *e) {
    struct piece text;
    struct report_problem why;
    const char *error = object_unpack(r->arena, o, e, &text);
    if (error) {
        refuse(r, in, error);
        return;
    }
    struct unit u = {.input = in, .first = true};
    u.ptx = arena_strndup(r->arena, (const char *)text.at, text.n);
    u.ptx_bytes = strlen(u.ptx);
    u.given = run_launches(r, in, u.ptx, u.ptx_bytes);
    budget_allow(&r->options.budget, run_count_kernels(u.ptx, u.ptx_bytes));
    if (!run_unit(r, &u, &why))
        not_analysed_input(r, &why);
}

bool run_object(struct run *r, const struct input *in) {
    struct device_object o;
    size_t n = 0;
    if (!may_be_object(in))
        return false;
    const char *bytes = read_file(r->arena, in->path, &n);
    object_open(r->arena, (struct piece){(const uint8_t *)bytes, bytes ? n : 0}, &o);
    const struct object_entry *chosen = run_choose_ptx(r, &o);
    if (!chosen)
        refuse(r, in, o.error ? o.error : "it has no PTX for the GPUs asked for");
    for (size_t i = 0; chosen && i < o.entries.n; i++) {
        const struct object_entry *e = &o.entries.at[i];
        if (e->kind == OBJECT_PTX && e->arch == chosen->arch && e->suffix == chosen->suffix)
            analyse_entry(r, in, &o, e);
    }
    return true;
}
