/* The process as a program sees it: how it ends, its clock, its options and random numbers; and the
 * parts of libstdc++ that have no source in headers. */
#include "base/str.h"
#include "launch/evaluate/models.h"

void model_library(struct ev_call *c) {
    const bool other_files = c->run->other_files;
    ev_call_unknown(c);
    c->run->other_files = other_files;
}

void model_end(struct ev_call *c) {
    c->ended = true;
}

void model_guard(struct ev_call *c) {
    const struct ev_value at = ev_arg(c, 0);
    if (c->model->number) {
        ev_store(c->run->pool, c->state->memory, at, ev_known(1, 8), 1);
        return;
    }
    const struct ev_value done = ev_load(c->run->pool, c->state->memory, at, 1);
    c->result = ev_is_known(done) ? ev_known(!done.bits, 32) : ev_unknown(32);
}

void model_error_place(struct ev_call *c) {
    c->result = ev_allocate(c, ev_known(4, 64), EV_HEAP, true);
}

/* Where nobody knows the time. */
void model_clock(struct ev_call *c) {
    const struct ev_value to = ev_arg(c, c->model->number == 2 ? 1 : 0);
    ev_forget(c->run->pool, c->state->memory, to, false);
    c->result = c->model->number ? ev_known(0, 32) : ev_partly(0, 0);
}

void model_sort(struct ev_call *c) {
    ev_forget(c->run->pool, c->state->memory, ev_arg(c, 0), false);
}

/* --- rand() as glibc has it --- */

/* r[i] = r[i - 3] + r[i - 31], of which 31 are kept and the oldest is replaced, but for the first
 * three. */
enum { RANDOM_WORDS = 31, RANDOM_FIRST = 3, RANDOM_SKIPPED = 310 };

/* The words, and the number of the oldest. */
struct random_state {
    uint32_t words[RANDOM_WORDS];
    uint32_t at;
};

static uint32_t next_word(struct random_state *s) {
    const uint32_t i = s->at;
    s->words[i] += s->words[(i + RANDOM_WORDS - 3) % RANDOM_WORDS];
    s->at = (i + 1) % RANDOM_WORDS;
    return s->words[i];
}

static void seed_words(struct random_state *s, uint32_t seed) {
    int32_t word = (int32_t)(seed ? seed : 1);
    for (int i = 0; i < RANDOM_WORDS; i++) {
        s->words[i] = (uint32_t)word;
        const int32_t high = word / 127773, low = word % 127773;
        word = 16807 * low - 2836 * high;
        word = word < 0 ? word + INT32_MAX : word;
    }
    s->at = RANDOM_FIRST;
    for (int i = 0; i < RANDOM_SKIPPED; i++)
        next_word(s);
}

static void keep(struct ev_call *c, const struct random_state *s) {
    ev_store_bytes(c->run->pool, c->state->memory, ev_address(c->run->random), s, sizeof *s);
}

void model_seed(struct ev_call *c) {
    struct random_state s;
    const struct ev_value seed = ev_arg(c, 0);
    if (!ev_is_known(seed)) {
        ev_forget_object(c->run->pool, c->state->memory, c->run->random);
        return;
    }
    seed_words(&s, (uint32_t)seed.bits);
    keep(c, &s);
}

void model_random(struct ev_call *c) {
    struct random_state s;
    const unsigned width = c->called->result.n ? c->called->result.at[0].bits : 32;
    c->run->steps += 4;
    if (!ev_load_bytes(c->run->pool, c->state->memory, ev_address(c->run->random), &s, sizeof s)) {
        c->result = ev_partly(0, ~(uint64_t)INT32_MAX);
        return;
    }
    if (s.at >= RANDOM_WORDS)
        seed_words(&s, 1);
    c->result = ev_known(next_word(&s) >> 1, width);
    keep(c, &s);
}

/* --- getopt() --- */

/* The address of getopt()'s variable, 0 if the program does not use it. */
static uint64_t variable(struct ev_run *r, const char *name) {
    LLVMValueRef g = LLVMGetNamedGlobal(r->program->module, name);
    const uint32_t number = g ? ev_symbol_number(r->program, g) : EV_NONE;
    return number == EV_NONE ? 0 : ev_address(r->program->first_object + number);
}

static void set_variable(struct ev_call *c, const char *name, struct ev_value v, unsigned bytes) {
    const uint64_t at = variable(c->run, name);
    if (at)
        ev_store(c->run->pool, c->state->memory, ev_known(at, 64), v, bytes);
}

/* How far the options are read: words, and letters of the word. */
struct option_state {
    uint32_t word, letter;
};

