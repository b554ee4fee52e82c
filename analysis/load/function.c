/* One LLVM function to one struct kernel: blocks, edges, loops, parameters. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/ir/query.h"
#include "analysis/load/attributes.h"
#include "analysis/load/flat.h"
#include "analysis/load/instruction.h"
#include "analysis/load/llvm_shim.h"
#include "analysis/load/loop_attributes.h"
#include "base/str.h"

static unsigned successor_count(LLVMBasicBlockRef bb) {
    return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(bb));
}

static LLVMBasicBlockRef successor(LLVMBasicBlockRef bb, unsigned i) {
    return LLVMGetSuccessor(LLVMGetBasicBlockTerminator(bb), i);
}

/* Blocks that can be reached, in reverse post-order: definitions before uses. */
struct order {
    LLVMBasicBlockRef *at;
    uint32_t n;
};

static void post_order(struct builder *b, LLVMBasicBlockRef bb, struct order *o) {
    map_set(b->arena, &b->blocks, bb, 0);
    for (unsigned i = successor_count(bb); i-- > 0;)
        if (map_get(&b->blocks, successor(bb, i)) == NONE)
            post_order(b, successor(bb, i), o);
    o->at[o->n++] = bb;
}

static struct order block_order(struct builder *b) {
    struct order o = {
        .at = NEW_ARRAY(b->arena, LLVMBasicBlockRef, LLVMCountBasicBlocks(b->function))};
    post_order(b, LLVMGetEntryBasicBlock(b->function), &o);
    for (uint32_t i = 0; i < o.n / 2; i++) {
        LLVMBasicBlockRef t = o.at[i];
        o.at[i] = o.at[o.n - 1 - i];
        o.at[o.n - 1 - i] = t;
    }
    for (uint32_t i = 0; i < o.n; i++)
        map_set(b->arena, &b->blocks, o.at[i], i);
    return o;
}

/* Each once, in the order of the blocks. */
static void add_predecessors(struct arena *a, struct kernel *k) {
    uint32_t *most = NEW_ARRAY(a, uint32_t, k->n_blocks);
    uint32_t **preds = NEW_ARRAY(a, uint32_t *, k->n_blocks);
    for (uint32_t i = 0; i < k->n_blocks; i++)
        for (uint32_t s = 0; s < k->blocks[i].n_succs; s++)
            most[k->blocks[i].succs[s]]++;
    for (uint32_t i = 0; i < k->n_blocks; i++)
        k->blocks[i].preds = preds[i] = NEW_ARRAY(a, uint32_t, most[i]);
    for (uint32_t i = 0; i < k->n_blocks; i++)
        for (uint32_t s = 0; s < k->blocks[i].n_succs; s++) {
            uint32_t to = k->blocks[i].succs[s], n = k->blocks[to].n_preds;
            if (!n || preds[to][n - 1] != i)
                preds[to][k->blocks[to].n_preds++] = i;
        }
}

static void add_edges(struct builder *b, const struct order *o) {
    struct kernel *k = b->k;
    for (uint32_t i = 0; i < o->n; i++) {
        struct block *from = &k->blocks[i];
        from->n_succs = successor_count(o->at[i]);
        uint32_t *succs = NEW_ARRAY(b->arena, uint32_t, from->n_succs);
        for (uint32_t s = 0; s < from->n_succs; s++)
            succs[s] = map_get(&b->blocks, successor(o->at[i], s));
        from->succs = succs;
    }
    add_predecessors(b->arena, k);
}

static void emit_phis(struct builder *b, LLVMBasicBlockRef bb) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        struct value v = typed(b, LLVMTypeOf(i));
        v.op = OP_PHI;
        v.loc = loc_of(b, i);
        v.name = variable_name(b, i);
        map_set(b->arena, &b->values, i, emit(b, v));
    }
}

/* Gives the phis their arguments, in the order of the block's predecessors. */
static void fill_phis(struct builder *b, LLVMBasicBlockRef bb) {
    const struct block *block = &b->k->blocks[map_get(&b->blocks, bb)];
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        uint32_t *args = NEW_ARRAY(b->arena, uint32_t, block->n_preds);
        for (unsigned in = 0; in < LLVMCountIncoming(i); in++) {
            uint32_t from = map_get(&b->blocks, LLVMGetIncomingBlock(i, in));
            for (uint32_t p = 0; p < block->n_preds; p++)
                if (block->preds[p] == from)
                    args[p] = value_of(b, LLVMGetIncomingValue(i, in));
        }
        struct value *phi = &b->v.at[map_get(&b->values, i)];
        phi->args = args;
        phi->n_args = block->n_preds;
    }
}

