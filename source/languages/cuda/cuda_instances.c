#include "source/languages/cuda/cuda_instances.h"

#include <string.h>

#include "base/str.h"

/* Reads "scope<int>::name<float, 4>" from left to right. */
struct reading {
    const char *at, *end;
    struct str arguments;  /* of all parts so far */
    const char *component; /* the last part of the name */
    size_t length;
};

/* The end of one argument: the next comma or > outside of all brackets. */
static const char *end_of_argument(const char *s, const char *end) {
    int depth = 0;
    for (; s < end; s++) {
        if (*s == '\'' && s + 2 < end)
            s += s[1] == '\\' ? 3 : 2;
        else if (depth == 0 && (*s == ',' || *s == '>'))
            return s;
        else if (strchr("(<[{", *s))
            depth++;
        else if (strchr(")>]}", *s))
            depth--;
    }
    return end;
}

/* The arguments between < and >, behind which the reading goes on. */
static void read_arguments(struct reading *r) {
    do {
        const char *end = end_of_argument(++r->at, r->end);
        r->at += *r->at == ' ';
        str_addn(&r->arguments, r->at, (size_t)(end - r->at));
        if (end > r->at)
            str_add(&r->arguments, "\n");
        r->at = end;
    } while (r->at < r->end && *r->at == ',');
    r->at += r->at < r->end;
}

static void read_name(struct reading *r) {
    r->component = r->at;
    while (r->at < r->end) {
        if (*r->at == '<') {
            read_arguments(r);
        } else if (str_starts(r->at, "::")) {
            r->at += 2;
            r->component = r->at;
        } else {
            r->at++;
            r->length = (size_t)(r->at - r->component);
        }
    }
}

/* The name that "in instantiation of ... 'NAME' requested here" has in quotes. */
static bool instance_named(const char *note, const char **name, const char **end) {
    static const char *const starts[] = {"in instantiation of function template specialization '",
                                         "in instantiation of member function '"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (str_starts(note, starts[i])) {
            *name = note + strlen(starts[i]);
            *end = strstr(*name, "' requested here");
            return *end != NULL;
        }
    return false;
}

static const char *arguments_in(struct arena *a, const char *note, const char *function) {
    struct reading r = {.arguments = {.arena = a}};
    if (!instance_named(note, &r.at, &r.end))
        return NULL;
    read_name(&r);
    bool same = r.length == strlen(function) && memcmp(r.component, function, r.length) == 0;
    return same && r.arguments.n ? str_text(&r.arguments) : NULL;
}

const char *cuda_instance_of(struct arena *a, CXDiagnostic d, const char *function) {
    CXDiagnosticSet notes = libclang()->getChildDiagnostics(d);
    const char *found = NULL;
    for (unsigned i = 0; i < libclang()->getNumDiagnosticsInSet(notes) && !found; i++) {
        CXDiagnostic note = libclang()->getDiagnosticInSet(notes, i);
        CXString text = libclang()->getDiagnosticSpelling(note);
        found = arguments_in(a, libclang()->getCString(text), function);
        libclang()->disposeString(text);
        libclang()->disposeDiagnostic(note);
    }
    libclang()->disposeDiagnosticSet(notes);
    return found;
}
