/* Hover: what is known of the kernel whose name it is over, or of the findings on the line the
 * chain from the launch to the milliseconds that `clperf explain` shows. */
#include <string.h>

#include "base/str.h"
#include "diag/finding/phrase.h"
#include "lsp/methods.h"
#include "lsp/report_view.h"

/* Around what is emphasised, until it is known how the client shows that. */
#define EMPHASIS "\1"

static bool covers(struct span s, struct position p) {
    bool after =
        p.line > s.start.line || (p.line == s.start.line && p.character >= s.start.character);
    bool before = p.line < s.end.line || (p.line == s.end.line && p.character <= s.end.character);
    return after && before;
}

static void add_time(struct str *out, struct arena *a, const cJSON *k) {
    double ms = json_number(k, "time_ms", -1);
    str_printf(out, "%s" EMPHASIS "%s" EMPHASIS " ", out->n ? "\n---\n" : "",
               json_string(k, "name"));
    if (ms < 0)
        str_printf(out, "cannot run on %s: too much %s for one work-group\n\n",
                   json_string(k, "gpu"), json_string(k, "occupancy.limiter"));
    else
        str_printf(out, "%s (%s–%s) on %s, bound by %s\n\n", view_ms(a, ms),
                   diag_ms(a, json_number(k, "time_ms_low", ms)),
                   diag_ms(a, json_number(k, "time_ms_high", ms)), json_string(k, "gpu"),
                   view_bound(k));
}

static void add_kernel(struct str *out, const struct call *c, const cJSON *k) {
    double warps = json_number(k, "occupancy.warps", 0),
           most = json_number(k, "occupancy.max_warps", 0);
    add_time(out, c->arena, k);
    str_printf(out, "- launch %s, from %s\n", view_launch(c->arena, k), view_source(c->arena, k));
    if (most > 0 && warps > 0)
        str_printf(out, "- occupancy %.0f %%, limited by %s\n", 100 * warps / most,
                   json_string(k, "occupancy.limiter"));
    str_printf(out, "- %.0f registers per work-item, from %s\n",
               json_number(k, "registers.per_item", 0), json_string(k, "registers.source"));
    double local = json_number(k, "local_bytes", 0), spilled = json_number(k, "spill_bytes", 0);
    if (local > 0)
        str_printf(out, "- %.0f bytes of local memory per work-group\n", local);
    if (spilled > 0)
        str_printf(out, "- %.0f bytes of registers spilled per work-item\n", spilled);
    const cJSON *u, *unknown = json_at(k, "launch.unknown");
    cJSON_ArrayForEach (u, unknown)
        str_printf(out, "- %s unknown: %s\n", json_string(u, "what"), json_string(u, "why"));
}

static bool is_note(const cJSON *finding, const char *text) {
    const cJSON *n, *notes = json_at(finding, "notes");
    cJSON_ArrayForEach (n, notes)
        if (strcmp(json_string(n, "text"), text) == 0)
            return true;
    return false;
}

/* The chain up to the cost, without what the diagnostic says, or the same finding on another GPU.
 */
static void add_steps(struct str *out, struct arena *a, const struct document *d, const cJSON *k,
                      const cJSON *finding, const cJSON *cost) {
    const cJSON *s, *steps = json_at(finding, "why");
    int number = 0;
    cJSON_ArrayForEach (s, steps) {
        const char *file = view_file(d, k, s), *text = json_string(s, "text");
        if (s == cost || is_note(finding, text) ||
            strstr(str_text(out), arena_printf(a, ": %s\n", text)))
            continue;
        str_printf(out, "%d. line %.0f%s%s: %s\n", ++number, json_number(s, "line", 0),
                   file ? " of " : "", file ? path_base(file) : "", text);
    }
}

/* What it costs, and why. What is wrong and what to do about it is in the diagnostic, which editors
 * show besides. */
