/* One code lens per kernel: what it takes, on which GPU, for which launch; and what is not known.
 */
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

static bool is_first(const struct document *d, const cJSON *kernel) {
    const cJSON *k;
    cJSON_ArrayForEach (k, d->kernels) {
        if (k == kernel)
            return true;
        if (json_number(k, "line", 0) == json_number(kernel, "line", 0) &&
            strcmp(json_string(k, "name"), json_string(kernel, "name")) == 0)
            return false;
    }
    return true;
}

/* All launches and GPUs of the kernel in one line. */
static const char *title(struct arena *a, const struct document *d, const cJSON *kernel) {
    const cJSON *k;
    struct str s = {.arena = a};
    cJSON_ArrayForEach (k, d->kernels)
        if (strcmp(json_string(k, "name"), json_string(kernel, "name")) == 0 &&
            json_number(k, "line", 0) == json_number(kernel, "line", 0))
            str_printf(&s, "%s%s", s.n ? " | " : "", view_summary(a, k));
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
        const char *text =
            arena_printf(c->arena, "time unknown: %s", reason_of(c->arena, d, x->name));
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
