/* The hardware database: the built-in GPUs, how they are found, what they inherit,
 * and what is refused in a file of the user's. Runs in the root of the sources. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "check.h"
#include "hwdb/load.h"

/* An entry of "values" whose kind and source are of no interest. */
#define VALUE(key, number)                                                                         \
    "\"" key "\": {\"value\": " number ", \"kind\": \"measured\", \"source\": \"a test\"}"
#define MINE "\"name\": \"mine\", \"base\": \"gtx-980\", "

/* A directory for the files of the user's that the tests write. */
struct scratch {
    struct arena arena;
    char dir[32];
};

static const char *write_file(struct scratch *s, const char *name, const char *text) {
    const char *path = arena_printf(&s->arena, "%s/%s", s->dir, name);
    FILE *f = fopen(path, "w");
    CHECK(f);
    if (f) {
        fputs(text, f);
        fclose(f);
    }
    return path;
}

static const struct gpu *load_text(struct scratch *s, const char *text, const char **error) {
    return gpu_find(&s->arena, write_file(s, "user.json", text), error);
}

/* Whether the text is refused in one line that names the file and contains `part`. */
static bool refused(struct scratch *s, const char *text, const char *part) {
    const char *error = NULL;
    if (load_text(s, text, &error) || !error)
        return false;
    bool ok = strstr(error, ".json: ") && strstr(error, part) && !strchr(error, '\n');
    if (!ok)
        printf("refused with: %s\n", error);
    return ok;
}

static void check_values(const struct gpu *g) {
    for (enum gpu_key k = 0; k < GPU_KEYS; k++) {
        const struct gpu_origin *o = &g->origin[k];
        double v = gpu_value(g, k);
        if (o->kind == GPU_UNSET) {
            CHECK(!hw_keys[k].required && v == 0);
            continue;
        }
        CHECK(v >= hw_keys[k].min && v <= hw_keys[k].max);
        CHECK(strlen(o->source) > 10);
        CHECK(str_starts(o->file, "hwdb/"));
    }
}

/* Whether all of them can be read, which the other tests rely on. */
static bool test_builtin(struct arena *a) {
    bool all = true;
    size_t n;
    const char *const *names = gpu_names(&n);
    CHECK(n >= 80);
    for (size_t i = 0; i < n; i++) {
        const char *error = NULL;
        const struct gpu *g = gpu_find(a, names[i], &error);
        CHECK(g && !error);
        all = all && g;
        if (!g) {
            puts(error);
            continue;
        }
        CHECK(strcmp(g->name, names[i]) == 0);
        CHECK(i == 0 || strcmp(names[i - 1], names[i]) < 0);
        CHECK(g->vendor == vendor_find(g->vendor->name));
        check_values(g);
    }
    return all;
}

/* What follows from the units of the values, whatever the GPU. */
static void test_consistent(struct arena *a) {
    size_t n;
    const char *const *names = gpu_names(&n);
    for (size_t i = 0; i < n; i++) {
        const char *error = NULL;
        const struct gpu *g = gpu_find(a, names[i], &error);
        CHECK(g->machine.max_items_per_group <=
              g->machine.max_warps_per_sm * g->machine.warp_width);
        CHECK(g->machine.max_regs_per_group <= g->machine.regs_per_sm);
        CHECK(g->local.local_bytes_per_group <= g->local.local_bytes_per_sm);
        CHECK(g->cache.l2_sector_bytes <= g->cache.l2_line_bytes);
        CHECK(g->cache.l2_latency <= g->dram.dram_latency);
        CHECK(g->units.rate_fp32 <=
              g->issue.schedulers_per_sm * g->issue.issue_per_scheduler * g->machine.warp_width);
        CHECK(g->local.local_cycles_per_pass <= g->local.local_cycles_min);
    }
}

