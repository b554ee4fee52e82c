/* Passes over a loaded kernel of either view that need no LLVM and know no GPU. */
#ifndef ANALYSIS_PASSES_PASSES_H
#define ANALYSIS_PASSES_PASSES_H

#include "analysis/ir/kernel.h"

/* trip_count.c: formulas for loops that have none yet. */
void an_find_trips(struct arena *a, struct kernel *k);
/* access_strides.c: accesses that go on evenly from iteration to iteration. */
void an_find_streams(struct kernel *k);
/* classify.c: the instruction class of every value. Of 64-bit integers the high halves that nobody
 * needs take no instruction, unless integers are computed `whole`. */
void an_classify(struct arena *a, struct kernel *k, bool whole);
/* trace_slice.c: marks what control flow and addresses depend on. */
void an_mark_needed(struct arena *a, struct kernel *k);
/* uniform.c: by value, whether lanes of a warp may differ in it. */
bool *an_find_varying(struct arena *a, const struct kernel *k);
/* linked_structures.c: which buffer loaded pointers lead into. */
void an_find_linked(struct arena *a, struct kernel *k);
/* joined_atomics.c: which atomics the compiler does once for all lanes of a warp. */
void an_find_joined_atomics(struct arena *a, struct kernel *k);
/* commutative_atomics.c: which atomics on local memory give the same in any order, and which loads
 * race with some.
 */
void an_mark_commutative_atomics(struct arena *a, struct kernel *k);
/* make_items.c: cuts blocks into items for the simulator. */
void an_make_items(struct arena *a, struct kernel *k);

#endif
