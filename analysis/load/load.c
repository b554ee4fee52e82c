/* Bitcode to kernels: the two views' pass pipelines. The load*.c files and
 * llvm_shim.cpp are the only code that sees LLVM. */
#include "analysis/load/load.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/load/amdgpu.h"
#include "analysis/load/attributes.h"
#include "analysis/load/flat.h"
#include "analysis/load/fold.h"
#include "analysis/load/inline_calls.h"
#include "analysis/load/instruction.h"
#include "analysis/load/library.h"
#include "analysis/load/llvm_shim.h"
#include "analysis/load/loop_attributes.h"
#include "analysis/load/lowering.h"
#include "analysis/load/run_passes.h"
#include "base/str.h"

/* Calling conventions of kernels: spir_kernel, amdgpu_kernel, ptx_kernel. */
enum { CC_SPIR_KERNEL = 76, CC_AMDGPU_KERNEL = 91, CC_PTX_KERNEL = 71 };

/* Before both: what no kernel calls goes, what the source expects of conditions becomes weights of
 * their branches, and variables of helpers get into registers once, not in every kernel that takes
 * the helper in. */
static const char first_passes[] = "globaldce,function(lower-expect,sroa<preserve-cfg>)";

/* CUDA's pointers have no address space until one sees where they come from, through all helpers.
 * Other targets' default address space is not the flat one, so the last pass is for CUDA only. */
static const char cuda_variables[] =
    "globaldce,function(lower-expect),always-inline,globaldce,function(sroa<preserve-cfg>)",
                  cuda_spaces[] = "function(infer-address-spaces)";

/* Source view: helpers inlined and variables in registers, nothing else, so that
 * loops, branches and accesses stay those of the source. */
static const char inline_passes[] = "always-inline,globaldce",
                  source_passes[] = "function(sroa<preserve-cfg>,scalarizer)",
                  loop_passes[] = "function(loop-simplify)", exit_passes[] = "function(lcssa)";

/* Machine view: what GPU compilers do that changes instruction counts. Without the
 * separation of constant offsets and the CSE after it, loads and address arithmetic are
 * counted twice and more often; plain -O3 does not do it. */
static const char variable_passes[] =
    "always-inline,globaldce,function(sroa<modify-cfg>,scalarizer)";
static const char machine_passes[] =
    "function(early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop-simplify,lcssa,loop-mssa(loop-rotate,licm),early-cse<memssa>,simplifycfg,"
    "instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop(indvars))";

static const char unroll_all[] = "function(loop-unroll<O3;partial;runtime>)",
                  unroll_constant[] = "function(loop-unroll<O3;partial;no-runtime>)";

/* What compilers do differently. */
static const struct {
    const char *unroll;   /* passes after let_unroll_evenly() */
    bool leaves_outer;    /* loops around those of unknown length as they are */
    bool joins_unaligned; /* neighbouring words whose alignment nobody knows are one access */
    bool keeps_divisions; /* by powers of two that a loop doubles */
} forms[MACHINE_FORMS] = {
    [FORM_UNROLL_ALL] = {.unroll = unroll_all, .leaves_outer = true},
    [FORM_KEEP_DIVISIONS] = {.unroll = unroll_all, .leaves_outer = true, .keeps_divisions = true},
    [FORM_UNROLL_CONSTANT] = {.unroll = unroll_constant, .joins_unaligned = true},
    [FORM_WHOLE_INTEGERS] = {.unroll = unroll_constant, .joins_unaligned = true}};

/* After load_let_unroll_rests(); three iterations are left over at most. */
static const char rest_passes[] =
    "function(loop-unroll<O3;no-partial;no-runtime;no-peeling;upperbound;full-unroll-max=3>,"
    "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,gvn,"
    "separate-const-offset-from-gep,slsr,early-cse<memssa>,"
    "loop-simplify,lcssa,loop-mssa(licm),dce,"
    "simplifycfg<bonus-inst-threshold=4>,instsimplify,infer-alignment,"
    "load-store-vectorizer,dce)";

/* After loads have become guarded. */
static const char last_passes[] = "function(simplifycfg,loop-simplify,lcssa)";

/* GPU compilers unroll loops of constant length much further than LLVM does by default (told to
 * unroll, nvcc does so with 4725 multiply-adds of a convolution, but not with 5400, by the
 * instructions that KTT's and Kernel Tuner's tables count), and others four times, also where the
 * trip count is a maximum that takes some instructions. */
#define UNROLL_OPTIONS                                                                             \
    "-unroll-threshold=1200", "-unroll-partial-threshold=200", "-unroll-max-count=4",              \
        "-pragma-unroll-threshold=45000"

const char *const load_unroll_options[] = {UNROLL_OPTIONS, NULL};