static void test_known_values(struct arena *a) {
    const char *error = NULL;
    const struct gpu *k600 = gpu_find(a, "quadro-k600", &error);
    CHECK(k600->machine.sm_count == 1 && k600->machine.core_mhz == 876 &&
          k600->machine.max_groups_per_sm == 16);
    CHECK(gpu_find(a, "gtx-645", &error)->machine.sm_count == 3);
    CHECK(gpu_find(a, "gtx-980", &error)->cache.l2_latency == 222);
    CHECK(gpu_find(a, "jetson-tk1", &error)->cache.l2_line_bytes == 64);
    CHECK(gpu_find(a, "rtx-3090", &error)->local.local_cycles_min == 2);
    CHECK(gpu_find(a, "mi250x", &error)->machine.warp_width == 64);
}

/* Wang and Chu, GPGPU Performance Estimation with Core and Memory Frequency Scaling: tables II and
 * III, measured on a GTX 980. Its memory frequency is half the data rate, twice the command
 * clock. Table II prints equal clocks, but equation 4 makes its values at a core clock of 400
 * MHz and no other. */
static const struct paper_clock {
    double mhz, latency, delay; /* core cycles; the delay is of a 32-byte sector on one SM */
} paper_clocks[] = {{400, 500, 10.06},  {500, 455.5, 9.76}, {600, 425.8, 9.54}, {700, 404.6, 9.31},
                    {800, 388.7, 9.19}, {900, 376.3, 9.06}, {1000, 366.4, 9.0}};

static void test_clock_paper(struct arena *a) {
    const char *error = NULL;
    const struct gpu *own = gpu_find(a, "gtx-980", &error);
    for (size_t i = 0; i < sizeof paper_clocks / sizeof *paper_clocks; i++) {
        const struct paper_clock *p = &paper_clocks[i];
        const struct gpu *g = gpu_at_clock(a, own, 400, p->mhz / 2, &error);
        CHECK(fabs(g->dram.dram_latency - p->latency) < 0.15);
        g = gpu_at_clock(a, own, p->mhz, p->mhz / 2, &error);
        double delay = 32 * g->machine.sm_count / gpu_dram_bytes_per_clk(g);
        CHECK(fabs(delay / p->delay - 1) < 0.01);
        CHECK(g->cache.l2_latency == 222);
    }
}

static void test_clock(struct arena *a) {
    size_t n;
    const char *const *names = gpu_names(&n), *error = NULL;
    for (size_t i = 0; i < n; i++) {
        const struct gpu *own = gpu_find(a, names[i], &error);
        const struct gpu *same =
            gpu_at_clock(a, own, own->machine.core_mhz, own->machine.mem_mhz, &error);
        CHECK(same->dram.dram_latency == own->dram.dram_latency &&
              same->dram.dram_gbs == own->dram.dram_gbs);
        CHECK(same->dram.dram_efficiency == own->dram.dram_efficiency && same->clock_given);
        const struct gpu *slow =
            gpu_at_clock(a, own, own->machine.core_mhz, own->machine.mem_mhz / 2, &error);
        CHECK(slow->dram.dram_latency > own->dram.dram_latency ||
              own->dram.dram_latency_mem_clocks == 0);
        CHECK(gpu_dram_bytes_per_clk(slow) < gpu_dram_bytes_per_clk(own));
        CHECK(slow->cache.l2_latency == own->cache.l2_latency && !own->clock_given);
    }
    const struct gpu *own = gpu_find(a, "gtx-980", &error);
    CHECK(gpu_dram_bytes_per_clk(gpu_at_clock(a, own, 700, 1950, &error)) == 228);
    CHECK(!gpu_at_clock(a, own, 10, 1502, &error));
    CHECK(strcmp(error, "core_mhz: 10 is out of range, 50 to 5000 MHz") == 0);
    CHECK(!gpu_at_clock(a, own, 1216, 1e6, &error) && strstr(error, "mem_mhz: 1e+06"));
}

enum { MAX_NAMES = 2000 };

struct name_list {
    const char *normal[MAX_NAMES];
    size_t n;
};

static void add_name(struct arena *a, struct name_list *seen, const char *name) {
    const char *normal = hw_normal(a, name);
    for (size_t i = 0; i < seen->n; i++)
        if (strcmp(seen->normal[i], normal) == 0)
            printf("'%s' is there twice\n", name);
    for (size_t i = 0; i < seen->n; i++)
        CHECK(strcmp(seen->normal[i], normal) != 0);
    CHECK(seen->n < MAX_NAMES);
    seen->normal[seen->n++] = normal;
}

