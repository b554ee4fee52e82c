#include "diag/report/formats.h"

const char diag_formats_help[] = "also write a report to a file; the formats are"
#define WRITER(name, what, by_line) "\n" #name " (" what ")"
#include "diag/writers.def"
#undef WRITER
    ;
