/* The page that shows a report: what stands in it as data, and which lines of sources it has. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "diag/viewer/viewer.h"
#include "lit-tests/unit/check.h"

static const char source[] = "// one\n"
                             "kernel void f(global int *p) {\n"
                             "    if (p[0]) { p[1] = 2; }\n"
                             "}\n"
                             "int five, six, seven;\n"
                             "\n"
                             "\n"
                             "int h(int x) {\n"
                             "    return x; // </script><!-- \xe2\x80\xa8 \xff\n"
                             "}\n";

static struct texts texts_of(struct text *t) {
    *t = (struct text){.path = "k.cl", .text = source, .n = strlen(source)};
    return (struct texts){.at = t, .n = 1};
}

static cJSON *with_sources(struct arena *a, const char *kernels) {
    struct text text;
    const struct texts texts = texts_of(&text);
    cJSON *report = cJSON_CreateObject();
    cJSON_AddItemToObject(report, "kernels", cJSON_Parse(kernels));
    viewer_add_sources(a, &(struct viewer_request){.report = report, .texts = &texts});
    return report;
}

/* "k.cl 2-4 9-9": files with the ranges of their lines. */
static const char *ranges(struct arena *a, const char *kernels) {
    cJSON *report = with_sources(a, kernels);
    const cJSON *file, *files = cJSON_GetObjectItem(report, "sources"), *range;
    const char *out = "";
    cJSON_ArrayForEach (file, files) {
        out = arena_printf(a, "%s%s", out, cJSON_GetObjectItem(file, "file")->valuestring);
        cJSON_ArrayForEach (range, cJSON_GetObjectItem(file, "ranges")) {
            int line = cJSON_GetObjectItem(range, "line")->valueint;
            int n = cJSON_GetArraySize(cJSON_GetObjectItem(range, "text"));
            out = arena_printf(a, "%s %d-%d", out, line, line + n - 1);
        }
    }
    cJSON_Delete(report);
    return out;
}

static bool is(const char *text, const char *wanted) {
    if (strcmp(text, wanted) == 0)
        return true;
    printf("'%s' is not '%s'\n", text, wanted);
    return false;
}

static void test_sources(struct arena *a) {
    CHECK(is(ranges(a, "[{\"file\":\"k.cl\",\"line\":2}]"), "k.cl 2-4"));
    CHECK(is(ranges(a, "[{\"file\":\"k.cl\",\"line\":2,\"accesses\":[{\"line\":3},{\"line\":9}]}]"),
             "k.cl 2-4 9-9"));
    CHECK(is(ranges(a, "[{\"file\":\"k.cl\",\"line\":2,\"findings\":[{\"line\":9}]}]"),
             "k.cl 2-4 6-10"));
    CHECK(is(ranges(a, "[{\"file\":\"k.cl\",\"line\":2,\"branches\":[{\"line\":5}]},"
                       "{\"file\":\"k.cl\",\"line\":8}]"),
             "k.cl 2-5 8-10"));
    CHECK(is(ranges(a, "[{\"file\":\"k.cl\",\"line\":5}]"), "k.cl 5-10"));
    CHECK(is(ranges(a, "[{\"file\":\"k.cl\",\"line\":99}]"), ""));
    CHECK(is(ranges(a, "[{\"file\":\"none.cl\",\"line\":1}]"), ""));
    CHECK(is(ranges(a, "[{\"file\":7,\"line\":\"x\",\"loops\":{\"line\":1}}, 3]"), ""));
    CHECK(is(ranges(a, "[{\"file\":\"k.cl\",\"line\":2,\"accesses\":[{\"file\":\"k.cl\","
                       "\"line\":1e300}]}]"),
             "k.cl 2-4"));
}

static const char *page(struct arena *a, const char *kernels) {
    struct text text;
    const struct texts texts = texts_of(&text);
    cJSON *report = cJSON_CreateObject();
    cJSON_AddItemToObject(report, "kernels", cJSON_Parse(kernels));
    char *bytes = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&bytes, &n);
    CHECK(viewer_write(a, out, &(struct viewer_request){"Title", report, NULL, &texts}) == 0);
    fclose(out);
    cJSON_Delete(report);
    const char *copy = arena_strdup(a, bytes);
    free(bytes);
    return copy;
}

/* Nothing in the report ends the script that it stands in. */
static void test_page(struct arena *a) {
    const char *p = page(a, "[{\"file\":\"k.cl\",\"line\":8,\"name\":\"</script>\\u2028\\u202e&\","
                            "\"findings\":[{\"rule\":\"clperf-tail\"},{\"rule\":\"clperf-x\"}]}]");
    static const char begin[] = "<script type=\"application/json\" id=\"report\">";
    const char *json = strstr(p, begin) + strlen(begin), *end = strstr(json, "</script>");
    const char *text = arena_printf(a, "%.*s", (int)(end - json), json);
    CHECK(!strpbrk(text, "<>&") && !strstr(text, "\xe2\x80"));
    CHECK(strstr(text, "\"name\":\"\\u003c/script\\u003e\\u2028\\u202e\\u0026\""));
    CHECK(strstr(text, "// \\u003c/script\\u003e\\u003c!-- \\u2028 \xef\xbf\xbd\""));
    cJSON *back = cJSON_Parse(text);
    CHECK(cJSON_GetObjectItem(cJSON_GetObjectItem(back, "rules"), "clperf-tail"));
    CHECK(cJSON_GetArraySize(cJSON_GetObjectItem(back, "rules")) == 1);
    cJSON_Delete(back);
    CHECK(strstr(p, "<title>Title</title>") && !strstr(p, "{{"));
}

int main(void) {
    struct arena a = {0};
    test_sources(&a);
    test_page(&a);
    arena_free(&a);
    return CHECK_DONE();
}
