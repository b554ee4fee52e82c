/* The writers, on a report made up here. With a directory as argument it leaves the
 * three outputs there, for the validators of lit-tests/diag. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/uri.h"
#include "base/utf8.h"
#include "diag/finding/phrase.h"
#include "diag/report/writers.h"
#include "diag/text/plain.h"
#include "diag/text/source.h"
#include "lit-tests/unit/writers_fixture.h"

static const char *written(struct arena *a, const char *writer, const struct report *r,
                           const struct writer_options *o) {
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    CHECK(diag_writer(writer)->write(a, out, r, o) == 0);
    fclose(out);
    const char *copy = arena_strndup(a, text, n);
    free(text);
    return copy;
}

static bool has(const char *text, const char *part) {
    bool found = strstr(text, part) != NULL;
    if (!found)
        printf("no '%s' in:\n%s\n", part, text);
    return found;
}

static void test_text(struct arena *a) {
    struct fixture *f = make_report(a);
    f->report.n_results = 1;
    const char *text = written(a, "text", &f->report, &(struct writer_options){.remarks = true});
    const char *wanted =
        "clperf-cc: remark: no GPU was named [-Rclperf]\n"
        "sub dir/k.cl:3:1: warning: cut short\n"
        "    3 | __kernel void hot(__global float *temp, int n) {\n"
        "      | ^~~~~~~~\n"
        "sub dir/k.cl:4:12: warning: loads from 'temp'; costs 0.050 of 0.41 ms on gtx-980 "
        "[-Wclperf-uncoalesced]\n"
        "    4 | \tfloat x = temp[row[3] * n];\n"
        "      | \t          ^~~~~~~~~~~~~~~~\n"
        "sub dir/k.cl:4:12: note: 5.96 sectors per request instead of 3.98\n"
        "inc.h:1:1: note: the index comes from here\n"
        "    1 | int helper(void);\n"
        "      | ^~~\n"
        "sub dir/k.cl:4:12: note: on gtx-980, launch 8192x8192/16x16 from manifest\n"
        "sub dir/k.cl:5:23: error: bad \xef\xbf\xbd bytes [-Werror=clperf-bank-conflict]\n"
        "    5 |     /* \xc3\xa9\xf0\x9f\x98\x80 */ x += temp[n];\n"
        "      |                    ^~~~~~~\n"
        "sub dir/k.cl:5:23: note: on gtx-980, launch 8192x8192/16x16 from manifest\n"
        "sub dir/k.cl:3:1: remark: 'hot' takes 0.41 ms on gtx-980 (0.36–0.47), bound by DRAM; "
        "launch 8192x8192/16x16 from manifest [-Rclperf]\n";
    CHECK(strcmp(text, wanted) == 0 || has(text, wanted));
}

static void test_text_variants(struct arena *a) {
    struct fixture *f = make_report(a);
    struct writer_options plain = {0}, colour = {.colour = true};
    const char *two = written(a, "text", &f->report, &plain);
    CHECK(has(two, "note: on h200, launch") && has(two, "note: on gtx-980, launch"));
    CHECK(!strstr(two, "remark") && !strchr(two, 033));
    f->gpus[1].name = "gtx-980";
    f->report.n_results = 1;
    const char *one = written(a, "text", &f->report, &plain);
    f->report.n_results = 2;
    CHECK(strcmp(written(a, "text", &f->report, &plain), one) == 0);
    const char *bright = written(a, "text", &f->report, &colour);
    CHECK(has(bright, "\33[01;35m\33[Kwarning: \33[m\33[Kloads from"));
    CHECK(has(bright, "[\33[01;31m\33[K-Werror=clperf-bank-conflict\33[m\33[K]"));
    f->estimate.occupancy.groups_per_sm = 0;
    const char *never = written(a, "text", &f->report, &(struct writer_options){.remarks = true});
    CHECK(has(never, "'hot' cannot run on gtx-980"));
}

static const cJSON *at(const cJSON *node, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(node, key);
}

static double number(const cJSON *node, const char *key) {
    return cJSON_GetNumberValue(at(node, key));
}