/* Scalar evolution is kept from expressions that take it minutes. */
static const char *const llvm_options[] = {"clperf",
                                           UNROLL_OPTIONS,
                                           LOAD_SHORT_SUMS,
                                           "-scev-cheap-expansion-budget=8",
                                           "-scalar-evolution-huge-expr-threshold=512",
                                           "-scalar-evolution-max-arith-depth=16",
                                           "-assume-default-is-flat-addrspace"};

void load_init(void) {
    arena_keep_freed();
    LLVMParseCommandLineOptions(sizeof llvm_options / sizeof *llvm_options, llvm_options, NULL);
}

/* GPU registers have 32 bits, which SPIR does not say; LLVM then leaves 64-bit
 * arithmetic that could be narrower. */
static const char native_integers[] = "n16:32";

static void add_native_integers(struct arena *a, LLVMModuleRef m) {
    const char *layout = LLVMGetDataLayoutStr(m);
    LLVMSetDataLayout(m, arena_printf(a, "%s%s%s", layout, layout[0] ? "-" : "", native_integers));
}

/* nvcc's back end knows where arrays in shared memory are, and makes one wide load of neighbouring
 * ones; NVIDIA's OpenCL compiler does not (CLBlast's matrix product on the RTX 2080 Ti and 3090,
 * AutoTuningAssociation/benchmark_hub: twice the time where the source loads floats instead of
 * float4 at the same addresses). In OpenCL an array's own alignment says what can be one load. */
enum { LOCAL_ALIGN = 16 };

static void align_local_arrays(LLVMModuleRef m) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (is_local_pointer(g) && LLVMGetAlignment(g) < LOCAL_ALIGN)
            LLVMSetAlignment(g, LOCAL_ALIGN);
}

static bool is_kernel(LLVMValueRef f) {
    unsigned cc = LLVMGetFunctionCallConv(f);
    return !LLVMIsDeclaration(f) &&
           (cc == CC_SPIR_KERNEL || cc == CC_AMDGPU_KERNEL || cc == CC_PTX_KERNEL);
}

/* Every helper becomes part of the kernels that call it. */
static void inline_helpers(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        load_drop_attribute(f, "optnone");
        load_drop_attribute(f, "noinline");
        if (is_kernel(f))
            continue;
        load_add_attribute(f, "alwaysinline");
        LLVMSetLinkage(f, LLVMInternalLinkage);
    }
}

/* Empties the kernels that are not to be analysed: reasons by kernel number, NULL for the rest. */
static const char **refuse_kernels(struct arena *a, LLVMModuleRef m, size_t n,
                                   const struct refusals *refusals) {
    const char **reasons = NEW_ARRAY(a, const char *, n);
    size_t number = 0, bytes;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (!is_kernel(f))
            continue;
        const char *reason =
            refusals ? refusals->of(refusals, number, LLVMGetValueName2(f, &bytes)) : NULL;
        reason = reason ? reason : load_attribute_text(a, f, LOOP_REFUSED);
        reasons[number] = reason ? reason : calls_refused(a, f);
        if (reasons[number++])
            shim_empty(f);
    }
    return reasons;
}

/* Passes that see no branch's condition. */
static const char *run_passes_blindly(struct arena *a, LLVMModuleRef m, const char *passes) {
    load_hide_conditions(m);
    const char *error = load_run_passes(a, m, passes);
    load_show_conditions(m);
    return error;
}

static const char *run_source_passes(struct arena *a, LLVMModuleRef m) {
    const char *error = run_passes_blindly(a, m, inline_passes);
    error = error ? error : load_run_passes(a, m, source_passes);
    load_fold(a, m);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_kernel(f))
            shim_join_latches(f);
    error = error ? error : run_passes_blindly(a, m, loop_passes);
    return error ? error : load_run_passes(a, m, exit_passes);
}

/* Loops between constants that are too long to go away altogether nvcc repeats by the largest power
 * of two that divides their trip count: 1024 iterations of a sum 16 times, 1000 8 times, and fewer
 * times where the body would be too large (code of nvcc 11.8 for compute capability 8.0 and 8.6).
 * With 16 of them the loads of the second half wait for registers of the first: no more are taken
 * than with 8. */
static const struct even_unrolling evenly = {
    .least_whole = 2400, .more_than = 4, .most = 8, .largest = 200};

static void let_unroll_evenly(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_kernel(f))
            shim_unroll_evenly(f, &evenly);
}

/* nvcc does not unroll loops around loops of unknown length (PTX of nvcc 13.0, sm_80 and sm_100).
 */
static void leave_outer_loops(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_kernel(f))
            shim_leave_outer_loops(f);
}

static void mark_left_loops(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_kernel(f))
            shim_mark_left_loops(f);
}

