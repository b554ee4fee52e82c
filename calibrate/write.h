/* The description of the device as a file of the hardware database. */
#ifndef CALIBRATE_WRITE_H
#define CALIBRATE_WRITE_H

#include "calibrate/results.h"

/* Writes a complete file: keys that were measured with their spread, the others from `relative`,
 * which the source says. False with one line in *error. */
bool write_description(struct arena *a, const char *path, const struct results *r,
                       const struct gpu *relative, const char **error);
/* The known GPU that is most like the device: of its architecture if there is one. */
const struct gpu *find_relative(struct arena *a, const struct device_facts *facts);

#endif
