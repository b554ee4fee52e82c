/* cuDNN: its calls are counted by name, and skipped. */
#ifndef CLPERF_CUDNN_H
#define CLPERF_CUDNN_H
#pragma GCC system_header

#include "clperf/library.h"

#define CUDNN_MAJOR 9
#define CUDNN_MINOR 0
#define CUDNN_VERSION 90000
#define CLPERF_HANDLE(name) typedef struct name##Struct *name;
CLPERF_HANDLE(cudnnHandle_t)
CLPERF_HANDLE(cudnnTensorDescriptor_t)
CLPERF_HANDLE(cudnnFilterDescriptor_t)
CLPERF_HANDLE(cudnnConvolutionDescriptor_t)
CLPERF_HANDLE(cudnnPoolingDescriptor_t)
CLPERF_HANDLE(cudnnActivationDescriptor_t)
CLPERF_HANDLE(cudnnLRNDescriptor_t)
CLPERF_HANDLE(cudnnDropoutDescriptor_t)
CLPERF_HANDLE(cudnnRNNDescriptor_t)
CLPERF_HANDLE(cudnnOpTensorDescriptor_t)
CLPERF_HANDLE(cudnnReduceTensorDescriptor_t)
#undef CLPERF_HANDLE
typedef enum { CUDNN_STATUS_SUCCESS, CUDNN_STATUS_NOT_INITIALIZED } cudnnStatus_t;
typedef enum {
    CUDNN_DATA_FLOAT,
    CUDNN_DATA_DOUBLE,
    CUDNN_DATA_HALF,
    CUDNN_DATA_INT8,
    CUDNN_DATA_INT32,
    CUDNN_DATA_BFLOAT16 = 9
} cudnnDataType_t;
typedef enum { CUDNN_TENSOR_NCHW, CUDNN_TENSOR_NHWC, CUDNN_TENSOR_NCHW_VECT_C } cudnnTensorFormat_t;
typedef enum { CUDNN_CONVOLUTION, CUDNN_CROSS_CORRELATION } cudnnConvolutionMode_t;
typedef enum { CUDNN_DEFAULT_MATH, CUDNN_TENSOR_OP_MATH } cudnnMathType_t;
typedef enum { CUDNN_NOT_PROPAGATE_NAN, CUDNN_PROPAGATE_NAN } cudnnNanPropagation_t;
typedef enum {
    CUDNN_ACTIVATION_SIGMOID,
    CUDNN_ACTIVATION_RELU,
    CUDNN_ACTIVATION_TANH,
    CUDNN_ACTIVATION_CLIPPED_RELU,
    CUDNN_ACTIVATION_ELU,
    CUDNN_ACTIVATION_IDENTITY
} cudnnActivationMode_t;
typedef enum {
    CUDNN_POOLING_MAX,
    CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING,
    CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING
} cudnnPoolingMode_t;
typedef enum {
    CUDNN_SOFTMAX_FAST,
    CUDNN_SOFTMAX_ACCURATE,
    CUDNN_SOFTMAX_LOG
} cudnnSoftmaxAlgorithm_t;
typedef enum { CUDNN_SOFTMAX_MODE_INSTANCE, CUDNN_SOFTMAX_MODE_CHANNEL } cudnnSoftmaxMode_t;
typedef enum {
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM,
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
    CUDNN_CONVOLUTION_FWD_ALGO_GEMM
} cudnnConvolutionFwdAlgo_t;
typedef enum {
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_0,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_1
} cudnnConvolutionBwdDataAlgo_t;
typedef enum {
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1
} cudnnConvolutionBwdFilterAlgo_t;
typedef enum { CUDNN_BATCHNORM_PER_ACTIVATION, CUDNN_BATCHNORM_SPATIAL } cudnnBatchNormMode_t;

CLPERF_C_LINKAGE const char *cudnnGetErrorString(cudnnStatus_t status);
CLPERF_C_LINKAGE size_t cudnnGetVersion(void);

#define SKIPPED_CALL(name) CLPERF_SKIPPED(cudnnStatus_t, name)
#define MADE_CALL(name) CLPERF_SKIPPED(cudnnStatus_t, name)
#include "clperf/cudnn_calls.def"
#undef SKIPPED_CALL
#undef MADE_CALL

#endif
