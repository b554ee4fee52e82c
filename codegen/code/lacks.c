#include "codegen/code/lacks.h"

#include "analysis/ir/names.h"

/* Elementary functions without the special unit are polynomials of at least so many products. */
enum { SHORTEST_POLYNOMIAL = 6 };

static bool is_double(enum op_class cls) {
    return cls == CLASS_FP64 || cls == CLASS_CVT64 || cls == CLASS_FDIV64 || cls == CLASS_SQRT64 ||
           cls == CLASS_TRANS64 || cls == CLASS_POW64;
}

static bool is_function(enum op_class cls) {
    return cls == CLASS_FDIV || cls == CLASS_SQRT || class_is_elementary(cls);
}

/* Where one line of a header stands for a function, the code does not say whose it is. */
static bool may_be_of(const struct code_instruction *in, struct loc loc) {
    struct loc a = in->loc, b = loc;
    if (!a.line || !b.line || loc_same_line(a, b))
        return true;
    a.line = b.line;
    return !loc_same_line(a, b);
}

/* Instructions that tell, of those that may be of a line. */
struct seen {
    uint32_t all, special, calls, sums, doubles;
};

static struct seen look_at(const struct code *c, struct loc loc) {
    struct seen s = {0};
    for (uint32_t i = 0; i < c->n_instructions; i++) {
        const struct code_instruction *in = &c->instructions[i];
        if (!may_be_of(in, loc))
            continue;
        uint32_t operations = 1u + in->more + (in->cls2 != CLASS_FREE);
        s.all++;
        s.special += in->cls == CLASS_SFU || in->cls2 == CLASS_SFU;
        s.calls += in->flow == CODE_CALL || in->flow == CODE_UNKNOWN_TARGET;
        s.sums += in->cls == CLASS_FP32 || in->cls == CLASS_PAIRED_FP32 ? operations : 0;
        s.doubles += is_double((enum op_class)in->cls);
    }
    return s;
}

bool code_lacks(const struct code *c, enum op_class cls, struct loc loc) {
    if (!c->n_instructions || c->n_unknown || !(is_double(cls) || is_function(cls)))
        return false;
    const struct seen s = look_at(c, c->has_locations ? loc : (struct loc){0});
    if (is_double(cls))
        return !s.doubles && !s.calls;
    if (!s.all || s.calls)
        return false;
    return s.special ? s.sums <= s.special : s.sums < SHORTEST_POLYNOMIAL;
}
