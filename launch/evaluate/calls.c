/* Calls: of functions of the program, of those that have a model, and of unknown ones. */
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "launch/evaluate/models.h"
#include "launch/evaluate/run.h"

/* Deepest calls, and most scalars of arguments and of a result. */
enum { DEEPEST_CALL = 120, MOST_SCALARS = 64 };
/* Most calls of a function within itself where a branch on the way is not known. */
enum { DEEPEST_UNKNOWN = 2 };

/* --- which model --- */

static const struct ev_model models[] = {
#define MODEL(name, function, number) {name, model_##function, number},
#include "launch/evaluate/models.def"
#undef MODEL
};

/* Whether the name is that of a row, or begins as one that ends with '*'. */
static bool is_row(const char *row, const char *name, size_t n) {
    const size_t length = strlen(row);
    if (length && row[length - 1] == '*')
        return n >= length - 1 && memcmp(row, name, length - 1) == 0;
    return n == length && memcmp(row, name, n) == 0;
}

static const struct ev_model *find_row(const char *name, size_t n) {
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (is_row(models[i].name, name, n))
            return &models[i];
    return NULL;
}

/* "cudaMalloc" of "_Z10cudaMallocPPvm" */
static const char *plain_name(const char *name, size_t *n) {
    char *end;
    if (!str_starts(name, "_Z") || name[2] < '0' || name[2] > '9')
        return NULL;
    *n = strtoul(name + 2, &end, 10);
    return *n <= strlen(end) ? end : NULL;
}

/* HIP's functions are called as CUDA's. Those that launch pass sizes in another way. */
static const struct ev_model *find_of_hip(const char *name, size_t n) {
    char cuda[64];
    if (!str_starts(name, "hip") || str_starts(name, "hipLaunch") || n + 2 > sizeof cuda)
        return NULL;
    const int length = snprintf(cuda, sizeof cuda, "cuda%.*s", (int)n - 3, name + 3);
    return find_row(cuda, (size_t)length);
}

const struct ev_model *ev_find_model(const char *name) {
    size_t n = strlen(name);
    const struct ev_model *found = find_row(name, n);
    while (!found && str_starts(name, "llvm.") && n > 5) {
        while (n && name[n - 1] != '.')
            n--;
        found = n > 5 ? find_row(name, n - 1) : NULL;
        n = n ? n - 1 : 0;
    }
    const char *plain = found ? NULL : plain_name(name, &n);
    found = plain ? find_row(plain, n) : found;
    if (plain && found && found->evaluate == model_library)
        found = NULL;
    return found ? found : find_of_hip(plain ? plain : name, n);
}

static const struct ev_model *model_of(struct ev_function *f) {
    if (!f->sought)
        f->model = ev_find_model(f->name);
    f->sought = true;
    return f->model;
}

/* Whether a model is taken although the program has the function: parts of libstdc++'s that are in
 * headers need others that are not. */
static bool is_replaced(struct ev_function *f) {
    const struct ev_model *m = model_of(f);
    return m && str_starts(m->name, "_Z");
}

/* --- functions of the program --- */

/* Arguments as the parameters have them: in as many scalars. */
static void set_parameters(struct ev_state *s, const struct ev_function *f,
                           const struct ev_value *args, uint32_t n) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < f->n_params; i++)
        for (uint32_t k = 0; k < f->params[i].n; k++, at++)
            s->slots[f->params[i].slot + k] = at < n ? args[at] : ev_partly(0, 0);
}

static struct ev_state *first_state(struct ev_run *r, const struct ev_frame *frame,
                                    struct ev_memory *memory) {
    const struct ev_function *f = frame->function;
    const uint32_t n = frame->result + MOST_SCALARS;
    struct ev_state *s = NEW(&r->slots, struct ev_state);
    s->memory = memory;
    s->slots = NEW_ARRAY(&r->slots, struct ev_value, n);
    if (f->n_constants)
        memcpy(s->slots + f->n_slots, f->constants, f->n_constants * sizeof *s->slots);
    return s;
}

/* Operations of the run until which a function may take them: of what is left, those that call it
 * keep some. */
static uint64_t most_steps(const struct ev_run *r) {
    enum { EIGHTHS = 8, MOST_KEPT = 4 };
    const uint64_t left = r->most_steps > r->steps ? r->most_steps - r->steps : 0;
    const int kept = r->calls < MOST_KEPT ? r->calls : MOST_KEPT;
    const uint64_t most = r->most_steps - left / EIGHTHS * (uint64_t)kept;
    return r->frame && r->frame->most_steps < most ? r->frame->most_steps : most;
}

