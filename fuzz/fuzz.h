/* What the fuzzers share. A fuzzer is a file fuzz/targets/NAME.c with a row in targets.def: it
 * gives bytes that somebody else may have written to the code that reads them, which must end
 * without a fault. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "base/texts.h"

/* libFuzzer's entry: always 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* The bytes as a text that stands for the file of that name. */
struct texts fuzz_texts(struct arena *a, const char *name, const uint8_t *bytes, size_t n);
/* An empty directory of this process, unless fuzz_file() has put something there. */
const char *fuzz_directory(struct arena *a);
/* The bytes in a file of that name in a directory of this process; its path. */
const char *fuzz_file(struct arena *a, const char *name, const uint8_t *bytes, size_t n);

/* Analyses the bytes as an input of that name, from its compilation to the outputs, in this
 * process. */
void fuzz_analyze(const char *name, const uint8_t *bytes, size_t n);

/* Calls it; EXIT_BUG if LLVM ends it with a fatal error, which in the driver ends a process of its
 * own. */
int fuzz_attempt(int (*attempt)(void *context), void *context);

#endif
