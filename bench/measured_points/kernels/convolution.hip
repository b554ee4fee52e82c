/* Convolution of images as it is defined: a group for each image and each channel of the output, a work-item for each point of it. Sums are
   double. Images and weights lie one after another, channel by channel. */
#include <hip/hip_runtime.h>

extern "C" __global__ void direct(const float *__restrict__ in, const float *__restrict__ weights, double alpha, double beta,
                                  float *__restrict__ out, int height, int width, int images, int outputs, int channels, int out_height,
                                  int out_width, int step_y, int step_x, int apart_y, int apart_x, int pad_y, int pad_x, int size_y,
                                  int size_x, int groups) {
    int points = out_height * out_width, k = blockIdx.x % outputs, image = blockIdx.x / outputs % images;
    int group = blockIdx.x / (images * outputs);
    in += ((size_t)image * channels * groups + (size_t)group * channels) * height * width;
    weights += ((size_t)group * outputs + k) * channels * size_y * size_x;
    out += ((size_t)image * outputs * groups + (size_t)group * outputs + k) * points;
    for (int p = threadIdx.x; p < points; p += blockDim.x) {
        int row = p / out_width, column = p % out_width;
        double sum = 0;
        for (int c = 0; c < channels; c++)
            for (int y = 0; y < size_y; y++) {
                int from_row = step_y * row - pad_y + apart_y * y;
                int in_rows = from_row >= 0 && from_row < height;
                for (int x = 0; x < size_x; x++) {
                    int from_column = step_x * column - pad_x + apart_x * x;
                    int in_columns = from_column >= 0 && from_column < width;
                    if (in_columns & in_rows)
                        sum += (double)in[(size_t)c * height * width + (size_t)from_row * width + from_column] *
                               (double)weights[(size_t)c * size_y * size_x + (size_t)y * size_x + x];
                }
            }
        out[p] = (float)sum;
    }
}
