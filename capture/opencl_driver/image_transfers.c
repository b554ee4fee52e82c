/* Commands that read, write, copy, fill and map images. */
#include <string.h>

#include "capture/opencl_driver/driver.h"
#include "capture/opencl_driver/texels.h"

static cl_int wrong_image(const struct command *c, cl_mem m, const size_t *origin,
                          const size_t *region) {
    cl_int wrong = command_check(c);
    if (wrong)
        return wrong;
    if (!object_is(m, MEMORY) || !m->element)
        return CL_INVALID_MEM_OBJECT;
    if (m->context != c->queue->context)
        return CL_INVALID_CONTEXT;
    return origin && region && image_region_fits(m, origin, region) ? CL_SUCCESS : CL_INVALID_VALUE;
}

static struct box box_at(cl_mem m, const size_t origin[3]) {
    return (struct box){m->data + origin[2] * m->slice + origin[1] * m->row +
                            origin[0] * m->element,
                        m->row, m->slice};
}

static struct box host_box(cl_mem m, void *data, const size_t region[3], size_t row, size_t slice) {
    row = row ? row : region[0] * m->element;
    return (struct box){data, row, slice ? slice : row * region[1]};
}

cl_int CL_API_CALL FUNCTION(clEnqueueReadImage)(cl_command_queue q, cl_mem m, cl_bool blocking,
                                                const size_t *origin, const size_t *region,
                                                size_t row, size_t slice, void *to, cl_uint n,
                                                const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_READ_IMAGE, n, wait, event};
    cl_int wrong = wrong_image(&c, m, origin, region);
    (void)blocking;
    if (wrong || !to)
        return wrong ? wrong : CL_INVALID_VALUE;
    box_copy(host_box(m, to, region, row, slice), box_at(m, origin), region[0] * m->element,
             region[1], region[2]);
    return command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueWriteImage)(cl_command_queue q, cl_mem m, cl_bool blocking,
                                                 const size_t *origin, const size_t *region,
                                                 size_t row, size_t slice, const void *from,
                                                 cl_uint n, const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_WRITE_IMAGE, n, wait, event};
    cl_int wrong = wrong_image(&c, m, origin, region);
    (void)blocking;
    if (wrong || !from)
        return wrong ? wrong : CL_INVALID_VALUE;
    box_copy(box_at(m, origin), host_box(m, (void *)from, region, row, slice),
             region[0] * m->element, region[1], region[2]);
    return command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueCopyImage)(cl_command_queue q, cl_mem from, cl_mem to,
                                                const size_t *from_origin, const size_t *to_origin,
                                                const size_t *region, cl_uint n,
                                                const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_COPY_IMAGE, n, wait, event};
    cl_int wrong = wrong_image(&c, from, from_origin, region);
    wrong = wrong ? wrong : wrong_image(&c, to, to_origin, region);
    if (!wrong && from->element != to->element)
        wrong = CL_IMAGE_FORMAT_MISMATCH;
    if (wrong)
        return wrong;
    box_copy(box_at(to, to_origin), box_at(from, from_origin), region[0] * from->element, region[1],
             region[2]);
    return command_done(&c);
}

/* The bytes of the region in the buffer, or a box without data where it is too small. */
static struct box buffer_box(cl_mem buffer, size_t offset, cl_mem image, const size_t region[3]) {
    size_t row = region[0] * image->element, bytes = row * region[1] * region[2];
    bool fits =
        object_is(buffer, MEMORY) && offset <= buffer->bytes && bytes <= buffer->bytes - offset;
    return (struct box){fits ? buffer->data + offset : NULL, row, row * region[1]};
}

cl_int CL_API_CALL FUNCTION(clEnqueueCopyImageToBuffer)(cl_command_queue q, cl_mem image,
                                                        cl_mem buffer, const size_t *origin,
                                                        const size_t *region, size_t offset,
                                                        cl_uint n, const cl_event *wait,
                                                        cl_event *event) {
    const struct command c = {q, CL_COMMAND_COPY_IMAGE_TO_BUFFER, n, wait, event};
    cl_int wrong = wrong_image(&c, image, origin, region);
    if (wrong)
        return wrong;
    struct box to = buffer_box(buffer, offset, image, region);
    if (!to.data)
        return CL_INVALID_VALUE;
    box_copy(to, box_at(image, origin), region[0] * image->element, region[1], region[2]);
    return command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueCopyBufferToImage)(cl_command_queue q, cl_mem buffer,
                                                        cl_mem image, size_t offset,
                                                        const size_t *origin, const size_t *region,
                                                        cl_uint n, const cl_event *wait,
                                                        cl_event *event) {
    const struct command c = {q, CL_COMMAND_COPY_BUFFER_TO_IMAGE, n, wait, event};
    cl_int wrong = wrong_image(&c, image, origin, region);
    if (wrong)
        return wrong;
    struct box from = buffer_box(buffer, offset, image, region);
    if (!from.data)
        return CL_INVALID_VALUE;
    box_copy(box_at(image, origin), from, region[0] * image->element, region[1], region[2]);
    return command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueFillImage)(cl_command_queue q, cl_mem m, const void *colour,
                                                const size_t *origin, const size_t *region,
                                                cl_uint n, const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_FILL_IMAGE, n, wait, event};
    cl_int wrong = wrong_image(&c, m, origin, region);
    char texel[MOST_TEXEL_BYTES] = {0};
    if (wrong || !colour)
        return wrong ? wrong : CL_INVALID_VALUE;
    texel_of_colour(&m->format, colour, texel);
    struct box b = box_at(m, origin);
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            for (size_t x = 0; x < region[0]; x++)
                memcpy(b.data + z * b.slice + y * b.row + x * m->element, texel, m->element);
    return command_done(&c);
}

void *CL_API_CALL FUNCTION(clEnqueueMapImage)(cl_command_queue q, cl_mem m, cl_bool blocking,
                                              cl_map_flags flags, const size_t *origin,
                                              const size_t *region, size_t *row, size_t *slice,
                                              cl_uint n, const cl_event *wait, cl_event *event,
                                              cl_int *error) {
    const struct command c = {q, CL_COMMAND_MAP_IMAGE, n, wait, event};
    cl_int wrong = wrong_image(&c, m, origin, region);
    (void)blocking, (void)flags;
    if (!wrong && (!row || (m->size[2] > 1 && !slice)))
        wrong = CL_INVALID_VALUE;
    wrong = wrong ? wrong : command_done(&c);
    if (wrong)
        return failed(error, wrong);
    *row = m->row;
    if (slice)
        *slice = m->size[2] > 1 ? m->slice : 0;
    m->maps++;
    return made(error, box_at(m, origin).data);
}
