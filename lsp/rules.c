/* The pages of the rules, of diag/rules/NAME.md, in the cache: links of diagnostics lead there. */
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "diag/report.h"
#include "lsp/pages.h"
#include "lsp/server.h"
#include "lsp/uri.h"

static const struct rule_info *find_rule(const char *name) {
    const char *id = str_starts(name, "clperf-") ? name + strlen("clperf-") : name;
    for (size_t i = 0; rule_listed(i); i++)
        if (strcmp(rule_listed(i)->id, id) == 0)
            return rule_listed(i);
    return NULL;
}

const char *rule_page(struct arena *a, const char *rule) {
    const struct rule_info *info = find_rule(rule);
    if (!info)
        return NULL;
    const char *name = arena_printf(a, "rules-%s/%s.md", CLPERF_VERSION, info->id);
    const char *path = pages_path(a, name);
    if (!path)
        return NULL;
    if (access(path, R_OK) != 0) {
        const char *text =
            arena_printf(a, "# clperf-%s\n\n%s.\n\n%s\n", info->id, info->title, info->help);
        if (!pages_write(a, path, text))
            return NULL;
    }
    return uri_of(a, path);
}
