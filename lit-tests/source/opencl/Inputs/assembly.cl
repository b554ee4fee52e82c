__kernel void fields(__global uint *x) {
    uint a = x[get_global_id(0)], b;
    asm("bfe.u32 %0, %1, 8, 8;" : "=r"(b) : "r"(a));
    x[get_global_id(0)] = b;
}