static const char *string(const cJSON *node, const char *key) {
    const char *s = cJSON_GetStringValue(at(node, key));
    return s ? s : "";
}

static const cJSON *item(const cJSON *node, const char *key, int i) {
    return cJSON_GetArrayItem(at(node, key), i);
}

static void check_kernel(const cJSON *k) {
    const cJSON *loop = item(k, "loops", 0), *unknown = item(k, "loops", 1);
    CHECK(!at(loop, "file") && strcmp(string(unknown, "file"), "inc.h") == 0);
    CHECK(number(loop, "trips_avg") == 3.33333 && cJSON_IsNull(at(unknown, "trips_avg")));
    CHECK(cJSON_IsNull(at(unknown, "formula")) && cJSON_IsFalse(at(unknown, "known")));
    const cJSON *global = item(k, "accesses", 0), *local = item(k, "accesses", 1);
    CHECK(number(global, "avg_sectors_per_request") == 5.96452);
    CHECK(number(global, "bank_degree_avg") == 0 && number(local, "bank_degree_avg") == 2);
    CHECK(!at(local, "file") && cJSON_IsNull(at(local, "base")));
    const cJSON *args = at(at(k, "launch"), "args");
    CHECK(number(args, "n") == 512 && number(at(args, "temp"), "elements") == 262144);
    CHECK(!at(args, "unsaid"));
    CHECK(number(item(k, "findings", 0), "cost_ms") == 0.05);
    CHECK(cJSON_IsNull(at(item(k, "findings", 1), "cost_ms")));
}

static void test_json(struct arena *a) {
    struct fixture *f = make_report(a);
    const char *text = written(a, "json", &f->report, &(struct writer_options){0});
    CHECK(has(text, "\"time_ms\":\t0.412,") && has(text, "\"cycles\":\t431000,"));
    cJSON *root = cJSON_Parse(text);
    CHECK(root && number(root, "version") == 1);
    CHECK(strcmp(string(item(root, "problems", 1), "text"), "cut short") == 0);
    check_kernel(item(root, "kernels", 1));
    cJSON_Delete(root);
    f->estimate.time_ms = INFINITY;
    f->estimate.low_ms = NAN;
    root = cJSON_Parse(written(a, "json", &f->report, &(struct writer_options){0}));
    CHECK(cJSON_IsNull(at(item(root, "kernels", 0), "time_ms")));
    CHECK(cJSON_IsNull(at(item(root, "kernels", 0), "time_ms_low")));
    cJSON_Delete(root);
}

static cJSON *sarif(struct arena *a, const struct report *r) {
    return cJSON_Parse(written(a, "sarif", r, &(struct writer_options){0}));
}

static void check_result(const cJSON *run) {
    const cJSON *result = item(run, "results", 1);
    CHECK(strcmp(string(result, "level"), "error") == 0);
    const cJSON *physical = at(item(result, "locations", 0), "physicalLocation");
    CHECK(strcmp(string(at(physical, "artifactLocation"), "uri"), "sub%20dir/k.cl") == 0);
    const cJSON *region = at(physical, "region");
    CHECK(number(region, "startColumn") == 20 && number(region, "endColumn") == 27);
    CHECK(strcmp(string(at(region, "snippet"), "text"), "temp[n]") == 0);
    const cJSON *rule = item(at(at(run, "tool"), "driver"), "rules", 1);
    CHECK(strcmp(string(rule, "name"), "BankConflict") == 0);
    CHECK(!at(result, "rank") && !at(at(result, "properties"), "ms"));
    CHECK(number(item(run, "results", 0), "rank") > 12.1);
}

static void test_sarif(struct arena *a) {
    struct fixture *f = make_report(a);
    cJSON *root = sarif(a, &f->report);
    const cJSON *run = item(root, "runs", 0);
    CHECK(cJSON_GetArraySize(at(run, "results")) == 4);
    check_result(run);
    const cJSON *first = item(run, "results", 0);
    CHECK(has(
        string(at(first, "message"), "text"),
        "Loads from 'temp'; costs 0.050 of 0.41 ms on gtx-980. 5.96 sectors per request "
        "instead of 3.98. Predicted for 'gtx-980' with launch '8192x8192/16x16' from 'manifest'."));
    CHECK(strcmp(string(at(item(first, "relatedLocations", 0), "message"), "text"),
                 "The index comes from here.") == 0);
    cJSON_Delete(root);
}

