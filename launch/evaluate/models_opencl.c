/* OpenCL's host functions. A program and a kernel are objects in which what was set is kept. */
#include "base/str.h"
#include "launch/evaluate/models.h"

/* What is where: a program's text and options, a kernel's program, name and arguments. */
enum {
    PROGRAM_TEXT = 0,
    PROGRAM_OPTIONS = 8,
    PROGRAM_BYTES = 16,
    KERNEL_PROGRAM = 0,
    KERNEL_NAME = 8,
    KERNEL_ARGUMENTS = 16,
    KERNEL_STEP = 8 + EV_ARGUMENT_BYTES,
    MOST_ARGUMENTS = 64,
    KERNEL_BYTES = KERNEL_ARGUMENTS + KERNEL_STEP * MOST_ARGUMENTS
};

/* Added to the size of an argument in local memory. */
static const uint64_t local_mark = (uint64_t)1 << 62;

/* Numbers of what is asked for. */
enum {
    CL_MAX_COMPUTE_UNITS = 0x1002,
    CL_MAX_DIMENSIONS = 0x1003,
    CL_MAX_GROUP = 0x1004,
    CL_MAX_ITEMS = 0x1005,
    CL_LOCAL_BYTES = 0x1023,
    CL_KERNEL_GROUP = 0x11B0,
    CL_KERNEL_MULTIPLE = 0x11B3
};

static void store_success(struct ev_call *c, uint32_t at) {
    if (at < c->n_args)
        ev_store_at(c, c->args[at], ev_known(0, 32), 4);
}

static struct ev_value keep_text(struct ev_call *c, const char *text) {
    const struct ev_value at = ev_allocate(c, ev_known(strlen(text) + 1, 64), EV_HEAP, false);
    if (ev_is_known(at))
        ev_store_bytes(c->run->pool, c->state->memory, at.bits, text, strlen(text) + 1);
    return at;
}

/* --- what there is --- */

/* One platform with one device: (..., entries, handles, count) from argument `number` - 1 on. */
void model_cl_list(struct ev_call *c) {
    const uint32_t handles = (uint32_t)c->model->number;
    const struct ev_value at = ev_arg(c, handles);
    if (ev_is_known(at) && at.bits)
        ev_store_at(c, at, ev_allocate(c, ev_known(8, 64), EV_HANDLE, true), 8);
    ev_store_at(c, ev_arg(c, handles + 1), ev_known(1, 32), 4);
    c->result = ev_known(0, 32);
}

/* (object, [object,] name, bytes, value, size): nobody knows what is stored. */
void model_cl_info(struct ev_call *c) {
    const uint32_t first = 1 + (uint32_t)c->model->number;
    ev_forget(c->run->pool, c->state->memory, ev_arg(c, first + 2), false);
    ev_store_at(c, ev_arg(c, first + 3), ev_unknown(64), 8);
    c->result = ev_known(0, 32);
}

static struct ev_value device_number(const struct gpu *g, uint64_t name) {
    switch (g ? name : 0) {
    case CL_MAX_COMPUTE_UNITS:
        return ev_known((uint64_t)g->machine.sm_count, 64);
    case CL_MAX_DIMENSIONS:
        return ev_known(3, 64);
    case CL_MAX_GROUP:
    case CL_MAX_ITEMS:
    case CL_KERNEL_GROUP:
        return ev_known((uint64_t)g->machine.max_items_per_group, 64);
    case CL_KERNEL_MULTIPLE:
        return ev_known((uint64_t)g->machine.warp_width, 64);
    case CL_LOCAL_BYTES:
        return ev_known(48 << 10, 64);
    default:
        return ev_unknown(64);
    }
}

static void store_info(struct ev_call *c, uint32_t name_at) {
    const struct ev_value name = ev_arg(c, name_at), bytes = ev_arg(c, name_at + 1);
    const struct ev_value to = ev_arg(c, name_at + 2);
    const struct ev_value v =
        ev_is_known(name) ? device_number(c->run->request->gpu, name.bits) : ev_unknown(64);
    ev_store_at(c, ev_arg(c, name_at + 3), ev_unknown(64), 8);
    c->result = ev_known(0, 32);
    if (!ev_is_known(to) || !to.bits)
        return;
    if (!ev_is_known(v) || !ev_is_known(bytes) || bytes.bits < 4) {
        ev_forget(c->run->pool, c->state->memory, to, false);
        return;
    }
    for (uint64_t done = 0; done < bytes.bits && done < 24; done += 8)
        ev_store_at(c, ev_known(to.bits + done, 64), v,
                    bytes.bits - done < 8 ? (unsigned)(bytes.bits - done) : 8);
}

void model_cl_device_info(struct ev_call *c) {
    store_info(c, 1);
}

void model_cl_group_info(struct ev_call *c) {
    store_info(c, 2);
}

/* --- objects --- */