static void add_block(struct builder *b, LLVMBasicBlockRef bb, uint32_t number) {
    b->block = number;
    b->in_block.at = NULL;
    b->in_block.n = b->in_block.cap = 0;
    emit_phis(b, bb);
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsAPHINode(i))
            continue;
        uint32_t n = load_instruction(b, i);
        if (n != NONE)
            map_set(b->arena, &b->values, i, n);
    }
    struct block *block = &b->k->blocks[number];
    block->name = arena_strdup(b->arena, LLVMGetBasicBlockName(bb));
    block->values = b->in_block.at;
    block->n_values = (uint32_t)b->in_block.n;
    b->block = NONE;
}

static uint32_t block_number(const struct builder *b, LLVMBasicBlockRef bb, uint32_t none) {
    uint32_t n = bb ? map_get(&b->blocks, bb) : NONE;
    return n == NONE ? none : n;
}

static void add_loops(struct builder *b, struct shim *s) {
    struct kernel *k = b->k;
    k->n_loops = shim_loop_count(s);
    k->loops = NEW_ARRAY(b->arena, struct loop, k->n_loops);
    for (uint32_t i = 0; i < k->n_loops; i++) {
        const struct shim_loop *from = shim_loop_at(s, i);
        int64_t last = from->counts_at_latch ? 1 : 0;
        struct loop *to = &k->loops[i];
        to->header = block_number(b, from->header, NONE);
        to->parent = from->parent < 0 ? NONE : (uint32_t)from->parent;
        to->depth = from->depth;
        to->loc = loc_at(b, from->place);
        to->unrolled = 1;
        to->formula = from->formula ? arena_strdup(b->arena, from->formula) : NULL;
        to->const_trips = from->const_count < 0 ? -1 : from->const_count + last;
        to->by = to->const_trips >= 0 ? "const" : to->formula ? "scev" : NULL;
    }
}

static bool has_exit(const struct kernel *k, uint32_t loop) {
    for (uint32_t i = 0; i < k->n_blocks; i++)
        for (uint32_t s = 0; in_loop(k, i, loop) && s < k->blocks[i].n_succs; s++)
            if (!in_loop(k, k->blocks[i].succs[s], loop))
                return true;
    return false;
}

static void add_structure(struct builder *b, const struct order *o) {
    struct kernel *k = b->k;
    struct shim *s = shim_new(b->function);
    add_loops(b, s);
    for (uint32_t i = 0; i < o->n; i++) {
        struct block *block = &k->blocks[i];
        int loop = shim_loop_of(s, o->at[i]);
        block->idom = block_number(b, shim_idom(s, o->at[i]), NONE);
        block->ipdom = block_number(b, shim_ipdom(s, o->at[i]), o->n);
        block->loop = loop < 0 ? NONE : (uint32_t)loop;
    }
    for (uint32_t i = 0; i < k->n_loops; i++)
        if (!has_exit(k, i))
            k->reason =
                arena_printf(b->arena, "the loop at line %u has no exit", k->loops[i].loc.line);
    if (shim_irreducible(s))
        k->reason = "control flow is irreducible (a goto into a loop)";
    shim_free(s);
}

/* String operand `index` of the kernel's metadata node `kind`, or NULL. */
static const char *arg_metadata(struct builder *b, const char *kind, unsigned index) {
    LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(b->function));
    unsigned id = LLVMGetMDKindIDInContext(ctx, kind, (unsigned)strlen(kind));
    size_t n;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(b->function, &n);
    const char *text = NULL;
    for (unsigned i = 0; i < n; i++) {
        if (LLVMValueMetadataEntriesGetKind(all, i) != id)
            continue;
        LLVMValueRef node = LLVMMetadataAsValue(ctx, LLVMValueMetadataEntriesGetMetadata(all, i));
        LLVMValueRef operands[256];
        unsigned length;
        if (index < LLVMGetMDNodeNumOperands(node) && LLVMGetMDNodeNumOperands(node) < 256) {
            LLVMGetMDNodeOperands(node, operands);
            const char *s =
                LLVMIsAMDString(operands[index]) ? LLVMGetMDString(operands[index], &length) : NULL;
            if (s)
                text = arena_strndup(b->arena, s, length);
            else if (LLVMIsAConstantInt(operands[index]))
                text = arena_printf(b->arena, "%lld", LLVMConstIntGetSExtValue(operands[index]));
        }
    }
    LLVMDisposeValueMetadataEntries(all);
    return text;
}

