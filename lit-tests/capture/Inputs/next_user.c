/* A library that is in front of others by RTLD_NEXT, as tools are. */
#include <dlfcn.h>
#include <stdio.h>

int puts(const char *text) {
    int (*next)(const char *);
    *(void **)&next = dlsym(RTLD_NEXT, "puts");
    fputs("library: ", stdout);
    return next ? next(text) : -1;
}
