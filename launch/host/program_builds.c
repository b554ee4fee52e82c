#include <string.h>

#include "base/str.h"
#include "launch/host/launch_search.h"
#include "source/compiler/build_options.h"

void launching_kernel(struct launching *l, uint32_t object) {
    struct finder *f = l->finder;
    struct host_value name = {0};
    l->kernel = host_origin_of(f->values, object, l->frame);
    if (l->kernel.node == NO_NODE) {
        l->result.kernel_unknown = l->kernel.why;
        return;
    }
    if (finder_is_named(f, l->kernel.node, "clCreateKernel") ||
        finder_is_named(f, l->kernel.node, "Kernel") ||
        finder_is_named(f, l->kernel.node, "KernelFunctor") ||
        finder_is_named(f, l->kernel.node, "make_kernel"))
        name = host_eval(f->values, finder_argument(f, l->kernel.node, 1), l->kernel.frame);
    else
        name.text = finder_made_by(f, l->kernel.node);
    if (name.kind == VALUE_TEXT)
        l->result.launch.kernel = name.text;
    else
        l->result.kernel_unknown = name.text ? name.text : "not a text";
}

static uint32_t built_program(const struct finder *f, uint32_t build) {
    return finder_is_named(f, build, "clBuildProgram") ? finder_argument(f, build, 0)
                                                       : finder_object(f, build);
}

static struct host_value build_options(struct finder *f, uint32_t build,
                                       const struct host_frame *frame) {
    bool c = finder_is_named(f, build, "clBuildProgram");
    uint32_t options = finder_argument(f, build, c ? 3 : 1);
    if (!c && options == NO_NODE)
        options = finder_argument(f, build, 0);
    if (finder_is_null(f, options, frame))
        return (struct host_value){.kind = VALUE_TEXT, .text = ""};
    return host_eval(f->values, options, frame);
}

/* The only call that builds a program in the source itself, or NO_NODE. */
static uint32_t only_build(const struct finder *f) {
    size_t own = 0;
    while (own < f->builds.n && f->builds.at[own] < f->tree->n_own)
        own++;
    return own == 1 ? f->builds.at[0] : NO_NODE;
}

/* The call that builds what this node makes; if none is known to, the only one there is. */
static uint32_t build_of(struct finder *f, uint32_t program) {
    for (size_t i = 0; i < f->builds.n && program != NO_NODE; i++) {
        uint32_t built = built_program(f, f->builds.at[i]);
        const struct host_frame *frame = host_only_way(f->values, f->builds.at[i]);
        if (built != NO_NODE && host_origin_of(f->values, built, frame).node == program)
            return f->builds.at[i];
    }
    return only_build(f);
}

/* The way by which the program comes to the build before this launch. */
static const struct host_frame *way_to_build(const struct launching *l, uint32_t build) {
    const struct finder *f = l->finder;
    const struct host_frame *frame = l->frame;
    for (uint32_t at = l->call; finder_node(f, at)->function != finder_node(f, build)->function;) {
        if (!frame)
            return host_only_way(f->values, build);
        at = frame->call;
        frame = frame->caller;
    }
    return frame;
}

void launching_build(struct launching *l) {
    struct finder *f = l->finder;
    uint32_t object = finder_argument(f, l->kernel.node, 0);
    struct host_expr program = host_origin_of(f->values, object, l->kernel.frame);
    struct words defines = {0};
    uint32_t build = build_of(f, program.node);
    if (build != NO_NODE) {
        struct host_value text = build_options(f, build, way_to_build(l, build));
        if (text.kind == VALUE_TEXT)
            build_options_read(f->arena, text.text, &defines, &f->out.flags);
        else
            launching_unknown(l, "build options", text.text ? text.text : "not a text");
    }
    l->result.launch.defines = defines.at;
    l->result.launch.n_defines = defines.n;
}

void finder_only_build(struct finder *f) {
    uint32_t build = only_build(f);
    if (build == NO_NODE)
        return;
    struct host_value text = build_options(f, build, host_only_way(f->values, build));
    f->out.flags = (struct words){0};
    if (text.kind == VALUE_TEXT)
        build_options_read(f->arena, text.text, &f->out.defines, &f->out.flags);
}