/* A name or alias belongs to one GPU, so the order of the files never matters, and no alias is
 * superfluous. A product may be its GPU's name in full. */
static void test_names_unique(struct arena *a) {
    struct name_list *seen = NEW(a, struct name_list);
    size_t n;
    const char *const *names = gpu_names(&n);
    for (size_t i = 0; i < n; i++) {
        const char *error = NULL;
        const struct gpu *g = gpu_find(a, names[i], &error);
        add_name(a, seen, g->name);
        if (strcmp(hw_normal(a, g->name), hw_normal(a, g->product)) != 0)
            add_name(a, seen, g->product);
        for (size_t j = 0; j < g->n_aliases; j++)
            add_name(a, seen, g->aliases[j]);
    }
}

static bool finds(struct arena *a, const char *name, const char *gpu) {
    const char *error = NULL;
    const struct gpu *g = gpu_find(a, name, &error);
    return g && strcmp(g->name, gpu) == 0;
}

static void test_names(struct arena *a) {
    CHECK(finds(a, "gtx-980", "gtx-980"));
    CHECK(finds(a, "GTX 980", "gtx-980"));
    CHECK(finds(a, "gtx_980", "gtx-980"));
    CHECK(finds(a, " Nvidia GeForce gtx980 ", "gtx-980"));
    CHECK(finds(a, "geforce-940m", "940m"));
    CHECK(finds(a, "NVIDIA A100-SXM4-40GB", "a100"));
    CHECK(finds(a, "gfx90a", "mi250x"));
    CHECK(finds(a, "gfx90a:sramecc+:xnack-", "mi250x"));
    CHECK(finds(a, "AMD Radeon(TM) RX 480", "rx-480"));
    CHECK(!finds(a, "gtx", "gtx-980"));
    CHECK(!finds(a, "", "940m"));
    CHECK(!finds(a, "--", "940m"));
}