/* An object that only has a name; where the error goes is argument `number`. */
void model_cl_handle(struct ev_call *c) {
    c->result = ev_allocate(c, ev_known(8, 64), EV_HANDLE, true);
    store_success(c, (uint32_t)c->model->number);
}

/* clCreateProgramWithSource(context, count, texts, lengths, error) */
void model_cl_program(struct ev_call *c) {
    const struct ev_value count = ev_arg(c, 1), texts = ev_arg(c, 2), lengths = ev_arg(c, 3);
    struct str all = {.arena = c->run->arena};
    bool known = ev_is_known(count) && count.bits <= 4096 && ev_is_known(lengths);
    for (uint64_t i = 0; known && i < count.bits; i++) {
        const struct ev_value at = ev_read_word(c, texts, 8 * i);
        const struct ev_value n = lengths.bits ? ev_read_word(c, lengths, 8 * i) : ev_known(0, 64);
        const char *text = ev_text_at(c, at);
        known = text && ev_is_known(n);
        if (known)
            str_addn(&all, text, n.bits && n.bits < strlen(text) ? (size_t)n.bits : strlen(text));
    }
    c->result = ev_allocate(c, ev_known(PROGRAM_BYTES, 64), EV_HANDLE, false);
    ev_write_word(c, c->result, PROGRAM_TEXT,
                  known ? keep_text(c, str_text(&all)) : ev_unknown(64));
    ev_write_word(c, c->result, PROGRAM_OPTIONS, ev_unknown(64));
    store_success(c, 4);
}

/* clBuildProgram(program, devices, list, options, ...) */
void model_cl_build(struct ev_call *c) {
    const struct ev_value options = ev_arg(c, 3);
    const char *text = ev_is_known(options) && !options.bits ? "" : ev_text_at(c, options);
    ev_write_word(c, ev_arg(c, 0), PROGRAM_OPTIONS, text ? keep_text(c, text) : ev_unknown(64));
    c->result = ev_known(0, 32);
}

/* clCreateKernel(program, name, error) */
void model_cl_kernel(struct ev_call *c) {
    const char *name = ev_text_at(c, ev_arg(c, 1));
    c->result = ev_allocate(c, ev_known(KERNEL_BYTES, 64), EV_HANDLE, true);
    ev_write_word(c, c->result, KERNEL_PROGRAM, ev_arg(c, 0));
    ev_write_word(c, c->result, KERNEL_NAME, name ? keep_text(c, name) : ev_unknown(64));
    store_success(c, 2);
}

/* clCreateBuffer(context, flags, bytes, pointer, error) */
void model_cl_buffer(struct ev_call *c) {
    const struct ev_value flags = ev_arg(c, 1), from = ev_arg(c, 3);
    enum { USE_POINTER = 8, COPY_POINTER = 32 };
    c->result = ev_allocate(c, ev_arg(c, 2), EV_DEVICE, false);
    if (ev_is_known(flags) && flags.bits & (USE_POINTER | COPY_POINTER))
        ev_copy(c->run->pool, c->state->memory, c->result, from, ev_arg(c, 2));
    store_success(c, 4);
}

/* clSetKernelArg(kernel, index, bytes, value) */
void model_cl_set_argument(struct ev_call *c) {
    const struct ev_value kernel = ev_arg(c, 0), index = ev_arg(c, 1), bytes = ev_arg(c, 2);
    const struct ev_value value = ev_arg(c, 3);
    c->result = ev_known(0, 32);
    if (!ev_is_known(index) || index.bits >= MOST_ARGUMENTS || !ev_is_known(kernel))
        return;
    const uint64_t at = KERNEL_ARGUMENTS + KERNEL_STEP * index.bits;
    const bool local = ev_is_known(value) && !value.bits;
    struct ev_value kept = bytes;
    if (ev_is_known(bytes) && local)
        kept.bits |= local_mark;
    ev_write_word(c, kernel, at, kept);
    if (ev_is_known(bytes) && !local)
        ev_copy(c->run->pool, c->state->memory, ev_known(kernel.bits + at + 8, 64), value,
                ev_known(bytes.bits < EV_ARGUMENT_BYTES ? bytes.bits : EV_ARGUMENT_BYTES, 64));
}

/* --- launches --- */

static size_t read_arguments(struct ev_call *c, struct ev_value kernel,
                             struct ev_argument args[MOST_ARGUMENTS]) {
    size_t n = 0;
    for (uint32_t i = 0; i < MOST_ARGUMENTS && ev_is_known(kernel); i++) {
        const uint64_t at = KERNEL_ARGUMENTS + KERNEL_STEP * (uint64_t)i;
        const struct ev_value bytes = ev_read_word(c, kernel, at);
        if (ev_is_known(bytes) && !bytes.bits)
            continue;
        args[n] = (struct ev_argument){.index = i};
        if (ev_is_known(bytes) && bytes.bits & local_mark)
            args[n] = (struct ev_argument){
                .index = i, .kind = EV_ARGUMENT_LOCAL, .buffer = bytes.bits & ~local_mark};
        else if (ev_is_known(bytes))
            args[n] = ev_read_argument(c, i, kernel.bits + at + 8, bytes.bits);
        n++;
    }
    return n;
}

