#include "capture/manifest_rows.h"

#include <inttypes.h>
#include <string.h>

#include "base/str.h"
#include "capture/journal_text.h"
#include "capture/manifest_values.h"
#include "launch/inline_syntax.h"
#include "source/compiler/build_options.h"

/* Lines by the number that they give to what they describe. */
struct numbered {
    const cJSON **at;
    size_t n, cap;
};

/* A journal that is being read. */
struct reading {
    struct captured *out;
    const struct read_journal *journal;
    struct journal_text text;
    struct numbered programs, kernels;
};

static uint32_t *place_of(const struct noted_texts *t, struct journal_hash hash) {
    size_t i = hash.a & (t->n_places - 1);
    while (t->places[i] && !journal_hash_equal(t->at[t->places[i] - 1].hash, hash))
        i = (i + 1) & (t->n_places - 1);
    return &t->places[i];
}

static void make_room(struct arena *a, struct noted_texts *t) {
    if (2 * t->n < t->n_places)
        return;
    t->n_places = t->n_places ? 4 * t->n_places : 64;
    t->places = NEW_ARRAY(a, uint32_t, t->n_places);
    for (size_t i = 0; i < t->n; i++)
        *place_of(t, t->at[i].hash) = (uint32_t)i + 1;
}

static void add_counts(struct journal_counts *to, const struct journal_counts *more) {
    to->count += more->count;
    for (uint64_t i = 0; i < more->n_times && to->n_times < JOURNAL_TIMES; i++)
        to->time[to->n_times++] = more->time[i];
}

static struct journal_hash hash_of_text(const char *text) {
    struct journal_hash hash = {0};
    journal_hash_text(&hash, text);
    return journal_hash_end(hash);
}

bool manifest_noted(const struct noted_texts *t, const char *text) {
    return t->n && *place_of(t, hash_of_text(text));
}

void manifest_note(struct arena *a, struct noted_texts *t, const char *text,
                   const struct journal_counts *counts) {
    struct journal_hash hash = hash_of_text(text);
    make_room(a, t);
    uint32_t *place = place_of(t, hash);
    if (!*place) {
        vec_push(a, t, (struct noted){.text = arena_strdup(a, text), .hash = hash});
        *place = (uint32_t)t->n;
    }
    add_counts(&t->at[*place - 1].counts, counts);
}

static void note_once(struct captured *c, struct noted_texts *t, const char *text) {
    static const struct journal_counts once = {.count = 1};
    manifest_note(c->arena, t, text, &once);
}

static const char *text_of(const cJSON *object, const char *key) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(value) ? value->valuestring : NULL;
}

/* Journals have sizes and counts; what cannot be one is `missing`. */
static double count_of(const cJSON *value, double missing) {
    static const double most = 1e18;
    bool good = cJSON_IsNumber(value) && value->valuedouble >= 0 && value->valuedouble <= most;
    return good ? value->valuedouble : missing;
}

static double number_of(const cJSON *object, const char *key) {
    return count_of(cJSON_GetObjectItemCaseSensitive(object, key), 0);
}

/* `,"key":"FILES/name"`, of a file that the manifest refers to. */
static void add_file(struct reading *r, const char *key, const char *name) {
    if (!name)
        return;
    const char *path = arena_printf(r->out->arena, "%s/%s", r->out->files, name);
    journal_text_field(&r->text, key, path);
    note_once(r->out, &r->out->referred, name);
}

static void add_defines(struct reading *r, const char *options) {
    struct words defines = {0}, flags = {0};
    build_options_read(r->out->arena, options, &defines, &flags);
    for (size_t i = 0; i < defines.n; i++) {
        journal_text_add(&r->text, i == 0 ? ",\"defines\":[" : ",");
        journal_text_quote(&r->text, defines.at[i]);
    }
    if (defines.n)
        journal_text_add(&r->text, "]");
}

static void add_program(struct reading *r, const cJSON *program) {
    const char *options = text_of(program, "options");
    add_file(r, "source", text_of(program, "source"));
    if (options && *options) {
        journal_text_field(&r->text, "options", options);
        add_defines(r, options);
    }
}