/* Lines moved, blanks and costs changed: the fingerprints are the same. */
static void test_fingerprints(struct arena *a) {
    struct fixture *f = make_report(a);
    cJSON *before = sarif(a, &f->report);
    put_file("sub dir/k.cl", arena_printf(a, "\n\n  %s", source));
    for (size_t i = 0; i < f->findings.n; i++) {
        f->findings.at[i].loc.line += 2;
        f->findings.at[i].cost_ms = 0.01 * (double)(i + 1);
    }
    cJSON *after = sarif(a, &f->report);
    put_file("sub dir/k.cl", source);
    for (int i = 0; i < 4; i++) {
        const cJSON *x = at(item(item(before, "runs", 0), "results", i), "partialFingerprints");
        const cJSON *y = at(item(item(after, "runs", 0), "results", i), "partialFingerprints");
        CHECK(cJSON_Compare(x, y, true) && strlen(string(x, "clperf/v1")) == 18);
        CHECK(str_ends(string(x, "primaryLocationLineHash"), i < 2 ? ":1" : ":2"));
    }
    cJSON_Delete(before);
    cJSON_Delete(after);
}

/* A region that is the whole line has no context around it. */
static void test_whole_line(struct arena *a) {
    struct fixture *f = make_report(a);
    for (size_t i = 0; i < f->findings.n; i++)
        f->findings.at[i].loc = (struct loc){NULL, 6, 1};
    cJSON *root = sarif(a, &f->report);
    const cJSON *location = item(item(item(root, "runs", 0), "results", 0), "locations", 0);
    CHECK(number(at(at(location, "physicalLocation"), "region"), "endColumn") == 2);
    CHECK(!at(at(location, "physicalLocation"), "contextRegion"));
    cJSON_Delete(root);
}

static void test_limits(struct arena *a) {
    struct fixture *f = make_report(a);
    struct finding_list many = {.arena = a};
    const struct suppression suppressed = {.kind = SUPPRESSED_IN_SOURCE, .loc = {NULL, 4, 1}};
    char *message = memset(arena_alloc(a, 2001), 'x', 2000);
    for (int i = 0; i < 5002; i++) {
        struct finding *x =
            finding_add(&many, rule_of("divergence"), (struct loc){NULL, 4, 1}, "%s", message);
        x->cost_ms = i == 7 ? 0.001 : i == 8 ? 0.1 : 0.01;
        x->suppression = i == 8 ? &suppressed : NULL;
    }
    f->results[0].findings = many.at;
    f->results[0].n_findings = many.n;
    f->report.n_results = 1;
    cJSON *root = sarif(a, &f->report);
    const cJSON *results = at(item(root, "runs", 0), "results");
    CHECK(cJSON_GetArraySize(results) == 5000);
    const cJSON *eighth = cJSON_GetArrayItem(results, 7);
    CHECK(number(at(eighth, "properties"), "ms") == 0.01);
    const cJSON *result;
    cJSON_ArrayForEach (result, results)
        CHECK(!at(result, "suppressions"));
    CHECK(str_ends(string(at(eighth, "message"), "text"), "x…"));
    cJSON_Delete(root);
}

static void test_full_disk(struct arena *a) {
    struct fixture *f = make_report(a);
    for (size_t i = 0; i < diag_writer_count; i++) {
        FILE *full = fopen("/dev/full", "w");
        if (full) {
            CHECK(diag_writers[i].write(a, full, &f->report, &(struct writer_options){0}) == -1);
            fclose(full);
        }
    }
}

