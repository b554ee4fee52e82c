/* What a program that was compiled with -fclperf-trace says of its loops. The calls are made by
 * source/languages/loops/outline/trace_points.cpp, which has to know how these structures lie in
 * memory; the program finds the functions by their names, and goes on without them where they are
 * not there. */
#ifndef CAPTURE_LOOPS_TRACED_H
#define CAPTURE_LOOPS_TRACED_H

#include <stdint.h>

struct traced_loop {
    const char *kernel, *file;
    uint64_t line;
    uint64_t dims;     /* loops that become work-items */
    uint64_t group[3]; /* work-items of a group, missing dimensions 1 */
    uint64_t n_values;
};

/* What a parameter of the kernel stands for as the loop begins. */
struct traced_value {
    const char *name, *type; /* of the parameter; "": unknown */
    const void *at;          /* the value, or the array; NULL: not known */
    uint64_t bytes;          /* of it; 0: not known */
    uint64_t array;          /* whether it is one */
    uint64_t contents;       /* whether addresses or conditions depend on what it holds */
};

/* A loop begins. What it returns is for the loop's end, or NULL. */
void *clperf_loop_begin(const struct traced_loop *loop, const struct traced_value *values);
/* It has ended after so many iterations, dimension 0 (the innermost loop) first. */
void clperf_loop_end(void *begun, const uint64_t *counts);

#endif
