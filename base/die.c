#include "base/die.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void die(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fputs("clperf: fatal: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(EXIT_BUG);
}
