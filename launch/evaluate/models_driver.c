/* CUDA's driver and HIP's modules, where kernels are known by their names, and the compilers of
 * texts at run time. A program, a module and a function are objects in which what was said is kept.
 * The code that a compiler makes of a text is a mark that leads back to it. */
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "launch/evaluate/models.h"

/* What is where: a program's text and options, a module's program, a function's module and name. */
enum {
    PROGRAM_TEXT = 0,
    PROGRAM_OPTIONS = 8,
    MODULE_PROGRAM = 0,
    FUNCTION_MODULE = 0,
    FUNCTION_NAME = 8,
    OBJECT_BYTES = 16
};

/* Bytes of the mark, with the number of the program's address. */
enum { MARK_BYTES = 64, MOST_OPTIONS = 256 };
static const char mark[] = "clperf program ";

static struct ev_value new_object(struct ev_call *c) {
    return ev_allocate(c, ev_known(OBJECT_BYTES, 64), EV_HANDLE, true);
}

static struct ev_value keep_text(struct ev_call *c, const char *text) {
    if (!text)
        return ev_unknown(64);
    const struct ev_value at = ev_allocate(c, ev_known(strlen(text) + 1, 64), EV_HEAP, false);
    if (ev_is_known(at))
        ev_store_bytes(c->run->pool, c->state->memory, at.bits, text, strlen(text) + 1);
    return at;
}

/* --- texts --- */

/* nvrtcCreateProgram(&program, text, name, count, headers, names) */
void model_text_program(struct ev_call *c) {
    const struct ev_value program = new_object(c);
    ev_write_word(c, program, PROGRAM_TEXT, keep_text(c, ev_text_at(c, ev_arg(c, 1))));
    ev_write_word(c, program, PROGRAM_OPTIONS, keep_text(c, ""));
    ev_store_at(c, ev_arg(c, 0), program, 8);
    c->result = ev_known(0, 32);
}

/* nvrtcCompileProgram(program, count, options) */
void model_text_compile(struct ev_call *c) {
    const struct ev_value count = ev_arg(c, 1), options = ev_arg(c, 2);
    const uint64_t n = count.bits & ev_mask(32);
    struct str all = {.arena = c->run->arena};
    bool known = (count.known & ev_mask(32)) == ev_mask(32) && n <= MOST_OPTIONS;
    for (uint64_t i = 0; i < n && known; i++) {
        const char *text = ev_text_at(c, ev_read_word(c, options, 8 * i));
        known = text != NULL;
        if (known)
            str_printf(&all, "%s'%s'", i ? " " : "", text);
    }
    ev_write_word(c, ev_arg(c, 0), PROGRAM_OPTIONS, keep_text(c, known ? str_text(&all) : NULL));
    c->result = ev_known(0, 32);
}

/* nvrtcGetPTXSize(program, &bytes) */
void model_text_code_size(struct ev_call *c) {
    ev_store_at(c, ev_arg(c, 1), ev_known(MARK_BYTES, 64), 8);
    c->result = ev_known(0, 32);
}

/* nvrtcGetPTX(program, code) */
void model_text_code(struct ev_call *c) {
    const struct ev_value program = ev_arg(c, 0), to = ev_arg(c, 1);
    char text[MARK_BYTES] = {0};
    c->result = ev_known(0, 32);
    if (!ev_is_known(program) || !ev_is_known(to)) {
        ev_forget(c->run->pool, c->state->memory, to, false);
        return;
    }
    snprintf(text, sizeof text, "%s%llx", mark, (unsigned long long)program.bits);
    ev_store_bytes(c->run->pool, c->state->memory, to.bits, text, sizeof text);
}

/* nvrtcGetLoweredName(program, expression, &name): kernels are found by the expression. */
void model_text_name(struct ev_call *c) {
    ev_store_at(c, ev_arg(c, 2), ev_arg(c, 1), 8);
    c->result = ev_known(0, 32);
}

/* --- modules --- */

/* cuModuleLoad(&module, path), cuModuleLoadData(&module, code, ...) */
void model_module(struct ev_call *c) {
    const struct ev_value module = new_object(c);
    const char *code = ev_text_at(c, ev_arg(c, 1));
    if (code && str_starts(code, mark))
        ev_write_word(c, module, MODULE_PROGRAM,
                      ev_known(strtoull(code + strlen(mark), NULL, 16), 64));
    ev_store_at(c, ev_arg(c, 0), module, 8);
    c->result = ev_known(0, 32);
}

