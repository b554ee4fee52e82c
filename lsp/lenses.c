/* One code lens per kernel: what it takes on which GPU, or why that is not known. */
#include <string.h>

#include "base/str.h"
#include "lsp/methods.h"
#include "lsp/report_view.h"

static cJSON *lens(struct span span, const char *title, const char *command, const char *uri,
                   const char *kernel) {
    const char *arguments[] = {uri, kernel};
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToObject(o, "range", json_span(span));
    cJSON *c = cJSON_AddObjectToObject(o, "command");
    cJSON_AddStringToObject(c, "title", title);
    cJSON_AddStringToObject(c, "command", command);
    cJSON_AddItemToObject(c, "arguments", cJSON_CreateStringArray(arguments, 2));
    return o;
}

static bool is_same_kernel(const cJSON *a, const cJSON *b) {
    return json_number(a, "line", 0) == json_number(b, "line", 0) &&
           strcmp(json_string(a, "name"), json_string(b, "name")) == 0;
}

static bool is_first(const struct document *d, const cJSON *kernel) {
    const cJSON *k;
    cJSON_ArrayForEach (k, d->kernels) {
        if (k == kernel)
            return true;
        if (is_same_kernel(k, kernel))
            return false;
    }
    return true;
}

/* What the time of a kernel's launches on one GPU rests on that nobody said, or "". */
static const char *guess(struct arena *a, const cJSON *k) {
    const cJSON *assumed = json_at(k, "launch.assumed"), *unknown = json_at(k, "launch.unknown");
    int n = cJSON_GetArraySize(assumed), more = cJSON_GetArraySize(unknown);
    if (strcmp(json_string(k, "launch.source"), "assumption") == 0)
        return ", launch assumed";
    if (n)
        return arena_printf(a, ", %s%s assumed", assumed->child->string, n > 1 ? " and more" : "");
    if (more)
        return arena_printf(a, ", %s%s unknown", json_string(unknown->child, "what"),
                            more > 1 ? " and more" : "");
    return "";
}

/* The launches of a kernel on one GPU. */
struct on_gpu {
    const cJSON *longest;
    size_t launches;
};

struct on_gpus {
    struct on_gpu *at;
    size_t n, cap;
};

static struct on_gpus on_gpus(struct arena *a, const struct document *d, const cJSON *kernel) {
    struct on_gpus all = {0};
    const cJSON *k;
    cJSON_ArrayForEach (k, d->kernels) {
        size_t i = 0;
        if (!is_same_kernel(k, kernel))
            continue;
        while (i < all.n &&
               strcmp(json_string(all.at[i].longest, "gpu"), json_string(k, "gpu")) != 0)
            i++;
        if (i == all.n)
            vec_push(a, &all, (struct on_gpu){k, 0});
        struct on_gpu *g = &all.at[i];
        g->launches++;
        if (json_number(k, "time_ms", -1) > json_number(g->longest, "time_ms", -1))
            g->longest = k;
    }
    return all;
}

static const char *time_on(struct arena *a, const struct on_gpu *g) {
    double ms = json_number(g->longest, "time_ms", -1);
    const char *gpu = json_string(g->longest, "gpu");
    if (ms < 0)
        return arena_printf(a, "cannot run on %s", gpu);
    if (g->launches == 1)
        return arena_printf(a, "%s on %s", view_ms(a, ms), gpu);
    return arena_printf(a, "up to %s in %zu launches on %s", view_ms(a, ms), g->launches, gpu);
}

/* What fits above a line; the hover of the kernel's name has the rest. */
static const char *title(struct arena *a, const struct document *d, const cJSON *kernel) {
    enum { MOST_GPUS = 3 };
    struct on_gpus all = on_gpus(a, d, kernel);
    struct str s = {.arena = a};
    for (size_t i = 0; i < all.n && i < MOST_GPUS; i++)
        str_printf(&s, "%s%s", i ? ", " : "", time_on(a, &all.at[i]));
    if (all.n > MOST_GPUS)
        str_printf(&s, " and %zu more", all.n - MOST_GPUS);
    const cJSON *longest = all.at[0].longest;
    if (json_number(longest, "time_ms", -1) < 0)
        str_printf(&s, ": too much %s for one work-group",
                   json_string(longest, "occupancy.limiter"));
    else if (all.n == 1)
        str_printf(&s, ", bound by %s", view_bound(longest));
    str_add(&s, guess(a, longest));
    return str_text(&s);
}

