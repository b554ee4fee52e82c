/* The kernel model as text, one line a thing, for -fclperf-dump=. */
#include "analysis/ir/dump.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/ir/float_bits.h"
#include "analysis/ir/names.h"
#include "base/str.h"

static void dump_item(FILE *out, const struct kernel *k, const struct item *item) {
    if (item->kind == ITEM_BARRIER) {
        fprintf(out, "    barrier");
    } else if (item->kind == ITEM_ACCESS) {
        const struct access *a = &k->accesses[item->access];
        fprintf(out, "    %s %s %u bytes, access %u", op_text(k->values[a->value].op),
                space_text(a->space), a->bytes, item->access);
        if (a->guarded)
            fputs(", guarded", out);
    } else {
        fprintf(out, "    compute");
        for (int c = 0; c < CLASSES; c++)
            if (item->count[c])
                fprintf(out, " %s %u", class_text(c), item->count[c]);
        unsigned chain = 0;
        for (int c = 0; c < CLASSES; c++)
            chain += item->chain[c];
        fprintf(out, ", chain %u", chain);
    }
    for (uint32_t i = 0; i < item->n_waits; i++)
        fprintf(out, "%s%u", i ? "," : ", waits for ", item->waits[i]);
    fprintf(out, " @%u:%u\n", item->loc.line, item->loc.col);
}

static void dump_demand(FILE *out, const struct register_demand *d) {
    fprintf(out, ", %s %u to %u registers alive", d->target, d->least, d->overlapped);
    if (d->assigned)
        fprintf(out, ", %u numbered", d->assigned);
}

void dump_cfg(FILE *out, const struct kernel *k) {
    fprintf(out, "cfg of %s (%s view): %u blocks, %u accesses", k->name,
            k->view == VIEW_SOURCE ? "source" : "machine", k->n_blocks, k->n_accesses);
    for (uint32_t i = 0; i < k->n_demand; i++)
        if (k->demand[i].target)
            dump_demand(out, &k->demand[i]);
    fputc('\n', out);
    for (uint32_t i = 0; i < k->n_blocks; i++) {
        const struct block *b = &k->blocks[i];
        fprintf(out, "  block %u %s:", i, b->name);
        for (uint32_t s = 0; s < b->n_succs; s++)
            fprintf(out, " ->%u", b->succs[s]);
        if (b->idom != NONE)
            fprintf(out, " idom %u", b->idom);
        if (b->ipdom < k->n_blocks)
            fprintf(out, " ipdom %u", b->ipdom);
        if (b->loop != NONE)
            fprintf(out, " loop %u", b->loop);
        if (b->predicated)
            fputs(" predicated", out);
        fputc('\n', out);
        for (uint32_t n = 0; n < b->n_items; n++)
            dump_item(out, k, &k->items[b->first_item + n]);
    }
}

void dump_loops(FILE *out, const struct kernel *k) {
    fprintf(out, "loops of %s: %u\n", k->name, k->n_loops);
    for (uint32_t i = 0; i < k->n_loops; i++) {
        const struct loop *l = &k->loops[i];
        fprintf(out, "  loop %u %u:%u depth %u header %u trips ", i, l->loc.line, l->loc.col,
                l->depth, l->header);
        if (l->const_trips >= 0)
            fprintf(out, "%" PRId64, l->const_trips);
        else
            fputs(l->formula ? l->formula : "unknown", out);
        fprintf(out, " by %s\n", l->by ? l->by : "none");
    }
}

void dump_expr(FILE *out, struct arena *a, const struct kernel *k) {
    fprintf(out, "expressions of %s\n", k->name);
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *x = &k->accesses[i];
        const struct value *v = &k->values[x->value];
        fprintf(out, "  access %u %u:%u %s %s: %s\n", i, x->loc.line, x->loc.col, op_text(v->op),
                space_text(x->space), an_expr(a, k, v->args[0]));
    }
    for (uint32_t i = 0; i < k->n_branches; i++) {
        const struct branch *b = &k->branches[i];
        fprintf(out, "  branch %u %u:%u: %s\n", i, b->loc.line, b->loc.col,
                an_expr(a, k, k->values[b->value].args[0]));
    }
}

/* Values as expressions in the kernel's own names, for dumps and messages. */

/* Deeper than this an expression helps nobody. */
enum { DEEPEST = 12 };

static void print(struct str *s, const struct kernel *k, uint32_t n, int depth);

static const char *operator_text(enum op op) {
    switch (op) {
    case OP_ADD:
    case OP_FADD:
        return " + ";
    case OP_SUB:
    case OP_FSUB:
        return " - ";
    case OP_MUL:
    case OP_FMUL:
        return " * ";
    case OP_SDIV:
    case OP_UDIV:
    case OP_FDIV:
        return " / ";
    case OP_SREM:
    case OP_UREM:
        return " % ";
    case OP_SHL:
        return " << ";
    case OP_LSHR:
    case OP_ASHR:
        return " >> ";
    case OP_AND:
        return " & ";
    case OP_OR:
        return " | ";
    case OP_XOR:
        return " ^ ";
    default:
        return NULL;
    }
}

