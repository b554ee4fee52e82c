#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/formula_tree.h"

/* Of + and -; what binds less are comparisons, && and ||. */
enum { PRECEDENCE_SUM = 5 };

static double add(double x, double y) {
    return x + y;
}
static double subtract(double x, double y) {
    return x - y;
}
static double multiply(double x, double y) {
    return x * y;
}
static double divide(double x, double y) {
    return x / y;
}
static double divide_down(double x, double y) {
    return floor(x / y);
}
static double remain(double x, double y) {
    return x - floor(x / y) * y;
}
static double equal(double x, double y) {
    return x == y;
}
static double unequal(double x, double y) {
    return x != y;
}
static double less(double x, double y) {
    return x < y;
}
static double at_most(double x, double y) {
    return x <= y;
}
static double more(double x, double y) {
    return x > y;
}
static double at_least(double x, double y) {
    return x >= y;
}

/* Of two that begin alike the longer one comes first. */
static const struct formula_binary binaries[] = {
    {"||", 1, NULL, NO_TEST},         {"&&", 2, NULL, NO_TEST},        {"==", 3, equal, TEST_EQUAL},
    {"!=", 3, unequal, TEST_UNEQUAL}, {"<=", 4, at_most, NO_TEST},     {">=", 4, at_least, NO_TEST},
    {"<", 4, less, NO_TEST},          {">", 4, more, NO_TEST},         {"+", 5, add, NO_TEST},
    {"-", 5, subtract, NO_TEST},      {"//", 6, divide_down, NO_TEST}, {"*", 6, multiply, NO_TEST},
    {"/", 6, divide, NO_TEST},        {"%", 6, remain, NO_TEST},
};

enum { BINARIES = sizeof binaries / sizeof binaries[0] };

static double ceil_div(double x, double y) {
    return ceil(x / y);
}
static double first_ceil(double x, double y) {
    (void)y;
    return ceil(x);
}
static double first_floor(double x, double y) {
    (void)y;
    return floor(x);
}
static double first_log2(double x, double y) {
    (void)y;
    return log2(x);
}
static double first_abs(double x, double y) {
    (void)y;
    return fabs(x);
}

/* The finaliser of MurmurHash3 (Appleby, public domain) over the number's bits, as a fraction. */
static double first_random(double x, double y) {
    (void)y;
    uint64_t h;
    memcpy(&h, &x, sizeof h);
    h = (h ^ h >> 33) * 0xff51afd7ed558ccdu;
    h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53u;
    return (double)((h ^ h >> 33) >> 11) * 0x1p-53;
}

static const struct formula_function functions[] = {
    {"min", 0, fmin},          {"max", 0, fmax},          {"ceil", 1, first_ceil},
    {"floor", 1, first_floor}, {"ceil_div", 2, ceil_div}, {"log2", 1, first_log2},
    {"pow", 2, pow},           {"abs", 1, first_abs},     {"random", 1, first_random},
};

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

const struct formula_binary *formula_binary(const char *text) {
    for (size_t i = 0; i < BINARIES; i++)
        if (strncmp(text, binaries[i].text, strlen(binaries[i].text)) == 0)
            return &binaries[i];
    return NULL;
}

bool formula_is_comparison(const struct formula_binary *op) {
    return op->precedence < PRECEDENCE_SUM;
}

const struct formula_function *formula_function(const char *name) {
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}