/* As published tables of measured kernels spell them. */
static void test_published_names(struct arena *a) {
    static const char *const names[][2] = {
        {"GeForce GTX 680", "gtx-680"},
        {"GeForce GTX 660", "gtx-660"},
        {"GeForce GTX 750", "gtx-750"},
        {"GeForce GTX 970", "gtx-970"},
        {"GeForce GTX 980", "gtx-980"},
        {"GeForce GTX TITAN", "gtx-titan"},
        {"GeForce GTX TITAN Black", "gtx-titan-black"},
        {"GeForce GTX TITAN X", "gtx-titan-x"},
        {"GTX TITAN X (Maxwell)", "gtx-titan-x"},
        {"TITAN X (Pascal)", "titan-x-pascal"},
        {"Quadro K5200", "quadro-k5200"},
        {"Tesla K20c", "tesla-k20c"},
        {"Tesla K40c", "tesla-k40c"},
        {"Tesla P100-PCIE-16GB", "p100"},
        {"Tesla V100-SXM2-32GB", "v100-sxm2"},
        {"GeForce GTX 1080", "gtx-1080"},
        {"NVIDIA GeForce GTX 1070", "gtx-1070"},
        {"NVIDIA GeForce RTX 2080 Ti", "rtx-2080-ti"},
        {"NVIDIA GeForce RTX 3060 Laptop GPU", "rtx-3060-laptop"},
        {"NVIDIA RTX A4000", "a4000"},
        {"NVIDIA A100-PCIE-40GB", "a100-pcie"},
        {"NVIDIA TITAN RTX", "titan-rtx"},
        {"AMD Instinct MI250X", "mi250x"},
        {"AMD Radeon HD 7970", "hd-7970"},
        {"AMD Radeon R9 Fury X", "r9-fury-x"},
        {"Hawaii", "r9-290x"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(finds(a, names[i][0], names[i][1]));
}

static void test_unknown_name(struct arena *a) {
    const char *error = NULL;
    CHECK(!gpu_find(a, "gtx-9800", &error));
    CHECK(strstr(error, "'gtx-9800'") && strstr(error, "did you mean gtx-980"));
    CHECK(strstr(error, "clperf gpus"));
    CHECK(!gpu_find(a, "3090", &error));
    CHECK(strstr(error, "rtx-3090"));
    CHECK(!gpu_find(a, "voodoo-banshee", &error));
    CHECK(!strstr(error, "did you mean") && strstr(error, "clperf gpus"));
}

static void test_inheritance(struct scratch *s) {
    const char *error = NULL;
    const struct gpu *g = load_text(
        s, "{" MINE "\"aliases\": [\"my card\"], \"values\": {" VALUE("sm_count", "7") "}}",
        &error);
    CHECK(g && !error);
    if (!g)
        return;
    const struct gpu *parent = gpu_find(&s->arena, "gtx-980", &error);
    CHECK(strcmp(g->name, "mine") == 0 && strcmp(g->product, "mine") == 0);
    CHECK(g->n_aliases == 1 && strcmp(g->aliases[0], "my card") == 0);
    CHECK(strcmp(g->arch, "sm_52") == 0 && g->vendor == &vendors[VENDOR_nvidia]);
    CHECK(g->machine.sm_count == 7 && parent->machine.sm_count == 16);
    CHECK(g->origin[GPU_sm_count].kind == GPU_MEASURED);
    CHECK(str_ends(g->origin[GPU_sm_count].file, "user.json"));
    CHECK(g->machine.core_mhz == parent->machine.core_mhz &&
          g->units.lat_alu == parent->units.lat_alu);
    CHECK(strcmp(g->origin[GPU_core_mhz].file, "hwdb/gpus/gtx-980.json") == 0);
    CHECK(strcmp(g->origin[GPU_lat_alu].file, "hwdb/base/sm_52.json") == 0);
}

/* TK1 is two bases deep: its limit of registers is sm_32's, its rates are sm_30's. */
static void test_base_of_base(struct arena *a) {
    const char *error = NULL;
    const struct gpu *g = gpu_find(a, "jetson-tk1", &error);
    CHECK(strcmp(g->arch, "sm_32") == 0 && g->machine.max_regs_per_item == 255);
    CHECK(strcmp(g->origin[GPU_max_regs_per_item].file, "hwdb/base/sm_32.json") == 0);
    CHECK(strcmp(g->origin[GPU_rate_int].file, "hwdb/base/sm_30.json") == 0);
    CHECK(strcmp(g->origin[GPU_core_mhz].file, "hwdb/gpus/jetson-tk1.json") == 0);
}

static void test_base_file(struct scratch *s) {
    const char *error = NULL;
    write_file(s, "below.json", "{\"base\": \"sm_52\", \"values\": {" VALUE("lat_alu", "5") "}}");
    CHECK(refused(s, "{\"name\": \"mine\", \"base\": \"below.json\", \"values\": {}}",
                  "required key 'sm_count' is missing"));
    write_file(s, "below.json", "{\"base\": \"GTX 980\", \"values\": {}}");
    CHECK(refused(s, "{\"name\": \"mine\", \"base\": \"below.json\", \"values\": {}}",
                  "unknown base 'GTX 980'"));
    write_file(s, "below.json", "{\"base\": \"gtx-980\", \"values\": {" VALUE("lat_alu", "5") "}}");
    const struct gpu *g =
        load_text(s, "{\"name\": \"mine\", \"base\": \"below.json\", \"values\": {}}", &error);
    CHECK(g && g->units.lat_alu == 5);
}

static void test_bad_base(struct scratch *s) {
    CHECK(refused(s, "{\"name\": \"x\", \"base\": \"sm_99\", \"values\": {}}",
                  "unknown base 'sm_99'"));
    CHECK(refused(s, "{\"name\": \"x\", \"base\": \"gone.json\", \"values\": {}}",
                  "unknown base 'gone.json'"));
    CHECK(refused(s, "{\"name\": \"x\", \"base\": \"user.json\", \"values\": {}}", "cycle"));
    CHECK(refused(s, "{\"name\": \"x\", \"base\": \"./user.json\", \"values\": {}}", "cycle"));
    write_file(s, "other.json", "{\"base\": \"user.json\", \"values\": {}}");
    CHECK(refused(s, "{\"name\": \"x\", \"base\": \"other.json\", \"values\": {}}", "cycle"));
    CHECK(refused(s, "{\"name\": \"x\", \"base\": 7, \"values\": {}}", "'base' must be a string"));
}

static void test_bad_file(struct scratch *s) {
    const char *error = NULL;
    CHECK(!gpu_find(&s->arena, "./gone.json", &error));
    CHECK(strcmp(error, "./gone.json: No such file or directory") == 0);
    CHECK(!gpu_find(&s->arena, "./", &error) && str_starts(error, "./: "));
    CHECK(refused(s, "", "not valid JSON"));
    CHECK(refused(s, "{\n\"name\": \"x\",\n\"values\": {]\n}", "line 3: not valid JSON"));
    CHECK(refused(s, "{\"values\": {}} and more", "line 1: not valid JSON"));
    CHECK(refused(s, "[]", "must be a JSON object"));
    CHECK(refused(s, "{" MINE "\"speed\": 9, \"values\": {}}", "unknown key 'speed'"));
    CHECK(refused(s, "{" MINE "\"a\\nb\": 9, \"values\": {}}", "unknown key 'a?b'"));
    CHECK(refused(s, "{" MINE "\"name\": \"twice\", \"values\": {}}", "'name' is there twice"));
    CHECK(refused(s, "{" MINE "\"vendor\": null, \"values\": {}}", "'vendor' must be a string"));
    CHECK(refused(s, "{" MINE "\"aliases\": \"a\", \"values\": {}}", "'aliases' must be"));
    CHECK(refused(s, "{" MINE "\"aliases\": [1], \"values\": {}}", "'aliases' must be"));
    CHECK(refused(s, "{\"name\": \"mine\", \"base\": \"gtx-980\"}", "'values' must be an object"));
    CHECK(refused(s, "{" MINE "\"values\": []}", "'values' must be an object"));
}

static void test_missing(struct scratch *s) {
    CHECK(refused(s, "{\"base\": \"gtx-980\", \"values\": {}}", "'name' is missing"));
    CHECK(refused(s, "{\"name\": \"x\", \"values\": {}}", "'vendor' is missing"));
    CHECK(
        refused(s, "{\"name\": \"x\", \"vendor\": \"amd\", \"values\": {}}", "'arch' is missing"));
    CHECK(refused(s, "{\"name\": \"x\", \"vendor\": \"v\", \"values\": {}}",
                  "no vendor is called 'v'; known are nvidia, amd, intel, arm, qualcomm, apple"));
    CHECK(refused(s, "{\"name\": \"x\", \"base\": \"sm_80\", \"values\": {}}",
                  "'sm_count' is missing"));
}

static bool refused_value(struct scratch *s, const char *entry, const char *part) {
    return refused(s, arena_printf(&s->arena, "{" MINE "\"values\": {%s}}", entry), part);
}

static void test_bad_value(struct scratch *s) {
    CHECK(refused_value(s, VALUE("sm_cuont", "1"), "values: unknown key 'sm_cuont'"));
    CHECK(refused_value(s, VALUE("sm_count", "1") "," VALUE("sm_count", "2"),
                        "'sm_count' is there twice"));
    CHECK(refused_value(s, VALUE("sm_count", "0"), "sm_count: 0 is out of range, 1 to 1024 SMs"));
    CHECK(refused_value(s, VALUE("sm_count", "1e999"), "sm_count: inf is out of range"));
    CHECK(refused_value(s, VALUE("dram_efficiency", "1.1"), "dram_efficiency: 1.1 is out of"));
    CHECK(refused_value(s, VALUE("sm_count", "\"16\""), "sm_count: 'value' must be a number"));
    CHECK(refused_value(s, "\"sm_count\": 16", "sm_count: must be an object"));
    CHECK(refused_value(s, "\"sm_count\": {\"value\": 1, \"source\": \"s\"}", "sm_count: 'kind'"));
    CHECK(refused_value(s, "\"sm_count\": {\"value\": 1, \"kind\": \"unset\", \"source\": \"s\"}",
                        "sm_count: 'kind'"));
    CHECK(refused_value(s, "\"sm_count\": {\"value\": 1, \"kind\": \"measured\"}",
                        "sm_count: 'source'"));
    CHECK(refused_value(s, "\"sm_count\": {\"kind\": \"measured\", \"source\": \"s\"}",
                        "sm_count: 'value'"));
    CHECK(refused_value(s, "\"sm_count\": {\"value\": 1, \"unit\": \"SMs\"}",
                        "sm_count: unknown key 'unit'"));
}

static void test_printing(struct scratch *s) {
    const char *path = write_file(s, "out.txt", ""), *error = NULL;
    FILE *f = fopen(path, "w");
    CHECK(f);
    if (!f)
        return;
    gpu_list(f);
    const struct gpu *g = gpu_find(&s->arena, "gtx-980", &error);
    gpu_explain(f, g);
    fclose(f);
    const char *text = read_file(&s->arena, path, NULL);
    size_t n;
    const char *const *names = gpu_names(&n);
    for (size_t i = 0; i < n; i++)
        CHECK(strstr(text, names[i]));
    for (enum gpu_key k = 0; k < GPU_KEYS; k++)
        CHECK(!strstr(text, arena_printf(&s->arena, "\n%s = ", gpu_key_name(k))) ==
              (g->origin[k].kind == GPU_UNSET));
    CHECK(strstr(text, "\nsm_count = 16 SMs: "));
    CHECK(strstr(text, "[hwdb/base/sm_52.json]"));
    CHECK(!strstr(text, "not given"));
}

static void test_readme(struct arena *a) {
    const char *readme = read_file(a, "hwdb/README.md", NULL);
    CHECK(readme);
    for (enum gpu_key k = 0; readme && k < GPU_KEYS; k++)
        CHECK(strstr(readme, arena_printf(a, "| `%s` | %s | %s |", hw_keys[k].name, hw_keys[k].unit,
                                          hw_keys[k].required ? "yes" : "no")));
}

/* docs/gpu.schema.json has one line for each key, and none for another. */
static void test_schema(struct arena *a) {
    const char *schema = read_file(a, "docs/gpu.schema.json", NULL);
    size_t lines = 0;
    CHECK(schema);
    for (const char *c = schema; c && (c = strstr(c, "{\"type\": \"number\"")); c++)
        lines++;
    CHECK(lines == GPU_KEYS);
    for (enum gpu_key k = 0; schema && k < GPU_KEYS; k++) {
        const struct hw_key *row = &hw_keys[k];
        const char *line = arena_printf(
            a,
            "\n        \"%s\": {\"description\": \"%s: %s\", \"type\": \"object\", "
            "\"additionalProperties\": false, \"required\": [\"value\", \"kind\", \"source\"], "
            "\"properties\": {\"value\": {\"type\": \"number\", \"minimum\": %.10g, \"maximum\": "
            "%.10g}, \"kind\": {\"$ref\": \"#/$defs/kind\"}, \"source\": {\"$ref\": "
            "\"#/$defs/text\"}}}",
            row->name, row->unit, row->meaning, row->min, row->max);
        if (!strstr(schema, line))
            printf("docs/gpu.schema.json needs:%s\n", line);
        CHECK(strstr(schema, line));
    }
}

static void remove_scratch(const struct scratch *s) {
    static const char *const files[] = {"user.json", "below.json", "other.json", "out.txt"};
    char path[64];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", s->dir, files[i]);
        unlink(path);
    }
    rmdir(s->dir);
}

int main(void) {
    struct scratch s = {.dir = P_tmpdir "/test_hwdb.XXXXXX"};
    CHECK(mkdtemp(s.dir));
    if (!test_builtin(&s.arena))
        return CHECK_DONE();
    test_consistent(&s.arena);
    test_known_values(&s.arena);
    test_clock_paper(&s.arena);
    test_clock(&s.arena);
    test_names_unique(&s.arena);
    test_names(&s.arena);
    test_published_names(&s.arena);
    test_unknown_name(&s.arena);
    test_inheritance(&s);
    test_base_of_base(&s.arena);
    test_base_file(&s);
    test_bad_base(&s);
    test_bad_file(&s);
    test_missing(&s);
    test_bad_value(&s);
    test_printing(&s);
    test_readme(&s.arena);
    test_schema(&s.arena);
    remove_scratch(&s);
    arena_free(&s.arena);
    return CHECK_DONE();
}
