/* Inlay hints: the part of a kernel's time that goes to a line, at its end. */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "diag/finding/phrase.h"
#include "lsp/methods.h"
#include "lsp/report_view.h"

/* What is shown at one line: the kernel, launch and GPU in which it takes longest. */
struct line_hint {
    double line, ms;
    const cJSON *kernel;
};

struct line_hints {
    struct line_hint *at;
    size_t n, cap;
};

static bool is_worth(const struct settings *s, const cJSON *kernel, double ms) {
    double time = json_number(kernel, "time_ms", 0);
    return ms > 0 && ms >= s->least_ms && ms >= time * s->least_percent / 100;
}

static void add_hint(struct arena *a, struct line_hints *hints, struct line_hint h) {
    for (size_t i = 0; i < hints->n; i++)
        if (hints->at[i].line == h.line) {
            hints->at[i] = h.ms > hints->at[i].ms ? h : hints->at[i];
            return;
        }
    vec_push(a, hints, h);
}

static struct line_hints hints_of(struct server *s, struct arena *a, const struct document *d) {
    struct line_hints hints = {0};
    const cJSON *k, *l;
    cJSON_ArrayForEach (k, d->kernels) {
        const cJSON *lines = json_at(k, "lines");
        cJSON_ArrayForEach (l, lines) {
            struct line_hint h = {json_number(l, "line", 0), json_number(l, "ms", 0), k};
            if (h.line >= 1 && !view_file(d, k, l) && is_worth(&s->settings, k, h.ms))
                add_hint(a, &hints, h);
        }
    }
    return hints;
}

static cJSON *hint(struct server *s, struct arena *a, const struct document *d,
                   const struct line_hint *h) {
    const char *bytes;
    size_t line = (size_t)h->line - 1, n = source_line(&d->text, line, &bytes);
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToObject(o, "position",
                          json_position(source_position(&d->text, line, n, s->client.encoding)));
    cJSON_AddStringToObject(o, "label", arena_printf(a, "%s ms", diag_ms(a, h->ms)));
    cJSON_AddTrueToObject(o, "paddingLeft");
    cJSON_AddStringToObject(o, "tooltip",
                            arena_printf(a, "of the %s that '%s' takes on %s",
                                         view_ms(a, json_number(h->kernel, "time_ms", -1)),
                                         json_string(h->kernel, "name"),
                                         json_string(h->kernel, "gpu")));
    return o;
}

void lsp_inlay_hint(struct server *s, const struct call *c) {
    struct document *d = server_document(s, c);
    struct span range;
    if (!d || server_waits(s, c, d, false))
        return;
    if (!json_read_span(json_at(c->params, "range"), &range)) {
        rpc_fail(&s->rpc, c->id, RPC_INVALID_PARAMS, "params.range is missing");
        return;
    }
    cJSON *list = cJSON_CreateArray();
    analysis_show(s, d);
    struct line_hints hints = hints_of(s, c->arena, d);
    for (size_t i = 0; i < hints.n && s->settings.hints; i++) {
        double line = hints.at[i].line - 1;
        if (line >= (double)range.start.line && line <= (double)range.end.line)
            cJSON_AddItemToArray(list, hint(s, c->arena, d, &hints.at[i]));
    }
    rpc_reply(&s->rpc, c->id, list);
}
