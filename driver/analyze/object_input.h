/* Inputs that are objects, programs or fat binaries, for the PTX in them. */
#ifndef DRIVER_ANALYZE_OBJECT_INPUT_H
#define DRIVER_ANALYZE_OBJECT_INPUT_H

#include "codegen/object/object.h"
#include "driver/analyze/run_state.h"

/* Analyses the kernels of the object's PTX that is for the first of NVIDIA's GPUs asked for, each
 * entry as an input. False, with nothing done: the input is no object. */
bool run_object(struct run *r, const struct input *in);
/* The PTX in the object for the first of these GPUs, or NULL. */
const struct object_entry *run_choose_ptx(const struct run *r, const struct device_object *o);

#endif
