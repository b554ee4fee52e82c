#include "calibrate/journal.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static bool append(const char *path, const char *mode, const char *line) {
    FILE *out = fopen(path, mode);
    if (!out)
        return false;
    fputs(line, out);
    return fclose(out) == 0;
}

static const char *first_line(struct arena *a, const struct device_facts *f) {
    return arena_printf(a, "device\t%s\t%s\n", f->name, f->driver);
}

bool journal_begin(const char *path, const struct device_facts *facts) {
    struct arena a = {0};
    bool good = append(path, "we", first_line(&a, facts));
    arena_free(&a);
    return good;
}

bool journal_add(const char *path, const struct results *r, enum gpu_key key) {
    const struct result *one = &r->of[key];
    struct arena a = {0};
    const char *line = one->state == RESULT_MEASURED
                           ? arena_printf(&a, "value\t%s\t%.9g\t%.4g\n", gpu_key_name(key),
                                          one->value, one->spread)
                           : arena_printf(&a, "refused\t%s\t%s\n", gpu_key_name(key), one->reason);
    bool good = append(path, "ae", line);
    arena_free(&a);
    return good;
}

static struct result *result_of(struct results *r, const char *name) {
    for (int k = 0; k < GPU_KEYS; k++)
        if (strcmp(gpu_key_name((enum gpu_key)k), name) == 0)
            return &r->of[k];
    return NULL;
}

/* Values only: what was refused is tried again. */
static bool read_line(char *line, struct results *r) {
    char *save = NULL, *word = strtok_r(line, "\t", &save);
    char *name = strtok_r(NULL, "\t", &save), *value = strtok_r(NULL, "\t", &save);
    char *spread = strtok_r(NULL, "\t", &save);
    struct result *one = name ? result_of(r, name) : NULL;
    if (!one || !spread || strcmp(word, "value") != 0)
        return false;
    *one = (struct result){RESULT_MEASURED, atof(value), atof(spread), ""};
    return true;
}

int journal_read(struct arena *a, const char *path, const struct device_facts *facts,
                 struct results *r) {
    char *text = read_text_file(a, path);
    const char *first = first_line(a, facts);
    int n = 0;
    if (!text)
        return 0;
    if (!str_starts(text, first))
        return -1;
    for (char *line = text + strlen(first), *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        n += read_line(line, r);
    }
    return n;
}
