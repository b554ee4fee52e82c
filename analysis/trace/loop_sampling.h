/* Sampling of long loops: chunks of consecutive iterations are walked, each stands for
 * a number of chunks like it. Only used when a trace would be too long, and only for
 * loops whose variables go up or down by the same step in every iteration. */
#ifndef ANALYSIS_TRACE_LOOP_SAMPLING_H
#define ANALYSIS_TRACE_LOOP_SAMPLING_H

#include "analysis/trace/tracer.h"

/* What is known of one loop while a warp is in it. */
struct skip_loop {
    uint32_t entries;    /* by the warp */
    uint32_t sampled;    /* loops by the warp, when it entered */
    uint64_t first_op;   /* of the warp, when `iterations` was 0 */
    uint32_t iterations; /* since the entry or the last jump */
    uint32_t chunks;     /* walked since the entry */
    bool in_chunk;
    bool undecided;     /* nobody knows where it ends: its iterations are assumed */
    uint32_t chunk;     /* iterations of the current one */
    uint32_t chunk_end; /* in `iterations` */
    uint64_t repeats;   /* that the current chunk stands for, beyond itself */
    uint64_t mask;      /* lanes at the chunk's start */
    uint64_t outer_weight;
    uint32_t outer;        /* loop whose chunk this one's is in, or NONE */
    int64_t *last, *delta; /* by needed phi of the header and component */
    uint16_t *shift;       /* the same */
    uint32_t linear;       /* iterations in a row in which all deltas were the same */
};

/* How far apart the two sides of an exit's comparison are, by lane, and how much farther than the
 * time before. */
struct skip_exit {
    bool known;
    uint64_t mask;
    struct lanes linear; /* the distances where they are linear in the lane; then all lanes have
                            delta[0], and distance[] is not set */
    int64_t distance[MAX_LANES], delta[MAX_LANES];
    uint16_t shift; /* of the distances */
};

void skip_enter(struct warp *w, uint32_t loop);
/* After the phis of the header have their values for the next iteration. */
void skip_iteration(struct warp *w, uint32_t loop, uint64_t mask);
/* The warp goes on at a block, or has ended if there is none of this number. Chunks of loops that
 * it has left, whose end nobody foresaw, stand for nothing but themselves. */
void skip_go(struct warp *w, uint32_t block);
/* A branch that may leave its loop is about to be taken. */
void skip_exit(struct warp *w, const struct value *branch);

#endif