struct option_words {
    struct ev_call *call;
    struct option_state at;
    uint64_t argc, argv;
};

static struct ev_value word_address(const struct option_words *w, uint64_t i) {
    return ev_load(w->call->run->pool, w->call->state->memory, ev_known(w->argv + 8 * i, 64), 8);
}

/* The option's own argument: the rest of its word, or the next. */
static struct ev_value take_argument(struct option_words *w, uint32_t rest, size_t length) {
    const struct ev_value word = word_address(w, w->at.word);
    if (rest < length)
        return ev_known(word.bits + rest, 64);
    w->at.word++;
    return w->at.word < w->argc ? word_address(w, w->at.word) : ev_known(0, 64);
}

/* A letter of a word as "-n"; its value, or '?'. */
static int take_letter(struct option_words *w, const char *word, const char *known) {
    const char letter = word[w->at.letter];
    const char *found = letter == ':' ? NULL : strchr(known, letter);
    struct ev_value argument = ev_known(0, 64);
    w->at.letter++;
    if (found && found[1] == ':') {
        if (found[2] != ':' || word[w->at.letter])
            argument = take_argument(w, w->at.letter, strlen(word));
        w->at.letter = 0;
        w->at.word++;
    } else if (!word[w->at.letter]) {
        w->at.letter = 0;
        w->at.word++;
    }
    set_variable(w->call, "optarg", argument, 8);
    return found ? letter : '?';
}

/* A word as "--name=value", after the table of struct option {name, has_arg, flag, val}. */
static int take_long(struct option_words *w, const char *word, struct ev_value table) {
    struct ev_run *r = w->call->run;
    struct ev_memory *m = w->call->state->memory;
    const size_t n = strcspn(word, "=");
    for (uint64_t i = 0; ev_is_known(table) && i < 256; i++) {
        const uint64_t row = table.bits + 32 * i;
        const char *name = ev_text(r->pool, m, ev_load(r->pool, m, ev_known(row, 64), 8));
        const struct ev_value has = ev_load(r->pool, m, ev_known(row + 8, 64), 4);
        const struct ev_value flag = ev_load(r->pool, m, ev_known(row + 16, 64), 8);
        const struct ev_value value = ev_load(r->pool, m, ev_known(row + 24, 64), 4);
        if (!name)
            return '?';
        if (strlen(name) != n || memcmp(name, word, n) != 0)
            continue;
        struct ev_value argument = ev_known(0, 64);
        if (word[n])
            argument = ev_known(word_address(w, w->at.word).bits + 2 + n + 1, 64);
        else if (has.bits == 1)
            argument = take_argument(w, 1, 0);
        set_variable(w->call, "optarg", argument, 8);
        ev_store_at(w->call, ev_arg(w->call, 4), ev_known(i, 32), 4);
        if (ev_is_known(flag) && flag.bits)
            ev_store(r->pool, m, flag, value, 4);
        return ev_is_known(flag) && flag.bits ? 0 : (int)value.bits;
    }
    return '?';
}

static int take_option(struct option_words *w, const char *known) {
    const bool is_long = w->call->model->number;
    while (!w->at.letter) {
        const char *word =
            w->at.word < w->argc ? ev_text_at(w->call, word_address(w, w->at.word)) : NULL;
        if (!word)
            return -1;
        if (strcmp(word, "--") == 0 || word[0] != '-' || !word[1]) {
            w->at.word += word[0] == '-' && word[1] == '-';
            return -1;
        }
        if (word[1] == '-' && is_long) {
            const int option = take_long(w, word + 2, ev_arg(w->call, 3));
            w->at.word++;
            return option;
        }
        w->at.letter = 1;
    }
    const char *word = ev_text_at(w->call, word_address(w, w->at.word));
    return word ? take_letter(w, word, known) : -1;
}

void model_options(struct ev_call *c) {
    const struct ev_value argc = ev_arg(c, 0), argv = ev_arg(c, 1);
    const char *known = ev_text_at(c, ev_arg(c, 2));
    const uint64_t place = ev_address(c->run->random) + sizeof(struct random_state);
    struct option_words w = {.call = c};
    const bool all = known && ev_is_known(argc) && ev_is_known(argv) &&
                     ev_load_bytes(c->run->pool, c->state->memory, place, &w.at, sizeof w.at);
    if (!all) {
        set_variable(c, "optarg", ev_unknown(64), 8);
        set_variable(c, "optind", ev_unknown(32), 4);
        c->result = ev_unknown(32);
        return;
    }
    w.argc = argc.bits;
    w.argv = argv.bits;
    w.at.word = w.at.word ? w.at.word : 1;
    c->result = ev_known((uint64_t)(int64_t)take_option(&w, known + (*known == '+')), 32);
    ev_store_bytes(c->run->pool, c->state->memory, place, &w.at, sizeof w.at);
    set_variable(c, "optind", ev_known(w.at.word, 32), 4);
}

