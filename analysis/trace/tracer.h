/* The tracer's state, and what its parts do for each other: groups in trace.c, the walk in
 * trace/walk.c, each other subject in a file warp_SUBJECT.c. */
#ifndef ANALYSIS_TRACE_TRACER_H
#define ANALYSIS_TRACE_TRACER_H

#include "analysis/lanes/group_shift.h"
#include "analysis/lanes/lanes.h"
#include "analysis/trace/patterns.h"
#include "analysis/trace/trace.h"
#include "analysis/trace/write_log.h"
#include "base/integers.h"
#include "base/vec.h"

/* Memory whose contents are followed, one byte at a time. */
struct memory {
    uint8_t *bytes;
    uint8_t *high;  /* upper ends of ranges; NULL until there is one */
    uint8_t *state; /* datum_byte_state(); what is untouched is unknown */
    uint64_t size;
};

/* A parameter's buffer: what it holds at the launch, if that is known. */
struct buffer {
    const uint8_t *bytes;          /* NULL: zeros, or by formula */
    struct formula_of_place *each; /* number `i`, or NULL */
    uint8_t type;                  /* enum type of these numbers */
    uint16_t bits;
    bool made; /* `number` is what it gives for `place` */
    double place;
    int64_t number;
    uint64_t room; /* its size in bytes, 0 = nobody knows */
    uint64_t size; /* of what is known */
    bool read;     /* something needed may be loaded from it */
    bool written;  /* something may be stored to it */
    bool shared;   /* with atomics: other work-groups may change it at any time */
    bool lost;     /* nothing in it is known any more, for the current work-group */
};

/* One step of a block, prepared before the walk: what to compute and what to
 * record. */
struct step {
    enum step_kind { STEP_EVAL, STEP_ITEM, STEP_ACCESS, STEP_BARRIER, STEP_COUNT } kind;
    uint32_t value; /* NONE for STEP_ITEM */
    uint32_t item;  /* NONE for STEP_EVAL */
    uint32_t n;     /* STEP_COUNT: items in a row of which nothing but their number is asked */
};

struct block_steps {
    const struct step *at;
    uint32_t n;
    uint32_t n_phis; /* needed phis: the block's first values */
    const uint32_t *phis;
};

/* How the lanes of a work-group divided at one execution of a branch. Successors beyond the
 * second count as the second. */
enum { SIDES = 2 };

struct division {
    uint32_t lanes[SIDES], warps[SIDES];
};

struct divisions {
    VEC(struct division) at; /* by execution */
};

/* Work-groups that do the same but for addresses, and what one of them counts. */
struct group_class {
    uint64_t group[3], size[3]; /* of the one that was walked */
    const struct warp_trace *warps;
    size_t n_warps;
    uint64_t n_ops;
    bool cut;                   /* it was longer than allowed */
    unsigned opaque;            /* dimensions along which others are not like it */
    const struct shift *shifts; /* NULL: none can be like it */
    size_t n_shifts;
    struct loop_counts *loops;
    struct branch_counts *branches;
    struct barrier_counts *barriers;
    const struct request_tally *tallies; /* where all groups of the launch are asked for */
    size_t n_tallies;
};

/* Warps traced so far. */
struct warp_traces {
    struct warp_trace *at;
    size_t n, cap;
};

/* A way that lanes may have gone although the walk does not send them there. */
struct untaken_path {
    uint32_t from, to;    /* the blocks of its first edge */
    VEC(uint32_t) stores; /* numbers of the accesses on it that write */
};

