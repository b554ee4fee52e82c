/* Occupancy of many work-groups in one process. Each line of standard input is
 *     GPU ITEMS REGISTERS SCALAR-REGISTERS LOCAL-BYTES
 * and is answered by a line
 *     GROUPS WARPS LIMITER
 * A GPU is a name or a file, without blanks. */
#include <string.h>

#include "base/die.h"
#include "perfmodel/estimate.h"
#include "perfmodel/occupancy/occupancy.h"

static const struct gpu *find(struct arena *a, const char *name) {
    const char *error = NULL;
    const struct gpu *g = gpu_find(a, name, &error);
    if (!g)
        die("%s", error);
    return g;
}

int main(void) {
    struct arena a = {0};
    char name[256] = "", last[256] = "";
    const struct gpu *g = NULL;
    struct group_needs n = {0};
    while (scanf("%255s %u %u %u %u", name, &n.items, &n.regs_per_item, &n.scalar_regs_per_warp,
                 &n.local_bytes) == 5) {
        if (strcmp(name, last) != 0)
            g = find(&a, strcpy(last, name));
        struct occupancy o = occupancy_of(g, &n);
        printf("%u %u %s\n", o.groups_per_sm, o.warps, limiter_name(o.limiter));
    }
    arena_free(&a);
    return 0;
}
