/* JSON files that hold formulas: what recipes and design spaces have in common. The first mistake
 * is kept, with file and key; what is read after it means nothing. */
#ifndef LAUNCH_JSON_READER_H
#define LAUNCH_JSON_READER_H

#include "base/formula.h"
#include "base/texts.h"
#include "base/words.h"

struct cJSON;

struct json_reader {
    struct arena *arena;
    const char *path;
    const struct texts *texts; /* that stand for files, or NULL */
    const char *error;         /* one line, or NULL */
};

struct named_formula {
    const char *name;
    const struct formula *formula;
};

struct named_formulas {
    struct named_formula *at;
    size_t n, cap;
};

/* The file's JSON, for cJSON_Delete(), or NULL. */
struct cJSON *json_parse(struct json_reader *r);
/* `at` is the key that is wrong. */
void json_fail(struct json_reader *r, const char *at, const char *wrong);
/* A text that is not empty. */
const char *json_text(struct json_reader *r, const struct cJSON *v, const char *at);
/* A string, or an array of them. */
void json_words(struct json_reader *r, const struct cJSON *v, const char *at, struct words *out);
/* The file that the text names, beside this one if its path is relative. It must be readable. */
const char *json_source(struct json_reader *r, const struct cJSON *v, const char *at);
const char *json_beside(struct json_reader *r, const char *path);
void json_version(struct json_reader *r, const struct cJSON *v, const char *at);
/* A number, or a formula in a string. */
const struct formula *json_formula(struct json_reader *r, const struct cJSON *v, const char *at);
void json_formulas(struct json_reader *r, const struct cJSON *v, const char *at, size_t n,
                   const struct formula **out);
void json_named(struct json_reader *r, const struct cJSON *v, const char *at,
                struct named_formulas *out);
/* Whether a later member of the object has the same key. */
bool json_repeated(const struct cJSON *value);

#endif
