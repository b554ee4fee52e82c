#include "gen/twice_cl.h"

const char *source(void) {
    return twice_cl;
}
