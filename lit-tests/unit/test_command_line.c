/* Command lines as getopt_long() takes them, by one table: values behind '=', as the next word or
 * as the rest of a letter's; names cut short; operands anywhere, and all behind "--". */
#include <string.h>

#include "base/command_line.h"
#include "base/die.h"
#include "check.h"

struct values {
    bool quick, loud;
    const char *output, *size;
    struct words kept;
};

static const char *read_size(struct arena *a, void *to, const char *value) {
    (void)a;
    ((struct values *)to)->size = value ? value : "usual";
    return value && strcmp(value, "bad") == 0 ? "--size: it is bad" : NULL;
}

static bool take_define(struct arena *a, void *to, const char *word) {
    if (strncmp(word, "-D", 2) != 0)
        return false;
    words_add(a, &((struct values *)to)->kept, word);
    return true;
}

static const struct command_option options[] = {
    {"--output", "FILE", "where to", COMMAND_TEXT(struct values, output), 'o'},
    {"--quick", NULL, "soon", COMMAND_FLAG(struct values, quick), 'q'},
    {"--loud", NULL, NULL, COMMAND_FLAG(struct values, loud), 'l'},
    {"--keep", "[A:]WORD", "repeatable", COMMAND_WORDS(struct values, kept), 0},
    {"--size", "[=N]", "how large", COMMAND_READ(read_size), 0},
};

static struct arena arena;
static struct values values;
static struct command_words words;

/* What the words, cut at blanks, come to. */
static int read(const char *line, bool program, bool apart) {
    const struct command_table table = {.name = "test",
                                        .usage = "usage: clperf test\n\n",
                                        .options = options,
                                        .n = sizeof options / sizeof *options,
                                        .program = program,
                                        .apart = apart,
                                        .take = take_define};
    const struct words split = words_split(&arena, line, " ");
    values = (struct values){0};
    return command_line_read(&arena, &table, (char **)words_argv(&arena, &split), &values, &words);
}

static bool is(const char *text, const char *expected) {
    return text && strcmp(text, expected) == 0;
}

static void test_values(void) {
    CHECK(read("test --output a b", false, false) == COMMAND_RUNS && is(values.output, "a"));
    CHECK(words.operands.n == 1 && is(words.operands.at[0], "b"));
    CHECK(read("test b --output=a=c", false, false) == COMMAND_RUNS && is(values.output, "a=c"));
    CHECK(read("test -oa -o b", false, false) == COMMAND_RUNS && is(values.output, "b"));
    CHECK(read("test -qlo x", false, false) == COMMAND_RUNS && values.quick && values.loud);
    CHECK(is(values.output, "x"));
    CHECK(read("test --size 3", false, false) == COMMAND_RUNS && is(values.size, "usual"));
    CHECK(words.operands.n == 1);
    CHECK(read("test --size=3 --keep=a --keep b -Dx", false, false) == COMMAND_RUNS);
    CHECK(is(values.size, "3") && values.kept.n == 3 && is(values.kept.at[2], "-Dx"));
}

static void test_operands(void) {
    CHECK(read("test a --quick - -- --loud", false, false) == COMMAND_RUNS && values.quick);
    CHECK(!values.loud && words.operands.n == 3 && is(words.operands.at[2], "--loud"));
    CHECK(read("test a -- b --loud", false, true) == COMMAND_RUNS && words.ended);
    CHECK(words.operands.n == 1 && words.behind.n == 2);
    CHECK(read("test --quick a --loud", true, false) == COMMAND_RUNS && !values.loud);
    CHECK(words.operands.n == 2);
}

static void test_mistakes(void) {
    CHECK(read("test --out a --qui", false, false) == COMMAND_RUNS && is(values.output, "a"));
    CHECK(values.quick);
    CHECK(read("test --wrong", false, false) == EXIT_USAGE);
    CHECK(read("test -x", false, false) == EXIT_USAGE);
    CHECK(read("test --output", false, false) == EXIT_USAGE);
    CHECK(read("test -o", false, false) == EXIT_USAGE);
    CHECK(read("test --quick=1", false, false) == EXIT_USAGE);
    CHECK(read("test --size=bad", false, false) == EXIT_USAGE);
    CHECK(read("test --help --wrong", false, false) == 0);
}

static void test_numbers(void) {
    double x;
    long n;
    CHECK(command_line_number("1.5", 1, 2, &x) && x == 1.5);
    CHECK(!command_line_number("1.5x", 1, 2, &x) && !command_line_number("", 0, 2, &x));
    CHECK(!command_line_number("nan", 0, 2, &x) && !command_line_number("3", 0, 2, &x));
    CHECK(command_line_integer("7", 1, 9, &n) && n == 7);
    CHECK(!command_line_integer("7.5", 1, 9, &n) && !command_line_integer("0", 1, 9, &n));
}

int main(void) {
    test_values();
    test_operands();
    test_mistakes();
    test_numbers();
    arena_free(&arena);
    return CHECK_DONE();
}
