#include "capture/cuda/module_file.h"

#include <stdio.h>

char *module_file_read(const char *path, size_t *n) {
    FILE *file = fopen(path, "re"), *out;
    char *bytes = NULL, part[4096];
    if (!file)
        return NULL;
    if ((out = open_memstream(&bytes, n))) {
        for (size_t got; (got = fread(part, 1, sizeof part, file)) > 0;)
            fwrite(part, 1, got, out);
        fclose(out);
    }
    fclose(file);
    return bytes;
}
