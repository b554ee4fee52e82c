#include <stdlib.h>
#include <string.h>

#include "capture/opencl_driver/driver.h"
#include "capture/opencl_driver/texels.h"

/* Texels of each dimension; layers of an array are its last one. */
static bool sizes_of(const cl_image_desc *d, size_t size[3]) {
    bool rows = d->image_type == CL_MEM_OBJECT_IMAGE2D || d->image_type == CL_MEM_OBJECT_IMAGE3D ||
                d->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    size[0] = d->image_width;
    size[1] = rows ? d->image_height : 1;
    size[2] = d->image_type == CL_MEM_OBJECT_IMAGE3D ? d->image_depth : 1;
    if (d->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
        size[1] = d->image_array_size;
    if (d->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
        size[2] = d->image_array_size;
    return size[0] && size[1] && size[2] && size[0] <= 1u << 27 && size[1] <= 1u << 14 &&
           size[2] <= 1u << 14;
}

/* Rows as the host has them into rows without gaps. */
static void copy_rows(cl_mem m, const char *from, size_t row, size_t slice) {
    for (size_t z = 0; z < m->size[2]; z++)
        for (size_t y = 0; y < m->size[1]; y++)
            memcpy(m->data + z * m->slice + y * m->row, from + z * slice + y * row,
                   m->size[0] * m->element);
}

/* Gives the image its memory: of a buffer, of the host, or its own. */
static bool place(cl_mem m, const cl_image_desc *d, void *host) {
    size_t packed = m->size[0] * m->element;
    size_t row = d->image_row_pitch ? d->image_row_pitch : packed;
    size_t slice = d->image_slice_pitch ? d->image_slice_pitch : row * m->size[1];
    cl_mem buffer = d->mem_object;
    bool uses = m->flags & CL_MEM_USE_HOST_PTR;
    m->row = buffer || uses ? row : packed;
    m->slice = buffer || uses ? slice : packed * m->size[1];
    m->bytes = m->slice * m->size[2];
    if (buffer && (!object_is(buffer, MEMORY) || buffer->bytes < m->bytes))
        return false;
    m->data = buffer ? buffer->data : uses ? host : memory_reserve(m->bytes);
    m->owns = !buffer && !uses;
    m->host = uses ? host : NULL;
    m->parent = buffer;
    if (m->data && (m->flags & CL_MEM_COPY_HOST_PTR))
        copy_rows(m, host, row, slice);
    return m->data;
}

static cl_mem create(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                     const cl_image_desc *d, void *host, cl_int *error) {
    size_t size[3];
    if (!object_is(context, CONTEXT))
        return failed(error, CL_INVALID_CONTEXT);
    if (!format || !texel_bytes(format))
        return failed(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    if (!d)
        return failed(error, CL_INVALID_IMAGE_DESCRIPTOR);
    if (!sizes_of(d, size))
        return failed(error, CL_INVALID_IMAGE_SIZE);
    if (((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0) != (host != NULL))
        return failed(error, CL_INVALID_HOST_PTR);
    cl_mem m = object_new(MEMORY, sizeof *m);
    if (!m)
        return failed(error, CL_OUT_OF_HOST_MEMORY);
    m->context = context;
    m->type = d->image_type;
    m->flags = flags ? flags : CL_MEM_READ_WRITE;
    m->format = *format;
    m->element = texel_bytes(format);
    m->description = *d;
    memcpy(m->size, size, sizeof size);
    if (!place(m, d, host)) {
        free(m);
        return failed(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    }
    object_hold(context);
    object_hold(m->parent);
    return made(error, m);
}

cl_mem CL_API_CALL FUNCTION(clCreateImage)(cl_context context, cl_mem_flags flags,
                                           const cl_image_format *format, const cl_image_desc *d,
                                           void *host, cl_int *error) {
    return create(context, flags, format, d, host, error);
}

cl_mem CL_API_CALL FUNCTION(clCreateImageWithProperties)(
    cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
    const cl_image_format *format, const cl_image_desc *d, void *host, cl_int *error) {
    if (properties && *properties)
        return failed(error, CL_INVALID_PROPERTY);
    return create(context, flags, format, d, host, error);
}

cl_mem CL_API_CALL FUNCTION(clCreateImage2D)(cl_context context, cl_mem_flags flags,
                                             const cl_image_format *format, size_t width,
                                             size_t height, size_t row, void *host, cl_int *error) {
    const cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                             .image_width = width,
                             .image_height = height,
                             .image_row_pitch = row};
    return create(context, flags, format, &d, host, error);
}

cl_mem CL_API_CALL FUNCTION(clCreateImage3D)(cl_context context, cl_mem_flags flags,
                                             const cl_image_format *format, size_t width,
                                             size_t height, size_t depth, size_t row, size_t slice,
                                             void *host, cl_int *error) {
    const cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                             .image_width = width,
                             .image_height = height,
                             .image_depth = depth,
                             .image_row_pitch = row,
                             .image_slice_pitch = slice};
    return create(context, flags, format, &d, host, error);
}

cl_int CL_API_CALL FUNCTION(clGetSupportedImageFormats)(cl_context context, cl_mem_flags flags,
                                                        cl_mem_object_type type, cl_uint room,
                                                        cl_image_format *to, cl_uint *n) {
    static const cl_channel_order orders[] = {CL_R, CL_RG, CL_RGBA, CL_BGRA};
    static const cl_channel_type types[] = {CL_UNORM_INT8,     CL_UNORM_INT16,   CL_SNORM_INT8,
                                            CL_SNORM_INT16,    CL_SIGNED_INT8,   CL_SIGNED_INT16,
                                            CL_SIGNED_INT32,   CL_UNSIGNED_INT8, CL_UNSIGNED_INT16,
                                            CL_UNSIGNED_INT32, CL_HALF_FLOAT,    CL_FLOAT};
    cl_uint found = 0;
    (void)flags, (void)type;
    if (!object_is(context, CONTEXT))
        return CL_INVALID_CONTEXT;
    if (to && !room)
        return CL_INVALID_VALUE;
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++, found++)
            if (to && found < room)
                to[found] = (cl_image_format){orders[o], types[t]};
    if (n)
        *n = found;
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clGetImageInfo)(cl_mem m, cl_image_info info, size_t room, void *to,
                                            size_t *size) {
    struct reply r = reply(room, to, size);
    if (!object_is(m, MEMORY) || !m->element)
        return CL_INVALID_MEM_OBJECT;
    switch (info) {
    case CL_IMAGE_FORMAT:
        return give(r, &m->format, sizeof m->format);
    case CL_IMAGE_ELEMENT_SIZE:
        return give_size(r, m->element);
    case CL_IMAGE_ROW_PITCH:
        return give_size(r, m->row);
    case CL_IMAGE_SLICE_PITCH:
        return give_size(r, m->size[2] > 1 ? m->slice : 0);
    case CL_IMAGE_WIDTH:
        return give_size(r, m->description.image_width);
    case CL_IMAGE_HEIGHT:
        return give_size(r, m->description.image_height);
    case CL_IMAGE_DEPTH:
        return give_size(r, m->description.image_depth);
    case CL_IMAGE_ARRAY_SIZE:
        return give_size(r, m->description.image_array_size);
    case CL_IMAGE_BUFFER:
        return give_pointer(r, m->parent);
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
        return give_uint(r, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

bool image_region_fits(const struct _cl_mem *m, const size_t origin[3], const size_t region[3]) {
    for (int d = 0; d < 3; d++)
        if (!region[d] || origin[d] > m->size[d] || region[d] > m->size[d] - origin[d])
            return false;
    return true;
}