static void add_finding(struct str *out, const struct call *c, const struct document *d,
                        const cJSON *k, const cJSON *f) {
    const cJSON *size = json_at(f, "better_size.local"), *why = json_at(f, "why");
    const cJSON *cost = json_number(f, "cost_ms", -1) >= 0
                            ? cJSON_GetArrayItem(why, cJSON_GetArraySize(why) - 1)
                            : NULL;
    str_printf(out, "%s" EMPHASIS "%s" EMPHASIS " on %s%s%s\n\n", out->n ? "\n---\n" : "",
               json_string(f, "rule"), json_string(k, "gpu"), cost ? ": " : "",
               cost ? json_string(cost, "text") : "");
    if (size)
        str_printf(out, "- a local size of %.0f x %.0f x %.0f takes %s\n",
                   cJSON_GetArrayItem(size, 0)->valuedouble,
                   cJSON_GetArrayItem(size, 1)->valuedouble,
                   cJSON_GetArrayItem(size, 2)->valuedouble,
                   view_ms(c->arena, json_number(f, "better_size.time_ms", -1)));
    add_steps(out, c->arena, d, k, f, cost);
}

/* What is on the line: where the cursor is on a finding's own words, only that one. */
static void add_findings(struct server *s, const struct call *c, const struct document *d,
                         struct position p, bool exact, struct str *out) {
    const cJSON *k, *f;
    cJSON_ArrayForEach (k, d->kernels) {
        const cJSON *findings = json_at(k, "findings");
        cJSON_ArrayForEach (f, findings) {
            if (view_file(d, k, f) || json_number(f, "line", 0) != (double)p.line + 1 ||
                !view_is_reported(f))
                continue;
            struct span at = document_expression_at(d, json_number(f, "line", 0),
                                                    json_number(f, "col", 0), s->client.encoding);
            if (!exact || covers(at, p))
                add_finding(out, c, d, k, f);
        }
    }
}

static void add_kernels(struct server *s, const struct call *c, const struct document *d,
                        struct position p, struct str *out) {
    const cJSON *k;
    cJSON_ArrayForEach (k, d->kernels)
        if (view_is_own(d, k) && covers(view_name(d, k, s->client.encoding), p))
            add_kernel(out, c, k);
}

/* As Markdown, in which names with underscores and products stay as they are, or as plain text. */
static const char *formatted(struct arena *a, const char *text, bool markdown) {
    struct str s = {.arena = a};
    for (const char *at = text; *at; at++) {
        if (*at == *EMPHASIS) {
            str_add(&s, markdown ? "**" : "");
            continue;
        }
        if (markdown && strchr("\\`*_[]<>", *at))
            str_add(&s, "\\");
        str_addn(&s, at, 1);
    }
    return str_text(&s);
}

void lsp_hover(struct server *s, const struct call *c) {
    struct document *d = server_document(s, c);
    struct position p;
    struct str text = {.arena = c->arena};
    if (!d || server_waits(s, c, d, false))
        return;
    if (!json_read_position(json_at(c->params, "position"), &p)) {
        rpc_fail(&s->rpc, c->id, RPC_INVALID_PARAMS, "params.position is missing");
        return;
    }
    analysis_show(s, d);
    add_kernels(s, c, d, p, &text);
    add_findings(s, c, d, p, true, &text);
    if (!text.n)
        add_findings(s, c, d, p, false, &text);
    if (!text.n) {
        rpc_reply(&s->rpc, c->id, NULL);
        return;
    }
    cJSON *o = cJSON_CreateObject(), *contents = cJSON_AddObjectToObject(o, "contents");
    bool markdown = s->client.markdown;
    cJSON_AddStringToObject(contents, "kind", markdown ? "markdown" : "plaintext");
    cJSON_AddStringToObject(contents, "value", formatted(c->arena, str_text(&text), markdown));
    rpc_reply(&s->rpc, c->id, o);
}
