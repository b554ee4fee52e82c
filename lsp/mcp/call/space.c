#include "lsp/mcp/call/space.h"

#include <string.h>

#include "lsp/json.h"

/* The largest that is tried of each dimension: more than these in the last make no difference that
 * anybody looks for. */
static const int most_items[] = {1024, 1024, 4};
static const char *const parameters[] = {"local_x", "local_y", "local_z"};
enum { DIMENSIONS = sizeof parameters / sizeof *parameters, SMALLEST_GLOBAL = 64 };

static double size_of(const cJSON *launch, int dimension) {
    const cJSON *n = cJSON_GetArrayItem(json_at(launch, "global"), dimension);
    return cJSON_IsNumber(n) && n->valuedouble >= 1 ? n->valuedouble : 1;
}

/* Powers of two that divide the global size. */
static void add_sizes(cJSON *sizes, double global, int most) {
    for (int n = 1; n <= most && global / n == (double)(long long)(global / n); n *= 2)
        cJSON_AddItemToArray(sizes, cJSON_CreateNumber(n));
}

static void add_dimensions(cJSON *space, const cJSON *launch, struct arena *a) {
    cJSON *varied = cJSON_AddObjectToObject(space, "parameters"),
          *global = cJSON_AddArrayToObject(space, "global"),
          *local = cJSON_AddArrayToObject(space, "local"),
          *when = cJSON_AddArrayToObject(space, "when");
    struct str items = {.arena = a};
    double all = 1;
    for (int i = 0; i < DIMENSIONS; i++) {
        double n = size_of(launch, i);
        bool varies = n > 1 || i == 0;
        all *= n;
        cJSON_AddItemToArray(global, cJSON_CreateNumber(n));
        cJSON_AddItemToArray(local,
                             varies ? cJSON_CreateString(parameters[i]) : cJSON_CreateNumber(1));
        if (!varies)
            continue;
        add_sizes(cJSON_AddArrayToObject(varied, parameters[i]), n, most_items[i]);
        str_printf(&items, "%s%s", items.n ? " * " : "", parameters[i]);
    }
    const char *product = str_text(&items);
    cJSON_AddItemToArray(when,
                         cJSON_CreateString(arena_printf(a, "%s <= max_items_per_group", product)));
    if (all >= SMALLEST_GLOBAL)
        cJSON_AddItemToArray(when,
                             cJSON_CreateString(arena_printf(a, "%s >= warp_width", product)));
}

static void copy(cJSON *to, const char *key, const cJSON *value) {
    if (value)
        cJSON_AddItemToObject(to, key, cJSON_Duplicate(value, true));
}

/* With the macros of `defines`, as the compiler gets them. */
static cJSON *local_sizes(struct tool_call *c, const cJSON *launch) {
    const cJSON *d, *defines = json_at(c->arguments, "defines");
    cJSON *space = cJSON_CreateObject();
    copy(space, "source", json_at(c->arguments, "path"));
    copy(space, "kernel", json_at(launch, "kernel"));
    copy(space, "args", json_at(launch, "args"));
    copy(space, "gpus", json_at(c->arguments, "gpus"));
    add_dimensions(space, launch, c->arena);
    cJSON *options = cJSON_AddArrayToObject(space, "options");
    cJSON_ArrayForEach (d, defines)
        cJSON_AddItemToArray(options,
                             cJSON_CreateString(arena_printf(c->arena, "-D%s", d->valuestring)));
    return space;
}

cJSON *mcp_space_read(struct tool_call *c) {
    const cJSON *space = json_at(c->arguments, "space"), *launch = json_at(c->arguments, "launch");
    if (!space == !launch)
        call_fail(c, space ? "'space' and 'launch': one of both says what is tried"
                           : "'space' or 'launch' is missing");
    else if (launch && !json_at(c->arguments, "gpus"))
        call_fail(c, "'gpus' is missing: names as the tool 'gpus' lists them");
    else if (launch && (!json_at(launch, "kernel") || !json_at(launch, "global")))
        call_fail(c, "'launch': 'kernel' and 'global' have to be there");
    else
        return space ? cJSON_Duplicate(space, true) : local_sizes(c, launch);
    return NULL;
}
