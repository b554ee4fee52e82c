#include "driver/cc/cc.h"

int main(int argc, char **argv) {
    enum { RESERVE_BYTES = 1 << 20 };
    static _Alignas(16) char reserve[RESERVE_BYTES];
    return clperf_cc(argc, argv, reserve, sizeof reserve);
}
