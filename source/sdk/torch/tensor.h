/* Tensors as host code sees them, of which nothing is known, and as device code does: strided
 * arrays. */

namespace c10 {

using std::nullopt;
using std::nullopt_t;
using std::optional;

template <class T> struct ArrayRef {
    ArrayRef();
    ArrayRef(const T &);
    ArrayRef(const T *, size_t);
    ArrayRef(const std::vector<T> &);
    ArrayRef(std::initializer_list<T>);
    const T &operator[](size_t) const;
    size_t size() const;
    const T *begin() const;
    const T *end() const;
    const T *data() const;
    bool empty() const;
    std::vector<T> vec() const;
};
typedef ArrayRef<int64_t> IntArrayRef;
typedef int64_t SymInt;
typedef IntArrayRef SymIntArrayRef;
typedef int8_t DeviceIndex;
enum class DeviceType : int8_t { CPU, CUDA, HIP };
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA, kHIP = DeviceType::HIP;

struct Device {
    Device(DeviceType, DeviceIndex = -1);
    Device(const char *);
    DeviceType type() const;
    DeviceIndex index() const;
    bool is_cuda() const;
    bool is_cpu() const;
    bool operator==(const Device &) const;
    bool operator!=(const Device &) const;
};

enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
enum class Layout : int8_t { Strided, Sparse };
constexpr Layout kStrided = Layout::Strided;
struct TensorOptions {
    TensorOptions();
    TensorOptions(ScalarType);
    TensorOptions(Device);
    TensorOptions(DeviceType);
    TensorOptions dtype(ScalarType) const;
    TensorOptions device(Device) const;
    TensorOptions device(DeviceType, DeviceIndex = -1) const;
    TensorOptions layout(Layout) const;
    TensorOptions requires_grad(bool) const;
    TensorOptions pinned_memory(bool) const;
    TensorOptions memory_format(MemoryFormat) const;
};

struct Scalar {
    template <class T> Scalar(T);
    template <class T> T to() const;
    double toDouble() const;
    float toFloat() const;
    int64_t toLong() const;
};

/* The numbers from the first up to the last. */
template <class T> struct integers {
    struct iterator {
        T at;
        CLPERF_ELEMENT T operator*() const { return at; }
        CLPERF_ELEMENT iterator &operator++() {
            at++;
            return *this;
        }
        CLPERF_ELEMENT bool operator!=(const iterator &other) const { return at != other.at; }
    };
    T first, last;
    CLPERF_ELEMENT iterator begin() const { return {first}; }
    CLPERF_ELEMENT iterator end() const { return {last}; }
};
template <class T> CLPERF_ELEMENT inline integers<T> irange(T end) {
    return {0, end};
}
template <class S, class T> CLPERF_ELEMENT inline integers<T> irange(S first, T end) {
    return {(T)first, end};
}

template <class T> struct intrusive_ptr {
    T *get() const;
    T *operator->() const;
    T &operator*() const;
    explicit operator bool() const;
};
template <class T, class... Arguments> intrusive_ptr<T> make_intrusive(Arguments &&...);

} // namespace c10

