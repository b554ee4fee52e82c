#include "diag/report/writers.h"

#include <string.h>

const struct diag_writer diag_writers[] = {
#define WRITER(name, what, by_line) {#name, what, by_line, out_##name},
#include "diag/writers.def"
#undef WRITER
};
const size_t diag_writer_count = sizeof diag_writers / sizeof diag_writers[0];

const struct diag_writer *diag_writer(const char *name) {
    for (size_t i = 0; i < diag_writer_count; i++)
        if (strcmp(diag_writers[i].name, name) == 0)
            return &diag_writers[i];
    return NULL;
}
