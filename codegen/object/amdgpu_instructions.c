#include "codegen/object/amdgpu_instructions.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* Multiply-adds that one operation of a class for products of matrices has, see classes.def. */
enum { MATRIX_UNIT = 256 };
enum { LANES_OF_MATRIX = 64, DWORD = 4, BITS_PER_BYTE = 8 };

static enum op_class class_of(const char *name) {
    static const struct {
        const char *pattern;
        enum op_class cls;
    } kinds[] = {
#define KIND(pattern, cls) {pattern, CLASS_##cls},
#include "codegen/object/amdgpu_instructions.def"
#undef KIND
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (fnmatch(kinds[i].pattern, name, 0) == 0)
            return kinds[i].cls;
    return CLASS_OTHER;
}

const char *amdgpu_machine(uint32_t flags) {
    enum { MACHINE_MASK = 0xff };
    switch (flags & MACHINE_MASK) {
#define MACHINE(number, name)                                                                      \
    case number:                                                                                   \
        return name;
#include "codegen/object/amdgpu_machines.def"
#undef MACHINE
    default:
        return NULL;
    }
}

/* --- products of matrices -------------------------------------------------- */

static enum op_class matrix_class(const char *result, const char *factors) {
    if (str_starts(factors, "f16"))
        return str_starts(result, "f16") ? CLASS_MATRIX_FP16 : CLASS_MATRIX_FP16_FP32;
    if (str_starts(factors, "bf16"))
        return CLASS_MATRIX_BF16;
    if (str_starts(factors, "xf32"))
        return CLASS_MATRIX_TF32;
    if (str_starts(factors, "f32"))
        return CLASS_MATRIX_FP32;
    if (str_starts(factors, "f64"))
        return CLASS_MATRIX_FP64;
    if (str_starts(factors, "iu4"))
        return CLASS_MATRIX_INT4;
    return str_starts(factors, "i8") || str_starts(factors, "iu8") ? CLASS_MATRIX_INT8
                                                                   : CLASS_MATRIX_FP8;
}

/* "v_mfma_f32_32x32x4_2b_f16" or "v_mfma_f32_32x32x4f16": the type of the result, rows, columns and
 * products of a sum, and the type of the factors. Several blocks of products show in the number of
 * result registers. Sparse ones leave half of the products out. */
static bool classify_matrix(const char *name, uint32_t data_registers,
                            struct code_instruction *in) {
    static const char *const prefixes[] = {"v_mfma_", "v_smfmac_", "v_wmma_", "v_swmmac_"};
    const char *result = NULL;
    size_t form = 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (str_starts(name, prefixes[i])) {
            result = name + strlen(prefixes[i]);
            form = i;
        }
    const char *at = result ? strchr(result, '_') : NULL;
    if (!at)
        return false;
    uint64_t size[3] = {0};
    for (size_t i = 0; i < 3; i++) {
        char *end;
        size[i] = strtoul(at + 1, &end, 10);
        at = end;
        if (i < 2 && *at != 'x')
            return false;
    }
    const char *factors = at;
    while (*factors == '_' || (*factors >= '0' && *factors <= '9') ||
           (factors[0] == 'b' && factors[1] == '_'))
        factors++;
    in->cls = (uint8_t)matrix_class(result, factors);
    uint64_t per_value = in->cls == CLASS_MATRIX_FP64 ? 2 : 1;
    uint64_t block = size[0] * size[1] * per_value;
    uint64_t blocks = form == 0 && block ? data_registers * LANES_OF_MATRIX / block : 1;
    uint64_t products = size[0] * size[1] * size[2] * (blocks ? blocks : 1) / (form % 2 ? 2 : 1);
    in->products = (uint16_t)(products > MATRIX_UNIT ? products / MATRIX_UNIT : 1);
    return true;
}

/* --- accesses -------------------------------------------------------------- */

/* "x", "xy", "xyz" or "xyzw" behind "format_", as far as it goes. */
static uint32_t format_components(const char *format) {
    uint32_t n = 0;
    for (const char *c = "xyzw"; *c && strchr(format, *c); c++)
        n++;
    return n ? n : 1;
}

/* The first of "_b32", "_u8", "_i16", "_f64" and their like, in bytes; 0: none. */
static uint32_t typed_bytes(const char *name) {
    for (const char *at = strchr(name, '_'); at; at = strchr(at + 1, '_')) {
        char *end;
        if (!at[1] || !strchr("buif", at[1]))
            continue;
        unsigned long bits = strtoul(at + 2, &end, 10);
        if (end > at + 2 && (*end == 0 || *end == '_'))
            return (uint32_t)bits / BITS_PER_BYTE;
    }
    return 0;
}

/* Bytes of one of the values that are moved. */
static uint32_t value_bytes(const char *name, uint32_t data_registers) {
    const char *dwords = strstr(name, "dword"), *format = strstr(name, "format_");
    if (dwords)
        return DWORD * (dwords[5] == 'x' ? (uint32_t)strtoul(dwords + 6, NULL, 10) : 1);
    if (format)
        return format_components(format + strlen("format_")) * (strstr(name, "d16") ? 2 : DWORD);
    if (strstr(name, "_pk_"))
        return DWORD;
    if (strstr(name, "byte"))
        return 1;
    if (strstr(name, "short"))
        return 2;
    if (str_ends(name, "_x2"))
        return 2 * DWORD;
    uint32_t typed = typed_bytes(name);
    if (typed)
        return typed;
    return str_starts(name, "image_") && data_registers ? data_registers * DWORD : DWORD;
}

static enum code_memory memory_of(const char *name, const char *operation) {
    static const char *const loads[] = {"load",         "read",      "image_sample",
                                        "image_gather", "image_bvh", "image_msaa"};
    if (strstr(name, "_atomic_") || strstr(name, "xchg"))
        return CODE_ATOMIC;
    if (str_starts(operation, "store") || str_starts(operation, "write") ||
        strstr(name, "_buffer_store"))
        return CODE_STORE;
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        if (str_starts(operation, loads[i]) || str_starts(name, loads[i]))
            return CODE_LOAD;
    return CODE_NO_MEMORY;
}

struct family {
    const char *prefix;
    enum space space;
};

/* What flat instructions access is decided when they run; mostly global memory. */
static const struct family families[] = {
    {"flat_", SPACE_GLOBAL},       {"global_", SPACE_GLOBAL},   {"buffer_", SPACE_GLOBAL},
    {"tbuffer_", SPACE_GLOBAL},    {"image_", SPACE_GLOBAL},    {"scratch_", SPACE_PRIVATE},
    {"s_scratch_", SPACE_PRIVATE}, {"s_buffer_", SPACE_GLOBAL}, {"ds_", SPACE_LOCAL},
    {"s_", SPACE_GLOBAL},
};

static const struct family *family_of(const char *name) {
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (str_starts(name, families[i].prefix))
            return &families[i];
    return NULL;
}

/* Local memory's other operations without a word for it are atomic. */
static bool is_local_atomic(const char *name) {
    return str_starts(name, "ds_") && class_of(name) == CLASS_OTHER;
}

/* "ds_read2_b32", "ds_load_2addr_b32". */
static bool moves_two(const char *name) {
    return strstr(name, "_2addr_") || strstr(name, "read2") || strstr(name, "write2") ||
           strstr(name, "xchg2");
}

static bool classify_access(const char *name, uint32_t data_registers,
                            struct code_instruction *in) {
    const struct family *f = family_of(name);
    if (!f)
        return false;
    enum code_memory memory = memory_of(name, name + strlen(f->prefix));
    if (memory == CODE_NO_MEMORY && is_local_atomic(name))
        memory = CODE_ATOMIC;
    if (memory == CODE_NO_MEMORY)
        return false;
    uint32_t bytes = value_bytes(name, data_registers) * (moves_two(name) ? 2 : 1);
    in->cls = CLASS_FREE;
    in->memory = (uint8_t)memory;
    in->space = (uint8_t)f->space;
    in->bytes = (uint8_t)(bytes > UINT8_MAX ? UINT8_MAX : bytes);
    return true;
}

/* --- order of execution ---------------------------------------------------- */

static enum code_flow flow_of(const char *name) {
    if (strcmp(name, "s_branch") == 0 || str_starts(name, "s_cbranch_") ||
        str_starts(name, "s_subvector_loop_"))
        return CODE_BRANCH;
    if (strcmp(name, "s_barrier") == 0 || strcmp(name, "s_barrier_wait") == 0)
        return CODE_BARRIER;
    if (str_starts(name, "s_endpgm"))
        return CODE_EXIT;
    if (str_starts(name, "s_swappc_") || str_starts(name, "s_call_"))
        return CODE_CALL;
    if (str_starts(name, "s_setpc_") || str_starts(name, "s_rfe_"))
        return CODE_UNKNOWN_TARGET;
    return CODE_NEXT;
}

/* "s_waitcnt vmcnt(0)", "s_waitcnt_vscnt", "s_wait_loadcnt_dscnt"; not "s_wait_alu". */
static bool waits_memory(const char *name) {
    return str_starts(name, "s_wait") && strstr(name, "cnt");
}

static void classify_dual(struct arena *a, const char *name, const char *second,
                          struct code_instruction *in) {
    in->cls = (uint8_t)class_of(arena_strndup(a, name, (size_t)(second - name)));
    in->cls2 = (uint8_t)class_of(second + strlen(AMDGPU_DUAL));
}

void amdgpu_classify(const char *name, uint32_t data_registers, struct code_instruction *in) {
    const char *second = strstr(name, AMDGPU_DUAL);
    in->scalar = str_starts(name, "s_");
    in->flow = (uint8_t)flow_of(name);
    in->conditional = in->flow == CODE_BRANCH && strcmp(name, "s_branch") != 0;
    in->waits_memory = waits_memory(name);
    if (second) {
        struct arena a = {0};
        classify_dual(&a, name, second, in);
        arena_free(&a);
        return;
    }
    if (classify_access(name, data_registers, in) || classify_matrix(name, data_registers, in))
        return;
    in->cls = (uint8_t)class_of(name);
    in->more = in->cls == CLASS_PAIRED_FP16 || in->cls == CLASS_PAIRED_FP32;
}
