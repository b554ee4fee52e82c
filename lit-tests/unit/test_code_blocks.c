/* Blocks, dominators and loops of machine code. */
#include "check.h"
#include "codegen/code/code.h"

enum { MOST = 16 };

/* A code of instructions of which each goes on, branches ("b" with its target: always, "c": under a
 * condition), or ends ("e"). */
struct step {
    char what;
    uint32_t target;
};

static struct code code_of(struct arena *a, const struct step *steps, uint32_t n) {
    struct code_instruction *in = NEW_ARRAY(a, struct code_instruction, n);
    for (uint32_t i = 0; i < n; i++) {
        char w = steps[i].what;
        in[i] = (struct code_instruction){.address = 16 * i, .name = "X", .target = NONE};
        if (w == 'b' || w == 'c') {
            in[i].flow = CODE_BRANCH;
            in[i].target = steps[i].target;
        } else if (w == 'e') {
            in[i].flow = CODE_EXIT;
        }
        in[i].conditional = w == 'c';
    }
    struct code c = {.instructions = in, .n_instructions = n};
    code_find_blocks(a, &c);
    return c;
}

static void straight(struct arena *a) {
    static const struct step steps[] = {{'.', 0}, {'.', 0}, {'e', 0}};
    struct code c = code_of(a, steps, 3);
    CHECK(c.n_blocks == 1 && c.blocks[0].n == 3 && c.blocks[0].n_succs == 0);
    CHECK(c.n_loops == 0 && c.blocks[0].loop == NONE);
}

/* An if with two sides: the block behind it is dominated by the condition. */
static void diamond(struct arena *a) {
    static const struct step steps[] = {{'c', 3}, {'.', 0}, {'b', 4}, {'.', 0}, {'e', 0}};
    struct code c = code_of(a, steps, 5);
    CHECK(c.n_blocks == 4);
    CHECK(c.blocks[0].n_succs == 2 && c.blocks[0].succs[0] == 2 && c.blocks[0].succs[1] == 1);
    CHECK(c.blocks[1].idom == 0 && c.blocks[2].idom == 0 && c.blocks[3].idom == 0);
}

/* Two loops, one in the other, and a third of one block behind them. */
static void loops(struct arena *a) {
    static const struct step steps[] = {{'.', 0}, {'.', 0}, {'c', 2}, {'c', 1},
                                        {'.', 0}, {'c', 4}, {'e', 0}};
    struct code c = code_of(a, steps, 7);
    CHECK(c.n_loops == 3);
    CHECK(c.loops[0].parent == NONE && c.loops[0].depth == 1);
    CHECK(c.loops[1].parent == 0 && c.loops[1].depth == 2);
    CHECK(c.loops[2].parent == NONE && c.loops[2].depth == 1);
    CHECK(c.blocks[c.loops[1].header].first == 2 && c.blocks[c.loops[1].header].loop == 1);
    CHECK(c.blocks[c.loops[2].header].first == 4);
    CHECK(c.blocks[c.n_blocks - 1].loop == NONE);
}

/* A conditional exit goes on; what stands behind an endless loop is never reached. */
static void unreachable(struct arena *a) {
    static const struct step steps[] = {{'c', 2}, {'e', 0}, {'b', 2}, {'.', 0}, {'b', 3}};
    struct code c = code_of(a, steps, 5);
    CHECK(c.n_blocks == 4);
    CHECK(c.n_loops == 1 && c.blocks[c.loops[0].header].first == 2);
    CHECK(c.blocks[3].idom == NONE && c.blocks[3].loop == NONE);
}

static void target_outside(struct arena *a) {
    static const struct step steps[] = {{'b', 99}, {'e', 0}};
    struct code c = code_of(a, steps, 2);
    CHECK(c.n_blocks == 2 && c.blocks[0].n_succs == 0);
}

int main(void) {
    struct arena a = {0};
    straight(&a);
    diamond(&a);
    loops(&a);
    unreachable(&a);
    target_outside(&a);
    arena_free(&a);
    return CHECK_DONE();
}
