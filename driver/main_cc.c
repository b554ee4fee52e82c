#include "driver/cc.h"

int main(int argc, char **argv) {
    return clperf_cc(argc, argv);
}
