#include "diag/report/json_page.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "analysis/ir/names.h"
#include "codegen/code/code.h"
#include "diag/finding/phrase.h"
#include "diag/report/json_helpers.h"
#include "perfmodel/estimate.h"
#include "perfmodel/occupancy/occupancy.h"
#include "perfmodel/study/study.h"

/* --- lanes ----------------------------------------------------------------- */

static const struct request_tally *most_frequent(const struct trace *t, uint32_t access) {
    const struct request_tally *most = NULL;
    for (size_t i = 0; i < t->n_tallies; i++) {
        const struct request_tally *c = &t->tallies[i];
        bool drawn = c->access == access && !t->patterns[c->pattern].scattered;
        if (drawn && (!most || c->count > most->count))
            most = c;
    }
    return most;
}

/* Words or sectors of so many bytes that the lanes touch, counted from a multiple of PHASES below
 * all: lane, number, lane, number and so on. */
static void put_touches(cJSON *o, const struct pattern *p, uint32_t phase, uint32_t bytes) {
    cJSON *touches = cJSON_AddArrayToObject(o, "touches");
    int64_t lowest = 0;
    for (uint32_t lane = 0; lane < MAX_LANES; lane++)
        if (p->mask >> lane & 1 && p->offset[lane] < lowest)
            lowest = p->offset[lane];
    uint64_t base = phase + (uint64_t)((-lowest + PHASES - 1) / PHASES * PHASES);
    for (uint32_t lane = 0; lane < MAX_LANES; lane++) {
        if (!(p->mask >> lane & 1))
            continue;
        uint64_t at = base + (uint64_t)p->offset[lane];
        for (uint64_t u = at / bytes; u <= (at + p->bytes - 1) / bytes; u++) {
            cJSON_AddItemToArray(touches, cJSON_CreateNumber(lane));
            cJSON_AddItemToArray(touches, cJSON_CreateNumber((double)u));
        }
    }
}

void json_put_lanes(cJSON *finding, const struct kernel_result *r, const struct finding *f) {
    const struct access *accesses = r->kernel->accesses;
    const uint32_t n_accesses = r->kernel->n_accesses;
    for (uint32_t i = 0; i < n_accesses; i++) {
        bool local = accesses[i].space == SPACE_LOCAL;
        const char *wanted = local ? "bank-conflict" : "uncoalesced";
        if (!loc_same(accesses[i].loc, f->loc) || strcmp(f->rule->id, wanted) != 0)
            continue;
        const struct request_tally *c = most_frequent(r->trace, i);
        if (!c)
            continue;
        uint32_t bytes = local ? (uint32_t)r->gpu->local.local_bank_bytes : 32;
        cJSON *o = cJSON_AddObjectToObject(finding, "lanes");
        cJSON_AddStringToObject(o, "of", local ? "banks" : "sectors");
        out_put_number(o, "bytes", bytes);
        if (local)
            out_put_number(o, "banks", r->gpu->local.local_banks);
        put_touches(o, &r->trace->patterns[c->pattern], c->phase, bytes);
        return;
    }
}

/* --- occupancy ------------------------------------------------------------- */

/* Warps that are resident with work-groups of so many items, for each multiple of a warp. */
static void put_occupancy_by_size(cJSON *kernel, const struct kernel_result *r) {
    uint32_t width = (uint32_t)r->gpu->machine.warp_width,
             most = (uint32_t)r->gpu->machine.max_items_per_group;
    cJSON *o = cJSON_AddObjectToObject(kernel, "occupancy_by_size");
    out_put_number(o, "step", width);
    cJSON *warps = cJSON_AddArrayToObject(o, "warps");
    for (uint32_t items = width; items <= most; items += width) {
        struct group_needs needs = {
            .items = items, .regs_per_item = r->registers.per_item, .local_bytes = r->local_bytes};
        struct occupancy occupancy = occupancy_of(r->gpu, &needs);
        cJSON_AddItemToArray(warps, cJSON_CreateNumber(occupancy.warps));
    }
}

/* --- the model's picture --------------------------------------------------- */

static void put_point(cJSON *array, const struct estimate_point *p) {
    cJSON_AddItemToArray(array, cJSON_CreateNumber(p->x));
    cJSON_AddItemToArray(array, cJSON_CreateNumber(p->y));
}

static void put_picture(struct arena *a, cJSON *kernel, const struct estimate_picture *p) {
    if (!p || !(p->x_max > 0) || !(p->y_max > 0))
        return;
    cJSON *o = cJSON_AddObjectToObject(kernel, "picture");
    out_put_text(a, o, "caption", p->caption);
    out_put_text(a, o, "x_title", p->x_title);
    out_put_text(a, o, "y_title", p->y_title);
    out_put_number(o, "x_max", p->x_max);
    out_put_number(o, "y_max", p->y_max);
    cJSON *curves = cJSON_AddArrayToObject(o, "curves");
    for (size_t i = 0; i < p->n_curves; i++) {
        cJSON *c = out_append_object(curves);
        out_put_text(a, c, "name", p->curves[i].name);
        cJSON *points = cJSON_AddArrayToObject(c, "points");
        for (size_t k = 0; k < p->curves[i].n; k++)
            put_point(points, &p->curves[i].points[k]);
    }
    put_point(cJSON_AddArrayToObject(o, "mark"), &p->mark);
}

/* --- machine instructions -------------------------------------------------- */

/* Neighbours of one line are one entry, in the order of addresses. */
static void put_code(struct arena *a, cJSON *kernel, const struct kernel_result *r) {
    const struct code *c = r->study ? r->study->code : NULL;
    if (!c || !c->n_instructions)
        return;
    cJSON *o = cJSON_AddObjectToObject(kernel, "code");
    out_put_text(a, o, "source", c->source ? c->source : r->registers.source);
    out_put_text(a, o, "arch", c->arch);
    cJSON *runs = cJSON_AddArrayToObject(o, "runs"), *names = NULL;
    for (uint32_t i = 0; i < c->n_instructions; i++) {
        const struct code_instruction *now = &c->instructions[i];
        if (!i || !loc_same_line(now->loc, c->instructions[i - 1].loc)) {
            cJSON *run = out_append_object(runs);
            if (!diag_in_own_file(r, now->loc))
                out_put_text(a, run, "file", now->loc.file);
            out_put_number(run, "line", now->loc.line);
            out_put_number(run, "address", now->address);
            names = cJSON_AddArrayToObject(run, "names");
        }
        cJSON_AddItemToArray(names, cJSON_CreateString(now->name));
    }
}

void json_put_page(struct arena *a, cJSON *kernel, const struct kernel_result *r) {
    put_occupancy_by_size(kernel, r);
    put_picture(a, kernel, r->estimate->picture);
    put_code(a, kernel, r);
}