/* The whole tracing of one request. */
struct tracer {
    struct arena *arena;
    struct trace_request request;
    const struct kernel *k;
    const struct launch *launch;
    struct warp_shape shape;
    uint64_t n_groups[3]; /* of the launch */
    uint32_t work_dim;
    uint32_t *slot; /* by value: first register, NONE if not needed */
    uint32_t n_slots;
    uint64_t *live; /* by block: set of needed values alive at its start; NULL until asked for */
    size_t live_words;
    struct lanes *shared;          /* by value: constants, parameters, addresses of objects */
    struct lanes **shared_vectors; /* by value: components of vector constants, or NULL */
    uint64_t *object_address;
    const uint8_t **object_bytes; /* contents where they are known, or NULL */
    struct buffer *buffers;       /* by parameter */
    struct written written;       /* by the current work-group, to buffers */
    const uint64_t *buffer_bytes; /* by parameter */
    uint32_t local_bytes, private_bytes;
    struct memory local; /* of the current work-group */
    struct block_steps *blocks;
    struct pattern_table patterns;
    VEC(struct trace_region) regions;
    bool *varies;                /* by branch: its condition follows the variables of its loop */
    struct divisions *divisions; /* by branch, of the current work-group */
    struct loop_counts *loops;
    bool *loop_assumed;   /* by loop: where it ends could not be decided */
    bool *loop_sampled;   /* by loop: what parts of it do stands for others */
    bool *loop_unsure;    /* by loop: lanes came out of it below an undecided branch */
    bool *entered_unsure; /* by loop: lanes came to it so */
    int64_t *inside; /* by loop: work-items counted as coming in, less those counted as leaving */
    struct branch_counts *branches;
    VEC(struct untaken_path) ways; /* that lanes may have taken */
    uint32_t n_barriers;
    const uint32_t *barrier_items;
    struct barrier_counts *barriers; /* of these */
    struct certain *accesses;        /* by access number, as in the trace */
    struct shift_table shifts;
    bool follows;    /* the shifts of values, so that groups can share a trace */
    unsigned opaque; /* dimensions along which where lanes go, or an address, depends on the group
                        in a way that is not followed */
    unsigned moves;  /* those along which memory that is followed holds what differs */
    VEC(struct group_class) classes;
    struct warp *warps;   /* of a group, reused */
    uint64_t allowed;     /* operations for the group that is walked and those before it; 0: any */
    uint64_t n_ops;       /* operations and branches so far */
    struct work own;      /* where the request gives no place for it */
    uint32_t not_counted; /* nanoseconds of work since it was added last */
    bool truncated;       /* all warps have to stop */
    bool cut;             /* a warp had to */
    bool shortened;
    bool overrun; /* a work-item certainly goes beyond a local array */
    struct certain certain;
};

/* Which of a warp's active lanes are there. */
enum presence {
    PRESENCE_OF_ANY, /* each lane of the mask may or may not be there */
    PRESENCE_OF_ALL, /* the warp may not come here, but if it does, then with these lanes: the
                        undecided conditions are the same for all of them */
    PRESENCE_SURE
};

/* Lanes that wait at the start of a block for their turn. Its phis have their values. */
struct pending_path {
    uint32_t to;
    uint64_t mask;
    uint32_t region;
    enum presence presence;
};

/* Between a divergent branch and where its sides meet again. */
struct frame {
    uint32_t reconv; /* block number, n_blocks for the exit */
    uint64_t arrived;
    uint32_t region; /* as it was before, like `presence` */
    enum presence presence;
    uint32_t left_loop; /* that lanes may have left undecided on the way, or NONE */
    VEC(struct pending_path) sides;
};

/* A phi's new value, read from one edge and not written yet. */
struct phi_copy {
    uint32_t value, comp;
    struct lanes from;
    uint64_t mask;
};
struct phi_copies {
    VEC(struct phi_copy) at; /* with room from earlier edges behind the first `n` */
    size_t n;
};

struct skip_loop;
struct skip_exit;

struct warp {
    struct tracer *t;
    uint64_t group[3], linear_group;
    uint32_t number; /* in the group */
    uint32_t n_items;
    uint64_t items; /* lanes that exist */
    uint64_t local_id[3][MAX_LANES];
    struct lanes *regs;
    struct lanes scratch;         /* for results that must not replace waiting lanes' values */
    struct memory private_memory; /* all lanes, one after another */
    uint32_t block, pc;
    uint64_t mask;
    uint32_t region;
    enum presence presence;  /* less below an undecided branch */
    bool was_unsure;         /* at some time */
    uint32_t barrier;        /* item of the barrier that it stands at, or NONE */
    uint64_t weight;         /* what counts now stands for so many */
    struct skip_loop *skips; /* by loop; these two only where loops are sampled */
    struct skip_exit *exits; /* by branch */
    bool done;
    uint64_t n_ops;    /* that it has executed */
    double work;       /* the same, those of samples as often as they stand for */
    uint32_t sampled;  /* loops, entries counted each */
    uint32_t chunk_of; /* innermost loop of which a chunk is being walked, or NONE */
    VEC(struct frame) frames;
    uint32_t n_frames;
    bool has_waiting_lanes;   /* lanes may wait in a frame; false: none does */
    struct phi_copies copies; /* of the edges being taken */
    uint32_t *executed;       /* by branch */
    uint32_t *iterations;     /* by loop, since the warp entered it */
    uint32_t *bounded_by;     /* by loop: block of an exit that could be decided, or NONE */
    uint32_t *trips;          /* by loop and lane */
    VEC(struct trace_op) ops;
};

/* Whether the walk computes the value. */
static inline bool tracer_computes(const struct tracer *t, uint32_t value) {
    const struct value *v = &t->k->values[value];
    return t->request.work_only ? v->in_control_slice : v->in_trace_slice;
}

/* Whether operations are kept. */
static inline bool tracer_keeps_ops(const struct tracer *t) {
    return !t->request.counts_only && !t->request.work_only;
}

/* Iterations of a loop whose end is not known. */
static inline uint32_t unknown_trips(const struct tracer *t) {
    return t->launch->unknown_trips ? t->launch->unknown_trips : LAUNCH_USUAL_TRIPS;
}