/* How many numbers "4*", or what clang 19 writes for it, says there are; 1 for "*"; 0 = neither. */
static uint32_t vector_of(const char *rest) {
    static const char attribute[] = " __attribute__((ext_vector_type(";
    bool spelt_out = strncmp(rest, attribute, strlen(attribute)) == 0;
    const char *number = spelt_out ? rest + strlen(attribute) : rest;
    if (*rest == '*')
        return 1;
    char *end;
    unsigned long comps = strtoul(number, &end, 10);
    bool ends = end != number && strncmp(end, spelt_out ? ")))*" : "*", spelt_out ? 4 : 1) == 0;
    return ends ? (uint32_t)comps : 0;
}

/* Size of what "float4*" points to, by the type's name; 0 = unknown. */
static uint32_t element_bytes(const char *type_name) {
    static const struct {
        const char *name;
        uint32_t bytes;
    } sizes[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"half", 2},  {"int", 4},
                 {"uint", 4}, {"float", 4}, {"long", 8},  {"ulong", 8},  {"double", 8}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = strlen(sizes[i].name);
        uint32_t comps = strncmp(type_name, sizes[i].name, n) == 0 ? vector_of(type_name + n) : 0;
        if (comps)
            return sizes[i].bytes * (comps == 3 ? 4 : comps);
    }
    return 0;
}

struct fields {
    VEC(struct param_field) at;
};

/* The numbers that a type consists of, in order. */
static void add_fields(struct builder *b, LLVMTypeRef t, uint64_t offset, struct fields *f) {
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            add_fields(b, LLVMStructGetTypeAtIndex(t, i),
                       offset + LLVMOffsetOfElement(b->layout, t, i), f);
    } else if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        LLVMTypeRef element = LLVMGetElementType(t);
        uint64_t n = kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(t) : LLVMGetVectorSize(t);
        for (uint64_t i = 0; i < n; i++)
            add_fields(b, element, offset + i * type_bytes(b, element), f);
    } else {
        struct value v = typed(b, t);
        vec_push(b->arena, &f->at, ((struct param_field){offset, v.type, v.bits}));
    }
}

static void add_structure_param(struct builder *b, struct param *to, LLVMTypeRef type) {
    struct fields fields = {0};
    add_fields(b, type, 0, &fields);
    to->type = TYPE_OTHER;
    to->fields = fields.at.at;
    to->n_fields = (uint32_t)fields.at.n;
    to->value = add_object(b, to->name, SPACE_CONSTANT, type_bytes(b, type));
}

/* Behind the fewest work-items of a group in the attribute of AMD's back end, where the source has
 * no bound. */
static const char unbounded[] = "1024";

/* As __launch_bounds__ says it. */
static uint32_t most_items(const struct builder *b) {
    const char *most = load_attribute_text(b->arena, b->function, LOAD_MOST_ITEMS);
    const char *amd = load_attribute_text(b->arena, b->function, "amdgpu-flat-work-group-size");
    const char *comma = amd ? strchr(amd, ',') : NULL;
    bool bounded = comma && strcmp(comma + 1, unbounded) != 0;
    const char *text = most ? most : bounded ? comma + 1 : "0";
    return (uint32_t)strtoul(text, NULL, 10);
}

static bool has_attribute(LLVMValueRef function, const char *name, const char *value) {
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
        function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
    unsigned length = 0;
    const char *is = a ? LLVMGetStringAttributeValue(a, &length) : "";
    return a && length == strlen(value) && memcmp(is, value, length) == 0;
}

/* Whether the function has the value in an operand, perhaps inside constant expressions. */
static bool uses(LLVMValueRef f, LLVMValueRef value) {
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == f
                                     : LLVMIsAConstantExpr(user) && uses(f, user))
            return true;
    }
    return false;
}

