#include "codegen/providers/providers.h"

#include "base/die.h"

#define PROVIDER(id, what) extern const struct provider provider_##id;
#include "codegen/providers.def"
#undef PROVIDER

static const struct row {
    const char *name;
    const struct provider *provider;
} rows[] = {
#define PROVIDER(id, what) {#id, &provider_##id},
#include "codegen/providers.def"
#undef PROVIDER
};

enum { ROWS = sizeof rows / sizeof *rows };

struct providers {
    void *started[ROWS];
};

void providers_add_tools(struct cache_key *k) {
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].provider->add_tools)
            rows[i].provider->add_tools(k);
}

struct providers *providers_start(struct arena *a, const struct code_request *r) {
    struct providers *p = NEW(a, struct providers);
    for (size_t i = 0; i < ROWS; i++)
        p->started[i] = rows[i].provider->start ? rows[i].provider->start(a, r) : NULL;
    return p;
}

struct code_answer providers_find(struct providers *p, const struct code_query *q) {
    for (size_t i = 0; i < ROWS; i++) {
        struct code_answer answer = {0};
        if (!rows[i].provider->find(p ? p->started[i] : NULL, q, &answer))
            continue;
        if (!answer.registers.source)
            answer.registers.source = rows[i].name;
        answer.registers.estimated = rows[i].provider->estimates;
        return answer;
    }
    die("nobody knows the registers of '%s' on %s", q->machine->name, q->gpu->name);
}

void providers_wait(struct providers *p) {
    for (size_t i = 0; i < ROWS; i++)
        if (p->started[i] && rows[i].provider->wait)
            rows[i].provider->wait(p->started[i]);
}

bool providers_given_up(const struct providers *p) {
    bool any = false;
    for (size_t i = 0; i < ROWS; i++)
        any |= p->started[i] && rows[i].provider->given_up &&
               rows[i].provider->given_up(p->started[i]);
    return any;
}

void providers_end(struct providers *p) {
    for (size_t i = 0; i < ROWS; i++)
        if (p->started[i] && rows[i].provider->end)
            rows[i].provider->end(p->started[i]);
}