/* Global variables, and with `reach` all that they lead to. */
static void forget_variables(struct ev_run *r, struct ev_state *s, bool reach) {
    const struct ev_program *p = r->program;
    for (uint32_t i = 0; i < p->n_globals; i++)
        if (!LLVMIsGlobalConstant(p->globals[i].value))
            ev_forget(r->pool, s->memory, ev_known(ev_address(p->globals[i].object), 64), reach);
}

static uint32_t why_of_length(struct ev_run *r, const struct ev_frame *f) {
    struct ev_reason reason = {
        .kind = EV_BY_LENGTH, .name = f->function->name, .place = {"", 0, 0}};
    if (f->place)
        reason.place = *f->place;
    return ev_add_reason(r->program, reason);
}

/* What is left where the function was abandoned: it may have written to anything, and returned
 * anything. */
static void leave_function(struct ev_run *r, const struct ev_frame *f, struct ev_state *s,
                           struct ev_value *result, uint32_t n_results) {
    r->pool->why = why_of_length(r, f);
    for (uint32_t i = 0; i < n_results; i++)
        result[i] = (struct ev_value){.why = r->pool->why};
    s->memory = r->left;
    r->left = NULL;
    r->abandoned = NULL;
    r->stopped = r->pool->full = false;
    r->incomplete = true;
    forget_variables(r, s, false);
    for (uint32_t id = 1; id < s->memory->n; id++)
        ev_forget_object(r->pool, s->memory, id);
    r->pool->why = 0;
}

bool ev_call_function(struct ev_run *r, struct ev_state *s, struct ev_function *f,
                      const struct ev_value *args, uint32_t n, struct ev_value *result,
                      uint32_t n_results, const struct ev_place *place) {
    struct ev_frame frame = {
        .function = f, .result = f->n_slots + f->n_constants, .caller = r->frame, .place = place};
    frame.most_steps = most_steps(r);
    const struct arena_mark mark = arena_mark(&r->slots);
    struct ev_state *inner = first_state(r, &frame, s->memory);
    set_parameters(inner, f, args, n);
    r->frame = &frame;
    r->calls++;
    f->active++;
    r->steps += frame.result / 16;
    struct ev_state *end = ev_run_function(r, &frame, inner);
    r->calls--;
    f->active--;
    r->frame = frame.caller;
    const bool left = r->stopped && r->abandoned == &frame;
    if (left) {
        leave_function(r, &frame, s, result, n_results);
    } else if (end) {
        s->memory = end->memory;
        for (uint32_t i = 0; i < n_results; i++)
            result[i] = i < MOST_SCALARS ? end->slots[frame.result + i] : ev_partly(0, 0);
        for (size_t i = 0; i < frame.allocated.n; i++)
            ev_free_id(r->pool, s->memory, frame.allocated.at[i]);
    } else {
        s->memory = ev_memory_new(r->pool);
    }
    arena_rewind(&r->slots, &mark);
    return left || end != NULL;
}

/* --- unknown functions --- */

/* Whether LLVM says that the function does not write through the parameter. */
static bool is_read_only(const struct ev_function *f, uint32_t parameter) {
    static const char *const names[] = {"readonly", "readnone"};
    for (size_t i = 0; f && i < 2; i++) {
        const unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        if (parameter < LLVMCountParams(f->value) &&
            LLVMGetEnumAttributeAtIndex(f->value, parameter + 1, kind))
            return true;
    }
    return false;
}

/* Whether the function is one of a library's: reserved names, and those of namespace std. */
static bool is_of_system(const struct ev_function *f) {
    return f->name[0] == '_' && !(str_starts(f->name, "_Z") && !strstr(f->name, "St"));
}

void ev_call_unknown(struct ev_call *c) {
    struct ev_run *r = c->run;
    for (uint32_t i = 0; i < c->n_args; i++)
        if (is_read_only(c->function, i) || (c->name && ev_is_constant_parameter(c->name, i)))
            ev_escape(r->pool, c->state->memory, c->args[i]);
        else
            ev_forget(r->pool, c->state->memory, c->args[i], true);
    r->unknown_calls |= !c->function && c->called->pointer != EV_NONE;
    r->other_files |= c->function && c->function->declared && !is_of_system(c->function);
    c->result = ev_partly(0, 0);
}

/* --- any call --- */

