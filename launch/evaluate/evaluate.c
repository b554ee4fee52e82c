#include "launch/evaluate/evaluate.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <string.h>

#include "analysis/load/run_passes.h"
#include "base/str.h"
#include "base/uri.h"
#include "launch/evaluate/host_bitcode.h"
#include "launch/evaluate/link.h"
#include "launch/evaluate/models.h"

/* Operations for one beginning, pages of memory and MiB for all; launches that are told apart. */
enum { MOST_STEPS = 6 * 1000 * 1000, MOST_PAGES = 1 << 17, MOST_LAUNCHES = 1024, MOST_MIB = 256 };

/* Bytes of the object that holds what the C library keeps between calls. */
enum { LIBRARY_BYTES = 4096 };

/* What makes a program short to follow: variables in slots, calls that only forward gone. Loops
 * stay as they are but for those that nothing is seen of, and none is made into vectors. */
static const char passes[] =
    "always-inline,function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop-simplify,lcssa,loop(indvars,loop-deletion),simplifycfg)";

/* --- noting launches --- */

static bool same_arguments(const struct ev_launch *a, const struct ev_launch *b) {
    if (a->n_args != b->n_args)
        return false;
    for (size_t i = 0; i < a->n_args; i++) {
        const struct ev_argument *x = &a->args[i], *y = &b->args[i];
        if (x->index != y->index || x->kind != y->kind || x->bytes != y->bytes ||
            x->buffer != y->buffer || memcmp(x->value, y->value, sizeof x->value) != 0)
            return false;
    }
    return true;
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_launch(const struct ev_launch *a, const struct ev_launch *b) {
    bool same = a->line == b->line && a->column == b->column && same_text(a->kernel, b->kernel) &&
                same_text(a->file, b->file) && ev_same(a->shared, b->shared) &&
                a->no_block == b->no_block && a->in_loop == b->in_loop;
    for (int d = 0; d < 3 && same; d++)
        same = ev_same(a->grid[d], b->grid[d]) && ev_same(a->block[d], b->block[d]) &&
               ev_same(a->offset[d], b->offset[d]);
    return same && same_arguments(a, b) && same_text(a->options, b->options);
}

/* Of launches that are told apart by nothing else: what buffers hold with all of them. */
static void keep_common_contents(struct ev_launch *kept, const struct ev_launch *l) {
    struct ev_argument *args = kept->args;
    for (size_t i = 0; i < kept->n_args; i++) {
        const uint8_t *x = args[i].contents, *y = l->args[i].contents;
        if (x && (!y || memcmp(x, y, args[i].buffer) != 0))
            args[i].contents = NULL;
        args[i].zero &= l->args[i].zero;
    }
}

void ev_note_launch(struct ev_run *r, const struct ev_launch *l) {
    r->n_events++;
    for (size_t i = r->launches.n; i-- > 0;)
        if (same_launch(&r->launches.at[i], l)) {
            r->launches.at[i].count += l->count;
            keep_common_contents(&r->launches.at[i], l);
            r->launches.at[i].condition = l->condition ? r->launches.at[i].condition : 0;
            return;
        }
    if (r->launches.n == MOST_LAUNCHES)
        return;
    struct ev_launch kept = *l;
    kept.args = arena_memdup(r->arena, l->args, l->n_args * sizeof *l->args);
    vec_push(r->arena, &r->launches, kept);
}

static bool is_of_library(const char *file) {
    return str_starts(file, "/usr/") || str_starts(file, "/clperf/") || !*file;
}

struct ev_place ev_place_of_call(const struct ev_run *r, const struct ev_place *place) {
    const struct ev_frame *f = r->frame;
    const struct ev_place *found = place;
    while (found && is_of_library(found->file) && f) {
        found = f->place;
        f = f->caller;
    }
    return found && *found->file ? *found : *place;
}

void ev_launched(struct ev_call *c, struct ev_launch *l) {
    struct ev_run *r = c->run;
    const struct ev_place place =
        l->opencl ? ev_place_of_call(r, &c->called->place) : r->configured;
    l->file = place.file;
    l->line = place.line;
    l->column = place.column;
    l->count = 1;
    l->in_loop = r->widenings > 0;
    l->condition = r->condition ? r->condition->place->line : 0;
    ev_note_launch(r, l);
}

/* --- beginnings --- */

/* A run from one function: its memory is as at the program's start. */
static void start_memory(struct ev_run *r, struct ev_state *s) {
    s->memory = ev_memory_new(r->pool);
    s->slots = NULL;
    r->pending = ev_new_id(r->pool);
    r->random = ev_new_id(r->pool);
    ev_new_object(r->pool, s->memory, r->pending, EV_HEAP, ev_known(EV_PENDING_BYTES, 64), true);
    ev_new_object(r->pool, s->memory, r->random, EV_HEAP, ev_known(LIBRARY_BYTES, 64), true);
    /* rand() without srand() begins as with 1: no number of a word is this large. */
    ev_store(r->pool, s->memory, ev_known(ev_address(r->random) + 31 * 4, 64),
             ev_known(UINT32_MAX, 32), 4);
    r->steps = 0;
    r->stopped = r->pool->full = false;
    r->depth = r->calls = r->widenings = 0;
    r->condition = NULL;
    r->why = 0;
    r->frame = NULL;
}

static void set_global(struct ev_run *r, struct ev_state *s, const char *name, uint64_t value,
                       unsigned bytes) {
    LLVMValueRef g = LLVMGetNamedGlobal(r->program->module, name);
    const uint32_t number = g ? ev_symbol_number(r->program, g) : EV_NONE;
    if (number != EV_NONE)
        ev_store(r->pool, s->memory, ev_known(ev_address(r->program->first_object + number), 64),
                 ev_known(value, bytes * 8), bytes);
}

/* Constructors of global variables. */
static void run_constructors(struct ev_run *r, struct ev_state *s) {
    LLVMValueRef all = LLVMGetNamedGlobal(r->program->module, "llvm.global_ctors");
    LLVMValueRef list = all ? LLVMGetInitializer(all) : NULL;
    const unsigned n =
        list && LLVMIsAConstantArray(list) ? (unsigned)LLVMGetArrayLength2(LLVMTypeOf(list)) : 0;
    for (unsigned i = 0; i < n && !r->stopped; i++) {
        LLVMValueRef f = LLVMGetAggregateElement(LLVMGetAggregateElement(list, i), 1);
        const uint32_t number = f ? ev_symbol_number(r->program, f) : EV_NONE;
        if (number >= r->program->n_functions)
            continue;
        struct ev_function *fn = &r->program->functions[number];
        if (ev_decode(r->program, fn))
            ev_call_function(r, s, fn, NULL, 0, NULL, 0, NULL);
    }
}

static struct ev_value keep_text(struct ev_run *r, struct ev_state *s, const char *text) {
    const uint32_t id = ev_new_id(r->pool);
    if (!ev_new_object(r->pool, s->memory, id, EV_HEAP, ev_known(strlen(text) + 1, 64), false))
        return ev_unknown(64);
    ev_store_bytes(r->pool, s->memory, ev_address(id), text, strlen(text) + 1);
    return ev_known(ev_address(id), 64);
}

/* main()'s argc and argv: the words behind the program's name, or with NULL unknown ones. */
static void set_arguments(struct ev_run *r, struct ev_state *s, const struct words *words,
                          struct ev_value args[3]) {
    const uint32_t id = ev_new_id(r->pool);
    const uint64_t n = words ? words->n + 1 : 0;
    const uint32_t why = ev_add_reason(r->program, (struct ev_reason){.kind = EV_BY_ARGUMENTS});
    args[0] = words ? ev_known(n, 32) : ev_unknown(32);
    args[1] = ev_known(ev_address(id), 64);
    args[2] = ev_unknown(64);
    args[0].why = args[2].why = r->pool->why = why;
    ev_new_object(r->pool, s->memory, id, EV_HEAP, words ? ev_known(8 * n + 8, 64) : ev_unknown(64),
                  true);
    for (uint64_t i = 0; i < n; i++)
        ev_store(r->pool, s->memory, ev_known(ev_address(id) + 8 * i, 64),
                 keep_text(r, s, i ? words->at[i - 1] : "program"), 8);
}

static void run_main(struct ev_run *r, struct ev_function *f, const struct words *words) {
    struct ev_state s;
    struct ev_value args[3], result;
    start_memory(r, &s);
    set_global(r, &s, "optind", 1, 4);
    set_global(r, &s, "optarg", 0, 8);
    run_constructors(r, &s);
    set_arguments(r, &s, words, args);
    if (!r->stopped && ev_decode(r->program, f))
        ev_call_function(r, &s, f, args, 3, &result, 1, NULL);
    ev_memory_drop(r->pool, s.memory);
}

/* Variables of which nobody knows what other functions made of them. */
static void forget_variables(struct ev_run *r, struct ev_state *s) {
    struct ev_program *p = r->program;
    r->pool->why = ev_add_reason(p, (struct ev_reason){.kind = EV_BY_OTHERS});
    for (uint32_t i = 0; i < p->n_globals; i++)
        if (!LLVMIsGlobalConstant(p->globals[i].value))
            ev_forget(r->pool, s->memory, ev_known(ev_address(p->globals[i].object), 64), false);
}

/* Something unknown of the size that the function counts on behind each pointer. */
static void set_unknown_arguments(struct ev_run *r, struct ev_state *s, const struct ev_function *f,
                                  struct ev_value *args, uint32_t n) {
    const unsigned kind = LLVMGetEnumAttributeKindForName("dereferenceable", 15);
    const struct ev_reason reason = {.kind = EV_BY_PARAMETER, .name = f->name};
    r->pool->why = ev_add_reason(r->program, reason);
    for (uint32_t i = 0; i < n; i++)
        args[i].why = r->pool->why;
    for (uint32_t i = 0, at = 0; i < f->n_params; i++) {
        LLVMAttributeRef size = LLVMGetEnumAttributeAtIndex(f->value, i + 1, kind);
        const uint32_t id = size ? ev_new_id(r->pool) : 0;
        const struct ev_value bytes =
            size ? ev_known(LLVMGetEnumAttributeValue(size), 64) : ev_unknown(64);
        if (id && at < n && ev_new_object(r->pool, s->memory, id, EV_HEAP, bytes, false))
            args[at] = ev_known(ev_address(id), 64);
        at += f->params[i].n;
    }
}

/* A function that nothing calls, with arguments that nobody knows. */
static void run_root(struct ev_run *r, struct ev_function *f) {
    enum { MOST = 64 };
    struct ev_state s;
    struct ev_value args[MOST] = {0};
    start_memory(r, &s);
    run_constructors(r, &s);
    forget_variables(r, &s);
    if (!r->stopped && ev_decode(r->program, f)) {
        set_unknown_arguments(r, &s, f, args, MOST);
        ev_call_function(r, &s, f, args, MOST, NULL, 0, NULL);
    }
    ev_memory_drop(r->pool, s.memory);
}

static bool is_stub(const struct ev_function *f) {
    return strstr(f->name, "__device_stub__") != NULL;
}

/* A function that code may call which is not evaluated: another file's, a library's that has its
 * address, or any where a call's function is not known. Where main() was not followed to its end,
 * one that nothing calls. */
static bool is_root(const struct ev_run *r, const struct ev_function *f) {
    const LLVMLinkage linkage = LLVMGetLinkage(f->value);
    if (f->declared || f->entered || f->begun || linkage == LLVMAvailableExternallyLinkage ||
        is_stub(f) || str_starts(f->name, "_GLOBAL__"))
        return false;
    return (!r->from_main && !f->called && linkage != LLVMInternalLinkage) || f->escaped ||
           (r->unknown_calls && f->taken) || (r->other_files && linkage == LLVMExternalLinkage);
}

static struct ev_function *next_root(struct ev_run *r) {
    for (uint32_t i = 0; i < r->program->n_functions; i++)
        if (is_root(r, &r->program->functions[i]))
            return &r->program->functions[i];
    return NULL;
}

/* Whether code that is not evaluated has a kernel, and may launch it. */
static bool kernels_escape(const struct ev_run *r) {
    for (uint32_t i = 0; i < r->program->n_functions; i++)
        if (r->program->functions[i].escaped && is_stub(&r->program->functions[i]))
            return true;
    return false;
}

/* The launches of kernels that none is known of yet. */
static void add_others(struct ev_run *r, const struct ev_launches *known) {
    struct ev_launches all = *known;
    for (size_t i = 0; i < r->launches.n; i++) {
        const struct ev_launch *l = &r->launches.at[i];
        bool old = false;
        for (size_t k = 0; k < known->n && !old; k++)
            old = same_text(known->at[k].kernel, l->kernel);
        if (!old)
            vec_push(r->arena, &all, *l);
    }
    r->launches = all;
}

static bool same_sizes(const struct ev_launch *a, const struct ev_launch *b) {
    bool same =
        a->line == b->line && same_text(a->file, b->file) && same_text(a->kernel, b->kernel);
    for (int d = 0; d < 3 && same; d++)
        same = ev_same(a->grid[d], b->grid[d]) && ev_same(a->block[d], b->block[d]);
    return same;
}

/* Which launches come from there being no arguments: those that unknown ones do not make. */
static void mark_without_arguments(struct ev_launches *none, const struct ev_launches *unknown) {
    for (size_t i = 0; i < none->n; i++) {
        bool found = false;
        for (size_t k = 0; k < unknown->n && !found; k++)
            found = same_sizes(&none->at[i], &unknown->at[k]);
        none->at[i].without_arguments = !found;
    }
}

/* From main() with the arguments that are given, or none; where that launches nothing of a kernel,
 * with unknown ones. */
static bool run_program(struct ev_run *r, struct ev_function *main_function) {
    const char *argv = r->request->argv;
    const struct words none = {0}, given = argv ? words_unquote(r->arena, argv) : none;
    run_main(r, main_function, &given);
    bool complete = !r->stopped && !r->incomplete;
    if (argv)
        return complete;
    struct ev_launches known = r->launches;
    r->launches = (struct ev_launches){0};
    run_main(r, main_function, NULL);
    if (!r->stopped && !r->incomplete)
        mark_without_arguments(&known, &r->launches);
    complete &= !r->stopped;
    add_others(r, &known);
    return complete && !r->incomplete;
}

static bool run_roots(struct ev_run *r) {
    const struct ev_launches known = r->launches;
    bool complete = true;
    r->launches = (struct ev_launches){0};
    for (struct ev_function *f; (f = next_root(r));) {
        f->begun = true;
        run_root(r, f);
        complete &= !r->stopped;
    }
    add_others(r, &known);
    return complete && !r->incomplete;
}

static void say_reason(struct arena *a, const struct ev_program *p, const char **says,
                       uint32_t why) {
    if (!says[why])
        says[why] = ev_reason_says(p, a, why);
}

/* The reasons that launches have. */
static void say_reasons(struct arena *a, const struct ev_program *p, struct evaluated *e) {
    const char **says = NEW_ARRAY(a, const char *, p->reasons.n);
    for (size_t i = 0; i < e->launches.n; i++) {
        const struct ev_launch *l = &e->launches.at[i];
        say_reason(a, p, says, l->shared.why);
        for (int d = 0; d < 3; d++) {
            say_reason(a, p, says, l->grid[d].why);
            say_reason(a, p, says, l->block[d].why);
            say_reason(a, p, says, l->offset[d].why);
        }
        for (size_t k = 0; k < l->n_args; k++)
            say_reason(a, p, says, l->args[k].why);
    }
    e->reasons = says;
    e->n_reasons = p->reasons.n;
}

const char *ev_why(const struct evaluated *e, uint32_t why) {
    const char *says = why < e->n_reasons ? e->reasons[why] : NULL;
    return says ? says : "it depends on what nobody knows before the program runs";
}

static struct evaluated evaluate_module(struct arena *a, const struct ev_request *q,
                                        LLVMModuleRef m) {
    struct ev_pool pool = {.arena = a, .most_pages = MOST_PAGES};
    struct ev_run r = {.arena = a,
                       .pool = &pool,
                       .request = q,
                       .most_steps = MOST_STEPS,
                       .most_bytes = (size_t)MOST_MIB << 20};
    r.program = ev_program_open(a, m, &pool);
    LLVMValueRef first = LLVMGetNamedFunction(m, "main");
    const uint32_t number = first ? ev_symbol_number(r.program, first) : EV_NONE;
    struct evaluated e = {.known = true, .complete = true};
    e.from_program = number != EV_NONE && !r.program->functions[number].declared;
    if (e.from_program)
        e.complete = e.from_main = run_program(&r, &r.program->functions[number]);
    r.from_main = e.from_main;
    e.complete &= run_roots(&r);
    e.from_main &= e.complete && !kernels_escape(&r) && r.launches.n < MOST_LAUNCHES;
    e.launches = r.launches;
    say_reasons(a, r.program, &e);
    arena_free(&r.slots);
    return e;
}

/* --- the host's side --- */

static void ignore(LLVMDiagnosticInfoRef info, void *data) {
    (void)info;
    (void)data;
}

static void copy_reasons(struct arena *a, struct evaluated *e) {
    const char **says = NEW_ARRAY(a, const char *, e->n_reasons + 1);
    for (size_t i = 0; i < e->n_reasons; i++)
        says[i] = e->reasons[i] ? arena_strdup(a, e->reasons[i]) : NULL;
    e->reasons = says;
}

/* The launches, with texts and arguments in the arena of the caller. */
static struct ev_launches copy_out(struct arena *a, const struct ev_launches *from) {
    struct ev_launches out = {0};
    for (size_t i = 0; i < from->n; i++) {
        struct ev_launch l = from->at[i];
        l.file = arena_strdup(a, l.file);
        l.kernel = l.kernel ? arena_strdup(a, l.kernel) : NULL;
        l.options = l.options ? arena_strdup(a, l.options) : NULL;
        l.text = l.text ? arena_strdup(a, l.text) : NULL;
        struct ev_argument *args = arena_memdup(a, l.args, l.n_args * sizeof *l.args);
        for (size_t k = 0; k < l.n_args; k++)
            if (args[k].contents)
                args[k].contents = arena_memdup(a, args[k].contents, args[k].buffer);
        l.args = args;
        vec_push(a, &out, l);
    }
    return out;
}

/* Symbols of the kernels whose stubs the module has. */
static struct words kernels_of(struct arena *a, LLVMModuleRef m) {
    struct words kernels = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        size_t n;
        const char *name = LLVMGetValueName2(f, &n);
        if (!LLVMIsDeclaration(f) && strstr(name, "__device_stub__"))
            words_add(a, &kernels, ev_kernel_of_stub(a, name));
    }
    return kernels;
}

