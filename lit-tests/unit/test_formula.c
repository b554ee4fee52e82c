#include "base/formula.h"
#include "base/formula_of_place.h"

#include <string.h>

#include "base/str.h"
#include "check.h"

static bool find(const void *context, const char *name, struct formula_value *out) {
    (void)context;
    if (strcmp(name, "n") == 0)
        *out = (struct formula_value){.number = 10};
    else if (strcmp(name, "dram.pct") == 0)
        *out = (struct formula_value){.number = 0.5};
    else if (strcmp(name, "n(a-1)") == 0)
        *out = (struct formula_value){.number = 3};
    else if (strcmp(name, "gpu") == 0)
        *out = (struct formula_value){.text = "GTX 980"};
    else
        return false;
    return true;
}

static const struct formula_names names = {find, NULL};

/* The value as text, or the error. */
static const char *result(struct arena *a, const char *text) {
    const char *error = NULL;
    struct formula_value v;
    const struct formula *f = formula_parse(a, text, &error);
    if (!f || !formula_eval(a, f, &names, &v, &error))
        return error;
    return v.text ? v.text : arena_printf(a, "%.10g", v.number);
}

/* "value, value" of conditions, or "column: what is wrong". */
static const char *conditions(struct arena *a, const char *text) {
    struct formula_conditions c;
    struct formula_error e;
    const char *error = NULL;
    struct str s = {.arena = a};
    if (!formula_conditions(a, text, &names, &c, &e))
        return arena_printf(a, "%zu: %s", e.column, e.text);
    for (size_t i = 0; i < c.n; i++) {
        double v = -1;
        formula_number(a, c.at[i].formula, &names, &v, &error);
        str_printf(&s, "%s%g", i ? ", " : "", v);
    }
    return str_text(&s);
}

