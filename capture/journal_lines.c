#include "capture/journal_lines.h"

#include <inttypes.h>

static const char *const languages[] = {"opencl", "cuda", "hip", "ptx"};

void journal_line_program(struct journal_text *t, uint64_t number, enum journal_language language,
                          const char *source, const char *options) {
    journal_text_format(t, "{\"program\":%" PRIu64, number);
    journal_text_field(t, "language", languages[language]);
    journal_text_field(t, "source", source);
    journal_text_field(t, "options", options);
    journal_text_add(t, "}");
}

static void add_parameter(struct journal_text *t, const struct journal_arg *arg) {
    journal_text_add(t, "{");
    if (arg->name) {
        journal_text_add(t, "\"name\":");
        journal_text_quote(t, arg->name);
    }
    if (arg->type) {
        journal_text_add(t, arg->name ? ",\"type\":" : "\"type\":");
        journal_text_quote(t, arg->type);
    }
    journal_text_add(t, "}");
}

void journal_line_kernel(struct journal_text *t, uint64_t number, const struct journal_launch *l) {
    journal_text_format(t, "{\"kernel\":%" PRIu64 ",\"of\":%" PRIu64, number, l->program);
    journal_text_field(t, "name", l->kernel);
    journal_text_add(t, ",\"parameters\":[");
    for (size_t i = 0; i < l->n_args; i++) {
        if (i > 0)
            journal_text_add(t, ",");
        add_parameter(t, &l->args[i]);
    }
    journal_text_add(t, "]}");
}

static void add_sizes(struct journal_text *t, const char *key, const uint64_t sizes[3]) {
    journal_text_format(t, ",\"%s\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", key, sizes[0], sizes[1],
                        sizes[2]);
}

static void add_arg(struct journal_text *t, const struct journal_arg *arg) {
    switch (arg->kind) {
    case JOURNAL_VALUE:
        journal_text_add(t, "{\"value\":");
        journal_text_hex(t, arg->value, (size_t)arg->bytes);
        journal_text_add(t, "}");
        return;
    case JOURNAL_BUFFER:
        journal_text_format(t, "{\"buffer\":%" PRIu64, arg->bytes);
        journal_text_field(t, "contents", arg->contents);
        journal_text_add(t, "}");
        return;
    case JOURNAL_IMAGE:
        journal_text_format(t, "{\"image\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]}", arg->size[0],
                            arg->size[1], arg->size[2]);
        return;
    case JOURNAL_LOCAL:
        journal_text_format(t, "{\"local\":%" PRIu64 "}", arg->bytes);
        return;
    case JOURNAL_NULL:
        journal_text_add(t, "{\"null\":true}");
        return;
    case JOURNAL_SAMPLER:
    case JOURNAL_UNSET:
        break;
    }
    journal_text_add(t, "null");
}

void journal_line_launch(struct journal_text *t, uint64_t number, uint64_t kernel, uint64_t counts,
                         const struct journal_launch *l) {
    journal_text_format(t, "{\"launch\":%" PRIu64 ",\"kernel\":%" PRIu64 ",\"counts\":%" PRIu64,
                        number, kernel, counts);
    add_sizes(t, "global", l->global);
    add_sizes(t, "local", l->local);
    add_sizes(t, "offset", l->offset);
    journal_text_add(t, ",\"args\":[");
    for (size_t i = 0; i < l->n_args; i++) {
        if (i > 0)
            journal_text_add(t, ",");
        add_arg(t, &l->args[i]);
    }
    journal_text_add(t, "]");
    journal_text_field(t, "file", l->file);
    if (l->file)
        journal_text_format(t, ",\"line\":%u", l->line);
    journal_text_add(t, "}");
}