/* --- std::map, whose nodes are {colour, parent, left, right} --- */

enum { NODE_PARENT = 8, NODE_LEFT = 16, NODE_RIGHT = 24, DEEPEST_TREE = 100000 };

static struct ev_value node_field(struct ev_call *c, struct ev_value node, uint64_t field) {
    return ev_is_known(node)
               ? ev_load(c->run->pool, c->state->memory, ev_known(node.bits + field, 64), 8)
               : ev_unknown(64);
}

static void set_node_field(struct ev_call *c, struct ev_value node, uint64_t field,
                           struct ev_value v) {
    if (ev_is_known(node))
        ev_store(c->run->pool, c->state->memory, ev_known(node.bits + field, 64), v, 8);
}

static bool is_node(struct ev_value v) {
    return ev_is_known(v) && v.bits;
}

/* The node before the first of a subtree's, as the tree's order goes back from it. */
static struct ev_value outermost(struct ev_call *c, struct ev_value x, uint64_t field) {
    struct ev_value next = node_field(c, x, field);
    for (int i = 0; i < DEEPEST_TREE && is_node(next); i++) {
        x = next;
        next = node_field(c, x, field);
    }
    return ev_is_known(next) ? x : ev_unknown(64);
}

static struct ev_value climb(struct ev_call *c, struct ev_value x, uint64_t forward) {
    struct ev_value up = node_field(c, x, NODE_PARENT);
    for (int i = 0; i < DEEPEST_TREE && is_node(up) && ev_same(x, node_field(c, up, forward));
         i++) {
        x = up;
        up = node_field(c, up, NODE_PARENT);
    }
    if (!ev_is_known(x) || !ev_is_known(up))
        return ev_unknown(64);
    return forward == NODE_RIGHT && ev_same(node_field(c, x, forward), up) ? x : up;
}

/* Whether it is the tree's end, which is red and its root's parent. */
static bool is_end(struct ev_call *c, struct ev_value x) {
    const struct ev_value colour = ev_load(c->run->pool, c->state->memory, x, 4);
    const struct ev_value root = node_field(c, x, NODE_PARENT);
    return ev_is_known(colour) && !colour.bits && ev_same(node_field(c, root, NODE_PARENT), x);
}

void model_tree_step(struct ev_call *c) {
    const bool up = c->model->number > 0;
    const struct ev_value x = ev_arg(c, 0);
    const struct ev_value next = node_field(c, x, up ? NODE_RIGHT : NODE_LEFT);
    if (!ev_is_known(next))
        c->result = ev_unknown(64);
    else if (!up && is_end(c, x))
        c->result = node_field(c, x, NODE_RIGHT);
    else if (next.bits)
        c->result = outermost(c, next, up ? NODE_LEFT : NODE_RIGHT);
    else
        c->result = climb(c, x, up ? NODE_RIGHT : NODE_LEFT);
}

/* Where the node belongs, without balancing the tree: order is all that a program sees of it. */
void model_tree_insert(struct ev_call *c) {
    const struct ev_value left = ev_arg(c, 0), x = ev_arg(c, 1), parent = ev_arg(c, 2);
    const struct ev_value header = ev_arg(c, 3);
    if (!ev_is_known(left) || !ev_is_known(x) || !ev_is_known(parent) || !ev_is_known(header)) {
        ev_forget(c->run->pool, c->state->memory, header, true);
        return;
    }
    set_node_field(c, x, NODE_PARENT, parent);
    set_node_field(c, x, NODE_LEFT, ev_known(0, 64));
    set_node_field(c, x, NODE_RIGHT, ev_known(0, 64));
    ev_store(c->run->pool, c->state->memory, x, ev_known(1, 32), 4);
    set_node_field(c, parent, left.bits ? NODE_LEFT : NODE_RIGHT, x);
    if (ev_same(parent, header)) {
        set_node_field(c, header, NODE_PARENT, x);
        set_node_field(c, header, NODE_LEFT, x);
        set_node_field(c, header, NODE_RIGHT, x);
    } else if (left.bits && ev_same(parent, node_field(c, header, NODE_LEFT))) {
        set_node_field(c, header, NODE_LEFT, x);
    } else if (!left.bits && ev_same(parent, node_field(c, header, NODE_RIGHT))) {
        set_node_field(c, header, NODE_RIGHT, x);
    }
}