/* Of linked files' launches those of this file's kernels. */
static void keep_own(struct ev_launches *l, const struct ev_request *q,
                     const struct words *kernels) {
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        if ((l->at[i].kernel && words_has(kernels, l->at[i].kernel)) ||
            strcmp(path_base(l->at[i].file), path_base(q->file.input->path)) == 0)
            l->at[n++] = l->at[i];
    l->n = n;
}

/* The module's launches, out of its memory; false if LLVM refuses it. */
static bool evaluate_optimised(struct arena *a, struct arena *scratch, const struct ev_request *q,
                               LLVMModuleRef m, const struct words *own, struct evaluated *e) {
    if (load_run_passes(scratch, m, passes))
        return false;
    *e = evaluate_module(scratch, q, m);
    if (own)
        keep_own(&e->launches, q, own);
    e->launches = copy_out(a, &e->launches);
    copy_reasons(a, e);
    return true;
}

static LLVMContextRef quiet_context(void) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(context, ignore, NULL);
    return context;
}

static struct evaluated evaluate_bitcode(struct arena *a, const struct ev_request *q,
                                         const struct host_bitcode *b) {
    struct evaluated e = {0};
    struct arena scratch = {0};
    LLVMContextRef context = quiet_context();
    LLVMModuleRef m = host_bitcode_parse(context, b);
    struct ev_linked linked = {0};
    struct words own = {0};
    if (m && q->n_units) {
        own = kernels_of(&scratch, m);
        linked = ev_link_units(&scratch, q, m);
    }
    if (m)
        evaluate_optimised(a, &scratch, q, m, linked.n ? &own : NULL, &e);
    e.complete &= !linked.edited && !linked.more;
    e.n_linked = linked.n;
    if (m)
        LLVMDisposeModule(m);
    LLVMContextDispose(context);
    arena_free(&scratch);
    return e;
}

