/* Fuzzes the reading of SARIF logs. */
#include <cjson/cJSON.h>

#include "driver/sarif_read.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    struct sarif_log log;
    const char *error = NULL;
    if (sarif_read(&a, arena_strndup(&a, (const char *)bytes, n), "/root", &log, &error))
        cJSON_Delete(log.json);
    arena_free(&a);
    return 0;
}
