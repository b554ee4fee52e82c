/* Spills in AMD's assembly. */
#include <string.h>

#include "check.h"
#include "codegen/backend/amd_spill_comments.h"

static const char code[] =
    "\t.protected\tone ; -- Begin function one\n"
    "one:                                    ; @one\n"
    "; %bb.0:\n"
    "\tbuffer_store_dword v1, off, s[0:3], 0\n"
    "\tscratch_store_b128 off, v[0:3], s0\n"
    ".LBB0_1:                                ; %loop\n"
    "                                        ; =>This Loop Header: Depth=1\n"
    "                                        ;     Child Loop BB0_2 Depth 2\n"
    "\tbuffer_load_dword v1, off, s[0:3], 0\n"
    "; %bb.2:                                ;   in Loop: Header=BB0_1 Depth=1\n"
    "\tscratch_load_b64 v[0:1], off, off\n"
    "\tscratch_store_b64 off, v[0:1], off\n"
    "\tv_accvgpr_read_b32 v1, a1 ;  Reload Reuse\n"
    "\tbuffer_load_dword v1, v2, s[0:3], 0 offen\n"
    "\tscratch_load_b32 v1, v2, off\n"
    "\tscratch_store_b32 v1, v2, off\n"
    ".LBB0_3:\n"
    "\tbuffer_load_dwordx2 v[1:2], off, s[0:3], 0 offset:8\n"
    "                                        ; -- End function\n"
    "\t.globl\tone_more ; -- Begin function one_more\n"
    "\ts_endpgm\n";

static bool is(const struct spill_count *c, uint32_t stores, uint32_t loads) {
    return c->stores == stores && c->loads == loads;
}

int main(void) {
    struct arena arena = {0};
    struct spill_count c[SPILL_PLACES] = {{7, 7}, {7, 7}};
    const char *summary = spill_code_summary(&arena, code);
    const char *second = strchr(summary, '\n') + 1;
    spill_code_read(summary, "on", c);
    spill_code_read(second, "one", c);
    CHECK(is(&c[SPILLS_ONCE], 7, 7));
    spill_code_read(summary, "one", c);
    CHECK(is(&c[SPILLS_ONCE], 5, 2) && is(&c[SPILLS_IN_LOOPS], 2, 3));
    spill_code_read(second, "one_more", c);
    CHECK(is(&c[SPILLS_ONCE], 0, 0) && is(&c[SPILLS_IN_LOOPS], 0, 0));
    CHECK(!*spill_code_summary(&arena, ""));
    arena_free(&arena);
    return CHECK_DONE();
}
