/* The journal: results as they come, one line each, so that an interrupted calibration goes on
 * where it stopped. */
#ifndef CALIBRATE_JOURNAL_H
#define CALIBRATE_JOURNAL_H

#include <stdio.h>

#include "calibrate/results.h"

/* Appends what has been found, at once. */
bool journal_add(const char *path, const struct results *r, enum gpu_key key);
/* The first line, which names the device. */
bool journal_begin(const char *path, const struct device_facts *facts);
/* Reads the results of an earlier run on the same device; lines that were cut off count for
 * nothing. The number of results, or -1 if it is the journal of another device. */
int journal_read(struct arena *a, const char *path, const struct device_facts *facts,
                 struct results *r);

#endif
