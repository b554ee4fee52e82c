/* Commands that read, write, copy, fill and map buffers. */
#include <string.h>

#include "capture/opencl_driver/driver.h"
#include "capture/opencl_driver/texels.h"

static cl_int wrong_buffer(const struct command *c, cl_mem m) {
    cl_int wrong = command_check(c);
    if (wrong)
        return wrong;
    if (!object_is(m, MEMORY) || m->element)
        return CL_INVALID_MEM_OBJECT;
    return m->context == c->queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

static bool fits(cl_mem m, size_t offset, size_t bytes) {
    return offset <= m->bytes && bytes <= m->bytes - offset;
}

cl_int CL_API_CALL FUNCTION(clEnqueueReadBuffer)(cl_command_queue q, cl_mem m, cl_bool blocking,
                                                 size_t offset, size_t bytes, void *to, cl_uint n,
                                                 const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_READ_BUFFER, n, wait, event};
    cl_int wrong = wrong_buffer(&c, m);
    (void)blocking;
    if (wrong)
        return wrong;
    if (!to || !fits(m, offset, bytes))
        return CL_INVALID_VALUE;
    if (m->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS))
        return CL_INVALID_OPERATION;
    memmove(to, m->data + offset, bytes);
    return command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueWriteBuffer)(cl_command_queue q, cl_mem m, cl_bool blocking,
                                                  size_t offset, size_t bytes, const void *from,
                                                  cl_uint n, const cl_event *wait,
                                                  cl_event *event) {
    const struct command c = {q, CL_COMMAND_WRITE_BUFFER, n, wait, event};
    cl_int wrong = wrong_buffer(&c, m);
    (void)blocking;
    if (wrong)
        return wrong;
    if (!from || !fits(m, offset, bytes))
        return CL_INVALID_VALUE;
    if (m->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS))
        return CL_INVALID_OPERATION;
    memmove(m->data + offset, from, bytes);
    return command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueCopyBuffer)(cl_command_queue q, cl_mem from, cl_mem to,
                                                 size_t from_offset, size_t to_offset, size_t bytes,
                                                 cl_uint n, const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_COPY_BUFFER, n, wait, event};
    cl_int wrong = wrong_buffer(&c, from);
    wrong = wrong ? wrong : wrong_buffer(&c, to);
    if (wrong)
        return wrong;
    if (!bytes || !fits(from, from_offset, bytes) || !fits(to, to_offset, bytes))
        return CL_INVALID_VALUE;
    if (from == to && from_offset < to_offset + bytes && to_offset < from_offset + bytes)
        return CL_MEM_COPY_OVERLAP;
    memmove(to->data + to_offset, from->data + from_offset, bytes);
    return command_done(&c);
}

static bool is_pattern(size_t n) {
    return n && n <= 128 && !(n & (n - 1));
}

static void fill(char *to, size_t bytes, const void *pattern, size_t n) {
    for (size_t i = 0; i < bytes; i += n)
        memcpy(to + i, pattern, n);
}

cl_int CL_API_CALL FUNCTION(clEnqueueFillBuffer)(cl_command_queue q, cl_mem m, const void *pattern,
                                                 size_t pattern_bytes, size_t offset, size_t bytes,
                                                 cl_uint n, const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_FILL_BUFFER, n, wait, event};
    cl_int wrong = wrong_buffer(&c, m);
    if (wrong)
        return wrong;
    if (!pattern || !is_pattern(pattern_bytes) || offset % pattern_bytes || bytes % pattern_bytes ||
        !fits(m, offset, bytes))
        return CL_INVALID_VALUE;
    fill(m->data + offset, bytes, pattern, pattern_bytes);
    return command_done(&c);
}

/* One side of a copy of a rectangle. */
struct side {
    const size_t *origin;
    size_t row, slice;
};

static struct side side_of(const size_t origin[3], const size_t region[3], size_t row,
                           size_t slice) {
    row = row ? row : region[0];
    return (struct side){origin, row, slice ? slice : row * region[1]};
}

static size_t first_byte(const struct side *s) {
    return s->origin[2] * s->slice + s->origin[1] * s->row + s->origin[0];
}

static struct box box_of(const struct side *s, char *data) {
    return (struct box){data + first_byte(s), s->row, s->slice};
}

static bool rectangle_fits(cl_mem m, const struct side *s, const size_t region[3]) {
    size_t last = first_byte(s) + (region[2] - 1) * s->slice + (region[1] - 1) * s->row + region[0];
    return s->row >= region[0] && s->slice >= region[1] * s->row && last <= m->bytes;
}

static bool is_region(const size_t *origin, const size_t *other, const size_t *region) {
    return origin && other && region && region[0] && region[1] && region[2];
}