/* CUDA's "extern __shared__ float s[]", whose size is the launch's. */
static bool is_dynamic(LLVMValueRef g) {
    LLVMTypeRef t = LLVMGlobalGetValueType(g);
    return LLVMIsDeclaration(g) && LLVMGetTypeKind(t) == LLVMArrayTypeKind &&
           LLVMGetArrayLength2(t) == 0 && space_of(LLVMTypeOf(g)) == SPACE_LOCAL;
}

/* They become one parameter behind the others, as OpenCL has it: all of them lie at one place. */
/* As the source has it: clang gives HIP's pointers another address space, and their parameters
 * another name for that. */
static const char *param_name(const struct builder *b, LLVMValueRef p) {
    static const char suffix[] = ".coerce";
    const char *name = value_name(b, p);
    return name && str_ends(name, suffix)
               ? arena_strndup(b->arena, name, strlen(name) - strlen(suffix))
               : name;
}

static void add_dynamic_local(struct builder *b) {
    struct kernel *k = b->k;
    LLVMModuleRef m = LLVMGetGlobalParent(b->function);
    struct param *p = &k->params[k->n_params];
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
        if (!is_dynamic(g) || !uses(b->function, g))
            continue;
        if (!p->name) {
            LLVMTypeRef element = LLVMGetElementType(LLVMGlobalGetValueType(g));
            struct value v = typed(b, LLVMTypeOf(g));
            v.op = OP_PARAM;
            v.imm = k->n_params;
            v.name = variable_of(b, value_name(b, g));
            *p = (struct param){.name = v.name,
                                .type = v.type,
                                .bits = v.bits,
                                .comps = 1,
                                .space = SPACE_LOCAL,
                                .dynamic = true,
                                .elem_bytes = (uint32_t)type_bytes(b, element),
                                .value = add_value(b, v)};
        }
        map_set(b->arena, &b->values, g, p->value);
    }
    k->n_params += p->name != NULL;
}

static void add_params(struct builder *b) {
    struct kernel *k = b->k;
    k->n_params = LLVMCountParams(b->function);
    k->params = NEW_ARRAY(b->arena, struct param, k->n_params + 1);
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    for (uint32_t i = 0; i < k->n_params; i++) {
        LLVMValueRef p = LLVMGetParam(b->function, i);
        struct value v = typed(b, LLVMTypeOf(p));
        struct param *to = &k->params[i];
        v.op = OP_PARAM;
        v.imm = i;
        v.name = arg_metadata(b, "kernel_arg_name", i);
        if (!v.name || !*v.name)
            v.name = param_name(b, p);
        if (!v.name || !*v.name)
            v.name = variable_name(b, p);
        to->name = v.name ? v.name : arena_printf(b->arena, "%u", i);
        to->type = v.type;
        to->bits = v.bits;
        to->comps = v.comps;
        to->type_name = arg_metadata(b, "kernel_arg_base_type", i);
        if (v.type == TYPE_POINTER) {
            to->space = (uint8_t)space_of(LLVMTypeOf(p));
            if (b->cuda && to->space == SPACE_PRIVATE)
                to->space = SPACE_GLOBAL;
            to->restricted = load_param_has_attribute(b->function, i, "noalias");
            to->own_memory = load_param_has_text(b->function, i, LOOP_OWN_MEMORY);
            to->elem_bytes =
                to->type_name ? element_bytes(to->type_name) : shim_pointee_bytes(b->function, i);
        }
        LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(b->function, i + 1, byval);
        if (by_value)
            add_structure_param(b, to, LLVMGetTypeAttributeValue(by_value));
        else
            to->value = add_value(b, v);
        map_set(b->arena, &b->values, p, to->value);
    }
    add_dynamic_local(b);
    for (unsigned d = 0; d < 3; d++) {
        const char *size = arg_metadata(b, "reqd_work_group_size", d);
        k->reqd_local[d] = size ? (uint32_t)strtoul(size, NULL, 10) : 0;
    }
    k->most_local = most_items(b);
    k->uneven_groups = has_attribute(b->function, "uniform-work-group-size", "false");
}

/* Clang takes what a path has in common with the current directory off it. */
static const char *whole_path(struct builder *b, const char *name) {
    unsigned n = 0;
    const char *directory = LLVMDIFileGetDirectory(b->main_file, &n);
    const char *joined = arena_printf(b->arena, "%.*s/%s", (int)n, directory, name);
    bool shortened = *name != '/' && access(name, F_OK) != 0 && access(joined, F_OK) == 0;
    return shortened ? joined : name;
}

