#include "source/languages/lowerings.h"

#include "analysis/load/lowering.h"
#include "source/frontend.h"

enum {
    LANGUAGES = 0
#define FRONT_END(id, ...) +1
#include "source/front_ends.def"
#undef FRONT_END
};

static const struct lowering *lowering_of(size_t language) {
    return frontend_in_row(language)->lowering;
}

const struct lowerings language_lowerings = {lowering_of, LANGUAGES};
