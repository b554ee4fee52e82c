#include "driver/sweep/rows.h"
#include "perfmodel/estimate.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char first_column[] = "configuration,";
static const char results[] = "time_ms,low_ms,high_ms,bound,error";

static void add_text(struct str *s, const char *text, enum sweep_format f) {
    if (f == SWEEP_JSON) {
        cJSON *string = cJSON_CreateStringReference(text);
        char *quoted = cJSON_PrintUnformatted(string);
        str_add(s, quoted ? quoted : "\"\"");
        cJSON_free(quoted);
        cJSON_Delete(string);
    } else if (!strpbrk(text, ",\"\n")) {
        str_add(s, text);
    } else {
        str_add(s, "\"");
        for (const char *c = text; *c; c++)
            str_printf(s, "%s", *c == '"' ? "\"\"" : (char[]){*c == '\n' ? ' ' : *c, 0});
        str_add(s, "\"");
    }
}

const char *sweep_header(struct arena *a, const struct sweep_space *s, enum sweep_format f) {
    struct str line = {.arena = a};
    if (f == SWEEP_JSON)
        return "[";
    str_add(&line, first_column);
    for (size_t i = 0; i < s->axes.n; i++)
        str_printf(&line, "%s,", s->axes.at[i].name);
    str_add(&line, results);
    return str_text(&line);
}

const char *sweep_row_head(struct arena *a, const struct sweep_point *p, size_t number,
                           enum sweep_format f) {
    struct str line = {.arena = a};
    str_printf(&line, f == SWEEP_JSON ? "{\"configuration\":%zu," : "%zu,", number);
    for (size_t i = 0; i < p->space->axes.n; i++) {
        const struct formula_value *v = sweep_value(p, i);
        if (f == SWEEP_JSON)
            str_printf(&line, "\"%s\":", p->space->axes.at[i].name);
        if (v->text)
            add_text(&line, v->text, f);
        else
            str_printf(&line, "%.10g", v->number);
        str_add(&line, ",");
    }
    return str_text(&line);
}

const char *sweep_row_rest(struct arena *a, const struct sweep_outcome *o, const char *failed,
                           enum sweep_format f) {
    struct str line = {.arena = a};
    if (failed)
        str_add(&line, f == SWEEP_JSON ? "\"error\":" : ",,,,");
    else
        str_printf(
            &line,
            f == SWEEP_JSON ? "\"time_ms\":%.6g,\"low_ms\":%.6g,\"high_ms\":%.6g,\"bound\":\"%s\""
                            : "%.6g,%.6g,%.6g,%s,",
            o->time_ms, o->low_ms, o->high_ms, o->surrogate ? "surrogate" : bound_name(o->bound));
    if (failed)
        add_text(&line, failed, f);
    str_add(&line, f == SWEEP_JSON ? "}" : "");
    return str_text(&line);
}

/* The start of the next field. */
static const char *after_field(const char *at) {
    bool quoted = false;
    for (; *at && (quoted || *at != ','); at++)
        quoted = quoted != (*at == '"');
    return *at ? at + 1 : at;
}

/* The line's time, or NaN if it failed. */
static double time_of(const struct sweep_rows *r, const char *line) {
    double time_ms = NAN;
    if (r->format == SWEEP_JSON) {
        cJSON *row = cJSON_Parse(line);
        const cJSON *time = cJSON_GetObjectItemCaseSensitive(row, "time_ms");
        time_ms = cJSON_IsNumber(time) ? time->valuedouble : NAN;
        cJSON_Delete(row);
        return time_ms;
    }
    const char *end = strstr(r->header, results);
    for (const char *c = r->header; c < end; c = after_field(c))
        line = after_field(line);
    return *line == ',' ? time_ms : strtod(line, NULL);
}

