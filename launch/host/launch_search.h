/* What the parts of find_launches.h share: a search for launches, and the launch that is being
 * read. Of it launch_apis.c and launch_apis_cuda.c read the sizes, launch_arguments.c the
 * arguments, and program_builds.c the kernel's name and the options of its program. */
#ifndef LAUNCH_HOST_LAUNCH_SEARCH_H
#define LAUNCH_HOST_LAUNCH_SEARCH_H

#include "base/vec.h"
#include "launch/host/evaluate.h"
#include "launch/host/find_launches.h"

/* How far back ways to a call go. */
enum { HOST_DEEPEST_WAY = 3 };

struct nodes {
    uint32_t *at;
    size_t n, cap;
};

struct finder {
    struct arena *arena;
    const struct host_source *source;
    const struct host_tree *tree;
    struct host_values *values;
    struct nodes set_args; /* calls that set an argument */
    struct nodes builds;   /* calls that build a program */
    struct host_launches out;
};

/* The launch under construction. */
struct launching {
    struct finder *finder;
    uint32_t call;
    const struct host_frame *frame;
    struct host_expr kernel; /* what made it */
    struct host_launch result;
    VEC(struct launch_arg) args;
    VEC(struct launch_unknown) unknowns;
};

static inline const struct host_node *finder_node(const struct finder *f, uint32_t n) {
    return &f->tree->nodes[n];
}

static inline uint32_t finder_argument(const struct finder *f, uint32_t call, uint32_t i) {
    return host_argument(f->tree, call, i);
}

bool finder_is_named(const struct finder *f, uint32_t n, const char *name);
/* The object of a call of a member function, or NO_NODE. */
uint32_t finder_object(const struct finder *f, uint32_t call);
/* "host.c:120" */
const char *finder_where(const struct finder *f, uint32_t node);
/* Why an object is not known that this call makes. */
const char *finder_made_by(const struct finder *f, uint32_t call);
/* Whether an argument is not there, or NULL. */
bool finder_is_null(struct finder *f, uint32_t node, const struct host_frame *frame);

/* Says why something is not known. */
void launching_unknown(struct launching *l, const char *what, const char *why);

/* Says that it changes in a loop, and was taken from its middle. NO_NODE: nothing to say. */
void launching_middle(struct launching *l, const char *what, uint32_t loop);

/* Sizes in *out, of which the program gives `dims`, evaluated since host_assume_middle_iteration().
 * False if one is unknown. */
bool launching_sizes(struct launching *l, const char *what, const struct host_value *sizes,
                     uint32_t dims, uint64_t low, uint64_t out[3]);

/* Launches of CUDA and HIP: with <<<>>>, by functions that get addresses of arguments, and by those
 * that get a structure with the sizes. */
void launching_configured(struct launching *l);
void launching_packed(struct launching *l);
void launching_described(struct launching *l);

/* A loop that is taken as a kernel. */
bool launching_is_loop(const struct finder *f, uint32_t node);
void launching_loop(struct launching *l);

/* The interface by which a call launches, or -1. */
int launching_interface(const struct finder *f, uint32_t call);
/* Reads all of the launch. */
void launching_read(struct launching *l, int interface);

/* Argument `index` as the expression at `value` gives it. */
void launching_arg(struct launching *l, int index, uint32_t value, uint32_t call,
                   const struct host_frame *frame);
/* What `value` gives the parameter of that name. */
void launching_named(struct launching *l, const char *name, uint32_t value, uint32_t call,
                     const struct host_frame *frame);
/* Arguments that other calls set before. */
void launching_args(struct launching *l);

/* Which kernel the object is. */
void launching_kernel(struct launching *l, uint32_t object);
/* The options that the kernel's program is built with. */
void launching_build(struct launching *l);
/* The -D's of the only build, for kernels that no launch is known of. */
void finder_only_build(struct finder *f);

#endif
