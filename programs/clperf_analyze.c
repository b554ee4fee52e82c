#include "driver/run/run.h"

int main(int argc, char **argv) {
    return clperf_analyze(argc, argv);
}
