/* Kernels in the strings of scripts, which hand them to PyOpenCL, PyCUDA or CuPy. */
#include <string.h>

#include "base/str.h"
#include "driver/analyze/not_analysed.h"
#include "driver/analyze/remarks.h"
#include "driver/analyze/unit.h"
#include "driver/process/limits.h"
#include "launch/host/python_strings.h"

static void analyse_text(struct run *r, const struct input *script, const struct host_source *s,
                         const struct host_program *p) {
    const struct loc start = {.line = 1, .col = 1};
    struct host_map map = host_map(r->arena, s, p);
    struct input in = *script;
    struct unit u = {.input = &in,
                     .text = s->files[0].text,
                     .bytes = s->files[0].bytes,
                     .map = &map,
                     .of_host = true,
                     .first = true};
    struct report_problem why;
    in.language = run_language_of_text(p->text.text, p->text.n);
    u.given = run_launches(r, script, p->text.text, p->text.n);
    words_add(r->arena, &u.flags, arena_printf(r->arena, "-I%s", path_dir(r->arena, script->path)));
    run_add_build_options(r, in.language, &u.flags);
    budget_allow(&r->options.budget, run_count_kernels(p->text.text, p->text.n));
    if (run_unit(r, &u, &why))
        return;
    const char *hole = host_text_hole(r->arena, p->text.text);
    why.loc = host_locate(&map, why.loc.line ? why.loc : start);
    if (hole)
        why.text = arena_printf(
            r->arena, "it does not compile, perhaps for its printf-like '%s': %s", hole, why.text);
    not_analysed_text(r, &why, p->text.text, p->text.n);
}

void run_script(struct run *r, const struct input *in) {
    size_t bytes = 0;
    const size_t first_result = r->results.n;
    budget_allow(&r->options.budget, 1);
    const char *text = texts_read(r->arena, r->jobs.texts, in->path, &bytes);
    if (!text)
        return;
    const struct host_source *s = host_source_of_text(r->arena, in->path, text, bytes);
    struct host_programs programs = python_programs(r->arena, s);
    for (size_t i = 0; i < programs.n; i++)
        analyse_text(r, in, s, &programs.at[i]);
    run_remark_kernels(r, in, first_result);
    run_remark_script(r, in, text, bytes);
}
