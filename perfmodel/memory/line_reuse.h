/* How often a group asks for the lines that it touches. */
#ifndef PERFMODEL_MEMORY_LINE_REUSE_H
#define PERFMODEL_MEMORY_LINE_REUSE_H

#include "perfmodel/memory/coalesce.h"

/* Lines of requests to private variables, and to memory that groups share; what is sampled counts
 * as often as it stands for. */
struct asked {
    double private, shared;
};

struct asked lines_asked_for(struct footprints *f, const struct trace *t);

#endif
