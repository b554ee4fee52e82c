#include "driver/analyse.h"

bool analyse_launch(struct arena *a, const struct analysis_request *r, struct kernel_result *out,
                    const char **reason) {
    (void)a;
    *reason = r->source->reason;
    *out = (struct kernel_result){
        .kernel = r->source, .file = r->file, .launch = r->launch, .gpu = r->gpu};
    return !*reason;
}

void analyse_dump(FILE *out, struct arena *a, const struct options *o,
                  const struct kernel_result *result) {
    (void)a;
    if (options_dumps(o, "trace") && result->trace)
        dump_trace(out, result->trace);
}
