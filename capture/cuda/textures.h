/* Arrays, and the textures and surfaces that read them. */
#ifndef CAPTURE_CUDA_TEXTURES_H
#define CAPTURE_CUDA_TEXTURES_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the number is a texture or a surface; if so its texels of each dimension. */
bool texture_size(uint64_t object, uint64_t size[3]);

#endif
