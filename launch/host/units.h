/* The other translation units of a program, as a compilation database names them, and what may be
 * learnt of each without a compiler. */
#ifndef LAUNCH_HOST_UNITS_H
#define LAUNCH_HOST_UNITS_H

#include "launch/host/source.h"
#include "source/compiler/compile_commands.h"

struct host_unit {
    const struct compile_command *command;
    const char *path; /* absolute, without links */
    const char *text;
    size_t bytes;
    bool taken; /* it was read, or cannot be */
};

struct host_units {
    struct host_unit *at; /* the nearest to the source first */
    size_t n, cap;
    size_t left_out; /* because there are too many bytes of them */
};

/* The texts of all units but the source itself, each file once; files that are none, or are too
 * large, are no units. All that is looked at is added to *d. */
struct host_units host_units_open(struct arena *a, const struct compile_commands *commands,
                                  const char *source, struct dependencies *d);
/* Whether the unit may say more of what the symbol stands for: calls a function that has a
 * definition, defines one that has none, or sets a
 * variable. One that has a local variable of the name is not taken to mean another. */
bool host_unit_mentions(const struct host_unit *u, const struct host_symbol *s);
/* Whether the unit means by the name what another one defines: one which is as near as
 * `definition`, the file of the function or variable that is asked about. Methods are told apart by
 * their classes. */
bool host_unit_means_other(const struct host_units *all, const struct host_unit *u,
                           const struct host_symbol *s, const char *definition);
/* Whether it may launch the kernel, which is of the file: a text of the name, or a call of it with
 * a configuration. Not if it loads other files of kernels only. */
bool host_unit_launches(const struct host_unit *u, const char *kernel, const char *file);
/* How it is compiled; *in is the file. */
struct jobs host_unit_jobs(struct arena *a, const struct host_unit *u, struct input *in);
/* Its tokens and tree, or NULL. Messages name its files relative to `root`, if there is one. */
const struct host_source *host_unit_read(struct arena *a, const struct host_unit *u,
                                         const char *root, struct dependencies *d);

#endif
