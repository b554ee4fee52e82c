// One store.

kernel void one(global int *to) {
    to[0] = 1;
}
