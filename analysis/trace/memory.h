/* What the tracer knows of the bytes in memory: between the files warp_data*.c. */
#ifndef ANALYSIS_TRACE_MEMORY_H
#define ANALYSIS_TRACE_MEMORY_H

#include "analysis/trace/tracer.h"

/* Whether an access can be one to the parameter's buffer. */
bool data_may_touch(const struct access *a, const struct param *p);

/* Up to 8 bytes as the lane finds them, and as it leaves them. */
struct datum data_read(struct warp *w, uint64_t address, unsigned lane, uint64_t n);
void data_write(struct warp *w, uint64_t address, unsigned lane, uint64_t n, const struct datum *d);

/* What a load or an atomic gives. */
void data_follow_result(struct warp *w, const struct access *a, const struct lanes *pointer);
/* What a store or an atomic changes. */
void data_follow_store(struct warp *w, const struct access *a, const struct lanes *pointer);
/* An atomic whose order with others does not matter, at addresses that are known. */
void data_follow_atomic(struct warp *w, const struct access *a, const struct lanes *pointer);

#endif
