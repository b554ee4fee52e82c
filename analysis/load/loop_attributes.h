/* What attributes say of kernels that are made of loops. */
#ifndef ANALYSIS_LOAD_LOOP_ATTRIBUTES_H
#define ANALYSIS_LOAD_LOOP_ATTRIBUTES_H

/* String attributes of the kernels, which load.c reads: "line:column" of the loop, and why the loop
 * cannot be a kernel. */
#define LOOP_PLACE "clperf-place"
#define LOOP_REFUSED "clperf-refused"
/* Names between commas: what counts the work-items, dimension 0 first; scalars that go from
 * iteration to iteration, each with ":" and the operation of a reduction; scalars that each
 * iteration sets before it uses them. */
#define LOOP_COUNTERS "clperf-counters"
#define LOOP_CARRIED "clperf-carried"
#define LOOP_PRIVATES "clperf-privates"
/* Of each loop, "depth:line:column:iterations:at once:cycles" between commas: how deep it lies in
 * the outermost one, constant iterations or 0, how many a vector does at once, and clock cycles for
 * each on the architecture's oldest processor. Absent where there is no model of it. */
#define LOOP_PROCESSOR "clperf-processor"
/* Of a parameter: an array that no other one points into. */
#define LOOP_OWN_MEMORY "clperf-own-memory"

#endif