cl_int CL_API_CALL FUNCTION(clEnqueueReadBufferRect)(
    cl_command_queue q, cl_mem m, cl_bool blocking, const size_t *origin, const size_t *host_origin,
    const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, void *to,
    cl_uint n, const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_READ_BUFFER_RECT, n, wait, event};
    cl_int wrong = wrong_buffer(&c, m);
    (void)blocking;
    if (wrong)
        return wrong;
    if (!to || !is_region(origin, host_origin, region))
        return CL_INVALID_VALUE;
    struct side from = side_of(origin, region, row, slice),
                host = side_of(host_origin, region, host_row, host_slice);
    if (!rectangle_fits(m, &from, region))
        return CL_INVALID_VALUE;
    box_copy(box_of(&host, to), box_of(&from, m->data), region[0], region[1], region[2]);
    return command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueWriteBufferRect)(
    cl_command_queue q, cl_mem m, cl_bool blocking, const size_t *origin, const size_t *host_origin,
    const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice,
    const void *from, cl_uint n, const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_WRITE_BUFFER_RECT, n, wait, event};
    cl_int wrong = wrong_buffer(&c, m);
    (void)blocking;
    if (wrong)
        return wrong;
    if (!from || !is_region(origin, host_origin, region))
        return CL_INVALID_VALUE;
    struct side to = side_of(origin, region, row, slice),
                host = side_of(host_origin, region, host_row, host_slice);
    if (!rectangle_fits(m, &to, region))
        return CL_INVALID_VALUE;
    box_copy(box_of(&to, m->data), box_of(&host, (char *)from), region[0], region[1], region[2]);
    return command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueCopyBufferRect)(cl_command_queue q, cl_mem from, cl_mem to,
                                                     const size_t *from_origin,
                                                     const size_t *to_origin, const size_t *region,
                                                     size_t from_row, size_t from_slice,
                                                     size_t to_row, size_t to_slice, cl_uint n,
                                                     const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_COPY_BUFFER_RECT, n, wait, event};
    cl_int wrong = wrong_buffer(&c, from);
    wrong = wrong ? wrong : wrong_buffer(&c, to);
    if (wrong)
        return wrong;
    if (!is_region(from_origin, to_origin, region))
        return CL_INVALID_VALUE;
    struct side f = side_of(from_origin, region, from_row, from_slice),
                t = side_of(to_origin, region, to_row, to_slice);
    if (!rectangle_fits(from, &f, region) || !rectangle_fits(to, &t, region))
        return CL_INVALID_VALUE;
    box_copy(box_of(&t, to->data), box_of(&f, from->data), region[0], region[1], region[2]);
    return command_done(&c);
}

void *CL_API_CALL FUNCTION(clEnqueueMapBuffer)(cl_command_queue q, cl_mem m, cl_bool blocking,
                                               cl_map_flags flags, size_t offset, size_t bytes,
                                               cl_uint n, const cl_event *wait, cl_event *event,
                                               cl_int *error) {
    const struct command c = {q, CL_COMMAND_MAP_BUFFER, n, wait, event};
    cl_int wrong = wrong_buffer(&c, m);
    (void)blocking;
    if (!wrong && (!fits(m, offset, bytes) || !bytes || flags & ~(cl_map_flags)7))
        wrong = CL_INVALID_VALUE;
    wrong = wrong ? wrong : command_done(&c);
    if (wrong)
        return failed(error, wrong);
    m->maps++;
    return made(error, m->data + offset);
}

cl_int CL_API_CALL FUNCTION(clEnqueueUnmapMemObject)(cl_command_queue q, cl_mem m, void *mapped,
                                                     cl_uint n, const cl_event *wait,
                                                     cl_event *event) {
    const struct command c = {q, CL_COMMAND_UNMAP_MEM_OBJECT, n, wait, event};
    cl_int wrong = command_check(&c);
    if (wrong)
        return wrong;
    if (!object_is(m, MEMORY))
        return CL_INVALID_MEM_OBJECT;
    bool within = (char *)mapped >= m->data && (char *)mapped < m->data + m->bytes;
    if (!within || !m->maps)
        return CL_INVALID_VALUE;
    m->maps--;
    return command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueMigrateMemObjects)(cl_command_queue q, cl_uint n_memory,
                                                        const cl_mem *memory,
                                                        cl_mem_migration_flags flags, cl_uint n,
                                                        const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_MIGRATE_MEM_OBJECTS, n, wait, event};
    cl_int wrong = command_check(&c);
    (void)flags;
    if (wrong)
        return wrong;
    if (!n_memory || !memory)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < n_memory; i++)
        if (!object_is(memory[i], MEMORY))
            return CL_INVALID_MEM_OBJECT;
    return command_done(&c);
}