static const char *function_text(enum op op) {
    switch (op) {
    case OP_SMIN:
    case OP_UMIN:
    case OP_FMIN:
        return "min";
    case OP_SMAX:
    case OP_UMAX:
    case OP_FMAX:
        return "max";
    default:
        return op_text(op);
    }
}

static const char *compare_text(int64_t predicate) {
    switch (predicate) {
    case COMPARE_EQ:
        return " == ";
    case COMPARE_NE:
        return " != ";
    case COMPARE_UGT:
    case COMPARE_SGT:
        return " > ";
    case COMPARE_UGE:
    case COMPARE_SGE:
        return " >= ";
    case COMPARE_ULT:
    case COMPARE_SLT:
        return " < ";
    default:
        return " <= ";
    }
}

/* Of floats; NULL where no operator says it. What is no number compares like anything else here. */
static const char *float_compare_text(int64_t predicate) {
    static const char *const texts[] = {
        [1] = " == ", [2] = " > ", [3] = " >= ", [4] = " < ", [5] = " <= ", [6] = " != "};
    return texts[predicate & 7];
}

static const char *query_text(int64_t query) {
    static const char *const names[] = {"get_global_id",
                                        "get_local_id",
                                        "get_group_id",
                                        "get_global_size",
                                        "get_local_size",
                                        "get_enqueued_local_size",
                                        "get_num_groups",
                                        "get_global_offset",
                                        "get_work_dim",
                                        "get_global_linear_id",
                                        "get_local_linear_id",
                                        "get_sub_group_size",
                                        "get_sub_group_id",
                                        "get_sub_group_local_id",
                                        "get_num_sub_groups",
                                        "get_max_sub_group_size",
                                        "get_enqueued_num_sub_groups"};
    return names[query];
}

/* CUDA's word for a work-item query, without the dimension; NULL where it has none. */
static const char *cuda_query_text(int64_t query) {
    switch (query) {
    case QUERY_LOCAL_ID:
        return "threadIdx";
    case QUERY_GROUP_ID:
        return "blockIdx";
    case QUERY_LOCAL_SIZE:
    case QUERY_ENQUEUED_LOCAL_SIZE:
        return "blockDim";
    case QUERY_NUM_GROUPS:
        return "gridDim";
    default:
        return NULL;
    }
}

/* "i.0" and "i.0.lcssa" are the source's "i". */
static void print_name(struct str *s, const struct value *v, uint32_t n) {
    if (v->name)
        str_addn(s, v->name, strcspn(v->name, "."));
    else
        str_printf(s, "v%u", n);
}

static void print_binary(struct str *s, const struct kernel *k, const struct value *v,
                         const char *text, int depth) {
    str_add(s, "(");
    print(s, k, v->args[0], depth + 1);
    str_add(s, text);
    print(s, k, v->args[1], depth + 1);
    str_add(s, ")");
}

static void print_call(struct str *s, const struct kernel *k, const struct value *v,
                       const char *name, int depth) {
    str_printf(s, "%s(", name);
    for (uint32_t a = 0; a < v->n_args; a++) {
        str_add(s, a ? ", " : "");
        print(s, k, v->args[a], depth + 1);
    }
    str_add(s, ")");
}

/* threadIdx.x and the like; false if it is none of them. */
static bool print_cuda_query(struct str *s, const struct value *values, const struct value *v) {
    const struct value *d = v->n_args == 1 ? &values[v->args[0]] : NULL;
    if (!d || d->op != OP_CONST || d->imm < 0 || d->imm > 2)
        return false;
    char dim = "xyz"[d->imm];
    const char *name = cuda_query_text(v->imm);
    if (name)
        str_printf(s, "%s.%c", name, dim);
    else if (v->imm == QUERY_GLOBAL_ID)
        str_printf(s, "(blockIdx.%c * blockDim.%c + threadIdx.%c)", dim, dim, dim);
    else if (v->imm == QUERY_GLOBAL_SIZE)
        str_printf(s, "(gridDim.%c * blockDim.%c)", dim, dim);
    else
        return false;
    return true;
}

static void print_workitem(struct str *s, const struct kernel *k, const struct value *v,
                           int depth) {
    if (k->language == KERNEL_CUDA && print_cuda_query(s, k->values, v))
        return;
    print_call(s, k, v, query_text(v->imm), depth);
}

static void print_pointer(struct str *s, const struct kernel *k, const struct value *v, int depth) {
    print(s, k, v->args[0], depth + 1);
    if (v->n_args == 1) {
        str_printf(s, " + %lld", (long long)v->imm);
        return;
    }
    str_printf(s, " + %lld * ", (long long)v->imm);
    print(s, k, v->args[1], depth + 1);
}

/* base[index] where the address is a multiple of the element's size behind a base, else *(address).
 */