/* Sizes up to the last one that says something. Whether there were any. */
static void add_sizes(struct reading *r, const cJSON *launch, const char *key, double missing) {
    const cJSON *sizes = cJSON_GetObjectItemCaseSensitive(launch, key);
    double size[3] = {missing, missing, missing};
    int n = 0;
    for (int i = 0; i < 3; i++) {
        size[i] = count_of(cJSON_GetArrayItem(sizes, i), missing);
        if (size[i] != missing)
            n = i + 1;
    }
    journal_text_format(&r->text, ",\"%s\":[", key);
    for (int i = 0; i < n || i < 1; i++)
        journal_text_format(&r->text, "%s%.0f", i ? "," : "", size[i]);
    journal_text_add(&r->text, "]");
}

/* All three are 0 where nothing was said. */
static bool has_sizes(const cJSON *launch, const char *key) {
    const cJSON *size;
    cJSON_ArrayForEach (size, cJSON_GetObjectItemCaseSensitive(launch, key))
        if (size->valuedouble > 0)
            return true;
    return false;
}

static void add_buffer(struct reading *r, const cJSON *arg, const char *type) {
    double bytes = number_of(arg, "buffer");
    uint64_t elements = manifest_elements(type, (uint64_t)bytes);
    journal_text_format(&r->text, "{\"bytes\":%.0f", bytes);
    if (elements)
        journal_text_format(&r->text, ",\"elements\":%" PRIu64, elements);
    add_file(r, "file", text_of(arg, "contents"));
    journal_text_add(&r->text, "}");
}

static void add_image(struct reading *r, const cJSON *sizes) {
    journal_text_format(
        &r->text, "{\"image\":[%.0f,%.0f,%.0f]}", count_of(cJSON_GetArrayItem(sizes, 0), 0),
        count_of(cJSON_GetArrayItem(sizes, 1), 0), count_of(cJSON_GetArrayItem(sizes, 2), 0));
}

static void add_arg(struct reading *r, const cJSON *arg, const char *type) {
    const cJSON *image = cJSON_GetObjectItemCaseSensitive(arg, "image");
    const char *value = text_of(arg, "value");
    if (value)
        manifest_add_value(&r->text, type, value);
    else if (image)
        add_image(r, image);
    else if (cJSON_HasObjectItem(arg, "buffer"))
        add_buffer(r, arg, type);
    else if (cJSON_HasObjectItem(arg, "null"))
        journal_text_add(&r->text, "{\"null\":true}");
    else
        journal_text_format(&r->text, "{\"local_bytes\":%.0f}", number_of(arg, "local"));
}

/* Neither samplers nor memory whose size nobody knows. */
static bool is_known(const cJSON *arg) {
    return cJSON_IsObject(arg) &&
           !(cJSON_HasObjectItem(arg, "buffer") && number_of(arg, "buffer") < 1) &&
           !(cJSON_HasObjectItem(arg, "local") && number_of(arg, "local") < 1);
}

static void add_args(struct reading *r, const cJSON *args, const cJSON *parameters) {
    const cJSON *arg;
    int i = 0, added = 0;
    journal_text_add(&r->text, ",\"args\":{");
    cJSON_ArrayForEach (arg, args) {
        const cJSON *parameter = cJSON_GetArrayItem(parameters, i);
        const char *name = text_of(parameter, "name");
        if (is_known(arg)) {
            journal_text_add(&r->text, added++ ? "," : "");
            journal_text_quote(&r->text, name ? name : arena_printf(r->out->arena, "%d", i));
            journal_text_add(&r->text, ":");
            add_arg(r, arg, text_of(parameter, "type"));
        }
        i++;
    }
    journal_text_add(&r->text, "}");
}

static void add_host(struct reading *r, const cJSON *launch) {
    const char *file = text_of(launch, "file");
    if (!file)
        return;
    journal_text_add(&r->text, ",\"host\":{\"file\":");
    journal_text_quote(&r->text, file);
    journal_text_format(&r->text, ",\"line\":%.0f}", number_of(launch, "line"));
}

