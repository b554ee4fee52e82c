/* run_kernels executes kernels of an original and of edited copies and compares, element by
 * element, what they write. Standard input has a command a line, standard output one answer a line:
 *
 *   program FILE [OPTIONS]                    an OpenCL source, or a library with host.h;
 *                                             the first one is the original, number 0
 *   launch KERNEL GX GY GZ LX LY LZ [NAME=VALUE...]   of the original, with every fill; but for the
 *                                             first one a part of the launch is enough
 *   launch-all KERNEL ...                     the whole launch with every fill
 *   compare NUMBER LX LY LZ                   the same of a copy
 *
 * The answers are JSON: true, false after a message on standard error, or for compare a list with
 * an object for each fill. Launches that do not give the same twice are answered with false. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffers.h"
#include "engine.h"

enum { MAX_PROGRAMS = 4096, MAX_GIVEN = 64, PART_ITEMS = 8192 };

static const char *const mode_names[N_MODES] = {"random", "whole", "wide", "special"};

struct program {
    const struct engine *engine;
    void *program;
};

struct given {
    const char *name, *value;
};

/* The buffers of a launch, by parameter. */
struct result {
    struct buffer *buffers[MAX_PARAMS];
};

struct session {
    struct program programs[MAX_PROGRAMS];
    int n_programs;
    char *line; /* of the launch; the names below point there */
    const char *kernel;
    size_t global[N_MODES][3];
    struct given given[MAX_GIVEN];
    int n_given;
    struct kernel original;
    struct result results[N_MODES];
};

struct difference {
    size_t elements; /* how many differ */
    const char *buffer;
    size_t first;
    double before, after;  /* of the first */
    double ulps, relative; /* the largest */
    size_t far;            /* how many differ by more than 1e-4 of the original */
};

static bool parse_sizes(char **at, size_t sizes[3]) {
    for (int d = 0; d < 3; d++) {
        const char *word = strtok_r(NULL, " \n", at);
        if (!word)
            return false;
        sizes[d] = strtoull(word, NULL, 10);
    }
    return true;
}

/* A whole number that is not given is small, as a count or a choice would be; a real one is not
 * zero but among the special ones. */
static void fill_value(enum mode mode, struct type type, size_t number, void *value) {
    static const unsigned char whole[N_MODES] = {3, 7, 2, 1};
    if (!type.real) {
        memset(value, 0, type.bytes);
        *(unsigned char *)value = whole[mode];
        return;
    }
    fill_element(mode, type, number * 3 + 1, value);
    if (mode == MODE_RANDOM || mode == MODE_WHOLE) {
        float f = mode == MODE_RANDOM ? 0.7f + 0.61f * (float)number : 3.0f + 2.0f * (float)number;
        double d = mode == MODE_RANDOM ? 0.7 + 0.61 * (double)number : 3.0 + 2.0 * (double)number;
        memcpy(value, type.bytes == 8 ? (void *)&d : (void *)&f, type.bytes == 8 ? 8 : 4);
    }
}

static void given_value(const char *text, struct type type, void *value) {
    double d = strtod(text, NULL);
    float f = (float)d;
    long long whole = strtoll(text, NULL, 0);
    const void *real = type.bytes == 8 ? (void *)&d : (void *)&f;
    memcpy(value, type.real ? real : &whole, type.bytes);
}

static void value_of(const struct session *s, enum mode mode, const struct param *p, size_t number,
                     unsigned char value[128]) {
    struct type type = type_of(p->type);
    const char *text = NULL;
    for (int i = 0; i < s->n_given; i++)
        if (strcmp(s->given[i].name, p->name) == 0)
            text = s->given[i].value;
    for (size_t lane = 0; lane < 16; lane++)
        if (text)
            given_value(text, type, value + lane * type.bytes);
        else
            fill_value(mode, type, number + lane, value + lane * type.bytes);
}

static size_t value_bytes(struct type t) {
    return t.bytes * (t.lanes == 3 ? 4 : t.lanes);
}

static void free_result(struct result *r) {
    for (int i = 0; i < MAX_PARAMS; i++)
        if (r->buffers[i])
            buffer_free(r->buffers[i]);
    *r = (struct result){0};
}

