/* What regions of a machine view are taken to become in the code. */
#include "check.h"
#include "codegen/code/regions.h"

/* The region of a kernel of one block that has so many operations of the class. */
static struct region region_of(struct arena *a, const struct gpu *g, enum op_class cls,
                               uint16_t n) {
    struct item item = {.kind = ITEM_COMPUTE};
    struct block block = {.n_items = 1, .loop = NONE};
    const struct code code = {0};
    const struct kernel k = {.blocks = &block, .n_blocks = 1, .items = &item, .n_items = 1};
    const struct joining j = {.arena = a, .k = &k, .c = &code};
    item.count[cls] = n;
    return regions_of_view(&j, g).at[0];
}

/* Two instructions for each, also where an instruction of three inputs may take the operation with
 * its user: the code does not say which have. */
static void test_wide_words(struct arena *a, const struct gpu *g) {
    static const enum op_class wide[] = {CLASS_INT64, CLASS_SHIFT64, CLASS_JOINED_SUM64,
                                         CLASS_JOINED_LOGIC64};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        struct region r = region_of(a, g, wide[i], 3);
        CHECK(r.instructions == 6 && r.functions == 6 && r.count[CLASS_INT64] == 3);
    }
}

static void test_words(struct arena *a, const struct gpu *g) {
    static const enum op_class narrow[] = {CLASS_INT, CLASS_PLAIN_SUM, CLASS_SHIFTED_SUM,
                                           CLASS_ROTATED_SUM};
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
        struct region r = region_of(a, g, narrow[i], 3);
        CHECK(r.instructions == 3 && r.functions == 0 && r.count[CLASS_INT] == 3);
    }
}

int main(void) {
    struct arena arena = {0};
    const char *error;
    const struct gpu *g = gpu_find(&arena, "rtx-3060", &error);
    test_wide_words(&arena, g);
    test_words(&arena, g);
    arena_free(&arena);
    return CHECK_DONE();
}