static void add_place(struct builder *b, const char *file) {
    LLVMMetadataRef sub = LLVMGetSubprogram(b->function);
    b->k->file = file;
    if (!sub)
        return;
    b->main_file = LLVMDIScopeGetFile(sub);
    b->k->loc = (struct loc){.line = LLVMDISubprogramGetLine(sub), .col = 1};
    const char *place = load_attribute_text(b->arena, b->function, LOOP_PLACE);
    if (place)
        sscanf(place, "%u:%u", &b->k->loc.line, &b->k->loc.col);
    unsigned n = 0;
    const char *name = b->main_file ? LLVMDIFileGetFilename(b->main_file, &n) : NULL;
    if (n && strcmp(path_base(arena_strndup(b->arena, name, n)), path_base(file)) != 0)
        b->k->file = whole_path(b, arena_strndup(b->arena, name, n));
    const char *directory = b->main_file ? LLVMDIFileGetDirectory(b->main_file, &n) : NULL;
    if (directory)
        b->k->directory = arena_strndup(b->arena, directory, n);
}

/* Again for accesses through phis, whose arguments were not there the first time. */
static void find_roots(struct builder *b) {
    for (size_t i = 0; i < b->accesses.n; i++) {
        struct access *a = &b->accesses.at[i];
        if (a->root != NONE)
            continue;
        a->root = root_of(b, b->v.at[a->value].args[0]);
        a->base = a->root == NONE ? NULL : b->v.at[a->root].name;
    }
}

/* What the kernel's variables in that memory take, in pieces of 16 bytes. */
static uint64_t bytes_in(const struct object *objects, uint32_t n_objects, enum space space) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < n_objects; i++)
        if (objects[i].space == space)
            bytes += (objects[i].bytes + 15) / 16 * 16;
    return bytes;
}

/* Local memory is compared with what a GPU has later; no GPU has that much private memory. */
static void add_sizes(struct arena *a, struct kernel *k) {
    enum { MOST_PRIVATE_BYTES = 4 << 20 };
    uint64_t local = bytes_in(k->objects, k->n_objects, SPACE_LOCAL),
             private = bytes_in(k->objects, k->n_objects, SPACE_PRIVATE);
    k->static_local_bytes = local < UINT32_MAX ? (uint32_t)local : UINT32_MAX;
    if (private > MOST_PRIVATE_BYTES && !k->reason)
        k->reason = arena_printf(a, "%llu bytes of private arrays for each work-item fit on no GPU",
                                 (unsigned long long)private);
}

struct kernel *load_kernel(struct arena *a, LLVMValueRef function, enum view view,
                           const struct module_input *input) {
    struct kernel *k = NEW(a, struct kernel);
    struct builder b = {.arena = a,
                        .k = k,
                        .function = function,
                        .system_folders = input->system_folders,
                        .block = NONE};
    b.layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
    b.cuda = load_is_flat(LLVMGetGlobalParent(function));
    k->view = view;
    k->language =
        b.cuda && !load_is_opencl(LLVMGetGlobalParent(function)) ? KERNEL_CUDA : KERNEL_OPENCL;
    k->sequential = load_sequential_loop(&b);
    k->language = k->sequential ? KERNEL_LOOP : k->language;
    k->symbol = value_name(&b, function);
    k->name = function_name(a, k->symbol);
    k->unmodelled = load_attribute_text(a, function, LOAD_UNMODELLED);
    add_place(&b, input->file);
    add_params(&b);
    struct order order = block_order(&b);
    k->n_blocks = order.n;
    k->blocks = NEW_ARRAY(a, struct block, order.n);
    add_edges(&b, &order);
    for (uint32_t i = 0; i < order.n; i++)
        add_block(&b, order.at[i], i);
    for (uint32_t i = 0; i < order.n; i++)
        fill_phis(&b, order.at[i]);
    add_structure(&b, &order);
    find_roots(&b);
    k->values = b.v.at;
    k->n_values = (uint32_t)b.v.n;
    k->accesses = b.accesses.at;
    k->n_accesses = (uint32_t)b.accesses.n;
    k->branches = b.branches.at;
    k->n_branches = (uint32_t)b.branches.n;
    k->objects = b.objects.at;
    k->n_objects = (uint32_t)b.objects.n;
    add_sizes(a, k);
    return k;
}