static size_t number_of(const char *line, enum sweep_format f) {
    static const char key[] = "{\"configuration\":";
    if (f == SWEEP_JSON && !str_starts(line, key))
        return 0;
    return strtoull(line + (f == SWEEP_JSON ? sizeof key - 1 : 0), NULL, 10);
}

struct sweep_rows sweep_rows(struct arena *a, FILE *out, enum sweep_format f, const char *header,
                             size_t top) {
    return (struct sweep_rows){.out = out,
                               .format = f,
                               .header = header,
                               .top = top,
                               .best = NEW_ARRAY(a, struct sweep_best, top + 1)};
}

static void keep_best(struct sweep_rows *r, const char *line, double time_ms) {
    size_t i = r->n_best;
    if (!r->top || (i == r->top && time_ms >= r->best[i - 1].time_ms))
        return;
    for (; i > 0 && r->best[i - 1].time_ms > time_ms; i--)
        r->best[i] = r->best[i - 1];
    r->best[i] = (struct sweep_best){strdup(line), number_of(line, r->format), time_ms};
    if (r->n_best == r->top)
        free(r->best[r->top].line);
    else
        r->n_best++;
}

void sweep_rows_keep(struct sweep_rows *r, const char *line) {
    double time_ms = time_of(r, line);
    r->n++;
    if (isnan(time_ms))
        r->failed++;
    else
        keep_best(r, line, time_ms);
}

static void write_row(FILE *out, enum sweep_format f, size_t before, const char *line) {
    const char *separator = f == SWEEP_JSON && before ? ",\n" : "";
    fprintf(out, "%s%s%s", separator, line, f == SWEEP_JSON ? "" : "\n");
}

static void write_end(FILE *out, enum sweep_format f, size_t n) {
    if (f == SWEEP_JSON)
        fputs(n ? "\n]\n" : "]\n", out);
}

/* To be called right after each write: whatever runs in between may change errno. */
static void record_error(struct sweep_rows *r) {
    if (ferror(r->out) && !r->write_error)
        r->write_error = errno ? errno : EIO;
}

/* The header leaves the buffer at once. A process that starts another flushes all files, and if
 * that failed nobody would know the reason. */
void sweep_rows_begin(struct sweep_rows *r) {
    if (!r->out)
        return;
    fprintf(r->out, "%s\n", r->header);
    sweep_rows_flush(r);
}

static void add_line(struct sweep_rows *r, const char *line) {
    if (!r->out)
        return;
    write_row(r->out, r->format, r->n, line);
    record_error(r);
}

void sweep_rows_add(struct sweep_rows *r, const char *line) {
    add_line(r, line);
    sweep_rows_keep(r, line);
}

void sweep_rows_add_unsure(struct sweep_rows *r, const char *line) {
    add_line(r, line);
    r->n++;
}

void sweep_rows_end(struct sweep_rows *r) {
    if (!r->out)
        return;
    write_end(r->out, r->format, r->n);
    record_error(r);
}

void sweep_rows_flush(struct sweep_rows *r) {
    if (!r->out)
        return;
    fflush(r->out);
    record_error(r);
}

void sweep_rows_best(FILE *out, const struct sweep_rows *r) {
    fprintf(out, "%s\n", r->header);
    for (size_t i = 0; i < r->n_best; i++)
        write_row(out, r->format, i, r->best[i].line);
    write_end(out, r->format, r->n_best);
}

void sweep_rows_free(struct sweep_rows *r) {
    for (size_t i = 0; i < r->n_best; i++)
        free(r->best[i].line);
}

/* The start of a header, which is all that a killed run left. */
static bool is_cut_header(const char *line) {
    return !strchr(line, '\n') && (str_starts(line, first_column) ||
                                   str_starts(first_column, line) || strcmp(line, "[") == 0);
}

