#include "source/languages/library.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/load/replace.h"
#include "base/str.h"

enum { LONGEST_NAME = 64, MOST_ARGS = 4 };

static const struct load_intrinsic ockl_rows[] = {
    {"get_local_id", "_Z12get_local_idj", SIZE, NO_NUMBER, 0, 1},
    {"get_group_id", "_Z12get_group_idj", SIZE, NO_NUMBER, 0, 1},
    {"get_global_id", "_Z13get_global_idj", SIZE, NO_NUMBER, 0, 1},
    {"get_local_size", "_Z14get_local_sizej", SIZE, NO_NUMBER, 0, 1},
    {"get_num_groups", "_Z14get_num_groupsj", SIZE, NO_NUMBER, 0, 1},
    {"get_global_size", "_Z15get_global_sizej", SIZE, NO_NUMBER, 0, 1},
    {"get_global_offset", "_Z17get_global_offsetj", SIZE, NO_NUMBER, 0, 1},
    {"lane_u32", "_Z22get_sub_group_local_idv", PURE, NO_NUMBER, 0, 0},
    {"wfany_i32", "_Z13sub_group_anyi", SYNC, NO_NUMBER, 0, 1},
    {"wfall_i32", "_Z13sub_group_alli", SYNC, NO_NUMBER, 0, 1},
    {"mul_hi_i32", "_Z6mul_hiii", PURE, NO_NUMBER, 0, 2},
    {"mul_hi_u32", "_Z6mul_hijj", PURE, NO_NUMBER, 0, 2},
    {"mul24_i32", "_Z5mul24ii", PURE, NO_NUMBER, 0, 2},
    {"mul24_u32", "_Z5mul24jj", PURE, NO_NUMBER, 0, 2},
    {"clz_u32", "_Z3clzj", PURE, NO_NUMBER, 0, 1},
    {"popcount_u32", "_Z8popcountj", PURE, NO_NUMBER, 0, 1},
    {"sadd_sat_i32", "_Z7add_satii", PURE, NO_NUMBER, 0, 2},
};

/* What libdevice calls otherwise than OpenCL, without an `f` or `ll` at the end that says what it
 * is of; unsigned ones by their parameters' letter. */
static const struct {
    const char *nv, *name;
    char integer; /* of integer parameters */
} renamed[] = {
    {"fast_exp", "native_exp", 0},
    {"fast_exp10", "native_exp10", 0},
    {"fast_log", "native_log", 0},
    {"fast_log2", "native_log2", 0},
    {"fast_log10", "native_log10", 0},
    {"fast_sin", "native_sin", 0},
    {"fast_cos", "native_cos", 0},
    {"fast_tan", "native_tan", 0},
    {"fast_pow", "native_powr", 0},
    {"fast_fdivide", "native_divide", 0},
    {"fsqrt_rn", "sqrt", 0},
    {"dsqrt_rn", "sqrt", 0},
    {"frsqrt_rn", "rsqrt", 0},
    {"frcp_rn", "native_recip", 0},
    {"nearbyint", "rint", 0},
    {"powi", "pown", 'i'},
    {"popc", "popcount", 'j'},
    {"umin", "min", 'j'},
    {"umax", "max", 'j'},
    {"ullmin", "min", 'm'},
    {"ullmax", "max", 'm'},
    {"mulhi", "mul_hi", 'i'},
    {"umulhi", "mul_hi", 'j'},
    {"mul64hi", "mul_hi", 'l'},
    {"umul64hi", "mul_hi", 'm'},
    {"mul24", "mul24", 'i'},
    {"umul24", "mul24", 'j'},
    {"hadd", "hadd", 'i'},
    {"uhadd", "hadd", 'j'},
    {"rhadd", "rhadd", 'i'},
    {"urhadd", "rhadd", 'j'},
};

/* A function of the library: OpenCL's name, and the letter of its integers, 0: by their width. */
struct found {
    char name[LONGEST_NAME];
    char integer;
};

static bool take(struct found *f, const char *name, size_t n) {
    if (n >= sizeof f->name)
        return false;
    memcpy(f->name, name, n);
    f->name[n] = 0;
    return true;
}

