/* Products of matrices. PTX says for each shape and type how many registers a lane has of each
 * operand; `products` are multiply-adds of the warp in units of 256. */
#include "codegen/object/sass/refine.h"

static void set(struct sass_refined *r, const char *shape, unsigned a, unsigned b, unsigned sums,
                unsigned products) {
    sass_append(r, shape);
    r->row->a = (uint8_t)a;
    r->row->b = (uint8_t)b;
    r->row->c = r->row->result = (uint8_t)sums;
    r->in->products = (uint16_t)products;
}

/* Volta: m8n8k4 of each eight lanes in two steps, or four if sums are in fp32. */
void refine_hmma_884(struct sass_refined *r) {
    bool wide = sass_flag(r, 76);
    set(r, wide ? ".F32" : ".F16", 2, 2, 2, wide ? 1 : 2);
    if (wide)
        r->in->cls = CLASS_MATRIX_FP16_FP32;
}

/* A sparse first operand: places of its numbers are in a register, and B is twice as deep. */
static bool is_sparse(struct sass_refined *r, unsigned at) {
    if (!sass_flag(r, at))
        return false;
    sass_append(r, ".SP");
    sass_reads(r->in, CODE_VECTOR, sass_field(r, 40, 8), 1);
    return true;
}

void refine_hmma(struct sass_refined *r) {
    bool wide = sass_flag(r, 76), deep = sass_flag(r, 75), sparse = is_sparse(r, 73),
         tf32 = sass_flag(r, 83);
    unsigned sums = wide ? 4 : 2, times = sparse ? 2 : 1;
    if (tf32 && sass_flag(r, 78) && !sparse)
        set(r, ".1684", 2, 1, sums, 2);
    else if (tf32)
        set(r, sparse ? ".16816" : ".1688", 4, 2 * times, sums, 4);
    else if (deep)
        set(r, sparse ? ".16832" : ".16816", 4, 2 * times, sums, 8);
    else
        set(r, sparse ? ".16816" : ".1688", 2, times, sums, 4);
    sass_append(r, wide ? ".F32" : ".F16");
    sass_append(r, tf32 ? ".TF32" : sass_flag(r, 82) ? ".BF16" : "");
    r->in->cls = tf32               ? CLASS_MATRIX_TF32
                 : sass_flag(r, 82) ? CLASS_MATRIX_BF16
                 : wide             ? CLASS_MATRIX_FP16_FP32
                                    : CLASS_MATRIX_FP16;
}

void refine_imma(struct sass_refined *r) {
    bool small = sass_field(r, 83, 2) == 3, rows16 = sass_flag(r, 86), sparse = is_sparse(r, 72);
    bool deep = rows16 && sass_flag(r, small ? 85 : 75);
    unsigned times = sparse ? 2 : 1, of4 = small ? 2 : 1, shape = small + sparse;
    static const char *const deeper[] = {".16832", ".16864", ".168128"};
    static const char *const flatter[] = {".16816", ".16832", ".16864"};
    if (!rows16)
        set(r, small ? ".8832" : ".8816", 1, 1, 2, 4 * of4);
    else if (deep || (sparse && sass_flag(r, 85)))
        set(r, deeper[shape], 4, 2 * times, 4, 16 * of4);
    else
        set(r, flatter[shape], 2, times, 4, 8 * of4);
    sass_append(r, small ? ".S4" : ".S8");
    if (small)
        r->in->cls = CLASS_MATRIX_INT4;
}

void refine_bmma(struct sass_refined *r) {
    if (sass_flag(r, 76))
        set(r, ".168256", 4, 2, 4, 128);
    else if (sass_flag(r, 75))
        set(r, ".168128", 2, 1, 4, 64);
    else
        set(r, ".88128", 1, 1, 2, 32);
    sass_append(r, sass_flag(r, 78) ? ".AND" : ".XOR");
}

void refine_dmma(struct sass_refined *r) {
    switch (sass_field(r, 80, 2)) {
    case 0:
        set(r, ".884", 2, 2, 4, 1);
        break;
    case 1:
        set(r, ".1684", 4, 2, 8, 2);
        break;
    case 2:
        set(r, ".1688", 8, 4, 8, 4);
        break;
    default:
        set(r, ".16816", 16, 8, 8, 8);
    }
}

void refine_qmma(struct sass_refined *r) {
    bool wide = sass_flag(r, 77), deep = sass_flag(r, 75);
    set(r, deep ? ".16832" : ".16816", deep ? 4 : 2, deep ? 2 : 1, wide ? 4 : 2, deep ? 16 : 8);
    sass_append(r, wide ? ".F32" : ".F16");
}

/* Of 4-bit floats, at twice the rate of 8-bit ones, which have a class: half as many of those. */
void refine_omma(struct sass_refined *r) {
    set(r, ".16864", 4, 2, 4, 16);
}

/* Columns of a product by four warps: 8 to 256. */
static unsigned columns(const struct sass_refined *r, bool ints) {
    unsigned v = sass_field(r, 53, ints ? 6 : 5);
    if (!ints)
        return 8 * (v + 1);
    return v / 3 < 4 ? 8 * (v / 3 + 1) : 16 * (v / 3 - 1);
}

/* Of 64 rows, a quarter for each warp; a line is 32 bytes deep. */
void refine_gmma(struct sass_refined *r) {
    bool ints = r->in->cls == CLASS_MATRIX_INT8, wide = ints || sass_flag(r, 75);
    unsigned n = columns(r, ints), depth = 16;
    if (r->in->cls == CLASS_MATRIX_FP16) {
        bool tf32 = sass_flag(r, 77), bf16 = sass_flag(r, 76);
        depth = tf32 ? 8 : 16;
        r->in->cls = tf32   ? CLASS_MATRIX_TF32
                     : bf16 ? CLASS_MATRIX_BF16
                     : wide ? CLASS_MATRIX_FP16_FP32
                            : CLASS_MATRIX_FP16;
    } else {
        depth = r->in->cls == CLASS_MATRIX_BIT ? 256 : 32;
    }
    r->row->c = r->row->result = (uint8_t)(wide ? n / 2 : n / 4);
    r->in->products = (uint16_t)(16 * n * depth / 256);
}

void refine_utcmma(struct sass_refined *r) {
    switch (sass_field(r, 72, 2)) {
    case 1:
        r->in->cls = CLASS_MATRIX_INT8;
        break;
    case 3:
        r->in->cls = CLASS_MATRIX_FP8;
        break;
    default:
        break;
    }
}

/* Registers of a shape (16x128b, 16x256b, 32x32b, 16x64b), so many times. */
void refine_tensor_memory(struct sass_refined *r) {
    static const uint8_t registers[] = {2, 4, 1, 1};
    unsigned n = (unsigned)registers[sass_field(r, 81, 2)] << sass_field(r, 83, 3);
    if (r->row->result)
        r->row->result = (uint8_t)n;
    else
        r->row->b = (uint8_t)n;
}
