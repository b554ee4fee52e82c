#include "capture/opencl_driver/boxes.h"

#include <string.h>

void box_copy(struct box to, struct box from, size_t bytes, size_t rows, size_t slices) {
    for (size_t z = 0; z < slices; z++)
        for (size_t y = 0; y < rows; y++)
            memmove(to.data + z * to.slice + y * to.row, from.data + z * from.slice + y * from.row,
                    bytes);
}