/* The structure that a pointer stands for as a copy of the callee's own. */
static struct ev_value copy_by_value(struct ev_run *r, struct ev_frame *f, struct ev_state *s,
                                     struct ev_value from, uint64_t bytes) {
    const uint32_t id = ev_new_id(r->pool);
    if (!ev_new_object(r->pool, s->memory, id, EV_STACK, ev_known(bytes, 64), false))
        return ev_unknown(64);
    vec_push(r->arena, &f->allocated, id);
    const struct ev_value to = ev_known(ev_address(id), 64);
    ev_copy(r->pool, s->memory, to, from, ev_known(bytes, 64));
    return to;
}

/* The function that is called, or NULL. */
static struct ev_function *callee(struct ev_run *r, const struct ev_state *s,
                                  const struct ev_called *c) {
    if (c->function != EV_NONE)
        return &r->program->functions[c->function];
    if (c->pointer == EV_NONE || !ev_is_known(s->slots[c->pointer]))
        return NULL;
    return ev_function_of_object(r->program,
                                 (uint32_t)(s->slots[c->pointer].bits >> EV_OFFSET_BITS));
}

static void set_result(struct ev_state *s, const struct ev_op *op, const struct ev_called *c,
                       struct ev_value first, struct ev_value second, uint32_t why) {
    for (size_t i = 0; i < c->result.n; i++) {
        const uint64_t mask = ev_mask(c->result.at[i].bits);
        const struct ev_value v = i == 0 ? first : i == 1 ? second : ev_partly(0, 0);
        s->slots[op->to + i] = ev_partly(v.bits & mask, v.known | ~mask);
        s->slots[op->to + i].why = v.why ? v.why : why;
    }
}

/* Why its result is not known: for an argument that is not, or for itself. */
static uint32_t why_of_call(const struct ev_call *c) {
    for (uint32_t i = 0; c->model && i < c->called->n_args && i < MOST_SCALARS; i++) {
        const struct ev_operand *x = &c->called->args[i];
        const struct ev_value v = x->n ? c->state->slots[x->slot] : ev_known(0, 64);
        if (!ev_is_known(v) && v.why)
            return v.why;
    }
    return c->called->why;
}

static bool call_modelled(struct ev_run *r, struct ev_state *s, const struct ev_op *op,
                          struct ev_function *f) {
    const struct ev_called *called = op->u.called;
    struct ev_value args[MOST_SCALARS];
    struct ev_call c = {.run = r,
                        .state = s,
                        .called = called,
                        .function = f,
                        .name = f ? f->name : NULL,
                        .args = args,
                        .n_args = called->n_args < MOST_SCALARS ? called->n_args : MOST_SCALARS};
    const struct ev_model *model = f ? model_of(f) : NULL;
    for (uint32_t i = 0; i < c.n_args; i++)
        args[i] = called->args[i].n ? s->slots[called->args[i].slot] : ev_unknown(64);
    c.model = model;
    r->pool->why = called->why;
    if (model)
        model->evaluate(&c);
    else
        ev_call_unknown(&c);
    if (!model && f && !f->declared) {
        forget_variables(r, s, true);
        r->incomplete |= r->calls >= DEEPEST_CALL;
    }
    set_result(s, op, called, c.result, c.second, why_of_call(&c));
    r->pool->why = 0;
    return !c.ended;
}

bool ev_evaluate_call(struct ev_run *r, struct ev_frame *f, struct ev_state *s,
                      const struct ev_op *op) {
    const struct ev_called *c = op->u.called;
    struct ev_function *to = callee(r, s, c);
    const bool here = to && !to->declared && r->calls < DEEPEST_CALL &&
                      (to->active < DEEPEST_UNKNOWN || !(r->condition || r->widenings));
    if (!here || is_replaced(to) || !ev_decode(r->program, to))
        return call_modelled(r, s, op, to);
    struct ev_value args[MOST_SCALARS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n_args; i++)
        for (uint32_t k = 0; k < c->args[i].n && n < MOST_SCALARS; k++, n++) {
            args[n] = s->slots[c->args[i].slot + k];
            if (c->args[i].by_value)
                args[n] = copy_by_value(r, f, s, args[n], c->args[i].by_value);
        }
    struct ev_value *result = s->slots + op->to;
    const bool returns =
        ev_call_function(r, s, to, args, n, result, (uint32_t)c->result.n, &c->place);
    for (size_t i = 0; i < c->result.n; i++)
        result[i].known |= ~ev_mask(c->result.at[i].bits);
    return returns;
}
