#include "driver/command_line/default_gpu.h"

#include <stdlib.h>

const char *default_gpu(const char **source) {
    static const char variable[] = "CLPERF_GPU";
    const char *named = getenv(variable);
    *source = named && *named ? variable : "default";
    return named && *named ? named : COMMON_GPU;
}
