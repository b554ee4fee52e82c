/* Global memory accesses whose warp requests touch more sectors than they need. */
#include "diag/rules.h"

static void check(struct rule_context *c) {
    (void)c;
}

const struct rule rule_uncoalesced = {
    .info =
        {.id = "uncoalesced",
         .title = "A warp's global memory access touches more sectors than its data fills",
         .help =
             "Global memory moves in sectors of 32 bytes. The work-items of a warp access memory "
             "together, as one request: when neighbours access neighbouring addresses, a request "
             "of 32 floats needs 4 sectors; when each work-item is in a sector of its own, it "
             "needs 32, and seven eighths of the traffic is thrown away.\n"
             "\n"
             "Make the first dimension of the work-item number, get_global_id(0), the fastest "
             "changing part of the index. If the algorithm wants the other order, read a tile "
             "row by row into local memory and use it column by column from there. Arrays of "
             "structures become structures of arrays, and rows are padded so that each begins "
             "at a multiple of 32 bytes.\n"
             "\n"
             "Before: sum += a[get_global_id(0) * n + i];\n"
             "After:  sum += a[i * n + get_global_id(0)]; with the matrix stored transposed.\n"
             "\n"
             "Ignore it where the data stays in a cache anyway (then its cost is near zero, and "
             "it is not reported by default), or where the order is given by the data, as in "
             "sparse matrices and graphs.",
         .help_markdown =
             "Global memory moves in **sectors of 32 bytes**. The work-items of a warp access "
             "memory together, as one request: when neighbours access neighbouring addresses, a "
             "request of 32 floats needs 4 sectors; when each work-item is in a sector of its "
             "own, it needs 32, and seven eighths of the traffic is thrown away.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "Make `get_global_id(0)` the fastest changing part of the index.\n"
             "\n"
             "```c\n"
             "/* before: neighbours are n elements apart */\n"
             "sum += a[get_global_id(0) * n + i];\n"
             "\n"
             "/* after: neighbours are next to each other; the matrix is stored transposed */\n"
             "sum += a[i * n + get_global_id(0)];\n"
             "```\n"
             "\n"
             "- If the algorithm wants the other order, read a tile row by row into `__local` "
             "memory and use it column by column from there.\n"
             "- Turn arrays of structures into structures of arrays.\n"
             "- Pad rows so that each begins at a multiple of 32 bytes.\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Where the data stays in a cache anyway (then its cost is near zero, and it is not "
             "reported by default), or where the order is given by the data, as in sparse "
             "matrices and graphs.\n",
         .precision = "high"},
    .check = check,
};
