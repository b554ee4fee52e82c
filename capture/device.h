/* A device that does not exist, as programs see it: the limits of a GPU of the hardware database.
 *
 * `clperf capture --dry-run` writes them to a file of KEY=VALUE lines, and names it in the
 * environment (JOURNAL_DEVICE); libraries in the user's program read it. libc only. */
#ifndef CAPTURE_DEVICE_H
#define CAPTURE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

enum { DEVICE_TEXT = 128, DEVICE_MOST = 16 /* devices */ };

struct device {
#define TEXT(key) char key[DEVICE_TEXT];
#define COUNT(key) uint64_t key;
#include "capture/device.def"
#undef TEXT
#undef COUNT
};

/* The device of the file that the environment names, read once; NULL where there is none. */
const struct device *device_shown(void);

#endif
