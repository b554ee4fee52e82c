/* What machine code does not have. */
#include "check.h"
#include "codegen/code/lacks.h"

static struct code_instruction at(uint32_t line, enum op_class cls) {
    return (struct code_instruction){.cls = (uint8_t)cls, .loc = {.line = line, .col = 3}};
}

static bool lacks(const struct code_instruction *in, uint32_t n, enum op_class cls, uint32_t line) {
    const struct code c = {.instructions = in, .n_instructions = n, .has_locations = true};
    return code_lacks(&c, cls, (struct loc){.line = line, .col = 7});
}

static void test_functions(void) {
    const struct code_instruction in[] = {at(1, CLASS_FP32), at(2, CLASS_SFU),  at(2, CLASS_FP32),
                                          at(3, CLASS_SFU),  at(3, CLASS_FP32), at(3, CLASS_FP32)};
    const uint32_t n = sizeof in / sizeof *in;
    CHECK(lacks(in, n, CLASS_POW, 1));   /* a product */
    CHECK(lacks(in, n, CLASS_FDIV, 2));  /* native already */
    CHECK(!lacks(in, n, CLASS_FDIV, 3)); /* corrected */
    CHECK(!lacks(in, n, CLASS_FDIV, 0) && !lacks(in, n, CLASS_INT, 1));
    CHECK(!lacks(in, n, CLASS_SQRT, 4)); /* no instruction is of that line */
}

static void test_polynomial(void) {
    struct code_instruction in[6];
    for (uint32_t i = 0; i < 6; i++)
        in[i] = at(1, CLASS_FP32);
    CHECK(!lacks(in, 6, CLASS_SIN, 1) && lacks(in, 5, CLASS_SIN, 1));
    in[0].more = 1;
    CHECK(!lacks(in, 5, CLASS_SIN, 1));
    in[0].flow = CODE_CALL;
    CHECK(!lacks(in, 2, CLASS_SIN, 1));
}

/* What is of a header may be of any line. */
static void test_places(void) {
    struct code_instruction in[] = {at(1, CLASS_FP32), at(9, CLASS_FP64)};
    CHECK(lacks(in, 2, CLASS_FP64, 1) && !lacks(in, 2, CLASS_FP64, 9));
    in[1].loc.file = "math.h";
    CHECK(!lacks(in, 2, CLASS_FP64, 1));
    in[1].loc = (struct loc){0};
    CHECK(!lacks(in, 2, CLASS_FP64, 1));
}

static void test_unknown(void) {
    const struct code_instruction in[] = {at(1, CLASS_FP32)};
    const struct code none = {0};
    const struct code unknown = {.instructions = in, .n_instructions = 1, .n_unknown = 1};
    CHECK(!code_lacks(&none, CLASS_FP64, (struct loc){.line = 1}));
    CHECK(!code_lacks(&unknown, CLASS_FP64, (struct loc){.line = 1}));
}

int main(void) {
    test_functions();
    test_polynomial();
    test_places();
    test_unknown();
    return CHECK_DONE();
}
