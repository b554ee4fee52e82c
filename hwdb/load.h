/* Reading one description: a JSON file on top of the bases that it names. */
#ifndef HWDB_LOAD_H
#define HWDB_LOAD_H

#include "hwdb/embedded.h"
#include "hwdb/gpu.h"

/* A row of schema.def. */
struct hw_key {
    const char *name, *unit, *meaning;
    double min, max;
    bool required;
    size_t offset; /* of the value in struct gpu */
};

extern const struct hw_key hw_keys[GPU_KEYS];

/* The built-in architecture of that name, or NULL. */
const struct hwdb_file *hw_base(const char *name);
/* The built-in GPU of that name, or NULL. */
const struct hwdb_entry *hw_entry(const char *name);

/* The GPU that the file describes; NULL with one line in *error if it is wrong. */
const struct gpu *hw_load(struct arena *a, const struct hwdb_file *file, const char **error);

/* A built-in GPU; NULL with one line in *error. */
const struct gpu *hw_load_entry(struct arena *a, const struct hwdb_entry *entry,
                                const char **error);

/* A built-in GPU with its name, product and aliases alone; NULL with one line in *error. */
const struct gpu *hw_load_names(struct arena *a, const struct hwdb_entry *entry,
                                const char **error);

/* Lower case without blanks, underscores, hyphens, the vendor's name in front, trademarks, and
 * the settings after an AMD target: what makes two names the same. */
const char *hw_normal(struct arena *a, const char *name);

#endif
