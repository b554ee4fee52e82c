#pragma GCC system_header
template <class T> cudaError_t library_copy(T *to, const float *from, size_t n);
