/* Attributes in `.nv.info` of cubins, and in `.nv.info.NAME` of their kernels. */
#ifndef CODEGEN_OBJECT_NV_INFO_H
#define CODEGEN_OBJECT_NV_INFO_H

#include "codegen/object/piece.h"

/* Those that are read. The first four are of all kernels: the number of a symbol and a value. */
enum nv_attribute_number {
    NV_FRAME_SIZE = 0x11,     /* bytes of stack, without that of functions that are called */
    NV_MIN_STACK_SIZE = 0x12, /* bytes of stack with it */
    NV_MAX_STACK_SIZE = 0x23, /* the same of older toolkits */
    NV_REGCOUNT = 0x2f,
    NV_MAX_THREADS = 0x05, /* three numbers: __launch_bounds__ */
    NV_REQNTID = 0x10,     /* three numbers: the group that must be launched */
    NV_KPARAM_INFO = 0x17, /* a parameter: its number, offset and size */
    NV_KPARAM_INFO_V2 = 0x45,
    NV_ANNOTATIONS = 0x55 /* pairs of a kind and an address in the code */
};

struct nv_attribute {
    uint8_t number;
    struct piece value;
};

/* The attribute at *at, which moves behind it; false at the end, and where it is cut off. */
bool nv_info_next(struct piece section, size_t *at, struct nv_attribute *out);

struct nv_parameter {
    uint32_t number, offset, bytes;
};

/* Whether the attribute is a kernel's parameter. */
bool nv_info_parameter(const struct nv_attribute *a, struct nv_parameter *out);

#endif