/* Iterations of a loop that does several of the source's in one, or those left over. */
static inline uint32_t assumed_trips(const struct tracer *t, const struct loop *l) {
    uint32_t n = unknown_trips(t);
    return l->unrolled == 0 || l->unrolled > n ? 1 : n / l->unrolled;
}

/* A loop inside others whose end is not known either is taken for a part of that: loops in loops
 * that follow data run for a few iterations on average, and their product must not explode. */
static inline uint32_t assumed_inside(const struct warp *w, uint32_t loop) {
    enum { PART = 4 };
    const struct loop *l = &w->t->k->loops[loop];
    uint32_t n = assumed_trips(w->t, l);
    for (uint32_t p = l->parent; p != NONE; p = w->t->k->loops[p].parent)
        if (w->t->loop_assumed[p] && n > 1)
            n = n < PART ? 1 : n / PART;
    return n;
}

/* How many iterations the walk keeps lanes in the loop that its block `exit` cannot send out for
 * certain. A loop with another end, one that is known but perhaps never comes, has more. */
static inline uint32_t most_iterations(const struct warp *w, uint32_t loop, uint32_t exit) {
    enum { MOST_ASSUMED_TRIPS = 1024 };
    uint32_t by = w->bounded_by[loop];
    return by != NONE && by != exit ? MOST_ASSUMED_TRIPS : assumed_inside(w, loop);
}

/* trace.c */
void tracer_init(struct tracer *t, struct arena *a, const struct trace_request *r);
/* Walks the group, and keeps it as a class of its own unless it was cut. */
void tracer_walk_group(struct tracer *t, uint64_t group, struct warp_traces *out);
/* What has been counted, as a trace of so many groups. */
const struct trace *tracer_result(struct tracer *t, const struct warp_traces *traces,
                                  uint64_t n_groups);

/* launch_cover.c: the trace of all groups of the launch, where the request wants it. */
const struct trace *tracer_cover_launch(struct arena *a, const struct trace_request *r);

/* trace/walk.c: runs the warp to its next barrier or its end. */
void warp_run(struct warp *w);

/* reconverge.c */
struct frame *warp_frame(struct warp *w);
void warp_push_frame(struct warp *w, uint32_t reconv);
/* True if lanes on their way to the block may have left a loop that the tracer kept them in, or
 * stayed in one that they were taken out of: then phis there can have come from elsewhere, too. */
bool warp_phi_is_uncertain(const struct warp *w, uint32_t to);
/* Lanes have gone along an edge, phis included: they wait for the others of their frame at the end
 * of it, or for their turn. */
void warp_arrive(struct warp *w, uint32_t from, uint32_t to, uint64_t mask, uint32_t region);
/* All active lanes along an edge; false if they have to wait at its end. */
bool warp_go_on(struct warp *w, uint32_t from, uint32_t to);
/* After lanes have come to wait: the next side, or all together behind the branch. */
void warp_resume(struct warp *w);

/* untaken_paths.c: the active lanes may have left the block for `to`, where they are not sent. */
void warp_mark_untaken_path(struct warp *w, uint32_t to);

/* unlikely_sides.c: the number of the branch's successor that is hardly ever taken, or NONE: the
 * one that the source or a profile says, one where a floating-point number is equal to a constant
 * other than zero (Ball and Larus, Branch Prediction for Free, PLDI 1993, the opcode heuristic),
 * and one where a word of a hash is equal to another word. Zero is left out, as much data is
 * sparse. Programs that measure write such a condition to have a result that the compiler must
 * compute but nobody stores. */
uint32_t warp_unlikely_successor(struct warp *w, const struct value *branch);

/* counts.c */
void tracer_init_counts(struct tracer *t);
/* When all groups have been walked: how sure the counts are of what loops and samples decide. */
void tracer_finish_counts(struct tracer *t);
/* Before that: the walk was cut, what was counted is of a part. */
void tracer_counts_are_cut(struct tracer *t);
void warp_count_edge(struct warp *w, uint32_t from, uint32_t to, uint64_t mask);
void warp_count_branch(struct warp *w, const struct value *v, uint32_t n_sides, bool known);

/* group_classes.c */
/* A class that the group belongs to, or NULL: by shift, how far its addresses move. `index` is the
 * group's place in the trace. */
const struct group_class *tracer_find_class(struct tracer *t, uint64_t group, size_t index,
                                            const int64_t **moved);
/* Where the group is in the launch, and how many work-items it has along each dimension. */
void tracer_place_group(const struct tracer *t, uint64_t number, uint64_t at[3], uint64_t size[3]);
/* Around the walk of a group. */
struct group_class tracer_begin_class(struct tracer *t, uint64_t group);
void tracer_end_class(struct tracer *t, struct group_class *c, const struct warp_trace *warps,
                      size_t n_warps);

