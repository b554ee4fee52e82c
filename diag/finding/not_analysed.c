#include "diag/finding/rule_names.h"
#include "diag/report.h"

const struct rule_info rule_not_analysed = {
    .id = RULE_NOT_ANALYSED,
    .title = "Something that may hold kernels was not analysed",
    .help =
        "A gate that only counts findings lets everything pass that clperf did not see. This name "
        "stands for all that it did not see: a source or a kernel's text that **does not "
        "compile** by itself, a kernel with something that is **not modelled**, or that takes more "
        "**time or memory** than `-fclperf-budget=` allows, a launch of a kernel whose **source is "
        "not found**, device code in a **language or format that is not read**, such as PTX, and "
        "an analysis that **crashed, was killed or did not start**.\n\n"
        "Unless an option says otherwise, sources with kernels are warned of, and the rest is a "
        "note or a remark of `-Rclperf`. `-Wclperf-not-analysed` makes warnings of all, "
        "`-Werror=clperf-not-analysed` errors, and so does `-Werror=clperf`, which stands for all "
        "names; `-Wno-clperf-not-analysed` leaves nothing but the remarks.\n\n"
        "### How to fix it\n\n"
        "Each message says what would help. Most often it is a macro that the program is built "
        "with, or more time:\n\n"
        "```sh\n"
        "CLPERF_FLAGS=\"-DWIDTH=64\" make CC=clperf-cc\n"
        "CLPERF_FLAGS=-fclperf-budget=20,4096 make CC=clperf-cc\n"
        "```\n\n"
        "### When to ignore it\n\n"
        "Where the code is analysed elsewhere, as kernels that the program reads from files, or "
        "is nobody's concern, as a generated source. `-Werror=clperf "
        "-Wno-error=clperf-not-analysed` has findings fail the build and only warns of the rest; a "
        "suppression mapping with `[clperf-not-analysed]` names files, and a comment `// "
        "clperf-ignore[not-analysed]: why` stands above a kernel.",
    .precision = "very-high",
};
