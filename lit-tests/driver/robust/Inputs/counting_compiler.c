/* A compiler that counts the signals it gets. It makes the file READY once it counts, removes it when it has got one,
 * and ends when the file END is there, or after a minute: then it prints the number of each signal that it got.
 *
 * counting_compiler READY END ARGUMENT... */
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t counts[NSIG];

static void count(int number) {
    counts[number]++;
}

static int total(void) {
    int sum = 0;
    for (int number = 1; number < 32; number++)
        sum += counts[number];
    return sum;
}

int main(int argc, char **argv) {
    static const struct timespec tick = {.tv_nsec = 2 * 1000 * 1000};
    if (argc < 3)
        return 2;
    for (int number = 1; number < 32; number++)
        sigaction(number, &(struct sigaction){.sa_handler = count}, NULL);
    fclose(fopen(argv[1], "w"));
    for (int ticks = 0; ticks < 30000 && access(argv[2], F_OK) != 0; ticks++) {
        if (total())
            unlink(argv[1]);
        nanosleep(&tick, NULL);
    }
    for (int number = 1; number < 32; number++)
        if (counts[number])
            printf("%d %d\n", number, (int)counts[number]);
    return 0;
}
