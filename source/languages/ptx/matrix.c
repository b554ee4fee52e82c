/* mma: products of matrices of a warp. */
#include <stdio.h>
#include <string.h>

#include "analysis/load/matrix.h"
#include "base/str.h"
#include "source/languages/ptx/translate.h"

/* "m16n8k32" */
static bool read_shape(struct ptx_translator *t, unsigned shape[3]) {
    for (unsigned i = 1; i < t->in->n_words; i++) {
        const char *w = t->in->words[i];
        if (sscanf(w, "m%un%uk%u", &shape[0], &shape[1], &shape[2]) == 3)
            return shape[0] <= 256 && shape[1] <= 256 && shape[2] <= 1024;
    }
    return false;
}

/* The types of d, a, b and c, in the order of the modifiers. */
static unsigned read_types(struct ptx_translator *t, const char *types[4]) {
    unsigned n = 0;
    for (unsigned i = 1; i < t->in->n_words && n < 4; i++) {
        const char *w = t->in->words[i];
        bool type = ptx_type(t, w) || strcmp(w, "bf16") == 0 || strcmp(w, "tf32") == 0 ||
                    str_starts(w, "e4m3") || str_starts(w, "e5m2");
        if (type)
            types[n++] = w;
    }
    return n;
}

static LLVMTypeRef register_type(const struct ptx_translator *t, const char *word) {
    LLVMTypeRef type = ptx_type(t, word);
    bool wide = type && ptx_is_float(type) && strcmp(word, "f16") != 0;
    return wide ? type : ptx_int(t, 32);
}

/* mma{.sp}.sync.aligned.SHAPE.row.col.D.A.B.C d, a, b, c. Four groups of eight lanes multiply 8 x 8
 * x 4 numbers of 16 bits each. */
bool ptx_mma(struct ptx_translator *t, const char *what) {
    (void)what;
    unsigned shape[3], n = 0;
    const char *types[4];
    bool wmma = strcmp(t->in->words[0], "wmma") == 0;
    if (!ptx_has_operands(t, 4) || t->in->predicate || ptx_has(t->in, "block_scale") ||
        (wmma && !ptx_has(t->in, "mma")) || !read_shape(t, shape))
        return false;
    unsigned n_types = read_types(t, types);
    if (wmma && n_types == 2)
        types[1] = "f16"; /* those of d and c stand alone */
    else if (n_types != 4)
        return false;
    const struct ptx_operand *d = &t->in->operands[0];
    unsigned results = d->kind == PTX_LIST ? d->n_parts : 1;
    LLVMValueRef args[PTX_MOST_ARGS];
    for (unsigned i = 1; i < t->in->n; i++)
        ptx_add_registers(t, &t->in->operands[i], args, &n);
    double multiply_adds = (double)shape[0] * shape[1] * shape[2];
    bool quads = !wmma && shape[0] == 8 && shape[2] == 4 && strcmp(types[1], "f16") == 0;
    multiply_adds *= quads ? 4 : ptx_word(t->in, "sp") ? 0.5 : 1;
    LLVMTypeRef word = register_type(t, types[0]);
    LLVMTypeRef result = results > 1 ? LLVMVectorType(word, results) : word;
    LLVMValueRef v = load_matrix_product(
        t->m, t->b, &(struct load_product){multiply_adds, types[1], types[0]}, result, args, n);
    for (unsigned i = 0; i < results && v; i++)
        ptx_assign(t, d->kind == PTX_LIST ? &d->parts[i] : d,
                   results > 1 ? LLVMBuildExtractElement(t->b, v, ptx_number(t, 32, i), "") : v);
    return v;
}
