/* Arithmetic on values of a host program, as C does it. */
#ifndef LAUNCH_HOST_ARITHMETIC_H
#define LAUNCH_HOST_ARITHMETIC_H

#include "launch/host/evaluate.h"

enum { HOST_MOST_ARGUMENTS = 16 };

/* The value as the node's type has it. */
struct host_value host_convert(struct host_value x, const struct host_node *type);
/* A binary operation; op is of enum host_operator. What is unknown stays so. */
struct host_value host_compute(int op, struct host_value x, struct host_value y,
                               const struct host_node *type);
/* Whether it is a function of the standard library that only computes a number. */
bool host_is_computed(const char *name);
/* The result of those, and of what makes texts. False if it is none. */
bool host_compute_call(struct arena *a, const char *name, const struct host_value *args, uint32_t n,
                       struct host_value *result);

#endif
