/* Manifests of journals: grouping over processes, values by their types, journals that are cut off.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "capture/journal_format.h"
#include "capture/manifest.h"
#include "capture/manifest_values.h"
#include "check.h"

static bool value_is(const char *type, const char *hex, const char *expected) {
    struct journal_text t = {0};
    manifest_add_value(&t, type, hex);
    bool same = strcmp(t.at, expected) == 0;
    if (!same)
        printf("%s %s: %s\n", type ? type : "", hex, t.at);
    journal_text_free(&t);
    return same;
}

static void test_values(void) {
    CHECK(value_is("int", "ffffffff", "-1"));
    CHECK(value_is("uint", "ffffffff", "4294967295"));
    CHECK(value_is("unsigned int", "01000000", "1"));
    CHECK(value_is("const unsigned char", "80", "128"));
    CHECK(value_is("char", "80", "-128"));
    CHECK(value_is("ushort", "0180", "32769"));
    CHECK(value_is("float", "0000c03f", "1.5"));
    CHECK(value_is("float", "0000807f", "{\"raw\":\"0000807f\"}"));
    CHECK(value_is("double", "000000000000f0bf", "-1"));
    CHECK(value_is("long", "ffffffffffffffff", "-1"));
    CHECK(value_is("long", "0000000000000080", "\"0x8000000000000000\""));
    CHECK(value_is("ulong", "ffffffffffffffff", "\"0xffffffffffffffff\""));
    CHECK(value_is("ulong", "ffffffffffff1f00", "9007199254740991"));
    CHECK(value_is("int2", "01000000feffffff", "[1,-2]"));
    CHECK(value_is("float3", "0000803f00000040000040400000803f", "[1,2,3]"));
    CHECK(value_is("float3", "0000803f0000004000004040", "[1,2,3]"));
    CHECK(value_is("int", "0100", "{\"raw\":\"0100\"}"));
    CHECK(value_is("settings", "01000000", "{\"raw\":\"01000000\"}"));
    CHECK(value_is("interval", "01000000", "{\"raw\":\"01000000\"}"));
    CHECK(value_is("float*", "0100000000000000", "{\"raw\":\"0100000000000000\"}"));
    CHECK(value_is(NULL, "01", "{\"raw\":\"01\"}"));
}

static void test_elements(void) {
    CHECK(manifest_elements("float*", 256) == 64);
    CHECK(manifest_elements("float4 *", 256) == 16);
    CHECK(manifest_elements("const double*", 20) == 2);
    CHECK(manifest_elements("float3*", 256) == 0);
    CHECK(manifest_elements("node*", 256) == 0);
    CHECK(manifest_elements("float", 256) == 0);
    CHECK(manifest_elements(NULL, 256) == 0);
}

static void write_file(const char *path, const void *bytes, size_t n) {
    FILE *f = fopen(path, "wb");
    CHECK(f && fwrite(bytes, 1, n, f) == n);
    if (f)
        fclose(f);
}

/* A journal whose counts are that many, with times of 1000, 2000 ... ns. */
static void write_journal(struct arena *a, const char *folder, const char *name, const char *lines,
                          size_t n, const uint64_t counts[][2]) {
    struct journal_counts *all = NEW_ARRAY(a, struct journal_counts, n);
    for (size_t i = 0; i < n; i++) {
        all[i].count = counts[i][0];
        all[i].n_times = counts[i][1];
        for (uint64_t k = 0; k < all[i].n_times && k < JOURNAL_TIMES; k++)
            all[i].time[k] = 1000 * (k + 1);
    }
    write_file(arena_printf(a, "%s/%s.journal", folder, name), lines, strlen(lines));
    write_file(arena_printf(a, "%s/%s.counts", folder, name), all, n * sizeof *all);
}

