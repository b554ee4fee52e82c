/* Design spaces in T1, the auto-tuning community's format for what is to be tuned, as Kernel Tuner,
 * KTT and others read it: a T1 file becomes the JSON of a design space (docs/sweep.md). What says
 * how to search and to measure is ignored. */
#ifndef DRIVER_SWEEP_IMPORT_T1_H
#define DRIVER_SWEEP_IMPORT_T1_H

#include <stdbool.h>

#include "launch/json_reader.h"

struct cJSON;

bool t1_is_space(const struct cJSON *json);
/* The design space, for cJSON_Delete(). NULL, with the error in the reader, which names the key in
 * the T1 file. "gpus" is missing where the file names no device that
 * clperf knows. */
struct cJSON *t1_space(struct json_reader *r, const struct cJSON *json);

#endif
