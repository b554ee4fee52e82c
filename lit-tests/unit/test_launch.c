/* Launches are made of what is given, in the right order, and checked. */
#include <string.h>

#include "check.h"
#include "launch/inline_syntax.h"
#include "launch/launch.h"

enum { DATA, FACTOR, TILE };

/* void scale(__global float *data, float factor, __local float *tile) */
static struct param scale_params[] = {
    [DATA] = {.name = "data", .type = TYPE_POINTER, .space = SPACE_GLOBAL, .elem_bytes = 4},
    [FACTOR] = {.name = "factor", .type = TYPE_FLOAT, .bits = 32},
    [TILE] = {.name = "tile", .type = TYPE_POINTER, .space = SPACE_LOCAL, .elem_bytes = 4},
};

static struct kernel scale(uint32_t line) {
    return (struct kernel){.name = "scale",
                           .file = "scale.cl",
                           .loc = {.line = line, .col = 1},
                           .params = scale_params,
                           .n_params = 3};
}

static struct launches resolve(struct arena *a, const struct kernel *k, const char *text,
                               const char *words, struct problems *p) {
    struct words values = {0};
    if (*words)
        words_add(a, &values, words);
    struct given_launches given = launch_given(a, &values, NULL, p);
    return launch_resolve(a, k, &given, text, p);
}

static bool sizes(const uint64_t got[3], uint64_t x, uint64_t y, uint64_t z) {
    return got[0] == x && got[1] == y && got[2] == z;
}

static void test_assumption(struct arena *a) {
    struct problems p = {.arena = a};
    struct kernel k = scale(1);
    struct launches l = resolve(a, &k, "", "", &p);
    CHECK(l.n == 1 && p.n == 0 && l.at[0].count == 1);
    CHECK(sizes(l.at[0].global, 1, 1, 1) && sizes(l.at[0].local, 1, 1, 1));
    CHECK(l.at[0].global_source == LAUNCH_ASSUMED && l.at[0].local_source == LAUNCH_ASSUMED);

    static const struct {
        uint64_t global[3], local[3];
    } wanted[] = {{{1 << 20, 1, 1}, {256, 1, 1}},
                  {{1024, 1024, 1}, {16, 16, 1}},
                  {{128, 128, 64}, {8, 8, 4}}};
    uint32_t dimensions[] = {0, 1, 2};
    struct value values[6];
    for (uint32_t d = 0; d < 3; d++) {
        values[d] = (struct value){.op = OP_CONST, .imm = d};
        values[3 + d] = (struct value){.op = OP_WORKITEM, .n_args = 1, .args = &dimensions[d]};
    }
    k.values = values;
    for (uint32_t d = 0; d < 3; d++) {
        k.n_values = 4 + d;
        l = resolve(a, &k, "", "", &p);
        CHECK(memcmp(l.at[0].global, wanted[d].global, sizeof wanted[d].global) == 0);
        CHECK(memcmp(l.at[0].local, wanted[d].local, sizeof wanted[d].local) == 0);
        CHECK(l.at[0].n_others == 2);
    }
}

/* Groups have the dimensions of local ids where they share memory, and the size of strides. */
static void test_shape(struct arena *a) {
    struct problems p = {.arena = a};
    struct kernel k = scale(1);
    uint32_t zero = 0, one = 1, product[] = {3, 4}, sum[] = {5, 6};
    struct value values[] = {
        {.op = OP_CONST, .imm = 0},
        {.op = OP_CONST, .imm = 1},
        {.op = OP_WORKITEM, .imm = QUERY_GROUP_ID, .n_args = 1, .args = &one},
        {.op = OP_WORKITEM, .imm = QUERY_GROUP_ID, .n_args = 1, .args = &zero},
        {.op = OP_CONST, .imm = 64},
        {.op = OP_MUL, .comps = 1, .n_args = 2, .args = product},
        {.op = OP_WORKITEM, .imm = QUERY_LOCAL_ID, .n_args = 1, .args = &zero},
        {.op = OP_ADD, .comps = 1, .n_args = 2, .args = sum},
    };
    k.values = values;
    k.n_values = 8;
    struct launches l = resolve(a, &k, "", "", &p);
    CHECK(sizes(l.at[0].local, 64, 1, 1) && l.at[0].global[1] > 1);
    k.n_values = 7;
    l = resolve(a, &k, "", "", &p);
    CHECK(sizes(l.at[0].local, 256, 1, 1) && sizes(l.at[0].others[0].local, 128, 1, 1));
}