struct evaluated evaluate_ir(struct arena *a, const struct ev_request *q, const char *bytes,
                             size_t n) {
    struct evaluated e = {0};
    struct arena scratch = {0};
    LLVMContextRef context = quiet_context();
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, n, "host");
    LLVMModuleRef m = NULL;
    char *message = NULL;
    const bool failed = LLVMParseIRInContext(context, buffer, &m, &message);
    LLVMDisposeMessage(message);
    if (!failed && !LLVMVerifyModule(m, LLVMReturnStatusAction, NULL))
        evaluate_optimised(a, &scratch, q, m, NULL, &e);
    if (!failed)
        LLVMDisposeModule(m);
    LLVMContextDispose(context);
    arena_free(&scratch);
    return e;
}

/* A file of the SDK's, if there is one. */
static bool is_of_sdk(struct arena *a, const char *file, const struct host_bitcode *b) {
    return (b->sdk_libraries && path_is_within(a, file, b->sdk_libraries)) ||
           (b->sdk && path_is_within(a, file, b->sdk));
}

/* Without launches that libraries make of their own kernels. */
static void leave_out_libraries(struct arena *a, struct ev_launches *l,
                                const struct host_bitcode *b) {
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (!is_of_library(l->at[i].file) && !is_of_sdk(a, l->at[i].file, b))
            l->at[n++] = l->at[i];
    l->n = n;
}

/* What launches say of arguments that the build gives. */
static const char *run_as(struct arena *a, const struct ev_request *q) {
    size_t n = strlen(q->argv);
    while (n && q->argv[n - 1] == ' ')
        n--;
    return n ? arena_printf(a, "run with '%.*s' as %s says", (int)n, q->argv, q->argv_from)
             : arena_printf(a, "run without arguments as %s says", q->argv_from);
}

struct evaluated evaluate_host(struct arena *a, const struct ev_request *q) {
    const struct host_bitcode b = host_bitcode_of(a, &q->file, q->store, q->dependencies);
    struct evaluated e = {0};
    if (b.bytes)
        e = evaluate_bitcode(a, q, &b);
    leave_out_libraries(a, &e.launches, &b);
    /* Parts of a source that did not compile may launch, too. */
    e.complete &= !b.edited;
    e.from_main &= e.complete;
    if (q->argv && q->argv_from && e.from_program)
        e.run_as = run_as(a, q);
    return e;
}
