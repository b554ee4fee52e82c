/* What the files of a journal hold.
 *
 * PID-START.journal holds JSON objects, one a line, START in nanoseconds since 1970:
 *
 *     {"program":1,"language":"opencl","source":"sources/HASH.cl","options":"-DN=3"}
 *     {"kernel":2,"of":1,"name":"add","parameters":[{"name":"a","type":"float*"},...]}
 *     {"launch":4,"kernel":2,"counts":576,"global":[64,1,1],"local":[0,0,0],"offset":[0,0,0],
 *      "args":[{"buffer":256},{"value":"0000803f"},null],"file":"main.c","line":3}
 *     {"call":"cublasSgemm","counts":848}
 *     {"device":"GTX 980","vendor":"...","driver":"..."}
 *     {"remark":"..."}
 *
 * Empty lines, and what follows the last line's end, do not count: the file is allocated ahead.
 * "counts" is where the struct journal_counts lies in PID-START.counts, which begins with one for
 * what was lost. It is up to date whenever the process ends. */
#ifndef CAPTURE_JOURNAL_FORMAT_H
#define CAPTURE_JOURNAL_FORMAT_H

#include <stdint.h>

#define JOURNAL_SUFFIX ".journal"
#define JOURNAL_COUNTS_SUFFIX ".counts"

enum { JOURNAL_TIMES = 32 };

/* Launches whose contents are read, of those that differ in contents only. */
enum { JOURNAL_CONTENTS = 32 };

struct journal_counts {
    uint64_t count;               /* of launches, or of calls */
    uint64_t n_times;             /* of those whose time is known */
    uint64_t time[JOURNAL_TIMES]; /* of the first of them, in nanoseconds */
};

#endif