static bool execute(const struct session *s, const struct engine *engine, const struct kernel *k,
                    const size_t local[3], enum mode mode, struct result *r) {
    struct launch launch = {0};
    unsigned char values[MAX_PARAMS][128];
    memcpy(launch.global, s->global[mode], sizeof launch.global);
    memcpy(launch.local, local, sizeof launch.local);
    for (int i = 0; i < k->n_params; i++) {
        struct type type = type_of(k->params[i].type);
        if (k->params[i].kind == PARAM_OTHER) {
            fprintf(stderr, "parameter %s is neither a value nor a buffer\n", k->params[i].name);
            return false;
        } else if (k->params[i].kind == PARAM_GLOBAL) {
            r->buffers[i] = buffer_new(mode, type, (size_t)i);
            launch.args[i] = r->buffers[i]->bytes;
            launch.bytes[i] = BUFFER_BYTES;
        } else if (k->params[i].kind == PARAM_VALUE) {
            value_of(s, mode, &k->params[i], (size_t)i, values[i]);
            launch.args[i] = values[i];
            launch.bytes[i] = value_bytes(type);
        }
    }
    return engine->run(k, &launch);
}

static double element(struct type type, const unsigned char *at) {
    float f;
    double d;
    uint64_t n = 0;
    memcpy(&f, at, sizeof f);
    memcpy(&d, at, type.bytes == 8 ? 8 : 0);
    memcpy(&n, at, type.bytes);
    if (type.real && type.bytes > 2)
        return type.bytes == 8 ? d : f;
    return (double)n;
}

/* Numbers in the order of the reals, neighbours one apart. */
static double place(struct type type, const unsigned char *at) {
    uint64_t n = 0, sign = 1ull << (type.bytes * 8 - 1);
    memcpy(&n, at, type.bytes);
    return n & sign ? -(double)(n & (sign - 1)) : (double)n;
}

static void compare_element(const char *buffer, struct type type, const unsigned char *x,
                            const unsigned char *y, size_t i, struct difference *found) {
    double before = element(type, x), after = element(type, y);
    if (memcmp(x, y, type.bytes) == 0 || (type.real && isnan(before) && isnan(after)))
        return;
    if (found->elements++ == 0) {
        found->buffer = buffer;
        found->first = i;
        found->before = before;
        found->after = after;
    }
    bool finite = isfinite(before) && isfinite(after);
    double ulps = finite && type.real ? fabs(place(type, x) - place(type, y)) : INFINITY;
    double relative = !finite ? INFINITY : before == after ? 0 : fabs((after - before) / before);
    found->far += relative > 1e-4;
    found->ulps = fmax(found->ulps, ulps);
    found->relative = fmax(found->relative, relative);
}

static void compare_buffers(const char *name, struct type type, const struct buffer *x,
                            const struct buffer *y, struct difference *found) {
    size_t per_block = BLOCK_BYTES / type.bytes;
    for (size_t block = 0; block < N_BLOCKS; block++) {
        size_t at = block * BLOCK_BYTES;
        if ((!x->written[block] && !y->written[block]) ||
            memcmp(x->bytes + at, y->bytes + at, BLOCK_BYTES) == 0)
            continue;
        for (size_t i = 0; i < per_block; i++)
            compare_element(name, type, x->bytes + at + i * type.bytes,
                            y->bytes + at + i * type.bytes, block * per_block + i, found);
    }
}

static struct difference compare_results(const struct kernel *k, const struct result *x,
                                         const struct result *y) {
    struct difference found = {0};
    for (int i = 0; i < k->n_params; i++)
        if (x->buffers[i] && y->buffers[i])
            compare_buffers(k->params[i].name, type_of(k->params[i].type), x->buffers[i],
                            y->buffers[i], &found);
    return found;
}

/* Python's JSON reads Infinity and NaN. */
static void print_number(const char *name, double x) {
    if (isfinite(x))
        printf(", \"%s\": %.9g", name, x);
    else
        printf(", \"%s\": %s", name, isnan(x) ? "NaN" : x < 0 ? "-Infinity" : "Infinity");
}

static void print_difference(enum mode mode, const struct difference *found) {
    printf("%s{\"fill\": \"%s\", \"elements\": %zu", mode ? ", " : "", mode_names[mode],
           found->elements);
    if (found->elements) {
        printf(", \"buffer\": \"%s\", \"first\": %zu, \"far\": %zu", found->buffer, found->first,
               found->far);
        print_number("before", found->before);
        print_number("after", found->after);
        print_number("ulps", found->ulps);
        print_number("relative", found->relative);
    }
    printf("}");
}

