/* Document symbols: the kernels. */
#include <string.h>

#include "base/str.h"
#include "lsp/methods.h"
#include "lsp/report_view.h"

enum { SYMBOL_FUNCTION = 12 };

static void add_symbol(cJSON *list, const char *name, const char *detail, struct span whole,
                       struct span word) {
    const cJSON *other;
    cJSON_ArrayForEach (other, list)
        if (strcmp(json_string(other, "name"), name) == 0 &&
            json_number(other, "selectionRange.start.line", -1) == (double)word.start.line)
            return;
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "name", name);
    if (detail)
        cJSON_AddStringToObject(o, "detail", detail);
    cJSON_AddNumberToObject(o, "kind", SYMBOL_FUNCTION);
    cJSON_AddItemToObject(o, "range", json_span(whole));
    cJSON_AddItemToObject(o, "selectionRange", json_span(word));
    cJSON_AddItemToArray(list, o);
}

/* The line with the name, for kernels of which nothing else is known. */
static cJSON *entry_of(const struct document *d, const struct section *x) {
    cJSON *o = cJSON_CreateObject();
    size_t line = x->head;
    const char *bytes;
    for (; line < x->first + x->n; line++) {
        size_t n = source_line(&d->text, line, &bytes);
        if (memmem(bytes, n, x->name, strlen(x->name)))
            break;
    }
    cJSON_AddStringToObject(o, "name", x->name);
    cJSON_AddNumberToObject(o, "line", (double)line + 1);
    return o;
}

/* Texts tell their kernels before they are analysed; other sources afterwards. */
void lsp_document_symbol(struct server *s, const struct call *c) {
    struct document *d = server_document(s, c);
    enum encoding e = s->client.encoding;
    const cJSON *k;
    if (!d || server_waits(s, c, d, false))
        return;
    cJSON *list = cJSON_CreateArray();
    analysis_show(s, d);
    cJSON_ArrayForEach (k, d->kernels)
        if (view_is_own(d, k))
            add_symbol(list, json_string(k, "name"),
                       arena_printf(c->arena, "%s on %s",
                                    view_ms(c->arena, json_number(k, "time_ms", -1)),
                                    json_string(k, "gpu")),
                       view_kernel(d, k, e), view_name(d, k, e));
    for (size_t i = 0; i < d->sections.n; i++) {
        cJSON *entry = entry_of(d, &d->sections.at[i]);
        add_symbol(list, d->sections.at[i].name, NULL, view_kernel(d, entry, e),
                   view_name(d, entry, e));
        cJSON_Delete(entry);
    }
    rpc_reply(&s->rpc, c->id, list);
}
