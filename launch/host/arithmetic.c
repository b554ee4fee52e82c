#include "launch/host/arithmetic.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static struct host_value integer(int64_t i) {
    return (struct host_value){.kind = VALUE_INT, .integer = i};
}

static struct host_value real(double r) {
    return (struct host_value){.kind = VALUE_FLOAT, .real = r};
}

static struct host_value no_value(const char *why) {
    return (struct host_value){.text = why};
}

static bool is_number(struct host_value x) {
    return x.kind == VALUE_INT || x.kind == VALUE_FLOAT;
}

static double as_real(struct host_value x) {
    return x.kind == VALUE_INT ? (double)x.integer : x.real;
}

/* The low bytes of an integer, extended as its type says. */
static int64_t narrowed(int64_t i, const struct host_node *type) {
    unsigned bits = type->bytes * 8u;
    if (!bits || bits >= 64)
        return i;
    uint64_t low = (uint64_t)i & ((UINT64_C(1) << bits) - 1);
    if (type->type == HOST_INT && low >> (bits - 1))
        low |= ~((UINT64_C(1) << bits) - 1);
    return (int64_t)low;
}

struct host_value host_convert(struct host_value x, const struct host_node *type) {
    bool to_integer = type->type == HOST_INT || type->type == HOST_UINT;
    if (!is_number(x))
        return x;
    if (to_integer && x.kind == VALUE_FLOAT) {
        if (!(fabs(x.real) < 9e18))
            return no_value("a number too large for its type");
        x = integer((int64_t)x.real);
    }
    if (to_integer)
        x.integer = narrowed(x.integer, type);
    if (type->type == HOST_FLOAT)
        x = real(type->bytes == 4 ? (double)(float)as_real(x) : as_real(x));
    return x;
}

/* What a comparison gives for operands in that order: below 0, the first is less. */
static struct host_value compare(int op, int order) {
    switch (op) {
    case HOST_LT:
        return integer(order < 0);
    case HOST_GT:
        return integer(order > 0);
    case HOST_LE:
        return integer(order <= 0);
    case HOST_GE:
        return integer(order >= 0);
    case HOST_EQ:
        return integer(order == 0);
    case HOST_NE:
        return integer(order != 0);
    default:
        return no_value("not constant");
    }
}

static struct host_value compute_real(int op, double x, double y) {
    switch (op) {
    case HOST_ADD:
        return real(x + y);
    case HOST_SUB:
        return real(x - y);
    case HOST_MUL:
        return real(x * y);
    case HOST_DIV:
        return y != 0 ? real(x / y) : no_value("a division by zero");
    case HOST_AND:
        return integer(x != 0 && y != 0);
    case HOST_OR:
        return integer(x != 0 || y != 0);
    default:
        return compare(op, (x > y) - (x < y));
    }
}

static struct host_value divide(int op, int64_t x, int64_t y, bool is_unsigned) {
    if (y == 0)
        return no_value("a division by zero");
    if (is_unsigned)
        return integer(
            (int64_t)(op == HOST_DIV ? (uint64_t)x / (uint64_t)y : (uint64_t)x % (uint64_t)y));
    if (y == -1)
        return integer(op == HOST_DIV ? (int64_t)-(uint64_t)x : 0);
    return integer(op == HOST_DIV ? x / y : x % y);
}

/* Sums and products wrap around, as they do in unsigned arithmetic. */
static struct host_value compute_integer(int op, int64_t x, int64_t y, bool is_unsigned) {
    uint64_t u = (uint64_t)x, w = (uint64_t)y;
    switch (op) {
    case HOST_ADD:
        return integer((int64_t)(u + w));
    case HOST_SUB:
        return integer((int64_t)(u - w));
    case HOST_MUL:
        return integer((int64_t)(u * w));
    case HOST_DIV:
    case HOST_REM:
        return divide(op, x, y, is_unsigned);
    case HOST_SHL:
        return y >= 0 && y < 64 ? integer((int64_t)(u << y)) : no_value("not constant");
    case HOST_SHR:
        return y >= 0 && y < 64 ? integer(is_unsigned ? (int64_t)(u >> y) : x >> y)
                                : no_value("not constant");
    case HOST_BIT_AND:
        return integer(x & y);
    case HOST_BIT_OR:
        return integer(x | y);
    case HOST_BIT_XOR:
        return integer(x ^ y);
    case HOST_AND:
        return integer(x && y);
    case HOST_OR:
        return integer(x || y);
    default:
        return compare(op, is_unsigned ? (u > w) - (u < w) : (x > y) - (x < y));
    }
}

