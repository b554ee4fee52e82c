#include "source/languages/lowerings.h"

#include "analysis/load/lowering.h"
#include "source/languages/cuda/lower.h"
#include "source/languages/hip/amdgcn.h"

static const struct lowering rows[] = {
    {load_is_nvptx, load_cuda},
    {load_is_amdgcn, load_amdgcn},
};

const struct lowerings language_lowerings = {rows, sizeof rows / sizeof *rows};