static void test_assumption_fits(struct arena *a) {
    struct problems p = {.arena = a};
    struct kernel k = scale(1);
    struct launches l = resolve(a, &k, "", "scale:global=100", &p);
    CHECK(l.n == 1 && sizes(l.at[0].global, 100, 1, 1) && sizes(l.at[0].local, 4, 1, 1));
    l = resolve(a, &k, "", "scale:global=17x64", &p);
    CHECK(l.n == 1 && sizes(l.at[0].local, 1, 16, 1));
    l = resolve(a, &k, "", "scale:local=48", &p);
    CHECK(l.n == 1 && l.at[0].global[0] == 1048608 && l.at[0].global_source == LAUNCH_ASSUMED);
    k.reqd_local[0] = 32;
    k.reqd_local[1] = 4;
    k.reqd_local[2] = 1;
    l = resolve(a, &k, "", "", &p);
    CHECK(l.n == 1 && sizes(l.at[0].local, 32, 4, 1) && l.at[0].local_source == LAUNCH_ATTRIBUTE);
    CHECK(sizes(l.at[0].global, 1024, 1024, 1) && p.n == 0);
    l = resolve(a, &k, "", "scale:local=64", &p);
    CHECK(l.n == 0 && p.n == 1);
}

static void test_order(struct arena *a) {
    static const char text[] =
        "// clperf: launch global=64 local=32 factor=1.5 count=7\n"
        "__kernel void\n"
        "scale(__global float *data, float factor, __local float *tile) {}\n";
    struct problems p = {.arena = a};
    struct kernel k = scale(3);
    struct launches l = resolve(a, &k, text, "", &p);
    CHECK(l.n == 1 && sizes(l.at[0].global, 64, 1, 1) && l.at[0].global_source == LAUNCH_COMMENT);
    CHECK(l.at[0].count == 7 && launch_arg(&l.at[0], FACTOR, "factor")->number == 1.5);

    l = resolve(a, &k, text, "scale:global=128,factor=2,tile=local:64,0=elements:9", &p);
    CHECK(l.n == 1 && sizes(l.at[0].global, 128, 1, 1) && sizes(l.at[0].local, 32, 1, 1));
    CHECK(l.at[0].global_source == LAUNCH_COMMAND_LINE && l.at[0].local_source == LAUNCH_COMMENT);
    CHECK(launch_arg(&l.at[0], FACTOR, "factor")->number == 2 && l.at[0].n_args == 3);
    CHECK(launch_arg(&l.at[0], DATA, "data")->count == 9);
    CHECK(launch_arg(&l.at[0], TILE, "tile")->kind == ARG_LOCAL_BYTES);
    CHECK(!launch_arg(&l.at[0], 3, "none") && !launch_arg(&l.at[0], 3, NULL));
    CHECK(p.n == 0);

    l = resolve(a, &k, text, "other:global=128", &p);
    CHECK(l.n == 1 && l.at[0].global_source == LAUNCH_COMMENT);
}