/* Nobody looks whether the kernel only reads them. */
static void forget_written(struct ev_call *c, struct ev_value kernel,
                           const struct ev_argument *args, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (args[i].kind == EV_ARGUMENT_BUFFER)
            ev_forget_argument(c, kernel.bits + KERNEL_ARGUMENTS + KERNEL_STEP * args[i].index + 8,
                               8);
}

/* Sizes in the dimensions that the launch has; NULL stands for `otherwise`. */
static void read_sizes(struct ev_call *c, struct ev_value at, struct ev_value dimensions,
                       uint64_t otherwise, struct ev_value out[3]) {
    for (uint64_t d = 0; d < 3; d++) {
        const bool beyond = ev_is_known(dimensions) && d >= dimensions.bits;
        const bool none = ev_is_known(at) && !at.bits;
        out[d] = beyond || none            ? ev_known(beyond && otherwise ? 1 : otherwise, 64)
                 : ev_is_known(dimensions) ? ev_read_word(c, at, 8 * d)
                                           : ev_unknown(64);
    }
}

/* clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, ...),
 * clEnqueueTask(queue, kernel, ...) */
void model_cl_launch(struct ev_call *c) {
    const bool task = c->model->number;
    const struct ev_value kernel = ev_arg(c, 1), one = ev_known(1, 64);
    const struct ev_value dimensions = task ? one : ev_arg(c, 2), local = ev_arg(c, 5);
    const struct ev_value program = ev_read_word(c, kernel, KERNEL_PROGRAM);
    struct ev_argument args[MOST_ARGUMENTS];
    struct ev_launch l = {.opencl = true, .shared = ev_known(0, 64)};
    l.kernel = ev_text_at(c, ev_read_word(c, kernel, KERNEL_NAME));
    l.text = ev_text_at(c, ev_read_word(c, program, PROGRAM_TEXT));
    l.options = ev_text_at(c, ev_read_word(c, program, PROGRAM_OPTIONS));
    l.no_block = !task && ev_is_known(local) && !local.bits;
    read_sizes(c, task ? ev_known(0, 64) : ev_arg(c, 4), dimensions, 1, l.grid);
    read_sizes(c, task ? ev_known(0, 64) : local, dimensions, 1, l.block);
    read_sizes(c, task ? ev_known(0, 64) : ev_arg(c, 3), dimensions, 0, l.offset);
    l.args = args;
    l.n_args = read_arguments(c, kernel, args);
    forget_written(c, kernel, args, l.n_args);
    ev_launched(c, &l);
    const uint32_t event = task ? 4 : 8;
    ev_store_at(c, ev_arg(c, event), ev_allocate(c, ev_known(8, 64), EV_HANDLE, true), 8);
    c->result = ev_known(0, 32);
}

/* --- copies --- */

static struct ev_value moved(struct ev_value at, struct ev_value offset) {
    return ev_is_known(at) && ev_is_known(offset) ? ev_known(at.bits + offset.bits, 64) : at;
}

/* clEnqueueWriteBuffer(queue, buffer, blocks, offset, bytes, pointer), and to read it */
void model_cl_copy(struct ev_call *c) {
    const struct ev_value buffer = moved(ev_arg(c, 1), ev_arg(c, 3)), pointer = ev_arg(c, 5);
    const bool reads = c->model->number;
    ev_copy(c->run->pool, c->state->memory, reads ? pointer : buffer, reads ? buffer : pointer,
            ev_arg(c, 4));
    c->result = ev_known(0, 32);
}

/* clEnqueueFillBuffer(queue, buffer, pattern, bytes of it, offset, bytes) */
void model_cl_fill(struct ev_call *c) {
    const struct ev_value one = ev_load(c->run->pool, c->state->memory, ev_arg(c, 2), 4);
    const bool zero = ev_is_known(one) && !one.bits;
    ev_fill(c->run->pool, c->state->memory, moved(ev_arg(c, 1), ev_arg(c, 4)),
            zero ? ev_known(0, 8) : ev_unknown(8), ev_arg(c, 5));
    c->result = ev_known(0, 32);
}

/* clEnqueueCopyBuffer(queue, from, to, offset, offset, bytes) */
void model_cl_copy_buffer(struct ev_call *c) {
    ev_copy(c->run->pool, c->state->memory, moved(ev_arg(c, 2), ev_arg(c, 4)),
            moved(ev_arg(c, 1), ev_arg(c, 3)), ev_arg(c, 5));
    c->result = ev_known(0, 32);
}