static bool add_program(struct session *s, char *at) {
    char *options = NULL;
    const char *file = strtok_r(at, " ", &options);
    if (!file)
        return false;
    size_t n = strlen(file);
    bool library = n > 3 && strcmp(file + n - 3, ".so") == 0;
    struct program p = {library ? &host_engine : &opencl_engine, NULL};
    p.program = p.engine->load(file, options);
    s->programs[s->n_programs++] = p;
    return p.program;
}

/* Once more with the first fill: a kernel whose results depend on the order of its work-items says
 * nothing about an edit. */
static bool is_steady(const struct session *s, const size_t local[3]) {
    struct result again = {0};
    bool same = execute(s, s->programs[0].engine, &s->original, local, MODE_RANDOM, &again) &&
                compare_results(&s->original, &s->results[MODE_RANDOM], &again).elements == 0;
    free_result(&again);
    if (!same)
        fprintf(stderr, "two runs of the original differ\n");
    return same;
}

/* A launch of the same shape, in whole groups, with no fewer than PART_ITEMS work-items. */
static void take_part(size_t global[3], const size_t local[3]) {
    while (true) {
        size_t half[3], n = 1;
        for (int d = 0; d < 3; d++) {
            half[d] = global[d] > 1 ? global[d] / 2 : 1;
            if (half[d] % local[d] != 0 || (global[d] > 1 && global[d] % 2 != 0))
                return;
            n *= half[d];
        }
        if (n < PART_ITEMS)
            return;
        memcpy(global, half, sizeof half);
    }
}

static bool launch(struct session *s, char *at, bool all) {
    size_t local[3];
    free(s->line);
    s->line = strdup(at);
    char *rest = NULL;
    s->kernel = strtok_r(s->line, " \n", &rest);
    if (!s->kernel || !parse_sizes(&rest, s->global[0]) || !parse_sizes(&rest, local))
        return false;
    for (enum mode mode = 1; mode < N_MODES; mode++) {
        memcpy(s->global[mode], s->global[0], sizeof s->global[0]);
        if (!all)
            take_part(s->global[mode], local);
    }
    s->n_given = 0;
    for (char *word; (word = strtok_r(NULL, " \n", &rest)) && s->n_given < MAX_GIVEN;) {
        char *equals = strchr(word, '=');
        if (!equals)
            return false;
        *equals = '\0';
        s->given[s->n_given++] = (struct given){word, equals + 1};
    }
    struct program *p = &s->programs[0];
    if (!p->program || !p->engine->find(p->program, s->kernel, &s->original))
        return false;
    for (enum mode mode = 0; mode < N_MODES; mode++) {
        free_result(&s->results[mode]);
        if (!execute(s, p->engine, &s->original, local, mode, &s->results[mode]))
            return false;
    }
    return is_steady(s, local);
}

static bool compare(struct session *s, char *at) {
    size_t local[3];
    char *rest = NULL;
    const char *number = strtok_r(at, " \n", &rest);
    int n = number ? atoi(number) : -1;
    struct kernel k = {0};
    if (n < 0 || n >= s->n_programs || !parse_sizes(&rest, local) || !s->programs[n].program ||
        !s->programs[n].engine->find(s->programs[n].program, s->kernel, &k))
        return false;
    struct difference found[N_MODES];
    for (enum mode mode = 0; mode < N_MODES; mode++) {
        struct result r = {0};
        bool ran = execute(s, s->programs[n].engine, &k, local, mode, &r);
        found[mode] = compare_results(&k, &s->results[mode], &r);
        free_result(&r);
        if (!ran)
            return false;
    }
    printf("[");
    for (enum mode mode = 0; mode < N_MODES; mode++)
        print_difference(mode, &found[mode]);
    printf("]\n");
    return true;
}

static void answer(bool good) {
    printf(good ? "true\n" : "false\n");
}

int main(void) {
    static struct session s;
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, stdin) > 0) {
        char *rest = line + strcspn(line, " ");
        rest += *rest == ' ';
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "program ", 8) == 0)
            answer(s.n_programs < MAX_PROGRAMS && add_program(&s, rest));
        else if (strncmp(line, "launch ", 7) == 0)
            answer(launch(&s, rest, false));
        else if (strncmp(line, "launch-all ", 11) == 0)
            answer(launch(&s, rest, true));
        else if (strncmp(line, "compare ", 8) != 0 || !compare(&s, rest))
            answer(false);
        fflush(stdout);
    }
    return 0;
}
