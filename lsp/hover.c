/* Hover: what is known of the kernel whose name it is over, or of the findings on the line, with
 * the chain from the launch to the milliseconds that `clperf explain` shows. */
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

static void add_kernel(struct str *out, const struct call *c, const cJSON *k) {
    str_printf(out, "%s" EMPHASIS "%s" EMPHASIS " %s\n\n", out->n ? "\n---\n" : "",
               json_string(k, "name"), view_summary(c->arena, k));
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

static void add_steps(struct str *out, const struct document *d, const cJSON *k,
                      const cJSON *finding) {
    const cJSON *s, *steps = json_at(finding, "why");
    int number = 0;
    if (steps && steps->child)
        str_add(out, "\nWhy:\n\n");
    cJSON_ArrayForEach (s, steps) {
        const char *file = view_file(d, k, s);
        str_printf(out, "%d. line %.0f%s%s: %s\n", ++number, json_number(s, "line", 0),
                   file ? " of " : "", file ? path_base(file) : "", json_string(s, "text"));
    }
}

static void add_finding(struct str *out, const struct call *c, const struct document *d,
                        const cJSON *k, const cJSON *f) {
    const cJSON *n, *notes = json_at(f, "notes"), *size = json_at(f, "better_size.local");
    str_printf(out, "%s" EMPHASIS "%s" EMPHASIS " %s\n\n", out->n ? "\n---\n" : "",
               json_string(f, "rule"), json_string(f, "message"));
    double cost = json_number(f, "cost_ms", -1);
    if (cost >= 0)
        str_printf(out, "- without it %s less, between %s and %s\n", view_ms(c->arena, cost),
                   diag_ms(c->arena, json_number(f, "cost_ms_low", cost)),
                   diag_ms(c->arena, json_number(f, "cost_ms_high", cost)));
    cJSON_ArrayForEach (n, notes)
        str_printf(out, "- %s\n", json_string(n, "text"));
    if (size)
        str_printf(out, "- a local size of %.0f x %.0f x %.0f takes %s\n",
                   cJSON_GetArrayItem(size, 0)->valuedouble,
                   cJSON_GetArrayItem(size, 1)->valuedouble,
                   cJSON_GetArrayItem(size, 2)->valuedouble,
                   view_ms(c->arena, json_number(f, "better_size.time_ms", -1)));
    add_steps(out, d, k, f);
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
            struct span at = document_span_at(d, json_number(f, "line", 0),
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
