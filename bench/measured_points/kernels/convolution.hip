/* Convolution of images as it is defined, in three directions. Sums are double. Images and weights lie one after another, channel by channel. */
#include <hip/hip_runtime.h>

/* A group for each image and each channel of the output, a work-item for each point of it. */
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

/* From the outputs back to the inputs: a group for each image and each channel of the input, a work-item for each point of it. */
extern "C" __global__ void to_inputs(float *__restrict__ in, const float *__restrict__ weights, double alpha, double beta,
                                     const float *__restrict__ out, int height, int width, int images, int outputs, int channels,
                                     int out_height, int out_width, int step_y, int step_x, int apart_y, int apart_x, int pad_y,
                                     int pad_x, int size_y, int size_x, int groups) {
    int points = height * width, channel = blockIdx.x % channels, image = blockIdx.x / channels % images;
    int group = blockIdx.x / (images * channels);
    in += (((size_t)image * groups + group) * channels + channel) * points;
    weights += ((size_t)group * outputs * channels + channel) * size_y * size_x;
    out += ((size_t)image * groups + group) * outputs * out_height * out_width;
    for (int p = threadIdx.x; p < points; p += blockDim.x) {
        int row = p / width, column = p % width;
        double sum = 0;
        for (int k = 0; k < outputs; k++)
            for (int y = 0; y < size_y; y++) {
                int to_row = row + pad_y - apart_y * y, in_rows = 1;
                if (to_row < 0 || to_row % step_y)
                    in_rows = 0;
                to_row /= step_y;
                if (to_row >= out_height)
                    in_rows = 0;
                for (int x = 0; x < size_x; x++) {
                    int to_column = column + pad_x - apart_x * x, in_columns = 1;
                    if (to_column < 0 || to_column % step_x)
                        in_columns = 0;
                    to_column /= step_x;
                    if (to_column >= out_width)
                        in_columns = 0;
                    if (in_rows & in_columns)
                        sum += (double)out[(size_t)k * out_height * out_width + (size_t)to_row * out_width + to_column] *
                               (double)weights[(size_t)k * channels * size_y * size_x + (size_t)y * size_x + x];
                }
            }
        in[p] = (float)sum;
    }
}

/* From inputs and outputs to the weights: a group for each channel of the output, a work-item for each of its weights. */
extern "C" __global__ void to_weights(const float *__restrict__ in, float *__restrict__ weights, double alpha, double beta,
                                      const float *__restrict__ out, int height, int width, int images, int outputs, int channels,
                                      int out_height, int out_width, int step_y, int step_x, int apart_y, int apart_x, int pad_y,
                                      int pad_x, int size_y, int size_x, int groups) {
    int each = channels * size_y * size_x, k = blockIdx.x % outputs, group = blockIdx.x / outputs;
    in += (size_t)group * channels * height * width;
    weights += ((size_t)group * outputs + k) * each;
    out += ((size_t)group * outputs + k) * out_height * out_width;
    for (int p = threadIdx.x; p < each; p += blockDim.x) {
        int x = p % size_x, y = p / size_x % size_y, c = p / (size_x * size_y);
        double sum = 0;
        for (int image = 0; image < images; image++)
            for (int row = 0; row < out_height; row++) {
                int from_row = step_y * row - pad_y + apart_y * y;
                int in_rows = from_row >= 0 && from_row < height;
                for (int column = 0; column < out_width; column++) {
                    int from_column = step_x * column - pad_x + apart_x * x;
                    int in_columns = from_column >= 0 && from_column < width;
                    if (in_rows & in_columns)
                        sum += (double)in[((size_t)image * channels * groups + c) * height * width + (size_t)from_row * width +
                                          from_column] *
                               (double)out[(size_t)image * outputs * groups * out_height * out_width + (size_t)row * out_width + column];
                }
            }
        weights[p] = (float)sum;
    }
}
