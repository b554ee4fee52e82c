#include "hwdb/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "hwdb/load.h"

static const struct memory_type {
    const char *name;
    int transfers, channel_bits;
    double row_ns;
    const char *source;
} memory_types[] = {
#define MEMORY(name, transfers, channel_bits, row_ns, source)                                      \
    {name, transfers, channel_bits, row_ns, source},
#include "hwdb/memory_types.def"
#undef MEMORY
};

enum { HEAD_COLUMNS = 5 }; /* @value, key, number, kind, source */

bool is_board(const struct hwdb_entry *entry) {
    return str_starts(entry->file->path, "hwdb/boards/");
}

/* The fields of a line, with tabs between them; how many there are. Those beyond `most` are only
 * counted. */
static size_t split(struct arena *a, const char *line, const char **to, size_t most) {
    size_t n = 0;
    for (;; line++) {
        size_t length = strcspn(line, "\t\n");
        if (n < most)
            to[n] = arena_strndup(a, line, length);
        n++;
        line += length;
        if (*line != '\t')
            return n;
    }
}

bool board_read(struct arena *a, const struct hwdb_entry *entry, struct board *out) {
    const char *row = strstr(entry->file->text, arena_printf(a, "\n%s\t", entry->name));
    out->entry = entry;
    return row && split(a, row + 1, out->column, BOARD_COLUMNS) == BOARD_COLUMNS;
}

void board_name(struct arena *a, const struct board *b, struct gpu *g) {
    const char *list = b->column[BOARD_ALIASES];
    g->name = b->column[BOARD_NAME];
    g->product = b->column[BOARD_PRODUCT];
    g->aliases = NEW_ARRAY(a, const char *, strlen(list) + 1);
    g->n_aliases = 0;
    for (; *list; list += *list == '|') {
        size_t length = strcspn(list, "|");
        g->aliases[g->n_aliases++] = arena_strndup(a, list, length);
        list += length;
    }
}

/* One board that is being made of the GPU that it is like. */
struct making {
    struct arena *a;
    const struct board *b;
    const struct gpu *like;
    struct gpu *g;
    const char *error;
};

static void set(struct making *m, enum gpu_key key, double value, enum gpu_kind kind,
                const char *source) {
    const struct hw_key *row = &hw_keys[key];
    if (!(value >= row->min && value <= row->max))
        m->error = arena_printf(m->a, "%s: %s: %g is out of range, %g to %g %s", m->b->entry->name,
                                row->name, value, row->min, row->max, row->unit);
    m->g->origin[key] = (struct gpu_origin){kind, source, m->b->entry->file->path};
    *(double *)((char *)m->g + row->offset) = value;
}

static double number(struct making *m, enum board_column column) {
    const char *text = m->b->column[column];
    char *end;
    double value = strtod(text, &end);
    if (!*text || *end)
        m->error = arena_printf(m->a, "%s: '%s' is no number", m->b->entry->name, text);
    return value;
}

static void set_documented(struct making *m, enum gpu_key key, double value) {
    set(m, key, value, GPU_DOCUMENTED, m->b->column[BOARD_SOURCE]);
}

/* What depends on a value of the row as it does on the GPU that the board is like. */
static void set_scaled(struct making *m, enum gpu_key key, double ratio, const char *of) {
    double value = gpu_value(m->like, key);
    if (value > 0)
        set(m, key, value * ratio, GPU_INFERRED,
            arena_printf(m->a, "%s's %.6g, scaled by %s: %s", m->b->column[BOARD_LIKE], value, of,
                         m->like->origin[key].source));
}

/* What was measured on the other GPU, or is its own otherwise, is inferred here. */
static void mark_inherited(struct making *m) {
    for (enum gpu_key k = 0; k < GPU_KEYS; k++) {
        struct gpu_origin *o = &m->g->origin[k];
        if (o->kind == GPU_UNSET || !str_starts(o->file, "hwdb/gpus/"))
            continue;
        o->kind = GPU_INFERRED;
        o->source = arena_printf(m->a, "as on %s: %s", m->b->column[BOARD_LIKE], o->source);
    }
}

