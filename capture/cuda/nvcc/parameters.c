#include "capture/cuda/nvcc/parameters.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "capture/cuda/signature.h"

/* "!12 = ..." as the text after the equals sign, by number. */
struct nodes {
    struct arena *arena;
    const char **at;
    size_t n;
};

enum { NO_NODE = -1, MOST_QUALIFIERS = 64 };

/* --- nodes -------------------------------------------------------------------- */

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

/* The number of the node that a line defines. */
static long defined(const char *line) {
    char *end;
    if (line[0] != '!' || !isdigit((unsigned char)line[1]))
        return NO_NODE;
    long number = strtol(line + 1, &end, 10);
    return str_starts(end, " = ") ? number : NO_NODE;
}

static struct nodes read_nodes(struct arena *a, const char *ir) {
    struct nodes nodes = {.arena = a};
    for (const char *line = ir; *line; line = next_line(line))
        if (defined(line) >= (long)nodes.n)
            nodes.n = (size_t)defined(line) + 1;
    nodes.at = NEW_ARRAY(a, const char *, nodes.n + 1);
    for (const char *line = ir; *line; line = next_line(line)) {
        long number = defined(line);
        const char *start = number == NO_NODE ? NULL : strstr(line, " = ") + 3;
        if (start)
            nodes.at[number] = arena_strndup(a, start, strcspn(start, "\n"));
    }
    return nodes;
}

/* Where a field's value starts: behind "key: ", outside of texts. */
static const char *field(const char *node, const char *key) {
    size_t n = strlen(key);
    bool text = false;
    for (const char *s = node; *s; s++) {
        if (*s == '"')
            text = !text;
        if (!text && (s[0] == '(' || s[0] == ' ') && strncmp(s + 1, key, n) == 0 &&
            str_starts(s + 1 + n, ": "))
            return s + n + 3;
    }
    return NULL;
}

static long field_number(const char *node, const char *key) {
    const char *value = field(node, key);
    return value ? strtol(value, NULL, 10) : 0;
}

static long field_node(const char *node, const char *key) {
    const char *value = field(node, key);
    return value && *value == '!' ? strtol(value + 1, NULL, 10) : NO_NODE;
}

static const char *field_text(const struct nodes *nodes, const char *node, const char *key) {
    const char *value = field(node, key);
    if (!value || *value != '"')
        return NULL;
    return arena_strndup(nodes->arena, value + 1, strcspn(value + 1, "\""));
}

static bool is_tag(const char *node, const char *tag) {
    const char *value = field(node, "tag");
    return value && str_starts(value, tag) && strchr(",)", value[strlen(tag)]);
}

/* --- types -------------------------------------------------------------------- */

struct type {
    const char *name;
    long bytes;
};

static struct type type_of(const struct nodes *nodes, long number, int depth);

static bool is_pointer(const char *node) {
    return is_tag(node, "DW_TAG_pointer_type") || is_tag(node, "DW_TAG_reference_type") ||
           is_tag(node, "DW_TAG_rvalue_reference_type");
}

static struct type derived(const struct nodes *nodes, const char *node, int depth) {
    struct type base = type_of(nodes, field_node(node, "baseType"), depth + 1);
    if (is_pointer(node))
        return (struct type){arena_printf(nodes->arena, "%s*", base.name), sizeof(void *)};
    return base;
}

/* What a number stands for; a node that is missing is void. */
static struct type type_of(const struct nodes *nodes, long number, int depth) {
    const char *node = number >= 0 && (size_t)number < nodes->n ? nodes->at[number] : NULL;
    if (!node || depth > MOST_QUALIFIERS)
        return (struct type){"void", 0};
    if (str_starts(node, "distinct "))
        node += strlen("distinct ");
    if (str_starts(node, "!DIDerivedType("))
        return derived(nodes, node, depth);
    if (is_tag(node, "DW_TAG_enumeration_type") && field_node(node, "baseType") != NO_NODE)
        return type_of(nodes, field_node(node, "baseType"), depth + 1);
    const char *name = field_text(nodes, node, "name");
    return (struct type){name ? name : "", field_number(node, "size") / 8};
}

/* --- kernels ------------------------------------------------------------------ */

/* "_Z18__device_stub__addPf" is what the host calls "_Z3addPf". NULL: it is none. */
static const char *kernel_symbol(struct arena *a, const char *symbol) {
    static const char stub[] = "__device_stub__";
    const char *at = strstr(symbol, stub), *digits = at;
    if (!at)
        return NULL;
    const char *rest = at + strlen(stub);
    while (digits > symbol && isdigit((unsigned char)digits[-1]))
        digits--;
    if (digits == at)
        return at == symbol ? rest : NULL;
    long length = strtol(digits, NULL, 10) - (long)strlen(stub);
    return arena_printf(a, "%.*s%ld%s", (int)(digits - symbol), symbol, length, rest);
}

static void add_parameters(const struct nodes *nodes, long kernel, struct str *out) {
    for (long position = 1, found = 1; found; position++) {
        found = 0;
        for (size_t i = 0; i < nodes->n && !found; i++) {
            const char *node = nodes->at[i];
            if (!node || !str_starts(node, "!DILocalVariable(") ||
                field_node(node, "scope") != kernel || field_number(node, "arg") != position)
                continue;
            struct type type = type_of(nodes, field_node(node, "type"), 0);
            const char *name = field_text(nodes, node, "name");
            str_printf(out, "%ld|%s|%s\n", type.bytes, type.name, name ? name : "");
            found = 1;
        }
    }
}

const char *nvcc_parameters(struct arena *a, const char *ir) {
    struct nodes nodes = read_nodes(a, ir);
    struct str out = {.arena = a};
    str_add(&out, SIGNATURE_MAGIC);
    for (size_t i = 0; i < nodes.n; i++) {
        const char *node = nodes.at[i];
        if (!node || !str_starts(node, "distinct !DISubprogram("))
            continue;
        const char *symbol = field_text(&nodes, node, "linkageName");
        const char *kernel = symbol ? kernel_symbol(a, symbol) : NULL;
        if (!kernel)
            continue;
        str_printf(&out, "kernel %s\n", kernel);
        add_parameters(&nodes, (long)i, &out);
    }
    return str_text(&out);
}
