#include "capture/device.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/journal.h"

/* A line of the file: where its value goes. */
struct row {
    const char *key;
    bool is_text;
    size_t offset;
};

static const struct row rows[] = {
#define TEXT(key) {#key, true, offsetof(struct device, key)},
#define COUNT(key) {#key, false, offsetof(struct device, key)},
#include "capture/device.def"
#undef TEXT
#undef COUNT
};

static struct device device;
static bool found;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_line(char *line) {
    char *value = strchr(line, '=');
    line[strcspn(line, "\n")] = '\0';
    if (!value)
        return;
    *value++ = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        void *to = (char *)&device + rows[i].offset;
        if (strcmp(rows[i].key, line) == 0 && rows[i].is_text)
            snprintf(to, DEVICE_TEXT, "%s", value);
        else if (strcmp(rows[i].key, line) == 0)
            *(uint64_t *)to = strtoull(value, NULL, 10);
    }
}

static void read_device(void) {
    char line[DEVICE_TEXT + 64];
    const char *path = getenv(JOURNAL_DEVICE);
    FILE *in = path ? fopen(path, "re") : NULL;
    if (!in)
        return;
    while (fgets(line, sizeof line, in))
        read_line(line);
    fclose(in);
    found = true;
}

const struct device *device_shown(void) {
    int error = errno;
    pthread_once(&once, read_device);
    errno = error;
    return found ? &device : NULL;
}