#define LINE(number, counts, value, more)                                                          \
    "{\"launch\":" #number ",\"kernel\":2,\"counts\":" #counts                                     \
    ",\"global\":[64,1,1],\"local\":[0,0,0],\"offset\":[0,0,0],\"args\":[{\"buffer\":256},"        \
    "{\"value\":\"" value "\"}]" more "}\n"

static const char kernel_lines[] =
    "{\"program\":1,\"language\":\"opencl\",\"options\":\"-D N=3 -w\"}\n"
    "{\"kernel\":2,\"of\":1,\"name\":\"add\",\"parameters\":[{\"name\":\"a\",\"type\":\"int*\"},"
    "{\"name\":\"b\",\"type\":\"int\"}]}\n";

/* The second journal was begun before the first, and its last line is cut off. */
static const char *manifest_of_two(struct arena *a, const char *folder,
                                   struct capture_totals *totals) {
    const size_t size = sizeof(struct journal_counts);
    const char *output = arena_printf(a, "%s/out.json", folder);
    CHECK(size == 272);
    write_journal(a, folder, "7-2000",
                  arena_printf(a, "%s%s%s", kernel_lines, LINE(3, 272, "01000000", ""),
                               LINE(4, 544, "02000000", "") "{\"call\":\"sgemm\",\"counts\":816}\n"
                                                            "{\"device\":\"GTX\"}\n"),
                  4, (const uint64_t[][2]){{5, 0}, {10, 30}, {1, 0}, {7, 0}});
    write_journal(a, folder, "9-1000",
                  arena_printf(a, "%s\n\n\n%s%s", kernel_lines,
                               LINE(3, 272, "01000000", "")
                                   LINE(5, 99999, "03000000", ",\"file\":\"m.c\",\"line\":4"),
                               "{\"device\":\"GTX\"}\nnot JSON\n{\"remark\":\"cut of"),
                  2, (const uint64_t[][2]){{0, 0}, {3, 3}});
    write_file(arena_printf(a, "%s/8-1500.journal", folder), "", 0);
    CHECK(!capture_write_manifest(
        a, &(struct capture_request){folder, output, "./a \"b\"", "dir", false}, totals));
    return read_file(a, output, NULL);
}

static void test_manifest(struct arena *a) {
    char folder[] = "/tmp/clperf-captured-XXXXXX";
    struct capture_totals totals = {0};
    CHECK(mkdtemp(folder));
    const char *text = manifest_of_two(a, folder, &totals);
    CHECK(text);
    CHECK(totals.launches == 15 && totals.kernels == 1 && totals.calls == 7 && totals.lost == 5);
    const char *one = strstr(text, "\"b\":1}"), *three = strstr(text, "\"b\":3}");
    const char *two = strstr(text, "\"b\":2}");
    CHECK(one && three && two && one < three && three < two);
    CHECK(!strstr(one + 1, "\"b\":1}"));
    CHECK(strstr(one, "\"count\":13,\"time_ms\":[0.001000,0.002000,0.003000,0.001000,"));
    CHECK(strstr(one, ",0.029000]}") && !strstr(one, "0.030000"));
    CHECK(strstr(three, "\"host\":{\"file\":\"m.c\",\"line\":4},\"count\":1}"));
    CHECK(strstr(text, "\"options\":\"-D N=3 -w\",\"defines\":[\"N=3\"],\"global\":[64],\"args\""));
    CHECK(strstr(text, "\"a\":{\"bytes\":256,\"elements\":64}"));
    CHECK(strstr(text, "\"calls\": {\"sgemm\": 7}"));
    CHECK(strstr(text, "\"devices\": [\"GTX\"]") && !strstr(text, "cut of"));
    CHECK(strstr(text, "\"program\": \"./a \\u0022b\\u0022\""));
    CHECK(strstr(text, "There was no room on the disk to note 5 launches or texts."));
    CHECK(system(arena_printf(a, "rm -r %s", folder)) == 0);
}

int main(void) {
    struct arena a = {0};
    test_values();
    test_elements();
    test_manifest(&a);
    arena_free(&a);
    return CHECK_DONE();
}
