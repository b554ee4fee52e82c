#include "capture/cuda/ptx.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/cuda/signature.h"

bool ptx_is(const char *text, size_t n) {
    size_t bytes = n ? n : strlen(text);
    const char *version = memmem(text, bytes < 4096 ? bytes : 4096, ".version", 8);
    return version && memmem(version, bytes - (size_t)(version - text), ".target", 7);
}

static const struct {
    const char *ptx, *type;
    size_t bytes;
} types[] = {
    {".u8", "unsigned char", 1},   {".s8", "signed char", 1},   {".b8", "", 1},
    {".u16", "unsigned short", 2}, {".s16", "short", 2},        {".b16", "unsigned short", 2},
    {".f16", "__half", 2},         {".u32", "unsigned int", 4}, {".s32", "int", 4},
    {".b32", "unsigned int", 4},   {".f32", "float", 4},        {".u64", "u64", 8},
    {".s64", "long", 8},           {".b64", "u64", 8},          {".f64", "double", 8}};

enum { TYPES = sizeof types / sizeof *types };

/* ".param .align 8 .b8 name_param_0[16]": its type, and its elements. */
static void write_parameter(FILE *out, const char *from, const char *to) {
    const char *bracket = memchr(from, '[', (size_t)(to - from));
    size_t elements = bracket ? strtoul(bracket + 1, NULL, 10) : 1;
    for (size_t i = 0; i < TYPES; i++) {
        const char *at = memmem(from, (size_t)(to - from), types[i].ptx, strlen(types[i].ptx));
        if (!at || !isspace((unsigned char)at[strlen(types[i].ptx)]))
            continue;
        fprintf(out, "%zu|%s|\n", types[i].bytes * elements, bracket ? "" : types[i].type);
        return;
    }
}

/* "name(parameters)" */
static const char *write_kernel(FILE *out, const char *s) {
    s += strspn(s, " \t\r\n");
    size_t name = strcspn(s, " \t\r\n({");
    fprintf(out, "kernel %.*s\n", (int)name, s);
    s += name;
    s += strspn(s, " \t\r\n");
    const char *end = *s == '(' ? strchr(s, ')') : NULL;
    while (end && s < end) {
        size_t n = strcspn(++s, ",)");
        write_parameter(out, s, s + n);
        s += n;
    }
    return s;
}

char *ptx_kernels(const char *ptx, size_t n) {
    char *copy = n ? strndup(ptx, n) : strdup(ptx), *result = NULL;
    size_t bytes;
    FILE *out = open_memstream(&result, &bytes);
    if (copy && out) {
        fputs(SIGNATURE_MAGIC, out);
        for (const char *s = copy; (s = strstr(s, ".entry"));)
            s = write_kernel(out, s + 6);
    }
    if (out)
        fclose(out);
    free(copy);
    return result;
}