static void rename_nv(struct found *f) {
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(f->name, renamed[i].nv) == 0) {
            f->integer = renamed[i].integer;
            take(f, renamed[i].name, strlen(renamed[i].name));
            return;
        }
}

static bool is_float(LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMFloatTypeKind;
}

/* "__nv_expf" of floats is "exp", "__nv_llmax" of 64 bits "max". */
static bool find_nv(struct found *f, const char *name, LLVMTypeRef result) {
    size_t n = strlen(name);
    if (!take(f, name, n))
        return false;
    rename_nv(f);
    bool ends = n > 1 && name[n - 1] == 'f' && is_float(result) && strcmp(f->name, name) == 0;
    if (ends && take(f, name, n - 1))
        rename_nv(f);
    if (str_starts(name, "ll") && builtin_find(name + 2))
        take(f, name + 2, n - 2);
    return builtin_find(f->name);
}

/* "__ocml_sqrt_rte_f32" is "sqrt". */
static bool find_ocml(struct found *f, const char *name) {
    const char *type = strrchr(name, '_');
    size_t n = type ? (size_t)(type - name) : 0;
    if (n > 4 && name[n - 4] == '_' && name[n - 3] == 'r' && name[n - 2] == 't')
        n -= 4;
    return n && take(f, name, n) && builtin_find(f->name);
}

/* --- the call of OpenCL's function ---------------------------------------------- */

static const char *code_of(const struct found *f, LLVMTypeRef t) {
    static const char *const unsigned_codes[] = {"h", "t", "j", "m"};
    static const char *const codes[] = {"c", "s", "i", "l"};
    bool is_unsigned = f->integer && strchr("jm", f->integer);
    unsigned bits;
    switch (LLVMGetTypeKind(t)) {
    case LLVMHalfTypeKind:
        return "Dh";
    case LLVMFloatTypeKind:
        return "f";
    case LLVMDoubleTypeKind:
        return "d";
    case LLVMIntegerTypeKind:
        bits = LLVMGetIntTypeWidth(t);
        for (unsigned i = 0; i < 4; i++)
            if (bits == 8u << i)
                return (is_unsigned ? unsigned_codes : codes)[i];
        return NULL;
    default:
        return NULL;
    }
}

/* "_Z3expf" for the call, or false: its types are not OpenCL's. A pointer is to what the function
 * returns besides: numbers like its first operand's, or exponents and quotients. */
static bool mangle(const struct found *f, LLVMValueRef call, char *out, size_t size) {
    bool whole = strcmp(f->name, "frexp") == 0 || strcmp(f->name, "remquo") == 0 ||
                 strcmp(f->name, "lgamma_r") == 0;
    int n = snprintf(out, size, "_Z%zu%s", strlen(f->name), f->name);
    const char *first = code_of(f, LLVMTypeOf(LLVMGetOperand(call, 0)));
    for (unsigned i = 0; first && i < LLVMGetNumArgOperands(call); i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, i));
        bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
        const char *code = pointer ? (whole ? "i" : first) : code_of(f, type);
        if (!code || (size_t)n + 4 > size)
            return false;
        n += snprintf(out + n, size - (size_t)n, "%s%s", pointer ? "P" : "", code);
    }
    return first;
}

bool load_library_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call) {
    static const struct load_intrinsics ockl = {"__ockl_", ockl_rows,
                                                sizeof ockl_rows / sizeof *ockl_rows};
    const char *name = load_callee_name(call);
    unsigned n = LLVMGetNumArgOperands(call);
    struct found f = {0};
    char mangled[LONGEST_NAME + 16];
    if (load_replace_call(m, b, call, &ockl))
        return true;
    bool known = str_starts(name, "__ocml_") ? find_ocml(&f, name + strlen("__ocml_"))
                 : str_starts(name, "__nv_") ? find_nv(&f, name + strlen("__nv_"), LLVMTypeOf(call))
                                             : false;
    if (!known || !n || n > MOST_ARGS || !mangle(&f, call, mangled, sizeof mangled))
        return false;
    bool writes = strchr(mangled, 'P');
    const struct load_intrinsic row = {"", mangled, writes ? WRITES : PURE, NO_NUMBER, 0, (int)n};
    load_replace(m, b, call, &row);
    return true;
}
