#include "base/formula_of_place.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/formula_tree.h"
#include "base/vec.h"

/* What one instruction does with the numbers on top of the stack. */
enum action {
    PUSH_NUMBER,
    PUSH_PLACE,
    NEGATE,
    NOT,
    IS_TRUE, /* 1 for what is not 0 */
    ADD,
    SUBTRACT,
    MULTIPLY,
    APPLY,       /* to the two on top; checked as all results are, */
    FOLD,        /* but not between the arguments of a function */
    APPLY_FIRST, /* to the one on top */
    JUMP,
    JUMP_IF_FALSE, /* takes it away */
    FALSE_ENDS,    /* && and ||: leaves 0 or 1 and jumps, or takes it away */
    TRUE_ENDS,
};

struct instruction {
    enum action action;
    uint32_t target; /* of jumps */
    double number;
    double (*apply)(double x, double y);
};

struct formula_of_place {
    VEC(struct instruction) code;
    double *stack;
};

struct compilation {
    struct arena *arena;
    struct formula_of_place *out;
    size_t depth, deepest; /* of the stack */
    bool ok;
};

static void compile(struct compilation *c, const struct formula *f);

/* Appends an instruction that leaves so many more numbers than it takes; returns which one it is.
 */
static size_t emit(struct compilation *c, struct instruction i, int more) {
    c->depth += (size_t)more;
    c->deepest = c->depth > c->deepest ? c->depth : c->deepest;
    vec_push(c->arena, &c->out->code, i);
    return c->out->code.n - 1;
}

/* The jump goes to what comes next. */
static void land(struct compilation *c, size_t jump) {
    c->out->code.at[jump].target = (uint32_t)c->out->code.n;
}

static void compile_binary(struct compilation *c, const struct formula *f) {
    static const struct {
        const char *text;
        enum action action;
    } quick[] = {{"+", ADD}, {"-", SUBTRACT}, {"*", MULTIPLY}};
    compile(c, f->args[0]);
    if (!f->op->apply) {
        enum action ends = f->op->text[0] == '|' ? TRUE_ENDS : FALSE_ENDS;
        size_t jump = emit(c, (struct instruction){.action = ends}, -1);
        compile(c, f->args[1]);
        emit(c, (struct instruction){.action = IS_TRUE}, 0);
        land(c, jump);
        return;
    }
    compile(c, f->args[1]);
    struct instruction i = {.action = APPLY, .apply = f->op->apply};
    for (size_t n = 0; n < sizeof quick / sizeof *quick; n++)
        if (strcmp(f->op->text, quick[n].text) == 0)
            i.action = quick[n].action;
    emit(c, i, -1);
}

static void compile_call(struct compilation *c, const struct formula *f) {
    compile(c, f->args[0]);
    if (f->f->n_args == 1)
        emit(c, (struct instruction){.action = APPLY_FIRST, .apply = f->f->apply}, 0);
    for (size_t n = 1; n < f->n_args; n++) {
        compile(c, f->args[n]);
        enum action action = n + 1 < f->n_args ? FOLD : APPLY;
        emit(c, (struct instruction){.action = action, .apply = f->f->apply}, -1);
    }
}

static void compile_choice(struct compilation *c, const struct formula *f) {
    compile(c, f->args[0]);
    size_t no = emit(c, (struct instruction){.action = JUMP_IF_FALSE}, -1);
    compile(c, f->args[1]);
    size_t end = emit(c, (struct instruction){.action = JUMP}, -1);
    land(c, no);
    compile(c, f->args[2]);
    land(c, end);
}

static void compile(struct compilation *c, const struct formula *f) {
    switch (f->kind) {
    case FORMULA_NUMBER:
        emit(c, (struct instruction){.action = PUSH_NUMBER, .number = f->number}, 1);
        break;
    case FORMULA_NAME:
        c->ok &= formula_find_place(NULL, f->text, &(struct formula_value){0});
        emit(c, (struct instruction){.action = PUSH_PLACE}, 1);
        break;
    case FORMULA_TEXT:
        c->ok = false;
        break;
    case FORMULA_NEGATE:
    case FORMULA_NOT:
        compile(c, f->args[0]);
        emit(c, (struct instruction){.action = f->kind == FORMULA_NOT ? NOT : NEGATE}, 0);
        break;
    case FORMULA_BINARY:
        compile_binary(c, f);
        break;
    case FORMULA_CHOICE:
        compile_choice(c, f);
        break;
    case FORMULA_CALL:
        compile_call(c, f);
        break;
    }
}

struct formula_of_place *formula_of_place(struct arena *a, const struct formula *f) {
    struct compilation c = {.arena = a, .out = NEW(a, struct formula_of_place), .ok = true};
    compile(&c, f);
    c.out->stack = NEW_ARRAY(a, double, c.deepest + 1);
    return c.ok ? c.out : NULL;
}

bool formula_at(struct formula_of_place *f, double place, double *out) {
    const struct instruction *code = f->code.at, *end = code + f->code.n;
    double *top = f->stack; /* above the last one; the first place is not used */
    for (const struct instruction *i = code; i < end; i++) {
        switch (i->action) {
        case PUSH_NUMBER:
            *++top = i->number;
            continue;
        case PUSH_PLACE:
            *++top = place;
            continue;
        case JUMP:
            i = code + i->target - 1;
            continue;
        case JUMP_IF_FALSE:
            i = *top-- != 0 ? i : code + i->target - 1;
            continue;
        case FALSE_ENDS:
        case TRUE_ENDS: {
            bool is_true = *top-- != 0;
            if (is_true == (i->action == TRUE_ENDS)) {
                *++top = is_true;
                i = code + i->target - 1;
            }
            continue;
        }
        case FOLD:
            top--;
            *top = i->apply(top[0], top[1]);
            continue;
        case NEGATE:
            *top = -*top;
            break;
        case NOT:
            *top = !(*top != 0);
            break;
        case IS_TRUE:
            *top = *top != 0;
            break;
        case ADD:
            top--;
            *top = top[0] + top[1];
            break;
        case SUBTRACT:
            top--;
            *top = top[0] - top[1];
            break;
        case MULTIPLY:
            top--;
            *top = top[0] * top[1];
            break;
        case APPLY:
            top--;
            *top = i->apply(top[0], top[1]);
            break;
        case APPLY_FIRST:
            *top = i->apply(*top, 0);
            break;
        }
        if (!isfinite(*top))
            return false;
    }
    *out = *top;
    return true;
}
