#include "driver/sweep/import/python_expression.h"

#include <string.h>

#include "base/str.h"
#include "check.h"

static const struct formula_value sizes[] = {{.number = 4096}, {.number = 17}};

static const struct formula_value *find_list(const void *context, const char *name, size_t *n) {
    (void)context;
    *n = 2;
    return strcmp(name, "sizes") == 0 ? sizes : NULL;
}

static bool find(const void *context, const char *name, struct formula_value *out) {
    (void)context;
    *out = (struct formula_value){.number = 7};
    if (strcmp(name, "type") == 0)
        out->text = "float";
    return strcmp(name, "x") == 0 || out->text;
}

/* The value of the formula as text, x being 7 and type 'float', or the error. */
static const char *result(struct arena *a, const char *text) {
    static const struct python_lists lists = {find_list, NULL};
    static const struct formula_names names = {find, NULL};
    const char *error = NULL, *formula = python_formula(a, text, &lists, &error);
    struct formula_value v;
    const struct formula *f = formula ? formula_parse(a, formula, &error) : NULL;
    if (!f || !formula_eval(a, f, &names, &v, &error))
        return error;
    return v.text ? v.text : arena_printf(a, "%.10g", v.number);
}

/* The list's values with blanks between them, or the error. */
static const char *list(struct arena *a, const char *text) {
    struct python_values values = {0};
    const char *error;
    struct str s = {.arena = a};
    if (!python_list(a, text, 10, &values, &error))
        return error;
    for (size_t i = 0; i < values.n; i++)
        if (values.at[i].text)
            str_printf(&s, "%s'%s'", i ? " " : "", values.at[i].text);
        else
            str_printf(&s, "%s%.10g", i ? " " : "", values.at[i].number);
    return str_text(&s);
}

static void check(const char *(*of)(struct arena *a, const char *text), const char *text,
                  const char *expected) {
    struct arena a = {0};
    const char *found = of(&a, text);
    CHECK(strcmp(found, expected) == 0);
    if (strcmp(found, expected) != 0)
        printf("    %s: %s, expected %s\n", text, found, expected);
    arena_free(&a);
}

static void test_arithmetic(void) {
    check(result, "2 + 3 * x", "23");
    check(result, "-x // 2", "-4");
    check(result, "-x % 4", "1");
    check(result, "-(-x // 2)", "4");
    check(result, "-2 ** 2", "-4");
    check(result, "2 ** 3 ** 2", "512");
    check(result, "2 ** -1", "0.5");
    check(result, "x / 2", "3.5");
    check(result, "int(-x / 2) + int(7.9)", "4");
    check(result, "min(x, 3, 5) + max(1, 2) + abs(-4)", "9");
    check(result, "math.ceil(x / 2) + float(1)", "5");
    check(result, "max(sizes) - min(sizes)", "4079");
    check(result, "sizes[0] + sizes[1]", "4113");
}

static void test_conditions(void) {
    check(result, "x == 7 and not x < 3", "1");
    check(result, "not x == 7 or False", "0");
    check(result, "True and x != 7", "0");
    check(result, "1 < x <= 7 < 8", "1");
    check(result, "1 < x < 7", "0");
    check(result, "x in [1, 7]", "1");
    check(result, "x not in (1, 7)", "0");
    check(result, "x in []", "0");
    check(result, "type == 'float' and x in [7]", "1");
    check(result, "10 if x > 5 else 20", "10");
    check(result, "0 or x", "1");
}

static void test_lists(void) {
    check(list, "[1, 2.5, -3,]", "1 2.5 -3");
    check(list, "1, 2", "1 2");
    check(list, "('a', \"b\")", "'a' 'b'");
    check(list, "[2**i for i in range(4)]", "1 2 4 8");
    check(list, "[16 * i for i in range(1, 9, 3) if i != 4]", "16 112");
    check(list, "list(range(3, 0, -1)) + [True]", "3 2 1 1");
    check(list, "range(2)", "0 1");
    check(list, "[]", "");
}

static void test_errors(void) {
    check(result, "x +", "column 4: expected a number, a name or '('");
    check(result, "x & 1", "column 3: expected an operator or the end");
    check(result, "sqrt(x)", "column 8: no function is called 'sqrt'");
    check(result, "x[0]", "column 3: 'x' has no such item");
    check(result, "sizes[2]", "column 7: 'sizes' has no such item");
    check(result, "'a\\n' == type", "column 1: a text with '\\'");
    check(list, "[1, 2", "column 6: expected ']'");
    check(list, "x", "column 3: nothing is called 'x'");
    check(list, "range(11)", "column 10: more than 10 values");
    check(list, "range(0, 1, 0)", "column 15: range() is of integers, its step not 0");
    check(list, "{1}", "column 1: expected a list or range()");
}

/* Texts that would take endless memory, time or stack. */
static void test_hostile(void) {
    struct arena a = {0};
    struct str deep = {.arena = &a}, chain = {.arena = &a}, lists = {.arena = &a};
    const char *error;
    struct python_values values = {0};
    for (int i = 0; i < 20; i++)
        str_add(&chain, "1 < (");
    str_add(&chain, "1");
    for (int i = 0; i < 20; i++)
        str_add(&chain, ") < 2");
    for (int i = 0; i < 10000; i++)
        str_add(&deep, i % 2 ? "not " : "(");
    for (int i = 0; i < 10000; i++)
        str_add(&lists, "list(");
    CHECK(!python_formula(&a, str_text(&chain), NULL, &error));
    CHECK(strstr(error, "too long"));
    CHECK(!python_formula(&a, str_text(&deep), NULL, &error));
    CHECK(strstr(error, "nested too deeply"));
    CHECK(!python_list(&a, str_text(&lists), 10, &values, &error));
    CHECK(strstr(error, "nested too deeply"));
    arena_free(&a);
}

int main(void) {
    test_arithmetic();
    test_conditions();
    test_lists();
    test_errors();
    test_hostile();
    return CHECK_DONE();
}