static void test_tables(struct arena *a) {
    static const char *const ids[] = {
#define RULE(name, id, group) id,
#include "diag/rules.def"
#undef RULE
    };
    CHECK(rule_count == sizeof ids / sizeof ids[0]);
    for (size_t i = 0; i < rule_count; i++) {
        const struct rule_info *r = rule_table[i];
        CHECK(strcmp(r->id, ids[i]) == 0 && r->traits == &rule_all[i]->traits &&
              rule_all[i]->check);
        CHECK(!str_ends(r->title, ".") && strlen(r->title) <= 100 && strlen(r->help) < 2000);
        CHECK(has(r->help, "```") && has(r->help, "### When to ignore it"));
    }
    CHECK(diag_writer("sarif") && diag_writer("sarif")->write == out_sarif);
    CHECK(!diag_writer("html5"));
    struct report empty = {.tool_version = "0.1.0"};
    CHECK(*written(a, "text", &empty, &(struct writer_options){0}) == 0);
    CHECK(has(written(a, "sarif", &empty, &(struct writer_options){0}), "\"results\":\t[]"));
    CHECK(has(written(a, "json", &empty, &(struct writer_options){0}), "\"kernels\":\t[]"));
}

static void test_utf8(struct arena *a) {
    CHECK(diag_decode("\xc3\xa9", 2).code == 0xe9 && diag_decode("\xc3\xa9", 1).code == 0xfffd);
    CHECK(diag_decode("\xed\xa0\x80", 3).code == 0xfffd && diag_decode("\xc0\x80", 2).bytes == 1);
    CHECK(diag_utf16_units("a\xf0\x9f\x98\x80", 5) == 3);
    CHECK(diag_cells('a') == 1 && diag_cells(0x4e2d) == 2 && diag_cells(0x301) == 0);
    CHECK(strcmp(diag_utf8(a, "a\x1b\t\xff", 4), "a \t\xef\xbf\xbd") == 0);
}

static size_t end_of(const char *line, uint32_t col) {
    return diag_range((struct diag_line){line, strlen(line), 0}, col).end;
}

static void test_ranges(struct arena *a) {
    CHECK(end_of("a[i[1]][j] = b;", 1) == 10 && end_of("a[i[1]][j] = b;", 12) == 12);
    CHECK(end_of("a[i + ", 1) == 1 && end_of("x", 9) == 1 && end_of("for (;;)", 1) == 3);
    struct diag_source s = {.arena = a};
    put_file("crlf.cl", "one\r\n\r\nlast");
    CHECK(diag_line(&s, "crlf.cl", 1).n == 3 && diag_line(&s, "crlf.cl", 2).n == 0);
    CHECK(diag_line(&s, "crlf.cl", 3).n == 4 && !diag_line(&s, "crlf.cl", 4).text);
    CHECK(!diag_line(&s, "missing.cl", 1).text && !diag_line(&s, "sub dir", 1).text);
}

static void test_uris(struct arena *a) {
    CHECK(symlink("sub dir/k.cl", "link.cl") == 0);
    CHECK(strcmp(diag_uri(a, NULL, "./sub dir/../inc.h"), "inc.h") == 0);
    CHECK(strcmp(diag_uri(a, NULL, "link.cl"), "sub%20dir/k.cl") == 0);
    CHECK(strcmp(diag_uri(a, "sub dir", "link.cl"), "k.cl") == 0);
    CHECK(strcmp(diag_uri(a, NULL, "./gone/.//x/../<stdin>"), "gone/%3Cstdin%3E") == 0);
    CHECK(strcmp(diag_uri(a, NULL, "/dev/null"), "file:///dev/null") == 0);
    CHECK(str_starts(diag_uri(a, "sub dir", "inc.h"), "file:///"));
    CHECK(strcmp(diag_uri(a, NULL, "a:b#c"), "a%3Ab%23c") == 0);
}