/* Whether it loads from or stores to memory that all groups see. */
static bool is_global_access(LLVMValueRef i) {
    if (!LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i))
        return false;
    enum space space = space_of(LLVMTypeOf(LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0)));
    return space == SPACE_GLOBAL || space == SPACE_CONSTANT;
}

/* GPUs of AMD and Intel take accesses of global memory of any alignment, and the compilers for them
 * join neighbouring words up to the widest access. As the pass that joins them asks for alignment,
 * all accesses are said to have the widest one's. */
static void let_join_unaligned(LLVMModuleRef m) {
    enum { WIDEST_BYTES = 16 };
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = is_kernel(f) ? LLVMGetFirstBasicBlock(f) : NULL; b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (is_global_access(i) && LLVMGetAlignment(i) < WIDEST_BYTES)
                    LLVMSetAlignment(i, WIDEST_BYTES);
}

static const char *run_machine_passes(struct arena *a, LLVMModuleRef m, enum machine_form form) {
    const char *error = load_run_passes(a, m, variable_passes);
    load_fold(a, m);
    load_separate_spaces(m);
    if (forms[form].keeps_divisions)
        load_hide_divisors(m);
    error = error ? error : load_run_passes(a, m, machine_passes);
    mark_left_loops(m);
    let_unroll_evenly(m);
    if (forms[form].leaves_outer)
        leave_outer_loops(m);
    error = error ? error : load_run_passes(a, m, forms[form].unroll);
    load_let_unroll_rests(m);
    load_small_arrays(a, m);
    if (forms[form].joins_unaligned)
        let_join_unaligned(m);
    load_show_constant_divisors(m);
    error = error ? error : load_run_passes(a, m, rest_passes);
    load_show_divisors(m);
    load_guard_loads(m);
    return error ? error : load_run_passes(a, m, last_passes);
}

/* The kernels of the module, whose passes have run. */
static void load_kernels(struct arena *a, LLVMModuleRef m, enum view view,
                         const struct module_input *input, const char **refused,
                         struct kernel **kernels) {
    size_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_kernel(f)) {
            kernels[n] = load_kernel(a, f, view, input);
            kernels[n]->reason = refused[n] ? refused[n] : kernels[n]->reason;
            n++;
        }
}

/* LLVM tells about broken bitcode through this handler; the first message is kept. */
struct complaint {
    struct arena *arena;
    const char *text;
};

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
    struct complaint *c = context;
    if (c->text || LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    c->text = arena_strdup(c->arena, text);
    LLVMDisposeMessage(text);
}

/* Passes take the module for valid. NULL, or one line that says what is wrong with it. */
static const char *verify(struct arena *a, LLVMModuleRef m) {
    char *message = NULL;
    bool broken = LLVMVerifyModule(m, LLVMReturnStatusAction, &message);
    const char *reason =
        broken ? arena_printf(a, "not valid LLVM IR: %.*s", (int)strcspn(message, "\n"), message)
               : NULL;
    LLVMDisposeMessage(message);
    return reason;
}