/* Where a comment belongs to the kernel in line 4, and where not. */
static void test_comments(struct arena *a) {
    static const struct {
        const char *text;
        size_t launches;
    } cases[] = {
        {"int x;\n// clperf: launch global=64\n__kernel\nvoid scale()\n", 1},
        {"// clperf: launch global=64\n/* that is; all } */\n__kernel\nvoid scale()\n", 1},
        {"// clperf: launch global=64\n// clperf: launch global=32\n__kernel\nvoid scale()\n", 2},
        {"// clperf: launch global=64\nint x;\n__kernel\nvoid scale()\n", 0},
        {"// clperf: launch global=64\n\n__kernel\nvoid scale()\n", 0},
        {"// clperf: launch global=64\n}\n__kernel\nvoid scale()\n", 0},
        {"/* clperf: launch global=64 */\n\n__kernel\nvoid scale()\n", 0},
        {"\n\n__kernel\nvoid scale() // clperf: launch global=64\n", 0},
        {"   //   clperf: launch \t global=64\r\n__kernel\r\n\\\nvoid scale()\n", 1},
        {"// clperf: launch global=64", 1},
        {"\xef\xbb\xbf// clperf: launch global=64\nvoid scale()\n", 1},
        {"", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct problems p = {.arena = a};
        struct kernel k = scale(4);
        CHECK(launch_comments(a, &k, cases[i].text, &p).n == cases[i].launches && p.n == 0);
    }
    struct problems p = {.arena = a};
    struct kernel k = scale(2);
    CHECK(launch_comments(a, &k, "// clperf: launch global=0\nvoid scale()", &p).n == 0);
    CHECK(p.n == 1 && strstr(p.at[0].text, "scale.cl:1: 'global=0'"));
}

static void test_checks(struct arena *a) {
    struct problems p = {.arena = a};
    struct kernel k = scale(1);
    CHECK(resolve(a, &k, "", "scale:global=100,local=16", &p).n == 0 && p.n == 1);
    CHECK(strstr(p.at[0].text, "local 16x1x1 does not divide global 100x1x1"));
    CHECK(resolve(a, &k, "", "scale:global=1048576x1048576x2", &p).n == 0 && p.n == 2);
    struct launches l =
        resolve(a, &k, "", "scale:local=256,data=1,factor=elements:2,tile=file:README.md,x=1", &p);
    CHECK(l.n == 1 && l.at[0].n_args == 1 && p.n == 6);
    CHECK(l.at[0].args[0].source == LAUNCH_ASSUMED && l.at[0].args[0].kind == ARG_LOCAL_BYTES);
    struct gpu g = {.name = "small", .machine.max_items_per_group = 128};
    CHECK(strstr(launch_limit(a, &l.at[0], &g), "256 work-items, small takes at most 128"));
    g.machine.max_items_per_group = 256;
    CHECK(!launch_limit(a, &l.at[0], &g));
}

static struct given_launch given(const char *kernel, const char *file, const char *const *defines,
                                 size_t n) {
    return (struct given_launch){.launch = {.kernel = kernel, .defines = defines, .n_defines = n},
                                 .file = file};
}

static void test_sources(struct arena *a) {
    static const char *const small[] = {"N=1"}, *const big[] = {"N=2"};
    struct given_launches all = {0};
    vec_push(a, &all, given("scale", NULL, small, 1));
    vec_push(a, &all, given("scale", NULL, big, 1));
    vec_push(a, &all, given("other", NULL, NULL, 0));
    vec_push(a, &all, given("pasted", "scale.cl", small, 1));
    vec_push(a, &all, given("scale", "x.cl", NULL, 0));
    static const char text[] = "__kernel void scale";
    struct given_launches mine = launch_for_source(a, &all, "dir/scale.cl", text, sizeof text);
    CHECK(mine.n == 3 && strcmp(mine.at[2].launch.kernel, "pasted") == 0);
    struct builds builds = launch_builds(a, &mine);
    CHECK(builds.n == 2 && strcmp(builds.at[1].defines.at[0], "N=2") == 0);
    CHECK(launch_is_of_build(&mine.at[2].launch, &builds.at[0]));
    CHECK(!launch_is_of_build(&mine.at[2].launch, &builds.at[1]));
    CHECK(launch_for_source(a, &all, "y.cl", "K(sc)", 5).n == 3);
    builds = launch_builds(a, &(struct given_launches){0});
    CHECK(builds.n == 1 && builds.at[0].defines.n == 0 && !builds.at[0].known);
}

static void test_inline(void) {
    CHECK(launch_is_inline("k:global=64") && launch_is_inline("k:") && launch_is_inline("_k1:n=2"));
    CHECK(!launch_is_inline("k.json") && !launch_is_inline("c:file") &&
          !launch_is_inline("1k:n=1"));
    CHECK(!launch_is_inline("dir/k:n=1") && !launch_is_inline(""));
}

int main(void) {
    struct arena arena = {0};
    test_assumption(&arena);
    test_shape(&arena);
    test_assumption_fits(&arena);
    test_order(&arena);
    test_comments(&arena);
    test_checks(&arena);
    test_sources(&arena);
    test_inline();
    arena_free(&arena);
    return CHECK_DONE();
}
