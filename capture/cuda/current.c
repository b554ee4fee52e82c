#include "capture/cuda/current.h"

static _Thread_local int current;

int device_current(void) {
    return current;
}

void device_select(int device) {
    current = device;
}
