/* The mistakes are read as CUDA and as HIP. */
#ifdef __HIP__
#include <hip/hip_runtime.h>
#define cudaMalloc hipMalloc
#endif
