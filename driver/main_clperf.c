#include "driver/companion.h"

int main(int argc, char **argv) {
    return clperf_companion(argc, argv);
}