bool sweep_lines_open(struct arena *a, const char *path, struct sweep_lines *out,
                      const char **error) {
    size_t bytes;
    int fd = open_file_within(path, SIZE_MAX, &bytes);
    *out = (struct sweep_lines){.in = fd >= 0 ? fdopen(fd, "r") : NULL, .path = path};
    *error = NULL;
    if (!out->in) {
        *error = arena_printf(a, "cannot read '%s': %s", path, read_file_error(a, errno));
        return false;
    }
    ssize_t n = getline(&out->line, &out->cap, out->in);
    if (n <= 0 || is_cut_header(out->line))
        return true;
    out->line[strcspn(out->line, "\n")] = '\0';
    out->format = strcmp(out->line, "[") == 0 ? SWEEP_JSON : SWEEP_CSV;
    out->end = ftell(out->in);
    if (out->format == SWEEP_JSON ||
        (str_starts(out->line, first_column) && str_ends(out->line, results))) {
        out->header = arena_strdup(a, out->line);
        return true;
    }
    *error = arena_printf(a, "%s:1: not a result of 'clperf sweep'", path);
    sweep_lines_close(out);
    return false;
}

bool sweep_lines_next(struct sweep_lines *l) {
    long start = ftell(l->in);
    ssize_t n = l->header ? getline(&l->line, &l->cap, l->in) : -1;
    if (n <= 0 || l->line[n - 1] != '\n')
        return false;
    bool comma = l->format == SWEEP_JSON && n > 1 && l->line[n - 2] == ',';
    n -= comma ? 2 : 1;
    l->line[n] = '\0';
    l->number = number_of(l->line, l->format);
    if (!l->number)
        return false;
    l->end = start + n + (l->format == SWEEP_CSV);
    return true;
}

static double number_in(const cJSON *row, const char *key) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(row, key);
    return cJSON_IsNumber(v) ? v->valuedouble : NAN;
}

static const char *text_in(struct arena *a, const cJSON *row, const char *key) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(row, key);
    return cJSON_IsString(v) ? arena_strdup(a, v->valuestring) : NULL;
}

static struct sweep_result result_of_json(struct arena *a, const char *line) {
    cJSON *row = cJSON_Parse(line);
    struct sweep_result out = {.time_ms = number_in(row, "time_ms"),
                               .low_ms = number_in(row, "low_ms"),
                               .high_ms = number_in(row, "high_ms"),
                               .bound = text_in(a, row, "bound"),
                               .failed = text_in(a, row, "error")};
    cJSON_Delete(row);
    return out;
}

/* A field of a CSV file without its quotes. */
static const char *field_text(struct arena *a, const char *at) {
    struct str text = {.arena = a};
    if (*at != '"')
        return arena_printf(a, "%.*s", (int)strcspn(at, ","), at);
    for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
        at += *at == '"';
        str_printf(&text, "%c", *at);
    }
    return str_text(&text);
}

static struct sweep_result result_of_csv(struct arena *a, const char *header, const char *line) {
    const char *end = strstr(header, results), *field[5];
    for (const char *c = header; c < end; c = after_field(c))
        line = after_field(line);
    for (int i = 0; i < 5; i++, line = after_field(line))
        field[i] = line;
    struct sweep_result out = {.time_ms = strtod(field[0], NULL),
                               .low_ms = strtod(field[1], NULL),
                               .high_ms = strtod(field[2], NULL),
                               .bound = field_text(a, field[3])};
    if (*field[0] == ',')
        out.failed = field_text(a, field[4]);
    return out;
}

struct sweep_result sweep_lines_result(const struct sweep_lines *l, struct arena *a) {
    struct sweep_result out =
        l->format == SWEEP_JSON ? result_of_json(a, l->line) : result_of_csv(a, l->header, l->line);
    if (!(out.time_ms > 0 && isfinite(out.time_ms)) && !out.failed)
        out.failed = "no time";
    out.bound = out.bound ? out.bound : "";
    return out;
}

void sweep_lines_close(struct sweep_lines *l) {
    if (l->in)
        fclose(l->in);
    free(l->line);
    l->in = NULL;
    l->line = NULL;
}