static void print_load(struct str *s, const struct kernel *k, const struct value *v, int depth) {
    int64_t bytes = (int64_t)v->bits / 8 * v->comps, offset = 0;
    uint32_t base = v->args[0], index = NONE;
    bool even = bytes > 0;
    for (; even && k->values[base].op == OP_PTRADD; base = k->values[base].args[0]) {
        const struct value *p = &k->values[base];
        if (p->n_args == 1)
            offset += p->imm;
        else if (index == NONE && p->imm == bytes)
            index = p->args[1];
        else
            even = false;
    }
    if (!even || offset % bytes || (index == NONE && offset == 0)) {
        str_add(s, "*(");
        print(s, k, v->args[0], depth + 1);
        str_add(s, ")");
        return;
    }
    print(s, k, base, depth + 1);
    str_add(s, "[");
    if (index != NONE)
        print(s, k, index, depth + 1);
    if (offset)
        str_printf(s,
                   index == NONE ? "%lld"
                   : offset < 0  ? " - %lld"
                                 : " + %lld",
                   (long long)((offset < 0 ? -offset : offset) / bytes));
    str_add(s, "]");
}

static void print_constant(struct str *s, const struct value *v) {
    if (v->type == TYPE_INT || v->type == TYPE_POINTER)
        str_printf(s, "%lld", (long long)v->imm);
    else if (v->type == TYPE_FLOAT && !v->imms)
        str_printf(s, "%g", double_of_bits(v->imm, v->bits));
    else
        str_add(s, "constant");
}

/* "p.x", or "p[i]". */
static void print_component(struct str *s, const struct kernel *k, const struct value *v,
                            int depth) {
    const struct value *number = &k->values[v->args[1]];
    print(s, k, v->args[0], depth);
    if (number->op == OP_CONST && number->imm >= 0 && number->imm < 4) {
        str_printf(s, ".%c", "xyzw"[number->imm]);
    } else if (number->op == OP_CONST) {
        str_printf(s, ".s%llx", (unsigned long long)number->imm);
    } else {
        str_add(s, "[");
        print(s, k, v->args[1], depth + 1);
        str_add(s, "]");
    }
}

static void print_choice(struct str *s, const struct kernel *k, const struct value *v, int depth) {
    str_add(s, "(");
    print(s, k, v->args[0], depth + 1);
    str_add(s, " ? ");
    print(s, k, v->args[1], depth + 1);
    str_add(s, " : ");
    print(s, k, v->args[2], depth + 1);
    str_add(s, ")");
}

static const char *cast_text(const struct value *v) {
    bool whole = v->op == OP_FPTOSI || v->op == OP_FPTOUI;
    return whole ? "(int)" : "(float)";
}

/* Whether the value is what a loop counted with that is work-items now. */
static bool is_counter(const struct kernel *k, const struct value *v) {
    bool computed = v->op == OP_TRUNC || v->op == OP_ADD || v->op == OP_SUB || v->op == OP_MUL ||
                    v->op == OP_WORKITEM;
    for (int d = 0; k->sequential && computed && v->name && d < 3; d++) {
        const char *name = k->sequential->counters[d];
        if (name && strncmp(v->name, name, strcspn(v->name, ".")) == 0 &&
            strlen(name) == strcspn(v->name, "."))
            return true;
    }
    return false;
}

static void print(struct str *s, const struct kernel *k, uint32_t n, int depth) {
    const struct value *v = &k->values[n];
    if (is_counter(k, v)) {
        print_name(s, v, n);
        return;
    }
    if (depth > DEEPEST) {
        str_add(s, "...");
        return;
    }
    switch ((enum op)v->op) {
    case OP_CONST:
        print_constant(s, v);
        return;
    case OP_PARAM:
    case OP_OBJECT:
    case OP_PHI:
        print_name(s, v, n);
        return;
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_COPY:
    case OP_FPEXT:
    case OP_FPTRUNC:
        print(s, k, v->args[0], depth);
        return;
    case OP_FPTOSI:
    case OP_FPTOUI:
    case OP_SITOFP:
    case OP_UITOFP:
        str_add(s, cast_text(v));
        print(s, k, v->args[0], depth);
        return;
    case OP_EXTRACT:
        print_component(s, k, v, depth);
        return;
    case OP_SELECT:
        print_choice(s, k, v, depth);
        return;
    case OP_WORKITEM:
        print_workitem(s, k, v, depth);
        return;
    case OP_PTRADD:
        print_pointer(s, k, v, depth);
        return;
    case OP_LOAD:
        print_load(s, k, v, depth);
        return;
    case OP_ICMP:
        print_binary(s, k, v, compare_text(v->imm), depth);
        return;
    case OP_FNEG:
        str_add(s, "-");
        print(s, k, v->args[0], depth);
        return;
    default:
        break;
    }
    const char *text =
        v->op == OP_FCMP ? float_compare_text(v->imm) : operator_text((enum op)v->op);
    const char *name = v->op == OP_MATH ? builtin_math_name(v->imm) : NULL;
    if (text && v->n_args == 2)
        print_binary(s, k, v, text, depth);
    else
        print_call(s, k, v, name ? name : function_text((enum op)v->op), depth);
}

const char *an_expr(struct arena *a, const struct kernel *k, uint32_t value) {
    struct str s = {.arena = a};
    print(&s, k, value, 0);
    return str_text(&s);
}
