#include "analysis/ir/names.h"

#include <string.h>

bool loc_same_line(struct loc a, struct loc b) {
    bool same_file = a.file == b.file || (a.file && b.file && strcmp(a.file, b.file) == 0);
    return same_file && a.line == b.line;
}

bool loc_same(struct loc a, struct loc b) {
    return loc_same_line(a, b) && a.col == b.col;
}

const char *op_text(enum op op) {
    static const char *const names[] = {
#define OP(name, text) text,
#include "analysis/ir/ops.def"
#undef OP
    };
    return names[op];
}

const char *class_text(enum op_class cls) {
    static const char *const names[] = {
#define CLASS(name, text) text,
#include "analysis/ir/classes.def"
#undef CLASS
    };
    return names[cls];
}

const char *space_text(enum space space) {
    static const char *const names[] = {"private", "global", "constant", "local", "generic"};
    return names[space];
}

const char *access_text(enum access_kind kind) {
    static const char *const names[] = {"load", "store", "atomic"};
    return names[kind];
}

bool class_is_matrix(enum op_class cls) {
    return cls >= CLASS_MATRIX_FP16 && cls <= CLASS_MATRIX_BIT;
}

bool class_is_special(enum op_class cls) {
    return cls >= CLASS_SFU && cls <= CLASS_SFU_DENORMAL_SCALED;
}

bool class_is_elementary(enum op_class cls) {
    return cls >= CLASS_TRANS && cls <= CLASS_POW64;
}
