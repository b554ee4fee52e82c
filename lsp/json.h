/* Small helpers around cJSON: reading what may be missing or of another type, and the protocol's
 * common shapes. */
#ifndef LSP_JSON_H
#define LSP_JSON_H

#include <cjson/cJSON.h>

#include "lsp/positions.h"

/* The member at a path "a.b.c", or NULL. */
const cJSON *json_at(const cJSON *o, const char *path);
/* "" where there is no text. */
const char *json_string(const cJSON *o, const char *path);
double json_number(const cJSON *o, const char *path, double otherwise);
bool json_is_true(const cJSON *o, const char *path);

/* False if it is no position; what is beyond all texts is cut. */
bool json_read_position(const cJSON *o, struct position *out);
bool json_read_span(const cJSON *o, struct span *out);
cJSON *json_position(struct position p);
cJSON *json_span(struct span s);

#endif