/* cuModuleGetFunction(&function, module, name) */
void model_module_function(struct ev_call *c) {
    const struct ev_value function = new_object(c);
    ev_write_word(c, function, FUNCTION_MODULE, ev_arg(c, 1));
    ev_write_word(c, function, FUNCTION_NAME, keep_text(c, ev_text_at(c, ev_arg(c, 2))));
    ev_store_at(c, ev_arg(c, 0), function, 8);
    c->result = ev_known(0, 32);
}

/* --- launches --- */

/* The bytes from there to the end of what they are part of; 0: not known. */
static uint64_t bytes_behind(struct ev_call *c, struct ev_value at) {
    int64_t offset;
    const struct ev_object *o = ev_object_at(c->run->pool, c->state->memory, at, &offset);
    if (!o || !o->size_known || offset < 0 || (uint64_t)offset > o->size)
        return 0;
    return o->size - (uint64_t)offset;
}

/* Arguments by their addresses in a table: as many as it has, each as large as the variable that it
 * is in. */
static size_t read_arguments(struct ev_call *c, struct ev_value table,
                             struct ev_argument args[EV_MOST_ARGUMENTS]) {
    const uint64_t n = bytes_behind(c, table) / 8;
    size_t found = 0;
    for (uint64_t i = 0; i < n && i < EV_MOST_ARGUMENTS; i++) {
        const struct ev_value at = ev_read_word(c, table, 8 * i);
        const uint64_t left = bytes_behind(c, at);
        const uint64_t bytes = left < EV_ARGUMENT_BYTES ? left : EV_ARGUMENT_BYTES;
        if (ev_is_known(at) && !at.bits)
            break;
        args[found] = (struct ev_argument){.index = (uint32_t)i, .why = c->called->why};
        if (ev_is_known(at) && bytes)
            args[found] = ev_read_argument(c, (uint32_t)i, at.bits, bytes);
        found++;
    }
    for (size_t i = 0; i < found; i++)
        if (args[i].kind == EV_ARGUMENT_BUFFER)
            ev_forget_argument(c, ev_read_word(c, table, 8 * args[i].index).bits, 8);
    return found;
}

static struct ev_value word_of(struct ev_value v) {
    return ev_partly(v.bits & ev_mask(32), v.known | ~ev_mask(32));
}

/* cuLaunchKernel(function, grid x, y, z, block x, y, z, shared, stream, arguments, ...): with model
 * number 1 the grid is one of work-items */
void model_module_launch(struct ev_call *c) {
    struct ev_argument args[EV_MOST_ARGUMENTS];
    const struct ev_value function = ev_arg(c, 0);
    const struct ev_value program =
        ev_read_word(c, ev_read_word(c, function, FUNCTION_MODULE), MODULE_PROGRAM);
    struct ev_launch l = {.kernel = ev_text_at(c, ev_read_word(c, function, FUNCTION_NAME)),
                          .text = ev_text_at(c, ev_read_word(c, program, PROGRAM_TEXT)),
                          .options = ev_text_at(c, ev_read_word(c, program, PROGRAM_OPTIONS)),
                          .shared = word_of(ev_arg(c, 7)),
                          .args = args};
    for (unsigned d = 0; d < 3; d++) {
        l.grid[d] = word_of(ev_arg(c, 1 + d));
        l.block[d] = word_of(ev_arg(c, 4 + d));
        l.offset[d] = ev_known(0, 64);
        if (c->model->number && ev_is_known(l.grid[d]) && ev_is_known(l.block[d]) &&
            l.block[d].bits)
            l.grid[d].bits = (l.grid[d].bits + l.block[d].bits - 1) / l.block[d].bits;
    }
    l.n_args = read_arguments(c, ev_arg(c, 9), args);
    c->run->configured = ev_place_of_call(c->run, &c->called->place);
    ev_launched(c, &l);
    c->result = ev_known(0, 32);
}

/* cuMemsetD32(pointer, value, count), whose elements have `number` bytes */
void model_module_fill(struct ev_call *c) {
    const struct ev_value value = ev_arg(c, 1);
    struct ev_value count = ev_arg(c, 2);
    const bool zero = ev_is_known(value) && !(value.bits & ev_mask(32));
    count.bits *= (uint64_t)c->model->number;
    ev_fill(c->run->pool, c->state->memory, ev_arg(c, 0), zero ? ev_known(0, 8) : ev_unknown(8),
            count);
    c->result = ev_known(0, 32);
}
