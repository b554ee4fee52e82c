#include "capture/opencl_driver/texels.h"

#include <math.h>
#include <string.h>

static size_t channels(cl_channel_order order) {
    switch (order) {
    case CL_R:
    case CL_A:
    case CL_INTENSITY:
    case CL_LUMINANCE:
    case CL_DEPTH:
    case CL_Rx:
        return 1;
    case CL_RG:
    case CL_RA:
    case CL_RGx:
        return 2;
    case CL_RGB:
    case CL_sRGB:
        return 3;
    case CL_RGBA:
    case CL_BGRA:
    case CL_ARGB:
    case CL_ABGR:
    case CL_RGBx:
    case CL_sRGBx:
    case CL_sRGBA:
    case CL_sBGRA:
        return 4;
    default:
        return 0;
    }
}

static size_t channel_bytes(cl_channel_type type) {
    switch (type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
        return 1;
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT:
        return 2;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT:
        return 4;
    default:
        return 0;
    }
}

size_t texel_bytes(const cl_image_format *f) {
    if (f->image_channel_data_type == CL_UNORM_SHORT_565 ||
        f->image_channel_data_type == CL_UNORM_SHORT_555)
        return 2;
    if (f->image_channel_data_type == CL_UNORM_INT_101010)
        return 4;
    return channels(f->image_channel_order) * channel_bytes(f->image_channel_data_type);
}

/* Which of red, green, blue and alpha a channel of the texel is. */
static int component(cl_channel_order order, size_t channel) {
    static const char *const orders[] = {[CL_A & 31] = "3",       [CL_RA & 31] = "03",
                                         [CL_BGRA & 31] = "2103", [CL_ARGB & 31] = "3012",
                                         [CL_ABGR & 31] = "3210", [CL_sBGRA & 31] = "2103"};
    const size_t n = sizeof orders / sizeof *orders;
    const char *places = (order & 31) < n ? orders[order & 31] : NULL;
    return places && channel < strlen(places) ? places[channel] - '0' : (int)channel;
}

/* IEEE 754's half precision, rounded to nearest; too large ones are infinite. */
static uint16_t half_of(float value) {
    int exponent;
    const uint16_t sign = signbit(value) ? 0x8000 : 0;
    float fraction = frexpf(fabsf(value), &exponent);
    if (isnan(value))
        return 0x7e00;
    if (isinf(value) || exponent > 16)
        return sign | 0x7c00;
    if (exponent < -13)
        return sign | (uint16_t)lrintf(ldexpf(fabsf(value), 24));
    long bits = lrintf(ldexpf(fraction, 11)) - 1024 + (((long)exponent + 14) << 10);
    return sign | (uint16_t)bits;
}

/* A share of the largest number that the channel has. */
static int32_t normalised(float value, float low, float most) {
    return (int32_t)lrintf(fmaxf(low, fminf(1, value)) * most);
}

static int32_t channel_of(cl_channel_type type, const void *colour, int component) {
    float real;
    int32_t whole;
    memcpy(&real, (const char *)colour + 4 * component, 4);
    memcpy(&whole, (const char *)colour + 4 * component, 4);
    switch (type) {
    case CL_UNORM_INT8:
        return normalised(real, 0, UINT8_MAX);
    case CL_UNORM_INT16:
        return normalised(real, 0, UINT16_MAX);
    case CL_SNORM_INT8:
        return normalised(real, -1, INT8_MAX);
    case CL_SNORM_INT16:
        return normalised(real, -1, INT16_MAX);
    case CL_HALF_FLOAT:
        return half_of(real);
    default:
        return whole;
    }
}

void texel_of_colour(const cl_image_format *f, const void *colour, char *to) {
    const size_t bytes = channel_bytes(f->image_channel_data_type);
    for (size_t i = 0; bytes && i < channels(f->image_channel_order); i++) {
        int32_t channel =
            channel_of(f->image_channel_data_type, colour, component(f->image_channel_order, i));
        memcpy(to + i * bytes, &channel, bytes);
    }
}

void box_copy(struct box to, struct box from, size_t bytes, size_t rows, size_t slices) {
    for (size_t z = 0; z < slices; z++)
        for (size_t y = 0; y < rows; y++)
            memmove(to.data + z * to.slice + y * to.row, from.data + z * from.slice + y * from.row,
                    bytes);
}
