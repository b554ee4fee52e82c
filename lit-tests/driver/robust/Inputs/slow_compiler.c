/* A compiler that makes the file READY, waits for the file END, for a minute at most, and then writes OBJECT:
 * slow_compiler READY END OBJECT ARGUMENT... */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
    static const struct timespec tick = {.tv_nsec = 2 * 1000 * 1000};
    if (argc < 4)
        return 2;
    fclose(fopen(argv[1], "w"));
    for (int ticks = 0; ticks < 30000 && access(argv[2], F_OK) != 0; ticks++)
        nanosleep(&tick, NULL);
    fclose(fopen(argv[3], "w"));
    return 0;
}