static bool has_result(const struct document *d, const char *name) {
    const cJSON *k;
    cJSON_ArrayForEach (k, d->kernels)
        if (strcmp(json_string(k, "name"), name) == 0)
            return true;
    return false;
}

/* Why nothing is known of a kernel. */
static const char *reason_of(struct arena *a, const struct document *d, const char *name) {
    const cJSON *p;
    const char *own = arena_printf(a, "'%s' not analysed: ", name);
    cJSON_ArrayForEach (p, d->problems) {
        const char *text = json_string(p, "text");
        if (str_starts(text, own))
            return text + strlen(own);
        if (str_starts(text, "not analysed: "))
            return text + strlen("not analysed: ");
    }
    return d->checked == d->revision ? "no launch of it is known" : "it is being analysed";
}

static void add_unknown(struct server *s, const struct call *c, const struct document *d,
                        cJSON *list) {
    for (size_t i = 0; i < d->sections.n; i++) {
        const struct section *x = &d->sections.at[i];
        if (has_result(d, x->name))
            continue;
        struct span span = document_span_at(d, (double)x->head + 1, 0, s->client.encoding);
        const char *reason = reason_of(c->arena, d, x->name);
        const char *text =
            arena_printf(c->arena, "time unknown: %.*s", (int)strcspn(reason, ";\n"), reason);
        cJSON_AddItemToArray(list, lens(span, text, "clperf.openReport", d->uri, x->name));
    }
}

void lsp_code_lens(struct server *s, const struct call *c) {
    struct document *d = server_document(s, c);
    const cJSON *k;
    if (!d || server_waits(s, c, d, false))
        return;
    cJSON *list = cJSON_CreateArray();
    analysis_show(s, d);
    cJSON_ArrayForEach (k, d->kernels) {
        if (!s->settings.lenses || !view_is_own(d, k) || !is_first(d, k))
            continue;
        struct span span = view_name(d, k, s->client.encoding);
        const char *name = json_string(k, "name");
        cJSON_AddItemToArray(list,
                             lens(span, title(c->arena, d, k), "clperf.openReport", d->uri, name));
        cJSON_AddItemToArray(list, lens(span, "switch GPU", "clperf.chooseGpu", d->uri, name));
    }
    if (s->settings.lenses)
        add_unknown(s, c, d, list);
    rpc_reply(&s->rpc, c->id, list);
}

/* clperf/kernels: the same as data, for status bars. */
void lsp_kernels(struct server *s, const struct call *c) {
    static const char *const copied[] = {"name",        "gpu",          "time_ms",
                                         "time_ms_low", "time_ms_high", "bound",
                                         "occupancy",   "registers",    "launch"};
    struct document *d = server_document(s, c);
    const cJSON *k;
    if (!d || server_waits(s, c, d, false))
        return;
    cJSON *list = cJSON_CreateArray();
    analysis_show(s, d);
    cJSON_ArrayForEach (k, d->kernels) {
        if (!view_is_own(d, k))
            continue;
        cJSON *o = cJSON_CreateObject();
        for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
            if (json_at(k, copied[i]))
                cJSON_AddItemToObject(o, copied[i], cJSON_Duplicate(json_at(k, copied[i]), true));
        cJSON_AddItemToObject(o, "range", json_span(view_kernel(d, k, s->client.encoding)));
        cJSON_AddStringToObject(o, "summary", view_summary(c->arena, k));
        cJSON_AddItemToArray(list, o);
    }
    rpc_reply(&s->rpc, c->id, list);
}
