/* Which headers of the standard library a source begins with. */
#include <string.h>

#include "check.h"
#include "source/scan/standard_headers.h"

static bool finds(struct arena *a, const char *text, const char *expected) {
    return strcmp(standard_headers_at_start(a, text, strlen(text)), expected) == 0;
}

int main(void) {
    struct arena a = {0};
    CHECK(finds(&a, "", ""));
    CHECK(finds(&a, "#include <vector>", "#include <vector>\n"));
    /* In alphabetical order, each once, whatever stands between them. */
    CHECK(finds(&a,
                "/* A licence\n * #include <map> */\n\n#include <vector>\n// #include <set>\n"
                "#include \"own.h\"\n#include <stdio.h>\n#pragma once\n#define N 8 \\\n  * 2\n"
                "  #  include <algorithm> // for sort\n#include <vector>\n",
                "#include <algorithm>\n#include <vector>\n"));
    /* Not those behind code, or behind what may decide about them. */
    CHECK(finds(&a, "#include <map>\nint x;\n#include <set>\n", "#include <map>\n"));
    CHECK(finds(&a, "#include <map>\n#ifdef X\n#include <set>\n#endif\n", "#include <map>\n"));
    CHECK(finds(&a, "#define _GLIBCXX_DEBUG\n#include <set>\n", ""));
    CHECK(finds(&a, "#define NDEBUG\n#include <cassert>\n", ""));
    CHECK(finds(&a, "#undef X\n#include <set>\n", ""));
    CHECK(finds(&a, "#included <set>\n", ""));
    /* Not those of others. */
    CHECK(finds(
        &a, "#include \"vector\"\n#include <vector.h>\n#include <Eigen>\n#include <thrust/set>\n",
        ""));
    CHECK(finds(&a, "/* no end #include <set>\n", ""));
    CHECK(finds(&a, "#define X \\", ""));
    arena_free(&a);
    return CHECK_DONE();
}
