/* Names of C++ as the source has them. */
#ifndef CODEGEN_OBJECT_DEMANGLE_H
#define CODEGEN_OBJECT_DEMANGLE_H

#ifdef __cplusplus
extern "C" {
#endif

/* "saxpy(int, float*)" of "_Z5saxpyiPf", to be freed; NULL: the symbol is no such name. A symbol of
 * somebody else's making can take any time and memory. */
char *demangle(const char *symbol);

#ifdef __cplusplus
}
#endif

#endif
