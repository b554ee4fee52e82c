/* Tokens, operands and instructions of PTX, read one after another (for text.c and module_text.c).
 */
#ifndef SOURCE_LANGUAGES_PTX_READER_H
#define SOURCE_LANGUAGES_PTX_READER_H

#include "base/vec.h"
#include "source/languages/ptx/text.h"

struct ptx_reader {
    struct arena *arena;
    const char *at;
    bool failed;
    const char *counted; /* lines are counted up to here */
    unsigned line;       /* from 1 */
};

/* Starts at the text, whose comments become blanks. A NUL ends it. */
struct ptx_reader ptx_reader_of(struct arena *a, const char *text, size_t length);
void ptx_skip_blanks(struct ptx_reader *r);
/* The line of what comes next, behind blanks. */
unsigned ptx_line(struct ptx_reader *r);
/* Whether the next character, behind blanks, is that one; it is taken then. */
bool ptx_take(struct ptx_reader *r, char c);
/* Takes the character, or fails. */
void ptx_expect(struct ptx_reader *r, char c);
/* Whether the word comes next, alone: ".reg" is not the beginning of ".regs", but may be that of
 * ".reg.b32". It is taken then. */
bool ptx_take_word(struct ptx_reader *r, const char *word);
/* "%tid.x", "p", "$3", and "${3:x}" as "$3". */
const char *ptx_take_name(struct ptx_reader *r);
/* An integer that is not negative; fails where there is none. */
uint64_t ptx_take_count(struct ptx_reader *r);
/* A text in quotes, without them. */
const char *ptx_take_quoted(struct ptx_reader *r);
/* An instruction with its predicate, up to its semicolon. */
struct ptx_instruction ptx_take_instruction(struct ptx_reader *r);

#endif
