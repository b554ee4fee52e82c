#include "lsp/mcp/call/analysis.h"

#include "lsp/json.h"

bool mcp_start(struct tool_call *c, const char *path, const struct words *argv, struct child *out) {
    const char *why = child_start(
        c->arena, out, &(struct child_request){.path = path, .argv = words_argv(c->arena, argv)});
    return why ? call_fail(c, "%s", why) : true;
}

bool mcp_analysis_start(struct tool_call *c, const struct mcp_source *s,
                        const struct words *request, bool fixes, struct child *out) {
    static const char *const fixed[] = {"clperf-analyze", "-c", "-fclperf-no-cache",
                                        "-fclperf-only-output=json:file=-"};
    struct words argv = {0};
    if (!c->analyzer)
        return call_fail(c, "clperf-analyze is neither beside clperf nor on PATH");
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        words_add(c->arena, &argv, fixed[i]);
    words_add_all(c->arena, &argv, request);
    if (!fixes)
        words_add(c->arena, &argv, "-fclperf-no-fixes");
    if (s->text) {
        const char *file = mcp_text_file(c, s->text);
        if (!file)
            return false;
        words_add(c->arena, &argv, arena_printf(c->arena, "-fclperf-overlay=%s=%s", file, s->path));
    }
    if (s->type) {
        words_add(c->arena, &argv, "-x");
        words_add(c->arena, &argv, s->type);
    }
    words_add(c->arena, &argv, s->path);
    return mcp_start(c, c->analyzer, &argv, out);
}

cJSON *mcp_analysis_finish(struct tool_call *c, struct child *child) {
    while (child_receive(child))
        ;
    const char *why = child_finish(c->arena, child);
    cJSON *report = why || !child->n ? NULL : cJSON_ParseWithLength(child->bytes, child->n);
    if (!cJSON_IsArray(json_at(report, "kernels")) || !cJSON_IsArray(json_at(report, "problems"))) {
        cJSON_Delete(report);
        report = NULL;
        call_fail(c, "%s", why ? why : "the analysis gave no report");
    }
    child_release(child);
    return report;
}

cJSON *mcp_analyse(struct tool_call *c, const struct mcp_source *s, const struct words *request) {
    struct child child;
    return mcp_analysis_start(c, s, request, true, &child) ? mcp_analysis_finish(c, &child) : NULL;
}