static LLVMModuleRef parse(struct arena *a, LLVMContextRef ctx, const char *path,
                           const char **error) {
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        *error = arena_strdup(a, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    struct complaint complaint = {.arena = a};
    LLVMContextSetDiagnosticHandler(ctx, on_diagnostic, &complaint);
    LLVMModuleRef m = NULL;
    bool bitcode =
        LLVMGetBufferSize(buffer) > 1 && memcmp(LLVMGetBufferStart(buffer), "BC", 2) == 0;
    bool failed;
    if (bitcode) {
        failed = LLVMParseBitcodeInContext2(ctx, buffer, &m);
        LLVMDisposeMemoryBuffer(buffer);
    } else {
        failed = LLVMParseIRInContext(ctx, buffer, &m, &message);
        if (message) {
            complaint.text = arena_printf(a, "%.*s (clperf reads LLVM " CLPERF_LLVM_MAJOR "'s IR)",
                                          (int)strcspn(message, "\n"), message);
            LLVMDisposeMessage(message);
        }
    }
    LLVMContextSetDiagnosticHandler(ctx, NULL, NULL);
    if (failed)
        *error = complaint.text ? complaint.text : "not valid LLVM IR";
    else if ((*error = verify(a, m))) {
        LLVMDisposeModule(m);
        failed = true;
    }
    return failed ? NULL : m;
}

static const char *prepare(struct arena *a, LLVMModuleRef m) {
    if (!load_is_flat(m))
        return load_run_passes(a, m, first_passes);
    const char *error = load_run_passes(a, m, cuda_variables);
    load_flat_pointers(m, is_kernel);
    return error ? error : load_run_passes(a, m, cuda_spaces);
}

/* What the file has, in the form of OpenCL's. */
static LLVMModuleRef open_module(struct arena *a, LLVMContextRef ctx, const char *path,
                                 const struct lowerings *lowerings, const char **error) {
    LLVMModuleRef m = parse(a, ctx, path, error);
    for (size_t i = 0; m && i < lowerings->n; i++) {
        const struct lowering *l = lowerings->of(i);
        if (l && l->is(m))
            m = l->lower(a, m);
    }
    for (LLVMValueRef f = m ? LLVMGetFirstFunction(m) : NULL; f; f = LLVMGetNextFunction(f))
        if (is_kernel(f))
            shim_call_copy(f);
    if (!m)
        return NULL;
    load_async_copies(a, m);
    load_bit_functions(a, m);
    load_second_results(a, m);
    load_private_vectors(a, m);
    return m;
}

static size_t count_kernels(LLVMModuleRef m) {
    size_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        n += is_kernel(f);
    return n;
}

/* A machine view, of a copy of what the source view is made from. */
static const char *make_machine_view(struct arena *a, LLVMModuleRef source,
                                     const struct module_input *input, const char **refused,
                                     enum machine_form form, struct kernel **kernels) {
    LLVMModuleRef machine = LLVMCloneModule(source);
    add_native_integers(a, machine);
    if (load_is_flat(machine) && !load_is_opencl(machine))
        align_local_arrays(machine);
    calls_relax(a, machine);
    load_split_copies(machine);
    const char *error = run_machine_passes(a, machine, form);
    if (!error)
        load_kernels(a, machine, VIEW_MACHINE, input, refused, kernels);
    LLVMDisposeModule(machine);
    return error;
}

static const char *make_machine_views(struct arena *a, LLVMModuleRef source,
                                      const struct module_input *input, const char **refused,
                                      form_set asked, struct module *m) {
    const char *error = NULL;
    for (int u = 0; u < MACHINE_FORMS && !error; u++) {
        if (!(asked & 1U << u))
            continue;
        m->machine[u] = NEW_ARRAY(a, struct kernel *, m->n);
        error = make_machine_view(a, source, input, refused, (enum machine_form)u, m->machine[u]);
    }
    return error;
}

struct module *load_module(struct arena *a, const struct module_input *input,
                           const struct lowerings *lowerings, const struct refusals *refusals,
                           form_set asked, const char **error) {
    *error = NULL;
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMModuleRef m = open_module(a, ctx, input->bitcode, lowerings, error);
    struct module *module = NULL;
    if (m) {
        module = NEW(a, struct module);
        module->n = count_kernels(m);
        module->system_folders = input->system_folders;
        module->source = NEW_ARRAY(a, struct kernel *, module->n);
        const char **refused = refuse_kernels(a, m, module->n, refusals);
        inline_helpers(m);
        *error = prepare(a, m);
        if (!*error)
            *error = make_machine_views(a, m, input, refused, asked, module);
        if (!*error)
            *error = run_source_passes(a, m);
        if (!*error)
            load_kernels(a, m, VIEW_SOURCE, input, refused, module->source);
        LLVMDisposeModule(m);
    }
    LLVMContextDispose(ctx);
    return *error ? NULL : module;
}

/* The module for AMD's target, or NULL and why. */
static LLVMModuleRef convert_to_amdgpu(struct arena *a, LLVMModuleRef m, const char *library_path,
                                       unsigned *stood_in, const char **error) {
    if (!str_starts(LLVMGetTarget(m), "spir")) {
        *error = "its address spaces are not OpenCL's";
        return NULL;
    }
    refuse_kernels(a, m, count_kernels(m), NULL);
    inline_helpers(m);
    *error = load_run_passes(a, m, inline_passes);
    shim_keep_lines(m);
    if (*error)
        return NULL;
    LLVMModuleRef library = library_open(LLVMGetModuleContext(m), library_path);
    LLVMModuleRef amd = load_amdgpu(a, m, library, stood_in, error);
    if (library)
        LLVMDisposeModule(library);
    return amd;
}

const char *load_write_amdgpu(struct arena *a, const struct amdgpu_request *r, int fd,
                              unsigned *stood_in) {
    const char *error = NULL;
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMModuleRef m = open_module(a, ctx, r->bitcode, r->lowerings, &error);
    LLVMModuleRef amd = m ? convert_to_amdgpu(a, m, r->library, stood_in, &error) : NULL;
    if (amd && LLVMWriteBitcodeToFD(amd, fd, false, true) != 0)
        error = "cannot write bitcode";
    if (amd)
        LLVMDisposeModule(amd);
    if (m)
        LLVMDisposeModule(m);
    LLVMContextDispose(ctx);
    return error;
}