static void test_conditions(struct arena *a) {
    static const struct {
        const char *text, *value;
    } cases[] = {
        {"n<=10, n > 10 ,!n", "1, 0, 0"},
        {"dram.pct*100 <= 50%", "1"},
        {"n <= 9 % && n % 4 == 2", "0"},
        {"n % (4) == 2", "1"},
        {"n( a-1 ) == 3, max(n, 12) == 12", "1, 1"},
        {"gpu == 'GTX 980' || n < 5%", "1"},
        {"", "1: expected a number, a name or '('"},
        {"n<=10, n <", "11: expected a number, a name or '('"},
        {"n<=10,", "7: expected a number, a name or '('"},
        {"n <= 10 n", "9: expected an operator, ',' or the end"},
        {"n == 1, m == 2", "9: nothing is called 'm'"},
        {"n(b) == 1", "1: nothing is called 'n(b)'"},
        {"n(a-1 == 3", "7: expected ')'"},
        {"n() == 3", "3: expected a name"},
        {"n > 1, n", "8: expected a comparison"},
        {"(n > 1) + 1", "1: expected a comparison"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *value = conditions(a, cases[i].text);
        bool same = strcmp(value, cases[i].value) == 0;
        CHECK(same);
        if (!same)
            printf("  '%s' is %s, not %s\n", cases[i].text, value, cases[i].value);
    }
    CHECK(strcmp(result(a, "n(a-1)"), "'n(a-1)', column 1: no function is called 'n'") == 0);
}

static void test_values(struct arena *a) {
    static const struct {
        const char *text, *value;
    } cases[] = {
        {"1 + 2 * 3", "7"},
        {"(1 + 2) * 3", "9"},
        {"7 / 2", "3.5"},
        {"7 // 2", "3"},
        {"-7 // 2", "-4"},
        {"-7 % 4", "1"},
        {"10 - 4 - 3", "3"},
        {"2 - -3", "5"},
        {"64 / 4 / 4", "4"},
        {"1e3 + .5", "1000.5"},
        {"0x10", "16"},
        {"n*n", "100"},
        {"dram.pct * 2", "1"},
        {"n == 10", "1"},
        {"n != 10", "0"},
        {"n < 10 || n >= 10", "1"},
        {"1 < 2 == 1", "1"},
        {"!(n > 3) && 1", "0"},
        {"!0 + 1", "2"},
        {"n > 5 ? 1 : 2", "1"},
        {"0 ? 1 : 0 ? 2 : 3", "3"},
        {"gpu == 'GTX 980'", "1"},
        {"gpu != \"GTX 980\"", "0"},
        {"gpu == \"GTX 980\" ? 'a' : 'b'", "a"},
        {"min(3, n, 2)", "2"},
        {"max(3)", "3"},
        {"ceil(1.2) + floor(1.8)", "3"},
        {"ceil_div(n, 4)", "3"},
        {"log2(pow(2, n))", "10"},
        {"abs(3 - n) + abs(0)", "7"},
        {"random(n) == random(10) && random(n) != random(n + 1)", "1"},
        {"random(-1) >= 0 && random(1e300) < 1", "1"},
        {"0 && missing", "0"},
        {"1 || missing", "1"},
        {"1 ? 2 : missing", "2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *got = result(a, cases[i].text);
        CHECK(strcmp(got, cases[i].value) == 0 ||
              (printf("%s gives %s\n", cases[i].text, got), false));
    }
}

/* Programs for places give what formula_number() gives, and errors where that has one. */
static void test_places(struct arena *a) {
    static const char *const formulas[] = {
        "i",
        "3",
        "-i + 2 * (i - 7)",
        "7 // i",
        "i % 4 == 2 || i > 90",
        "i && i / (i - 50)",
        "!(i < 3 && i != 1)",
        "i < 10 ? i * 2 : i < 20 ? 1 / (i - 15) : 5",
        "1 + (i > 4 ? max(i, 20, i / 2) : min(3)) * 2",
        "max(1 / i, 2, 0)",
        "floor(random(i) * 100) + ceil_div(i, 3) - abs(-i)",
        "log2(i) + pow(2, i)",
        "(i || 1 / i) + (0 || i == 3) + (2 && i)",
    };
    for (size_t n = 0; n < sizeof formulas / sizeof formulas[0]; n++) {
        const char *error;
        const struct formula *f = formula_parse(a, formulas[n], &error);
        struct formula_of_place *program = formula_of_place(a, f);
        CHECK(program);
        for (double i = 0; i < 100; i++) {
            const struct formula_names place = {formula_find_place, &i};
            double x = 0, y = 0;
            bool known = formula_number(a, f, &place, &x, &error);
            CHECK(formula_at(program, i, &y) == known && (!known || x == y));
        }
    }
    const char *error;
    CHECK(!formula_of_place(a, formula_parse(a, "i == 'a' ? 1 : 2", &error)));
    CHECK(!formula_of_place(a, formula_parse(a, "i + n", &error)));
}

/* Values of random() are spread evenly. */
static void test_random(struct arena *a) {
    const char *error;
    const struct formula *f = formula_parse(a, "random(i)", &error);
    int below_tenth = 0;
    double sum = 0;
    for (double i = 0; i < 10000; i++) {
        double x = -1;
        const struct formula_names place = {formula_find_place, &i};
        CHECK(formula_number(a, f, &place, &x, &error) && x >= 0 && x < 1);
        sum += x;
        below_tenth += x < 0.1;
    }
    CHECK(sum > 4900 && sum < 5100);
    CHECK(below_tenth > 900 && below_tenth < 1100);
}

/* What is bound stays; the rest is asked for at the end. */
static void test_bind(struct arena *a) {
    static const struct formula_names place = {formula_find_place, NULL};
    const char *error;
    const struct formula *f = formula_parse(a, "gpu == 'GTX 980' ? n * max(i, 1) : m", &error);
    const struct formula *bound = formula_bind(a, f, &names);
    CHECK(strcmp(formula_unknown(f, &place), "gpu") == 0);
    CHECK(strcmp(formula_unknown(bound, &place), "m") == 0);
    double i = 7, value = 0;
    const struct formula_names at = {formula_find_place, &i};
    CHECK(formula_number(a, bound, &at, &value, &error) && value == 70);
    /* What is the same for all places is worked out once, but fails where it is needed only. */
    const struct formula *n = formula_bind(a, formula_parse(a, "n * (2 + 1)", &error), &names);
    CHECK(formula_number(a, n, NULL, &value, &error) && value == 30);
    const struct formula *late = formula_bind(a, formula_parse(a, "i ? 1 / 0 : 2", &error), &names);
    CHECK(!formula_number(a, late, &at, &value, &error));
    i = 0;
    CHECK(formula_number(a, late, &at, &value, &error) && value == 2);
}

static void test_errors(struct arena *a) {
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "'', column 1: expected a number, a name or '('"},
        {"1 +", "'1 +', column 4: expected a number, a name or '('"},
        {"(1", "'(1', column 3: expected ')'"},
        {"1 2", "'1 2', column 3: expected an operator or the end"},
        {"12abc", "'12abc', column 1: not a number"},
        {"'abc", "''abc', column 1: the text has no end"},
        {"n ? 1", "'n ? 1', column 6: expected ':'"},
        {"sin(1)", "'sin(1)', column 1: no function is called 'sin'"},
        {"pow(1)", "'pow(1)', column 7: pow() takes 2 arguments, not 1"},
        {"min(1;2)", "'min(1;2)', column 6: expected ',' or ')'"},
        {"n = 10", "'n = 10', column 3: expected an operator or the end"},
        {"missing + 1", "nothing is called 'missing'"},
        {"gpu + 1", "'GTX 980' is a text: it cannot be computed with"},
        {"gpu == 1", "'GTX 980' is a text: it cannot be compared with a number"},
        {"-gpu", "'GTX 980' is a text, not a number"},
        {"gpu && 1", "'GTX 980' is a text, not a number"},
        {"n / 0", "'/' gives no finite number (division by zero?)"},
        {"n % 0", "'%' gives no finite number (division by zero?)"},
        {"log2(0)", "the result is no finite number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *got = result(a, cases[i].text);
        CHECK(strcmp(got, cases[i].error) == 0 ||
              (printf("%s gives %s\n", cases[i].text, got), false));
    }
}

static void test_depth(struct arena *a) {
    struct str s = {.arena = a}, choices = {.arena = a}, sum = {.arena = a};
    for (int i = 0; i < 1000; i++) {
        str_add(&s, i % 2 ? "(" : "-");
        str_add(&choices, "1 ? ");
        str_add(&sum, "1 + ");
    }
    CHECK(strcmp(result(a, arena_printf(a, "%s1", str_text(&sum))), "1001") == 0);
    str_addn(&sum, "    ", 4);
    for (int i = 0; i < 100; i++)
        str_add(&sum, "1");
    CHECK(strstr(result(a, str_text(&sum)), "a formula of 4104 characters; 4096 are the most"));
    CHECK(strstr(result(a, str_text(&s)), "nested too deeply"));
    CHECK(strstr(result(a, str_text(&choices)), "nested too deeply"));
}

static void test_number(struct arena *a) {
    const char *error = NULL;
    double x = 0;
    CHECK(formula_number(a, formula_parse(a, "n + 1", &error), &names, &x, &error) && x == 11);
    CHECK(!formula_number(a, formula_parse(a, "gpu", &error), &names, &x, &error));
    CHECK(strcmp(error, "'GTX 980' is a text, not a number") == 0);
    CHECK(!formula_number(a, formula_parse(a, "n", &error), NULL, &x, &error));
    CHECK(formula_number(a, formula_constant(a, 3), NULL, &x, &error) && x == 3);
}

int main(void) {
    struct arena arena = {0};
    test_conditions(&arena);
    test_values(&arena);
    test_random(&arena);
    test_places(&arena);
    test_bind(&arena);
    test_errors(&arena);
    test_depth(&arena);
    test_number(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
