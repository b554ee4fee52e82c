#include "codegen/object/nv_info.h"

/* What follows an attribute's number: nothing, a number of 8 or 16 bits, or a count of bytes, and
 * they. */
enum format { FORMAT_NONE = 1, FORMAT_BYTE = 2, FORMAT_HALF = 3, FORMAT_BYTES = 4 };

enum { HEAD_BYTES = 4 };

bool nv_info_next(struct piece section, size_t *at, struct nv_attribute *out) {
    struct piece head = piece_part(section, *at, HEAD_BYTES);
    if (head.n < HEAD_BYTES)
        return false;
    unsigned format = head.at[0];
    *out = (struct nv_attribute){.number = head.at[1], .value = piece_part(head, 2, 2)};
    *at += HEAD_BYTES;
    if (format != FORMAT_BYTES)
        return format >= FORMAT_NONE && format <= FORMAT_HALF;
    uint16_t n = piece_u16(head, 2);
    out->value = piece_part(section, *at, n);
    *at += n;
    return out->value.n == n;
}

bool nv_info_parameter(const struct nv_attribute *a, struct nv_parameter *out) {
    enum { ORDINAL = 4, OFFSET = 6, REST = 8, SIZE_SHIFT = 18, BYTES = 12 };
    if ((a->number != NV_KPARAM_INFO && a->number != NV_KPARAM_INFO_V2) || a->value.n < BYTES)
        return false;
    *out = (struct nv_parameter){.number = piece_u16(a->value, ORDINAL),
                                 .offset = piece_u16(a->value, OFFSET),
                                 .bytes = a->number == NV_KPARAM_INFO
                                              ? piece_u32(a->value, REST) >> SIZE_SHIFT
                                              : piece_u16(a->value, REST)};
    return true;
}
