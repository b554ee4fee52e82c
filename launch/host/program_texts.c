/* Texts that a host program prints before it hands them to OpenCL: what the source has as a format
 * is what was evaluated. */
#include <string.h>

#include "launch/host/host.h"

/* Most bytes by which a text is found again behind what was printed. */
enum { FOUND_BY = 24 };

/* Behind the conversion that begins there. */
static size_t behind_conversion(const struct host_text *format, size_t i) {
    i++;
    while (i < format->n && !strchr("diuxXocsfeEgGaAp%", format->text[i]))
        i++;
    return i < format->n ? i + 1 : i;
}

/* Where the format goes on in the text, from `j` on; `n` if it does not. */
static size_t goes_on(const struct host_text *format, size_t i, const char *text, size_t n,
                      size_t j) {
    size_t length = 0;
    while (i + length < format->n && length < FOUND_BY && format->text[i + length] != '%')
        length++;
    if (!length)
        return i < format->n ? j : n;
    const char *found = memmem(text + j, n - j, format->text + i, length);
    return found ? (size_t)(found - text) : n;
}

/* The text with the places that its bytes have in the format. False if it is not of that format. */
static bool place(const struct host_text *format, const char *text, struct host_text *out) {
    const size_t n = strlen(text);
    size_t i = 0;
    for (size_t j = 0; j < n;) {
        if (i < format->n && format->text[i] == text[j] && format->text[i] != '%') {
            host_text_add(out, text[j++], format->at[i++]);
            continue;
        }
        if (i >= format->n || format->text[i] != '%')
            return false;
        const struct host_origin here = format->at[i];
        i = behind_conversion(format, i);
        for (const size_t end = goes_on(format, i, text, n, j); j < end; j++)
            host_text_add(out, text[j], here);
    }
    return i == format->n;
}

void host_print_programs(struct arena *a, struct host_programs *programs,
                         const struct words *texts) {
    for (size_t i = 0; i < programs->n; i++)
        for (size_t k = 0; k < texts->n; k++) {
            struct host_program *p = &programs->at[i];
            struct host_text printed = {.arena = a};
            if (!p->text.n || !memchr(p->text.text, '%', p->text.n) ||
                !place(&p->text, texts->at[k], &printed))
                continue;
            *p = (struct host_program){.text = printed, .filled = printed};
            break;
        }
}
