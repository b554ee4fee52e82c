#include "lsp/analysis.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/die.h"
#include "base/process/spawn.h"
#include "base/str.h"
#include "driver/analyze/config_file.h"
#include "lsp/command.h"
#include "lsp/report_parts.h"
#include "lsp/server.h"

/* How many results are kept besides those of the texts as they are. */
enum { SPARE_RESULTS = 64 };

/* An analysis that takes longer than this is shown as progress. */
static const double progress_after = 0.5;

/* --- what an analysis depends on ------------------------------------------- */

static void add_file(struct str *out, const struct server *s, const struct document *d,
                     const char *path) {
    struct stat st = {0};
    const struct document *open = document_of_path(&s->documents, path);
    stat(path, &st);
    if (open == d)
        return;
    str_printf(out, "%s %lld %lld.%09ld %u\n", path, (long long)st.st_size,
               (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec, open ? open->revision : 0);
}

/* The GPUs that were chosen for the document, or are set. */
static const struct words *gpus_of(const struct server *s, const struct document *d) {
    return d->gpus.n ? &d->gpus : &s->settings.gpus;
}

/* Everything but the text, as a text: arguments, and the state of files. */
static const char *request_of(struct server *s, struct arena *a, struct document *d) {
    struct str out = {.arena = a};
    command_refresh(a, d);
    const struct words *lists[] = {&d->command.args, &s->settings.flags, gpus_of(s, d)};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (size_t k = 0; k < lists[i]->n; k++)
            str_printf(&out, "%zu %s\n", i, lists[i]->at[k]);
    str_printf(&out, "%s\n", d->command.dir);
    struct words configs = config_files(a, path_dir(a, d->path));
    for (size_t i = 0; i < configs.n; i++)
        add_file(&out, s, d, configs.at[i]);
    for (size_t i = 0; i < d->files.n; i++)
        add_file(&out, s, d, d->files.at[i]);
    return str_text(&out);
}

static struct keys keys_now(struct server *s, struct arena *a, struct document *d) {
    return keys_of(a, d, request_of(s, a, d));
}

/* --- starting -------------------------------------------------------------- */

/* The file from the folder that the analysis runs in, or as it is where that would lead elsewhere.
 */
static const char *relative_path(struct arena *a, const char *dir, const char *path) {
    size_t same = 0;
    struct str s = {.arena = a};
    for (size_t i = 0; path[i] && (path[i] == dir[i] || (!dir[i] && path[i] == '/')); i++) {
        if (path[i] == '/' && (dir[i] == '/' || !dir[i]))
            same = i;
        if (!dir[i])
            break;
    }
    if (!same)
        return path;
    for (const char *at = dir + same; (at = strchr(at, '/')); at++)
        str_add(&s, "../");
    str_add(&s, path + same + 1);
    const char *real = path_real(a, path);
    const char *found = path_real(a, arena_printf(a, "%s/%s", dir, str_text(&s)));
    return real && found && strcmp(real, found) == 0 ? str_text(&s) : path;
}

/* What the analysis calls the document: pages show the name to people, reports give it back. */
static const char *name_for(struct arena *a, const struct document *d, enum job job) {
    return job == JOB_PAGE ? relative_path(a, d->command.dir, d->path) : d->path;
}

static void add_overlay(struct server *s, struct words *argv, const struct document *d,
                        const char *name) {
    struct arena *a = &s->analysis.arena;
    int fd = spawn_text("text", d->text.bytes, d->text.n);
    if (fd < 0)
        return;
    vec_push(a, &s->analysis.texts, fd);
    words_add(a, argv,
              arena_printf(a, "-fclperf-overlay=/proc/%d/fd/%d=%s", (int)getpid(), fd, name));
}

/* The texts of the document and of those that it includes, where they are not the files'. */
static void add_overlays(struct server *s, struct words *argv, const struct document *d,
                         const char *name) {
    struct arena *a = &s->analysis.arena;
    if (!document_is_saved(a, d))
        add_overlay(s, argv, d, name);
    for (size_t i = 0; i < d->files.n; i++) {
        const struct document *open = document_of_path(&s->documents, d->files.at[i]);
        if (open && open != d && !document_is_saved(a, open))
            add_overlay(s, argv, open, open->path);
    }
}

static void add_gpus(struct arena *a, struct words *argv, const struct words *gpus) {
    struct str s = {.arena = a};
    for (size_t i = 0; i < gpus->n; i++)
        str_printf(&s, "%s%s", i ? "," : "", gpus->at[i]);
    if (gpus->n)
        words_add(a, argv, arena_printf(a, "-fclperf-gpu=%s", str_text(&s)));
}

static struct words arguments(struct server *s, struct arena *a, struct document *d, enum job job,
                              const struct words *known) {
    struct words argv = {0};
    words_add(a, &argv, "clperf-analyze");
    words_add_all(a, &argv, &d->command.args);
    words_add_all(a, &argv, &s->settings.flags);
    add_gpus(a, &argv, gpus_of(s, d));
    words_add(a, &argv, "-c");
    words_add(a, &argv,
              job == JOB_PAGE ? "-fclperf-only-output=html:file=-"
                              : "-fclperf-only-output=json:file=-");
    if (job == JOB_FINDINGS)
        words_add(a, &argv, "-fclperf-no-fixes");
    for (size_t i = 0; i < known->n; i++)
        words_add(a, &argv, arena_printf(a, "-fclperf-skip=%s", known->at[i]));
    if (d->type) {
        words_add(a, &argv, "-x");
        words_add(a, &argv, d->type);
    }
    return argv;
}

/* The spare process if it takes the arguments, else a new one. NULL, or why there is none. */
static const char *start_child(struct server *s, const struct words *arguments) {
    struct analysis *an = &s->analysis;
    struct arena *a = &an->arena;
    char *const *argv = words_argv(a, arguments);
    if (!an->program)
        return "clperf-analyze is neither beside clperf nor on PATH";
    if (an->spare.pid && child_send(&an->spare, an->dir, argv)) {
        an->child = an->spare;
        an->spare = (struct child){.in = -1, .out = -1, .err = -1};
        return NULL;
    }
    child_kill(&an->spare);
    return child_start(a, &an->child,
                       &(struct child_request){.path = an->program, .dir = an->dir, .argv = argv});
}

static void start_spare(struct server *s) {
    static char *const argv[] = {"clperf-analyze", "-fclperf-wait", NULL};
    struct arena a = {0};
    if (s->analysis.program && !s->analysis.spare.pid && s->settings.warm)
        child_start(&a, &s->analysis.spare,
                    &(struct child_request){
                        .path = s->analysis.program, .dir = "/", .argv = argv, .waits = true});
    arena_free(&a);
}

static void start(struct server *s, struct document *d, enum job job, const struct words *known) {
    struct analysis *an = &s->analysis;
    struct arena *a = &an->arena;
    struct words argv = arguments(s, a, d, job, known);
    const char *name = name_for(a, d, job);
    add_overlays(s, &argv, d, name);
    words_add(a, &argv, name);
    an->job = job;
    an->document = d;
    an->revision = d->revision;
    an->started = server_now();
    an->dir = arena_strdup(a, d->command.dir);
    const char *why = start_child(s, &argv);
    if (why)
        analysis_failed(s, why);
    else
        start_spare(s);
}

/* --- ending ---------------------------------------------------------------- */

static void clear(struct server *s) {
    struct analysis *an = &s->analysis;
    progress_end(s);
    child_release(&an->child);
    for (size_t i = 0; i < an->texts.n; i++)
        close(an->texts.at[i]);
    memset(&an->texts, 0, sizeof an->texts);
    arena_free(&an->arena);
    an->job = JOB_NONE;
    an->document = NULL;
}

static void stop(struct server *s) {
    if (s->analysis.job != JOB_NONE)
        child_kill(&s->analysis.child);
    clear(s);
}

static size_t most_results(const struct server *s) {
    size_t most = SPARE_RESULTS;
    for (size_t i = 0; i < s->documents.n; i++)
        most += s->documents.at[i]->sections.n + 2;
    return most;
}

void analysis_show(struct server *s, struct document *d) {
    struct arena a = {0};
    if (d->assembled == d->revision && d->kernels)
        return;
    struct keys keys = keys_now(s, &a, d);
    parts_assemble(&a, &s->store, d, &keys);
    arena_free(&a);
}

/* Findings are known as well as they can be. */
static void finish_findings(struct server *s, struct document *d, bool complete) {
    d->checked = d->revision;
    if (complete || d->broken || !s->settings.fixes)
        d->completed = d->revision;
    d->assembled = 0;
    analysis_show(s, d);
    diagnostics_publish(s, d);
    server_answer_waiting(s, d);
    server_refresh(s);
}

static void finish_fixes(struct server *s, struct document *d) {
    d->completed = d->revision;
    d->assembled = 0;
    server_answer_waiting(s, d);
}

/* What cannot be analysed is said like what cannot be compiled. */
static void show_failure(struct server *s, struct document *d, const char *why) {
    struct arena a = {0};
    cJSON *p = cJSON_CreateObject();
    analysis_show(s, d);
    cJSON_AddStringToObject(p, "file", d->path);
    cJSON_AddStringToObject(p, "severity", "warning");
    cJSON_AddStringToObject(p, "text", arena_printf(&a, "not analysed: %s", why));
    cJSON_AddItemToArray(d->problems, p);
    d->checked = d->completed = d->revision;
    diagnostics_publish(s, d);
    server_answer_waiting(s, d);
    arena_free(&a);
}

static void answer_page(struct server *s, const struct page_request *p, const char *html,
                        const char *why) {
    const cJSON *id = json_at(p->root, "id");
    if (id && html) {
        cJSON *result = cJSON_CreateObject();
        cJSON_AddStringToObject(result, "html", html);
        rpc_reply(&s->rpc, id, result);
    } else if (id)
        rpc_fail(&s->rpc, id, RPC_REQUEST_FAILED, why);
    else if (html)
        pages_show(s, p->document, html);
    cJSON_Delete(p->root);
}

static struct page_request take_page(struct server *s, size_t i) {
    struct page_requests *all = &s->analysis.pages;
    struct page_request p = all->at[i];
    memmove(&all->at[i], &all->at[i + 1], (--all->n - i) * sizeof p);
    return p;
}

void analysis_failed(struct server *s, const char *why) {
    struct analysis *an = &s->analysis;
    struct document *d = an->document;
    enum job job = an->job;
    struct arena a = {0};
    why = arena_strdup(&a, why);
    stop(s);
    if (job == JOB_PAGE) {
        struct page_request p = take_page(s, 0);
        answer_page(s, &p, NULL, why);
    } else if (job == JOB_FIXES)
        finish_fixes(s, d);
    else
        show_failure(s, d, why);
    arena_free(&a);
}

static void finish_report(struct server *s) {
    struct analysis *an = &s->analysis;
    struct document *d = an->document;
    enum job job = an->job;
    cJSON *report;
    if (!parts_read_report(&an->arena, d, an->child.bytes, an->dir, &report)) {
        cJSON_Delete(report);
        analysis_failed(s, "the analysis gave no report");
        return;
    }
    struct keys keys = keys_now(s, &an->arena, d);
    parts_store(&an->arena, &s->store, d, &keys, report, job == JOB_FIXES, most_results(s));
    cJSON_Delete(report);
    bool complete = parts_are_known(&an->arena, &s->store, d, &keys, true);
    clear(s);
    if (job == JOB_FIXES)
        finish_fixes(s, d);
    else
        finish_findings(s, d, complete);
}

static void finish_page(struct server *s) {
    struct page_request p = take_page(s, 0);
    answer_page(s, &p, s->analysis.child.bytes, NULL);
    clear(s);
}

void analysis_receive(struct server *s) {
    struct analysis *an = &s->analysis;
    if (child_receive(&an->child))
        return;
    const char *why = child_finish(&an->arena, &an->child);
    if (!why && !an->child.n)
        why = "the analysis gave no report";
    if (why)
        analysis_failed(s, why);
    else if (an->job == JOB_PAGE)
        finish_page(s);
    else
        finish_report(s);
}

/* --- what is next ---------------------------------------------------------- */

static bool is_due(const struct document *d, double now) {
    return d->due > 0 && d->due <= now;
}

/* The one that changed last. */
static struct document *due_document(const struct server *s, double now) {
    struct document *best = NULL;
    for (size_t i = 0; i < s->documents.n; i++) {
        struct document *d = s->documents.at[i];
        if (is_due(d, now) && (!best || d->changed > best->changed))
            best = d;
    }
    return best;
}

static struct document *document_without_fixes(const struct server *s) {
    for (size_t i = 0; i < s->documents.n; i++) {
        struct document *d = s->documents.at[i];
        if (d->checked == d->revision && d->completed != d->revision && !d->due)
            return d;
    }
    return NULL;
}

static void nothing_to_say(struct server *s, struct document *d) {
    d->broken = false;
    finish_findings(s, d, true);
}

static void start_findings(struct server *s, struct document *d) {
    struct arena *a = &s->analysis.arena;
    d->due = 0;
    struct keys keys = keys_now(s, a, d);
    if (!document_is_analysed(a, d)) {
        arena_free(a);
        nothing_to_say(s, d);
    } else if (parts_are_known(a, &s->store, d, &keys, false)) {
        bool complete = parts_are_known(a, &s->store, d, &keys, true);
        d->broken = false;
        arena_free(a);
        finish_findings(s, d, complete);
    } else {
        struct words known = parts_known_kernels(a, &s->store, d, &keys, false);
        start(s, d, JOB_FINDINGS, &known);
    }
}

static void start_fixes(struct server *s, struct document *d) {
    struct arena *a = &s->analysis.arena;
    struct keys keys = keys_now(s, a, d);
    struct words known = parts_known_kernels(a, &s->store, d, &keys, true);
    start(s, d, JOB_FIXES, &known);
}

static void start_page(struct server *s) {
    const struct words nothing = {0};
    command_refresh(&s->analysis.arena, s->analysis.pages.at[0].document);
    start(s, s->analysis.pages.at[0].document, JOB_PAGE, &nothing);
}

static void start_next(struct server *s, double now) {
    struct document *due, *fixes;
    while (s->analysis.job == JOB_NONE && (due = due_document(s, now)))
        start_findings(s, due);
    if (s->analysis.job == JOB_NONE && s->analysis.pages.n)
        start_page(s);
    if (s->analysis.job == JOB_NONE && (fixes = document_without_fixes(s)))
        start_fixes(s, fixes);
}

void analysis_step(struct server *s) {
    struct analysis *an = &s->analysis;
    double now = server_now();
    struct arena a = {0};
    if (an->job == JOB_FIXES && due_document(s, now))
        stop(s);
    if (an->job != JOB_NONE && now - an->started > s->settings.timeout)
        analysis_failed(s, arena_printf(&a, "it takes longer than %g s", s->settings.timeout));
    if (an->job != JOB_NONE && now - an->started > progress_after)
        progress_begin(s);
    start_next(s, now);
    arena_free(&a);
}

static double sooner(double x, double y) {
    return x > 0 && x < y ? x : y > 0 ? y : x;
}

double analysis_next(const struct server *s) {
    const struct analysis *an = &s->analysis;
    double next = 0;
    for (size_t i = 0; i < s->documents.n && an->job != JOB_FINDINGS; i++)
        next = sooner(s->documents.at[i]->due, next);
    if (an->job != JOB_NONE) {
        next = sooner(an->started + s->settings.timeout, next);
        if (!an->progress && s->client.progress)
            next = sooner(an->started + progress_after, next);
    }
    return next;
}

/* --- changes --------------------------------------------------------------- */

void analysis_forget(struct server *s, const struct document *d) {
    if (s->analysis.document == d && s->analysis.job != JOB_PAGE)
        stop(s);
}

void analysis_forget_all(struct server *s, const struct document *d) {
    if (s->analysis.document == d)
        stop(s);
    for (size_t i = s->analysis.pages.n; i-- > 0;)
        if (s->analysis.pages.at[i].document == d) {
            struct page_request p = take_page(s, i);
            answer_page(s, &p, NULL, "the document was closed");
        }
}

void analysis_ask_page(struct server *s, struct document *d, cJSON *root) {
    struct page_requests *all = &s->analysis.pages;
    if (all->n == all->cap) {
        all->cap = all->cap ? all->cap * 2 : 4;
        all->at = realloc(all->at, all->cap * sizeof *all->at);
        if (!all->at)
            die("out of memory");
    }
    all->at[all->n++] = (struct page_request){root, d};
}

bool analysis_cancel_page(struct server *s, const cJSON *id) {
    struct analysis *an = &s->analysis;
    for (size_t i = 0; i < an->pages.n; i++) {
        if (!rpc_same_id(json_at(an->pages.at[i].root, "id"), id))
            continue;
        if (i == 0 && an->job == JOB_PAGE)
            stop(s);
        struct page_request p = take_page(s, i);
        rpc_fail(&s->rpc, id, RPC_REQUEST_CANCELLED, "cancelled");
        cJSON_Delete(p.root);
        return true;
    }
    return false;
}

void analysis_end(struct server *s) {
    stop(s);
    child_kill(&s->analysis.spare);
    for (size_t i = 0; i < s->analysis.pages.n; i++)
        cJSON_Delete(s->analysis.pages.at[i].root);
    free(s->analysis.pages.at);
    s->analysis.pages = (struct page_requests){0};
}
