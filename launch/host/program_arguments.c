#include <stdlib.h>
#include <string.h>

#include "launch/host/arithmetic.h"
#include "launch/host/dataflow.h"

static uint32_t parameter_symbol(const struct host_values *v, uint32_t function, uint32_t i) {
    uint32_t p = host_parameter(v, function, i);
    return p == NO_NODE ? NO_SYMBOL : host_node_at(v, p)->symbol;
}

struct host_command_line host_command_line(struct host_values *v, const char *argv) {
    struct host_command_line line = {.known = argv != NULL, .argc = NO_SYMBOL, .argv = NO_SYMBOL};
    if (argv)
        line.words = words_unquote(v->arena, argv);
    for (uint32_t i = 0; i < v->tree->n && argv && line.argc == NO_SYMBOL; i++) {
        const struct host_node *n = host_node_at(v, i);
        if (n->kind == NODE_FUNCTION && n->name && strcmp(n->name, "main") == 0) {
            line.argc = parameter_symbol(v, i, 0);
            line.argv = parameter_symbol(v, i, 1);
        }
    }
    return line;
}

bool host_is_argc(const struct host_values *v, uint32_t symbol, struct host_value *out) {
    const struct host_command_line *line = &v->command_line;
    *out = (struct host_value){.kind = VALUE_INT, .integer = (int64_t)line->words.n + 1};
    return line->known && symbol != NO_SYMBOL && symbol == line->argc && !v->writes[symbol].n;
}

bool host_is_argv(const struct host_values *v, uint32_t symbol, int64_t i, struct host_value *out) {
    const struct host_command_line *line = &v->command_line;
    int64_t n = (int64_t)line->words.n;
    if (!line->known || symbol == NO_SYMBOL || symbol != line->argv || v->writes[symbol].n)
        return false;
    *out = (struct host_value){.text = "the program's name, or no argument at all"};
    if (i >= 1 && i <= n)
        *out = (struct host_value){.kind = VALUE_TEXT, .text = line->words.at[i - 1]};
    else if (i == n + 1)
        *out = (struct host_value){.kind = VALUE_INT};
    return true;
}

uint32_t host_scan_format(const struct host_values *v, uint32_t call) {
    const struct host_node *n = host_node_at(v, call);
    bool one = n->kind == NODE_CALL && n->name && strcmp(n->name, "sscanf") == 0 &&
               host_argument(v->tree, call, 2) != NO_NODE &&
               host_argument(v->tree, call, 3) == NO_NODE;
    return one ? host_argument(v->tree, call, 1) : NO_NODE;
}

struct host_value host_scanned(struct host_values *v, uint32_t call, const struct host_frame *f) {
    struct host_value args[] = {host_eval(v, host_argument(v->tree, call, 0), f)}, result;
    struct host_value format = host_eval(v, host_scan_format(v, call), f);
    if (args[0].kind != VALUE_TEXT || format.kind != VALUE_TEXT)
        return args[0].kind == VALUE_UNKNOWN ? args[0] : host_unknown(v, call, "not constant");
    size_t length = strlen(format.text);
    bool integer = length > 1 && strchr("diu", format.text[length - 1]);
    bool real = length > 1 && strchr("feg", format.text[length - 1]);
    bool plain = format.text[0] == '%' && strspn(format.text + 1, "lhzdiufeg") == length - 1;
    if (plain && (integer || real) &&
        host_compute_call(v->arena, integer ? "atoll" : "atof", args, 1, &result))
        return result;
    return host_unknown(v, call, "a format that is not followed");
}