static const struct memory_type *find_memory(struct making *m) {
    const char *name = m->b->column[BOARD_MEMORY];
    for (size_t i = 0; i < sizeof memory_types / sizeof *memory_types; i++)
        if (strcmp(memory_types[i].name, name) == 0)
            return &memory_types[i];
    m->error = arena_printf(m->a, "%s: no memory is called '%s'", m->b->entry->name, name);
    return &memory_types[0];
}

/* How much wider the memory bus is than that of the GPU that the board is like, where the head of
 * the table has its width, or else how much larger the L2: by that the caches' bandwidth scales. */
static double scale(struct making *m, const char **of) {
    const char *line = arena_printf(m->a, "\n@like\t%s\t", m->b->column[BOARD_LIKE]);
    const char *at = strstr(m->b->entry->file->text, line);
    *of = at ? "the width of the memory bus" : "the size of the L2";
    return at ? number(m, BOARD_BITS) / strtod(at + strlen(line), NULL)
              : m->g->cache.l2_bytes / m->like->cache.l2_bytes;
}

static void set_published(struct making *m) {
    static const double ki = 1 << 10, mi = 1 << 20, gi = 1 << 30;
    set_documented(m, GPU_sm_count, number(m, BOARD_UNITS));
    set_documented(m, GPU_core_mhz, number(m, BOARD_CORE_MHZ));
    set_documented(m, GPU_mem_mhz, number(m, BOARD_MEM_MHZ));
    set_documented(m, GPU_dram_gbs, number(m, BOARD_GBS));
    set_documented(m, GPU_l2_bytes, ki * number(m, BOARD_L2_KIB));
    if (number(m, BOARD_L3_MIB) > 0 || m->like->cache.l3_bytes > 0)
        set_documented(m, GPU_l3_bytes, mi * number(m, BOARD_L3_MIB));
    set_documented(m, GPU_dram_bytes, gi * number(m, BOARD_GIB));
}

static void set_dependent(struct making *m) {
    const struct gpu *g = m->g;
    const struct memory_type *memory = find_memory(m);
    double channels = number(m, BOARD_BITS) / memory->channel_bits;
    const char *of;
    double ratio = scale(m, &of);
    set_scaled(m, GPU_l2_bytes_per_clk, ratio, of);
    set_scaled(m, GPU_l3_bytes_per_clk, ratio, of);
    set_scaled(m, GPU_atomic_per_clk, ratio, of);
    set(m, GPU_dram_row_cycles, memory->row_ns * 1e-3 * g->machine.core_mhz / channels,
        GPU_INFERRED, *memory->source ? memory->source : "no measurement, part of the efficiency");
}

/* A line of the head: a value of all boards of the table. */
static void set_of_table(struct making *m, const char *line) {
    const char *field[HEAD_COLUMNS];
    enum gpu_key key = 0;
    enum gpu_kind kind = GPU_DOCUMENTED;
    bool complete = split(m->a, line, field, HEAD_COLUMNS) == HEAD_COLUMNS;
    while (complete && key < GPU_KEYS && strcmp(gpu_key_name(key), field[1]) != 0)
        key++;
    while (complete && kind < GPU_UNSET && strcmp(gpu_kind_name(kind), field[3]) != 0)
        kind++;
    if (complete && key < GPU_KEYS && kind < GPU_UNSET)
        set(m, key, strtod(field[2], NULL), kind, field[4]);
    else
        m->error = arena_printf(m->a, "%.*s: expected key, number, kind and source",
                                (int)strcspn(line, "\n"), line);
}

bool board_apply(struct arena *a, const struct board *b, struct gpu *g, const char **error) {
    struct gpu *like = NEW(a, struct gpu);
    struct making m = {.a = a, .b = b, .like = like, .g = g};
    *like = *g;
    g->arch = b->entry->arch;
    mark_inherited(&m);
    set_published(&m);
    set_dependent(&m);
    static const char line[] = "\n@value\t";
    for (const char *at = strstr(b->entry->file->text, line); at; at = strstr(at + 1, line))
        set_of_table(&m, at + 1);
    *error = m.error;
    return !m.error;
}