static void add_row(struct reading *r, const cJSON *launch, const cJSON *kernel,
                    const cJSON *program) {
    r->text.n = 0;
    journal_text_add(&r->text, "{\"kernel\":");
    journal_text_quote(&r->text, text_of(kernel, "name"));
    add_program(r, program);
    add_sizes(r, launch, "global", 1);
    if (has_sizes(launch, "local"))
        add_sizes(r, launch, "local", 1);
    if (has_sizes(launch, "offset"))
        add_sizes(r, launch, "offset", 0);
    add_args(r, cJSON_GetObjectItemCaseSensitive(launch, "args"),
             cJSON_GetObjectItemCaseSensitive(kernel, "parameters"));
    add_host(r, launch);
}

/* Manifests hold launches of at least one work-item. */
static bool has_items(const cJSON *launch) {
    const cJSON *size;
    cJSON_ArrayForEach (size, cJSON_GetObjectItemCaseSensitive(launch, "global"))
        if (size->valuedouble < 1 || size->valuedouble > (double)LAUNCH_MOST_ITEMS)
            return false;
    return true;
}

/* What has that number, or NULL. */
static const cJSON *find(const struct numbered *list, double number) {
    return number >= 1 && number < (double)list->n ? list->at[(size_t)number] : NULL;
}

static void note_kernel(struct captured *c, const cJSON *kernel, const cJSON *program) {
    const char *source = text_of(program, "source");
    note_once(c, &c->kernels,
              arena_printf(c->arena, "%s %s", text_of(kernel, "name"), source ? source : ""));
}

static void read_launch(struct reading *r, const cJSON *launch) {
    struct journal_counts counts = manifest_counts(r->journal, launch);
    const cJSON *kernel = find(&r->kernels, number_of(launch, "kernel"));
    const cJSON *program = find(&r->programs, number_of(kernel, "of"));
    if (!text_of(kernel, "name"))
        return;
    if (!has_items(launch)) {
        note_once(r->out, &r->out->remarks, "Launches without work-items are left out.");
        return;
    }
    add_row(r, launch, kernel, program);
    manifest_note(r->out->arena, &r->out->launches, r->text.at, &counts);
    note_kernel(r->out, kernel, program);
}

/* Numbers that no program comes to are damage. */
static void put(struct reading *r, struct numbered *list, const cJSON *line, const char *key) {
    enum { MOST_NUMBERED = 1 << 20 };
    size_t number = (size_t)number_of(line, key);
    if (number > MOST_NUMBERED)
        return;
    while (list->n <= number)
        vec_push(r->out->arena, list, NULL);
    list->at[number] = line;
}

/* True if the line is needed by later ones. */
static bool read_line(struct reading *r, const cJSON *line) {
    const char *key = line->child ? line->child->string : "";
    const char *text = line->child && cJSON_IsString(line->child) ? line->child->valuestring : "";
    if (strcmp(key, "launch") == 0) {
        read_launch(r, line);
    } else if (strcmp(key, "program") == 0) {
        put(r, &r->programs, line, key);
        return true;
    } else if (strcmp(key, "kernel") == 0) {
        put(r, &r->kernels, line, key);
        return true;
    } else if (strcmp(key, "call") == 0) {
        struct journal_counts counts = manifest_counts(r->journal, line);
        manifest_note(r->out->arena, &r->out->calls, text, &counts);
    } else if (strcmp(key, "device") == 0) {
        note_once(r->out, &r->out->devices, text);
    } else if (strcmp(key, "remark") == 0) {
        note_once(r->out, &r->out->remarks, text);
    }
    return false;
}

void manifest_add_journal(struct captured *c, const struct read_journal *j) {
    struct reading r = {.out = c, .journal = j};
    VEC(cJSON *) needed = {0};
    cJSON *line;
    for (size_t at = 0; (line = manifest_next_line(j, &at));) {
        if (read_line(&r, line))
            vec_push(c->arena, &needed, line);
        else
            cJSON_Delete(line);
    }
    for (size_t i = 0; i < needed.n; i++)
        cJSON_Delete(needed.at[i]);
    journal_text_free(&r.text);
    c->lost += manifest_lost(j);
}
