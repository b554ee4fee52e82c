#include "codegen/code/scalar_loads.h"

#include "analysis/ir/names.h"

/* Loads at a place, of the scalar unit and of the lanes. */
struct seen {
    uint32_t scalar, vector;
};

static bool is_load(const struct code_instruction *in) {
    return in->memory == CODE_LOAD && in->space != SPACE_CONSTANT && in->space != SPACE_PRIVATE &&
           in->space != SPACE_LOCAL;
}

static void see(struct seen *s, const struct code_instruction *in) {
    s->scalar += in->scalar;
    s->vector += !in->scalar;
}

static bool is_scalar(const struct seen *s) {
    return s->scalar && !s->vector;
}

static bool is_scalar_at(const struct code *c, struct loc loc) {
    struct seen place = {0}, line = {0};
    for (uint32_t i = 0; i < c->n_instructions; i++) {
        const struct code_instruction *in = &c->instructions[i];
        if (!is_load(in) || !loc.line || !loc_same_line(in->loc, loc))
            continue;
        see(&line, in);
        if (in->loc.col == loc.col)
            see(&place, in);
    }
    return is_scalar(place.scalar || place.vector ? &place : &line);
}

const bool *code_scalar_loads(struct arena *a, const struct kernel *machine, const struct code *c) {
    bool *scalar = NEW_ARRAY(a, bool, machine->n_accesses);
    for (uint32_t i = 0; i < machine->n_accesses && c->scalar_unit; i++) {
        const struct access *x = &machine->accesses[i];
        scalar[i] = x->kind == ACCESS_LOAD && x->space != SPACE_LOCAL &&
                    x->space != SPACE_PRIVATE && is_scalar_at(c, machine->values[x->value].loc);
    }
    return scalar;
}