namespace at {

using namespace c10;

template <class T> struct DefaultPtrTraits {
    typedef T *PtrType;
};
template <class T> struct RestrictPtrTraits {
    typedef T *__restrict__ PtrType;
};

/* A part of a tensor with some dimensions chosen. */
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class index_t = int64_t>
struct TensorAccessor {
    typename Traits<T>::PtrType data_;
    const index_t *sizes_, *strides_;
    CLPERF_ELEMENT TensorAccessor(typename Traits<T>::PtrType data, const index_t *sizes,
                                  const index_t *strides)
        : data_(data), sizes_(sizes), strides_(strides) {}
    CLPERF_ELEMENT TensorAccessor<T, N - 1, Traits, index_t> operator[](index_t i) const {
        return {data_ + strides_[0] * i, sizes_ + 1, strides_ + 1};
    }
    CLPERF_ELEMENT index_t size(index_t i) const { return sizes_[i]; }
    CLPERF_ELEMENT index_t stride(index_t i) const { return strides_[i]; }
    CLPERF_ELEMENT typename Traits<T>::PtrType data() const { return data_; }
};
template <class T, template <class> class Traits, class index_t>
struct TensorAccessor<T, 1, Traits, index_t> {
    typename Traits<T>::PtrType data_;
    const index_t *sizes_, *strides_;
    CLPERF_ELEMENT TensorAccessor(typename Traits<T>::PtrType data, const index_t *sizes,
                                  const index_t *strides)
        : data_(data), sizes_(sizes), strides_(strides) {}
    CLPERF_ELEMENT T &operator[](index_t i) const { return data_[strides_[0] * i]; }
    CLPERF_ELEMENT index_t size(index_t i) const { return sizes_[i]; }
    CLPERF_ELEMENT index_t stride(index_t i) const { return strides_[i]; }
    CLPERF_ELEMENT typename Traits<T>::PtrType data() const { return data_; }
};

/* The argument of a kernel that is a tensor, with its sizes and strides. */
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class index_t = int64_t>
struct GenericPackedTensorAccessor {
    typename Traits<T>::PtrType data_;
    index_t sizes_[N], strides_[N];
    CLPERF_ELEMENT decltype(auto) operator[](index_t i) const {
        if constexpr (N == 1)
            return (T &)data_[strides_[0] * i];
        else
            return TensorAccessor<T, N - 1, Traits, index_t>(data_ + strides_[0] * i, sizes_ + 1,
                                                             strides_ + 1);
    }
    CLPERF_ELEMENT index_t size(index_t i) const { return sizes_[i]; }
    CLPERF_ELEMENT index_t stride(index_t i) const { return strides_[i]; }
    CLPERF_ELEMENT typename Traits<T>::PtrType data() const { return data_; }
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, Traits, int32_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, Traits, int64_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class index_t = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, Traits, index_t>;

struct Tensor;
typedef ArrayRef<Tensor> TensorList;
struct Tensor {
    Tensor();
    void *data_ptr() const;
    template <class T> T *data_ptr() const;
    template <class T> const T *const_data_ptr() const;
    template <class T> T *mutable_data_ptr() const;
    template <class T> T *data() const;
    const void *const_data_ptr() const;
    void *mutable_data_ptr() const;
    int64_t size(int64_t) const;
    int64_t stride(int64_t) const;
    int64_t dim() const;
    int64_t ndimension() const;
    int64_t numel() const;
    int64_t element_size() const;
    int64_t itemsize() const;
    int64_t nbytes() const;
    int64_t storage_offset() const;
    IntArrayRef sizes() const;
    IntArrayRef strides() const;
    TensorOptions options() const;
    Device device() const;
    ScalarType scalar_type() const;
    ScalarType dtype() const;
    ScalarType type() const;
    DeviceIndex get_device() const;
    bool is_cuda() const;
    bool is_cpu() const;
    bool is_hip() const;
    bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
    bool defined() const;
    bool has_value() const;
    bool requires_grad() const;
    bool is_floating_point() const;
    bool is_same(const Tensor &) const;
    explicit operator bool() const;
    template <class T> T item() const;
    Scalar item() const;
    template <class T, size_t N> TensorAccessor<T, N> accessor() const;
    template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
    PackedTensorAccessor32<T, N, Traits> packed_accessor32() const;
    template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
    PackedTensorAccessor64<T, N, Traits> packed_accessor64() const;
    template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
              class index_t = int64_t>
    GenericPackedTensorAccessor<T, N, Traits, index_t> packed_accessor() const;
    Tensor operator[](int64_t) const;
/* What gives another tensor, or this one changed. */
#define CLPERF_TENSOR(name) template <class... T> Tensor name(const T &...) const;
#define CLPERF_TENSOR_SHAPED(name)                                                                 \
    Tensor name(IntArrayRef) const;                                                                \
    CLPERF_TENSOR(name)
    CLPERF_TENSOR_SHAPED(view)
    CLPERF_TENSOR_SHAPED(reshape)
    CLPERF_TENSOR_SHAPED(permute)
    CLPERF_TENSOR_SHAPED(expand)
    CLPERF_TENSOR_SHAPED(repeat)
    CLPERF_TENSOR_SHAPED(sum)
    CLPERF_TENSOR_SHAPED(resize_)
    CLPERF_TENSOR_SHAPED(new_empty)
    CLPERF_TENSOR_SHAPED(new_zeros)
    CLPERF_TENSOR(contiguous)
    CLPERF_TENSOR(to)
    CLPERF_TENSOR(cuda)
    CLPERF_TENSOR(cpu)
    CLPERF_TENSOR(clone)
    CLPERF_TENSOR(detach)
    CLPERF_TENSOR(transpose)
    CLPERF_TENSOR(t)
    CLPERF_TENSOR(flatten)
    CLPERF_TENSOR(squeeze)
    CLPERF_TENSOR(unsqueeze)
    CLPERF_TENSOR(select)
    CLPERF_TENSOR(narrow)
    CLPERF_TENSOR(slice)
    CLPERF_TENSOR(index)
    CLPERF_TENSOR(index_select)
    CLPERF_TENSOR(zero_)
    CLPERF_TENSOR(fill_)
    CLPERF_TENSOR(copy_)
    CLPERF_TENSOR(add_)
    CLPERF_TENSOR(mul_)
    CLPERF_TENSOR(set_requires_grad)
    CLPERF_TENSOR(max)
    CLPERF_TENSOR(min)
    CLPERF_TENSOR(mean)
    CLPERF_TENSOR(cumsum)
    CLPERF_TENSOR(toType)
#undef CLPERF_TENSOR
#undef CLPERF_TENSOR_SHAPED
};
#define CLPERF_TENSOR_OPERATOR(op) template <class T> Tensor operator op(const Tensor &, const T &);
CLPERF_TENSOR_OPERATOR(+)
CLPERF_TENSOR_OPERATOR(-)
CLPERF_TENSOR_OPERATOR(*)
CLPERF_TENSOR_OPERATOR(/)
#undef CLPERF_TENSOR_OPERATOR

#define CLPERF_TENSOR_MAKER(name)                                                                  \
    template <class... T> Tensor name(IntArrayRef, const T &...);                                  \
    template <class... T> Tensor name(const Tensor &, const T &...);
CLPERF_TENSOR_MAKER(empty)
CLPERF_TENSOR_MAKER(zeros)
CLPERF_TENSOR_MAKER(ones)
CLPERF_TENSOR_MAKER(full)
CLPERF_TENSOR_MAKER(rand)
CLPERF_TENSOR_MAKER(randn)
CLPERF_TENSOR_MAKER(empty_symint)
CLPERF_TENSOR_MAKER(empty_like)
CLPERF_TENSOR_MAKER(zeros_like)
CLPERF_TENSOR_MAKER(ones_like)
CLPERF_TENSOR_MAKER(full_like)
CLPERF_TENSOR_MAKER(cumsum)
CLPERF_TENSOR_MAKER(matmul)
#undef CLPERF_TENSOR_MAKER
template <class... T> Tensor from_blob(void *, IntArrayRef, const T &...);
template <class... T> Tensor tensor(const T &...);
template <class... T> Tensor arange(const T &...);
Tensor cat(TensorList, int64_t = 0);
Tensor stack(TensorList, int64_t = 0);
TensorOptions dtype(ScalarType);
TensorOptions device(Device);

/* A random number generator's state as kernels get it. */
struct PhiloxCudaState {
    uint64_t seed_, offset_;
};
namespace cuda {
namespace philox {
__host__ __device__ inline std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState s) {
    return {s.seed_, s.offset_};
}
} // namespace philox
} // namespace cuda

} // namespace at

namespace torch {
using namespace at;
} // namespace torch
