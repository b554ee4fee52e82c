#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void floats(global float *data) {
    float x = get_global_id(0), y = get_local_id(0);
    for (int i = 0; i < 512; i++) {
        x = y * x + y;
        y = x * y + x;
    }
    data[get_global_id(0)] = y;
}

kernel void halves(global float *data) {
    half2 x = get_global_id(0), y = get_local_id(0);
    for (int i = 0; i < 512; i++) {
        x = y * x + y;
        y = x * y + x;
    }
    data[get_global_id(0)] = (float)y.x + (float)y.y;
}
