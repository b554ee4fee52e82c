/* The compiler of the front end within a fuzzer's process. */
#ifndef FUZZ_CLANG_H
#define FUZZ_CLANG_H

#ifdef __cplusplus
extern "C" {
#endif

/* Compiles as clang of that path would with these arguments, up to NULL: bitcode goes to `out`,
 * messages to `err`, and "-" is read from `in`. Returns the exit status. */
int fuzz_clang(const char *path, char *const *argv, int in, int out, int err);

#ifdef __cplusplus
}
#endif

#endif
