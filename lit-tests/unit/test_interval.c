/* Models that disagree widen each other's intervals; one that is far off does not. */
#include <math.h>

#include "lit-tests/unit/check.h"
#include "perfmodel/result/prediction_interval.h"

static struct estimate takes(double ms) {
    return (struct estimate){.time_ms = ms, .width = 0.2};
}

int main(void) {
    struct estimate same[] = {takes(3), takes(3), takes(3)};
    interval_spread(same, 3);
    CHECK(fabs(same[0].width - 0.2) < 1e-12);
    CHECK(fabs(same[0].low_ms - 3 / 1.2) < 1e-9 && fabs(same[0].high_ms - 3.6 - 1e-3) < 1e-9);

    struct estimate off[] = {takes(3), takes(3.03), takes(3.03), takes(0.01)};
    interval_spread(off, 4);
    CHECK(off[0].width < 0.21 && off[3].width > 5);

    struct estimate two[] = {takes(2), takes(4)};
    interval_spread(two, 2);
    CHECK(fabs(two[0].width - hypot(0.2, log(2))) < 1e-12 && two[0].width == two[1].width);

    struct estimate alone = takes(1);
    interval_spread(&alone, 1);
    CHECK(alone.width == 0.2);
    return CHECK_DONE();
}
