/* Intel's graphics compiler, where ocloc is installed: registers and spills as it allocates them
 * for the width that it chooses (codegen/backend/igc.h). */
#include "codegen/backend/igc.h"
#include "codegen/provider.h"

static void *start(struct arena *a, const struct code_request *r) {
    return igc_start(a, &(struct igc_request){.input = r->input,
                                              .bitcode = r->bitcode,
                                              .gpus = r->gpus,
                                              .n_gpus = r->n_gpus,
                                              .cache = r->cache,
                                              .seconds = r->seconds});
}

static bool find(void *started, const struct code_query *q, struct code_answer *out) {
    return started && igc_find(started, q->machine->symbol, q->gpu, &out->registers);
}

static void wait_for_all(void *started) {
    igc_wait(started);
}

static bool given_up(const void *started) {
    return igc_given_up(started);
}

static void end(void *started) {
    igc_end(started);
}

const struct provider provider_igc = {.add_tools = igc_add_tools,
                                      .start = start,
                                      .find = find,
                                      .wait = wait_for_all,
                                      .given_up = given_up,
                                      .end = end};
