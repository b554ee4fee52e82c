#include "diag/viewer/viewer.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "base/words.h"
#include "diag/report.h"

/* --- what rules say -------------------------------------------------------- */

const char *viewer_text(const cJSON *o, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
    return text ? text : "";
}

static struct words rules_of(struct arena *a, const cJSON *report) {
    struct words rules = {0};
    const cJSON *kernel, *kernels = cJSON_GetObjectItemCaseSensitive(report, "kernels");
    cJSON_ArrayForEach (kernel, kernels) {
        const cJSON *f, *findings = cJSON_GetObjectItemCaseSensitive(kernel, "findings");
        cJSON_ArrayForEach (f, findings)
            if (!words_has(&rules, viewer_text(f, "rule")))
                words_add(a, &rules, viewer_text(f, "rule"));
    }
    return rules;
}

/* The pages of the rules that the report names, in Markdown. */
static void add_rules(struct arena *a, cJSON *report) {
    const struct words used = rules_of(a, report);
    cJSON *rules = cJSON_AddObjectToObject(report, "rules");
    const struct rule_info *rule;
    for (size_t i = 0; (rule = rule_listed(i)); i++) {
        const char *name = arena_printf(a, "clperf-%s", rule->id);
        if (!words_has(&used, name))
            continue;
        cJSON *o = cJSON_AddObjectToObject(rules, name);
        cJSON_AddStringToObject(o, "title", rule->title);
        cJSON_AddStringToObject(o, "help", rule->help);
    }
}

/* --- the page -------------------------------------------------------------- */

/* Characters that would end the script, or that would be taken for commands where the page is
 * printed. In JSON they can stand only within a text, which has another way to write them. */
static bool is_escaped(uint32_t code) {
    return code == '<' || code == '>' || code == '&' || code == 0x7f || diag_is_unprintable(code);
}

/* What may stand between <script> and </script>. */
static void add_json(struct str *s, const char *json) {
    size_t n = strlen(json), begin = 0, i = 0;
    while (i < n) {
        struct diag_char c = diag_decode(json + i, n - i);
        if (is_escaped(c.code)) {
            str_addn(s, json + begin, i - begin);
            str_printf(s, "\\u%04x", c.code);
            begin = i + c.bytes;
        }
        i += c.bytes;
    }
    str_addn(s, json + begin, n - begin);
}

static void add_part(struct str *s, const char *name, size_t n, const struct viewer_request *v,
                     const char *json) {
    if (strncmp(name, "title", n) == 0)
        str_add(s, v->title);
    else if (strncmp(name, "style", n) == 0)
        str_add(s, viewer_style);
    else if (strncmp(name, "script", n) == 0)
        str_add(s, viewer_script);
    else
        add_json(s, json);
}

/* The page with its parts in place of their names between braces: "{{style}}". */
static void add_page(struct str *s, const struct viewer_request *v, const char *json) {
    const char *at = viewer_page;
    for (const char *open; (open = strstr(at, "{{"));) {
        const char *name = open + 2, *close = strstr(name, "}}");
        str_addn(s, at, (size_t)(open - at));
        add_part(s, name, (size_t)(close - name), v, json);
        at = close + 2;
    }
    str_add(s, at);
}

int viewer_write(struct arena *a, FILE *out, const struct viewer_request *v) {
    viewer_add_sources(a, v);
    add_rules(a, v->report);
    char *json = cJSON_PrintUnformatted(v->report);
    if (!json) {
        errno = ENOMEM;
        return -1;
    }
    struct str s = {.arena = a};
    add_page(&s, v, json);
    cJSON_free(json);
    return fwrite(str_text(&s), 1, s.n, out) == s.n && fflush(out) == 0 ? 0 : -1;
}