struct host_value host_compute(int op, struct host_value x, struct host_value y,
                               const struct host_node *type) {
    if (x.kind == VALUE_UNKNOWN || y.kind == VALUE_UNKNOWN)
        return x.kind == VALUE_UNKNOWN ? x : y;
    if (!is_number(x) || !is_number(y))
        return no_value("not a number");
    struct host_value r = x.kind == VALUE_FLOAT || y.kind == VALUE_FLOAT
                              ? compute_real(op, as_real(x), as_real(y))
                              : compute_integer(op, x.integer, y.integer, type->type == HOST_UINT);
    return host_convert(r, type);
}

static const struct {
    const char *name;
    double (*f)(double);
} functions[] = {{"ceil", ceil},   {"ceilf", ceil}, {"floor", floor}, {"floorf", floor},
                 {"sqrt", sqrt},   {"sqrtf", sqrt}, {"log2", log2},   {"log2f", log2},
                 {"round", round}, {"fabs", fabs},  {"log", log},     {"exp2", exp2}};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static bool is_one_of(const char *name, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

#define IS_ONE_OF(name, names) is_one_of(name, names, sizeof names / sizeof *names)

/* Of the number at the beginning of a text. */
static const char *const whole_parsers[] = {"atoi",    "atol",     "atoll", "strtol", "strtoul",
                                            "strtoll", "strtoull", "stoi",  "stol",   "stoul"};
static const char *const real_parsers[] = {"atof", "strtod", "strtof", "stod", "stof"};

bool host_is_computed(const char *name) {
    static const char *const others[] = {"pow", "powf", "min", "max", "fmin", "fmax"};
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (strcmp(name, functions[i].name) == 0)
            return true;
    return IS_ONE_OF(name, others) || IS_ONE_OF(name, whole_parsers) ||
           IS_ONE_OF(name, real_parsers);
}

static bool compute_real_call(const char *name, const struct host_value *args, uint32_t n,
                              struct host_value *result) {
    for (size_t i = 0; i < FUNCTIONS && n == 1; i++)
        if (strcmp(name, functions[i].name) == 0) {
            *result = real(functions[i].f(as_real(args[0])));
            return true;
        }
    if (n == 2 && (strcmp(name, "pow") == 0 || strcmp(name, "powf") == 0)) {
        *result = real(pow(as_real(args[0]), as_real(args[1])));
        return true;
    }
    return false;
}

static bool compute_extreme(const char *name, const struct host_value *args, uint32_t n,
                            struct host_value *result) {
    bool least = strcmp(name, "min") == 0 || strcmp(name, "fmin") == 0;
    bool most = strcmp(name, "max") == 0 || strcmp(name, "fmax") == 0;
    if (n != 2 || !(least || most))
        return false;
    *result = (as_real(args[0]) < as_real(args[1])) == least ? args[0] : args[1];
    return true;
}

/* What printf() makes of a format, or an unknown value. */
static struct host_value format(struct arena *a, const struct host_value *args, uint32_t n) {
    struct str s = {.arena = a};
    uint32_t next = 1;
    for (const char *f = args[0].text; *f;) {
        size_t literal = strcspn(f, "%"), flags;
        str_addn(&s, f, literal);
        f += literal;
        if (!*f)
            break;
        if (f[1] == '%') {
            str_add(&s, "%");
            f += 2;
            continue;
        }
        flags = strspn(f + 1, "0123456789.-+ #");
        const char *spec = arena_strndup(a, f, flags + 1);
        f += 1 + flags;
        f += strspn(f, "lhzjtq");
        struct host_value x = next < n ? args[next++] : no_value("a missing argument");
        if (strchr("diuxX", *f) && *f && x.kind == VALUE_INT && strlen(spec) < 20)
            str_printf(&s, arena_printf(a, "%s%s", spec, *f == 'x' ? PRIx64 : PRId64), x.integer);
        else if (*f && strchr("feEgG", *f) && is_number(x) && strlen(spec) < 20)
            str_printf(&s, arena_printf(a, "%s%c", spec, *f), as_real(x));
        else if (*f == 's' && x.kind == VALUE_TEXT)
            str_add(&s, x.text);
        else
            return x.kind == VALUE_UNKNOWN ? x : no_value("a format that is not followed");
        f++;
    }
    return (struct host_value){.kind = VALUE_TEXT, .text = str_text(&s)};
}

static struct host_value joined(struct arena *a, const struct host_value *args) {
    if (args[1].kind != VALUE_TEXT)
        return args[1].kind == VALUE_UNKNOWN ? args[1] : no_value("not a text");
    return (struct host_value){.kind = VALUE_TEXT,
                               .text = arena_printf(a, "%s%s", args[0].text, args[1].text)};
}

/* 0 if the text begins with no number, as C's functions have it. */
static bool parse(const char *name, const struct host_value *args, uint32_t n,
                  struct host_value *result) {
    int64_t base = n < 3 ? 10 : args[2].kind == VALUE_INT ? args[2].integer : -1;
    if (IS_ONE_OF(name, real_parsers))
        *result = real(strtod(args[0].text, NULL));
    else if (IS_ONE_OF(name, whole_parsers) && (base == 0 || (base >= 2 && base <= 36)))
        *result = integer(strtoll(args[0].text, NULL, (int)base));
    else
        return false;
    return true;
}

static bool compute_text_call(struct arena *a, const char *name, const struct host_value *args,
                              uint32_t n, struct host_value *result) {
    uint32_t skip = strcmp(name, "sprintf") == 0 ? 1 : strcmp(name, "snprintf") == 0 ? 2 : 0;
    if (skip && n > skip && args[skip].kind == VALUE_TEXT) {
        *result = format(a, args + skip, n - skip);
        return true;
    }
    if (strcmp(name, "strcpy") == 0 && n == 2) {
        *result = args[1];
        return true;
    }
    if (strcmp(name, "strcat") == 0 && n == 2 && args[0].kind == VALUE_TEXT) {
        *result = joined(a, args);
        return true;
    }
    if (strcmp(name, "strlen") == 0 && n == 1 && args[0].kind == VALUE_TEXT) {
        *result = integer((int64_t)strlen(args[0].text));
        return true;
    }
    if (n >= 1 && args[0].kind == VALUE_TEXT && parse(name, args, n, result))
        return true;
    if (strcmp(name, "strcmp") == 0 && n == 2 && args[0].kind == VALUE_TEXT &&
        args[1].kind == VALUE_TEXT) {
        *result = integer(strcmp(args[0].text, args[1].text));
        return true;
    }
    if (strcmp(name, "to_string") == 0 && n == 1 && args[0].kind == VALUE_INT) {
        *result = (struct host_value){.kind = VALUE_TEXT,
                                      .text = arena_printf(a, "%" PRId64, args[0].integer)};
        return true;
    }
    if (strcmp(name, "operator+") == 0 && n == 2 && args[0].kind == VALUE_TEXT) {
        *result = joined(a, args);
        return true;
    }
    return false;
}

bool host_compute_call(struct arena *a, const char *name, const struct host_value *args, uint32_t n,
                       struct host_value *result) {
    if (compute_text_call(a, name, args, n, result))
        return true;
    for (uint32_t i = 0; i < n; i++)
        if (!is_number(args[i]))
            return false;
    return compute_real_call(name, args, n, result) || compute_extreme(name, args, n, result);
}
