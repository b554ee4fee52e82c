/* Three-dimensional pieces of memory, which rectangles of buffers and regions of images are. */
#ifndef CAPTURE_OPENCL_DRIVER_BOXES_H
#define CAPTURE_OPENCL_DRIVER_BOXES_H

#include <stddef.h>

struct box {
    char *data;        /* of the first byte */
    size_t row, slice; /* bytes from one to the next */
};

/* Copies rows of so many bytes; pieces may overlap. */
void box_copy(struct box to, struct box from, size_t bytes, size_t rows, size_t slices);

#endif
