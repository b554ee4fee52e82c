#include "driver/sweep/export/export.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/die.h"
#include "base/problems.h"
#include "base/str.h"

#define EXPORT(id, name) extern const struct export_format export_##id;
#include "driver/sweep/export/exports.def"
#undef EXPORT

static const struct export_format *const formats[] = {
#define EXPORT(id, name) &export_##id,
#include "driver/sweep/export/exports.def"
#undef EXPORT
};

enum { FORMATS = sizeof formats / sizeof *formats };

const struct export_format *export_find(const char *name) {
    for (size_t i = 0; i < FORMATS; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

const char *export_names(struct arena *a) {
    struct str names = {.arena = a};
    for (size_t i = 0; i < FORMATS; i++)
        str_printf(&names, "%s%s", i ? ", " : "", formats[i]->name);
    return str_text(&names);
}

void export_add_values(cJSON *o, const struct sweep_point *p, bool with_gpu) {
    for (size_t i = 0; i < p->space->axes.n; i++) {
        const struct formula_value *v = sweep_value(p, i);
        const char *name = p->space->axes.at[i].name;
        if (i == p->space->gpu_axis && !with_gpu)
            continue;
        if (v->text)
            cJSON_AddStringToObject(o, name, v->text);
        else
            cJSON_AddNumberToObject(o, name, v->number);
    }
}

char *export_print(struct arena *a, cJSON *o) {
    char *printed = cJSON_PrintUnformatted(o);
    if (!printed)
        die("no memory for a result");
    char *text = arena_strdup(a, printed);
    cJSON_free(printed);
    cJSON_Delete(o);
    return text;
}

struct export {
    struct arena *arena;
    const struct sweep_request *request;
    const struct export_format *format;
    const struct sweep_space *space;
    const struct gpu *gpu; /* the only one, or NULL */
    struct sweep_lines lines;
    FILE *out;
    size_t written;
};

/* Which GPU the file is about. NULL, or what is wrong. */
static const char *choose_gpu(struct export *e, const char *name) {
    const struct sweep_axis *axis = &e->space->axes.at[e->space->gpu_axis];
    const char *error = NULL;
    const struct gpu *asked = name ? gpu_find(e->arena, name, &error) : NULL;
    if (error)
        return error;
    for (size_t i = 0; i < axis->n; i++)
        if (axis->n == 1 || (asked && strcmp(e->space->gpus[i]->name, asked->name) == 0))
            e->gpu = e->space->gpus[i];
    if (asked && (!e->gpu || strcmp(e->gpu->name, asked->name) != 0))
        return arena_printf(e->arena, "%s has no results on '%s'", e->request->space, asked->name);
    if (e->format->one_gpu && !e->gpu)
        return arena_printf(e->arena, "a file in the format %s is of one GPU: --gpu says which",
                            e->format->name);
    return NULL;
}

static void write_row(struct export *e, const struct sweep_point *p) {
    struct arena scratch = {0};
    struct export_row row = {p, sweep_lines_result(&e->lines, &scratch)};
    fprintf(e->out, "%s%s", e->written++ ? ",\n" : "", e->format->row(&scratch, &row));
    arena_free(&scratch);
}

/* Whether the line that was read is the configuration's. */
static bool is_line_of(const struct export *e, const struct sweep_point *p, size_t number) {
    struct arena scratch = {0};
    bool same = str_starts(e->lines.line, sweep_row_head(&scratch, p, number, e->lines.format));
    arena_free(&scratch);
    return same;
}

/* Goes through the space beside the results, which may be of one shard. NULL, or what is wrong. */
static const char *write_rows(struct export *e) {
    size_t number = 0;
    const char *error = NULL;
    bool more = e->lines.header && sweep_lines_next(&e->lines);
    for (size_t i = 0; i < e->space->points && more; i++) {
        struct sweep_point p = {e->space, i};
        if (!sweep_admits(e->arena, &p, &error) || ++number < e->lines.number)
            continue;
        if (!is_line_of(e, &p, number))
            break;
        if (!e->gpu || strcmp(sweep_gpu(&p)->name, e->gpu->name) == 0)
            write_row(e, &p);
        more = sweep_lines_next(&e->lines);
    }
    if (error)
        return error;
    return more ? arena_printf(e->arena, "%s: configuration %zu is not one of %s", e->lines.path,
                               e->lines.number, e->request->space)
                : NULL;
}

/* What is half written is worth nothing; a device or pipe stays. */
static void remove_output(const char *path) {
    struct stat st;
    if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
        unlink(path);
}

/* NULL, or what is wrong. */
static const char *write_all(struct export *e) {
    const char *output = e->request->output;
    e->out = output ? descriptor_open(output) : stdout;
    if (!e->out)
        return arena_printf(e->arena, "cannot write '%s': %s", output, strerror(errno));
    fputs(e->format->begin(e->arena, e->space, e->gpu), e->out);
    const char *error = write_rows(e);
    fprintf(e->out, "%s%s", e->written ? "\n" : "", e->format->end);
    if (!output)
        return error;
    bool bad = fflush(e->out) != 0 || ferror(e->out);
    int reason = errno;
    bad = fclose(e->out) != 0 || bad;
    if (!error && bad)
        error = arena_printf(e->arena, "cannot write '%s': %s", output, strerror(reason));
    if (error)
        remove_output(output);
    return error;
}

int export_run(struct arena *a, const struct sweep_request *r, const struct export_format *format,
               const char *results) {
    const char *gpu = r->more.gpus.n == 1 ? r->more.gpus.at[0] : NULL, *error = NULL;
    struct export e = {.arena = a, .request = r, .format = format};
    e.space = sweep_space_read(a, r->space, &r->more, &error);
    if (!error)
        error = choose_gpu(&e, gpu);
    if (!error && sweep_lines_open(a, results, &e.lines, &error)) {
        error = write_all(&e);
        sweep_lines_close(&e.lines);
    }
    return error ? problems_fail(error) : 0;
}
