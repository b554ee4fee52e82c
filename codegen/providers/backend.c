/* The vendor's own back end, where it is installed: it compiles the source anew, counts registers,
 * and leaves machine code (codegen/backend/). */
#include "codegen/backend/registers.h"
#include "codegen/provider.h"

static void *start(struct arena *a, const struct code_request *r) {
    return registers_start(a, &(struct register_request){.input = r->input,
                                                         .bitcode = r->bitcode,
                                                         .gpus = r->gpus,
                                                         .n_gpus = r->n_gpus,
                                                         .cache = r->cache,
                                                         .seconds = r->seconds,
                                                         .when_asked = r->object != NULL,
                                                         .convert = r->convert});
}

/* What another front end than the vendor's makes of the source may keep in memory, as an array or
 * for lack of registers, what the machine view has in registers: it loads in another order, or
 * unrolls less. That is the code of another kernel. */
static bool is_of_another(const struct register_use *use, uint32_t machine_bytes) {
    return use->other_front_end && use->private_bytes > 0 && machine_bytes == 0;
}

/* Code that drivers make, too, is priced. */
static bool find(void *started, const struct code_query *q, struct code_answer *out) {
    bool priced = registers_are_of_drivers(q->gpu);
    if (!started ||
        !registers_find(started, q->machine->symbol, q->gpu, &out->registers,
                        q->instructions || priced ? &out->code : NULL) ||
        is_of_another(&out->registers, q->machine->private_bytes))
        return false;
    out->prices = priced && out->code && !out->registers.stand_ins;
    return true;
}

static void wait_for_all(void *started) {
    registers_wait(started);
}

static bool given_up(const void *started) {
    return registers_given_up(started);
}

static void end(void *started) {
    registers_end(started);
}

const struct provider provider_backend = {.add_tools = registers_add_tools,
                                          .start = start,
                                          .find = find,
                                          .wait = wait_for_all,
                                          .given_up = given_up,
                                          .end = end};