static void test_phrases(struct arena *a) {
    CHECK(strcmp(diag_ms(a, 0.412), "0.41") == 0 && strcmp(diag_ms(a, 4.26), "4.3") == 0);
    CHECK(strcmp(diag_ms(a, 123.4), "123") == 0 && strcmp(diag_ms(a, 0.00004), "0.000040") == 0);
    CHECK(strcmp(diag_ms(a, 0), "0.00") == 0 && strcmp(diag_ms(a, NAN), "0.00") == 0);
    struct launch flat = {.global = {1024, 1, 1}},
                  tall = {.global = {64, 1, 8}, .local = {8, 1, 1}};
    CHECK(strcmp(diag_launch(a, &flat), "1024") == 0);
    CHECK(strcmp(diag_launch(a, &tall), "64x1x8/8x1x1") == 0);
    CHECK(strcmp(diag_sentence(a, "is it?"), "Is it?") == 0 && *diag_sentence(a, "") == 0);
}

static void test_findings(struct arena *a) {
    struct finding_list l = {.arena = a};
    const struct loc place = {NULL, 7, 1}, header = {"a.h", 1, 1};
    finding_add(&l, rule_of("divergence"), header, "in a header")->cost_ms = 1;
    finding_add(&l, rule_of("divergence"), place, "cheap")->cost_ms = 0.1;
    finding_add(&l, rule_of("uncoalesced"), place, "another rule")->cost_ms = 0.2;
    finding_add(&l, rule_of("divergence"), place, "expensive")->cost_ms = 0.3;
    finding_sort(&l);
    finding_dedupe(&l);
    CHECK(l.n == 3 && strcmp(l.at[0].message, "expensive") == 0);
    CHECK(strcmp(l.at[1].message, "another rule") == 0 && l.at[2].loc.file);
    struct finding_threshold least = {.percent = FINDING_DEFAULT_PERCENT}, none = {0};
    struct finding f = {.cost_ms = 0.03};
    CHECK(finding_kept(&f, 1, least) && !finding_kept(&f, 1.01, least));
    CHECK(!finding_kept(&f, 1, (struct finding_threshold){.ms = 0.04}));
    f.cost_ms = 0;
    CHECK(finding_kept(&f, 1, none) && !finding_kept(&f, 1, least));
    f.cost_ms = -1;
    CHECK(finding_kept(&f, 1, least));
}

/* Leaves report.text, report.sarif and report.json in the current directory. */
static void leave_outputs(struct arena *a) {
    struct fixture *f = make_report(a);
    for (size_t i = 0; i < diag_writer_count; i++)
        put_file(arena_printf(a, "report.%s", diag_writers[i].name),
                 written(a, diag_writers[i].name, &f->report,
                         &(struct writer_options){.remarks = true}));
}

static void run_tests(struct arena *a) {
    test_tables(a);
    test_utf8(a);
    test_ranges(a);
    test_uris(a);
    test_phrases(a);
    test_findings(a);
    test_text(a);
    test_text_variants(a);
    test_json(a);
    test_sarif(a);
    test_fingerprints(a);
    test_whole_line(a);
    test_limits(a);
    test_full_disk(a);
}

static void clean_up(const char *dir) {
    static const char *const left[] = {"sub dir/k.cl", "sub dir", "inc.h", "crlf.cl", "link.cl"};
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++)
        CHECK(remove(left[i]) == 0);
    CHECK(rmdir(dir) == 0);
}

static void test_plain(struct arena *a) {
    const char *markdown =
        "Spread over **banks**, `a * b` *once*, a * b.\n\n### How\n\n```c\nx = *p;\n```\n\nDone.\n";
    CHECK(strcmp(plain_of_markdown(a, markdown),
                 "Spread over banks, a * b once, a * b.\n\nHow:\n\n    x = *p;\n\nDone.") == 0);
}

int main(int argc, char **argv) {
    char temporary[] = "/tmp/clperf-writers-XXXXXX";
    const char *dir = argc > 1 ? argv[1] : mkdtemp(temporary);
    struct arena a = {0};
    if (!dir || chdir(dir) != 0) {
        perror(argc > 1 ? argv[1] : temporary);
        return 1;
    }
    make_sources();
    if (argc > 1) {
        leave_outputs(&a);
    } else {
        test_plain(&a);
        run_tests(&a);
        clean_up(dir);
    }
    arena_free(&a);
    return CHECK_DONE();
}