/* barriers.c: what the barriers meet where all warps of a work-group have come to one, or to
 * their end. */
void tracer_note_barriers(struct tracer *t, const struct warp *warps, uint32_t n);

/* divergent_regions.c */
/* A new region for a side of the branch's last execution. */
uint32_t warp_new_region(struct warp *w, uint32_t branch, uint32_t side);
/* Notes where the warp's lanes went at this execution of the branch. */
void warp_note_division(struct warp *w, uint32_t branch, const uint64_t *to, uint32_t n_sides);
/* When the work-group has ended: what packing would leave of its regions. */
void tracer_weigh_regions(struct tracer *t, size_t first);

/* values.c */
void tracer_bind_constants(struct tracer *t);
static inline struct lanes *warp_register(struct warp *w, uint32_t value, uint32_t comp) {
    return &w->regs[w->t->slot[value] + comp];
}
static inline const struct lanes *warp_operand(struct warp *w, uint32_t value, uint32_t comp) {
    static const struct lanes unknown = {.form = LANES_UNKNOWN};
    const struct value *v = &w->t->k->values[value];
    if (comp >= v->comps)
        comp = 0;
    if (w->t->shared_vectors[value])
        return &w->t->shared_vectors[value][comp];
    if (v->block == NONE)
        return &w->t->shared[value];
    return w->t->slot[value] == NONE ? &unknown : warp_register(w, value, comp);
}
/* The bits of a number for a parameter or field of that type; false where that may be another
 * whole number: doubles are exact up to 2^53. */
bool number_bits(uint8_t type, uint16_t bits, double number, int64_t *n);
/* number_bits() of number i of an argument. */
bool argument_bits(const struct launch_arg *arg, size_t i, uint8_t type, uint16_t bits, int64_t *n);
/* Computes a value for the active lanes, all components. */
void warp_eval(struct warp *w, uint32_t value);
/* Adds to the request's work what has been done since it was added last. */
void tracer_count_work(struct tracer *t);
/* Where to put a new value so that the lanes in `keep` lose nothing, and the end of it. */
struct lanes *warp_begin_write(struct warp *w, uint32_t value, uint32_t comp, uint64_t keep);
void warp_end_write(struct warp *w, uint32_t value, uint32_t comp, uint64_t keep);
/* The phis of `to` for lanes that come from `from`, read now and written together. With `forget`
 * they become unknown. */
void warp_read_phis(struct warp *w, uint32_t from, uint32_t to, uint64_t mask, bool forget,
                    struct phi_copies *copies);
void warp_write_phis(struct warp *w, const struct phi_copies *copies);
/* The trace as a whole is no surer than that. */
void tracer_lower(struct tracer *t, enum certainty level, enum certainty_reason reason);
/* Why something that is computed is not known: the reason, unless it is that the request left out
 * what differs from lane to lane. */
enum certainty_reason tracer_reason(const struct tracer *t, enum certainty_reason reason);

/* How the value differs between groups if nothing is known but along which dimensions its operands
 * do. */
uint16_t warp_lost_shift(struct warp *w, const struct value *v);

/* trace/liveness.c: waiting lanes that still need their old value of it. */
uint64_t warp_keep(struct warp *w, uint32_t value);

/* work_item_ids.c */
void warp_workitem(struct warp *w, const struct value *v, struct lanes *to);
/* How what a work-item function says differs between groups of the same size. */
uint16_t warp_workitem_shift(struct warp *w, const struct value *v);

/* vectors.c: one component of extract, insert and shuffle, or of the same bits in components
 * of another width. */
void warp_rearrange(struct warp *w, const struct value *v, uint32_t comp, struct lanes *to);
void warp_regroup(struct warp *w, const struct value *v, uint32_t comp, struct lanes *to);

/* subgroup_ops.c: a sub-group's function, one component. */
void warp_exchange(struct warp *w, const struct value *v, uint32_t comp, struct lanes *to);

/* trace/accesses.c */
void tracer_place_objects(struct tracer *t);
/* Records the request of an access item, and follows the data where it is needed. */
void warp_access(struct warp *w, uint32_t item);

/* assumed_addresses.c: stands for addresses that nobody knows, if the access is a stream: false if
 * not. *shift is how they move between groups. */
bool warp_stream(struct warp *w, const struct access *a, struct lanes *pointer, uint16_t *shift);

/* warp_data*.c */
void tracer_bind_buffers(struct tracer *t);
/* Memory as a work-group finds it. */
void tracer_start_memory(struct tracer *t);
/* The store may have been executed, by any lane and at any address. */
void warp_forget_store(struct warp *w, uint32_t access);
/* What an access loads, and what it changes. */
void warp_follow_data(struct warp *w, const struct access *a, const struct lanes *pointer);

#endif
