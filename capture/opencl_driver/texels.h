/* Formats of images. */
#ifndef CAPTURE_OPENCL_DRIVER_TEXELS_H
#define CAPTURE_OPENCL_DRIVER_TEXELS_H

#include <stddef.h>

#include "capture/opencl_device/reply.h"

enum { MOST_TEXEL_BYTES = 16 };

/* Bytes of a texel, 0 for what is no format. */
size_t texel_bytes(const cl_image_format *f);
/* A texel of that colour: four floats for normalised and floating formats, else four integers.
 * Packed formats (565, 555, 101010) become zeros. */
void texel_of_colour(const cl_image_format *f, const void *colour, char *to);

/* Three-dimensional pieces of memory, which rectangles of buffers and regions of images are. */

struct box {
    char *data;        /* of the first byte */
    size_t row, slice; /* bytes from one to the next */
};

/* Copies rows of so many bytes; pieces may overlap. */
void box_copy(struct box to, struct box from, size_t bytes, size_t rows, size_t slices);

#endif
