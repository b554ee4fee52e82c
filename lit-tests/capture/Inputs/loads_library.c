/* Loads a library, and calls the function of it that its second argument names. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
    void *library = argc > 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    int (*function)(int, char **);
    *(void **)&function = library ? dlsym(library, argv[2]) : NULL;
    if (!function)
        return 1;
    return function(1, argv);
}
