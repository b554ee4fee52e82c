// Work of one work-item that nobody could wait for, because of what is assumed: less is assumed
// then, and the kernel still has a time. Here three loops are as long as the launch's rows: 1024 *
// 1024 * 256 iterations for each of 1024 * 1024 work-items.
//
// RUN: %clperf-cc true -c %s -fclperf-no-cache -Rclperf 2>&1 | FileCheck %s
//
// CHECK-NOT: not analysed
// CHECK: remark: the launch of 'by_sizes' is not known; as {{[0-9]+x[0-9]+}}/16x16 it would take
// CHECK-NOT: not analysed

__kernel void by_sizes(__read_only image2d_t in, __read_only image2d_t weights,
                       __write_only image2d_t out, __private const int height,
                       __private const int width, __private const int channels) {
    const sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    const int row = get_global_id(0), column = get_global_id(1);
    const int quads = (channels + 3) >> 2;
    float4 sum = (float4)(0, 0, 0, 0);
    int2 at = (int2)(0, mul24(row, height));
    int place = 0;
    for (short y = 0; y < height; ++y) {
        for (short x = 0; x < width; ++x) {
            at.x = x;
            place = mul24(mad24(y, width, x), channels);
#pragma unroll
            for (short c = 0; c < quads; ++c) {
                float4 value = read_imagef(in, sampler, at);
                float4 w0 = read_imagef(weights, sampler, (int2)(place++, column));
                float4 w1 = read_imagef(weights, sampler, (int2)(place++, column));
                float4 w2 = read_imagef(weights, sampler, (int2)(place++, column));
                float4 w3 = read_imagef(weights, sampler, (int2)(place++, column));
                sum = mad(value.x, w0, sum);
                sum = mad(value.y, w1, sum);
                sum = mad(value.z, w2, sum);
                sum = mad(value.w, w3, sum);
                at.x += width;
            }
        }
        at.y++;
    }
    write_imagef(out, (int2)(column, row), sum);
}
