/* Of the rules and kinds of notifications those that a run refers to. */
#include <cjson/cJSON.h>
#include <string.h>

#include "diag/report/sarif.h"
#include "diag/report/sarif_read.h"

/* What refers to a descriptor: the text that is its id, and the number that is its place. */
struct reference {
    cJSON *object;
    const char *id, *index;
};

static void number(const struct reference *r, int place) {
    sarif_set(r->object, r->index, cJSON_CreateNumber(place));
}

static bool refers_to(const struct reference *r, const cJSON *descriptor) {
    return r->object && strcmp(sarif_text(r->object, r->id), sarif_text(descriptor, "id")) == 0;
}

/* Numbers the references to the descriptor. Whether there are any. */
static bool number_uses(cJSON *run, const cJSON *descriptor, int place) {
    bool used = false;
    cJSON *one;
    cJSON_ArrayForEach (one, sarif_at(run, "results")) {
        const struct reference r = {one, "ruleId", "ruleIndex"};
        if (refers_to(&r, descriptor)) {
            number(&r, place);
            used = true;
        }
    }
    cJSON_ArrayForEach (one, sarif_at(run, "invocations.0.toolExecutionNotifications")) {
        const struct reference both[] = {{sarif_at(one, "descriptor"), "id", "index"},
                                         {sarif_at(one, "associatedRule"), "id", "index"}};
        for (int i = 0; i < 2; i++)
            if (refers_to(&both[i], descriptor)) {
                number(&both[i], place);
                used = true;
            }
    }
    return used;
}

static void drop(cJSON *run, cJSON *descriptors) {
    cJSON *next = NULL;
    int place = 0;
    for (cJSON *d = descriptors ? descriptors->child : NULL; d; d = next) {
        next = d->next;
        if (number_uses(run, d, place))
            place++;
        else
            cJSON_Delete(cJSON_DetachItemViaPointer(descriptors, d));
    }
}

void out_sarif_drop_unused(cJSON *run) {
    drop(run, sarif_at(run, "tool.driver.rules"));
    drop(run, sarif_at(run, "tool.driver.notifications"));
}
