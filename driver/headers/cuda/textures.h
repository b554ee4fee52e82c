/* Textures and surfaces. Kernels that use them are refused, with what the name says. */

struct cudaChannelFormatDesc {
    int x, y, z, w, f;
};

typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum { cudaTextureType1D = 1, cudaTextureType2D, cudaTextureType3D };
extern "C" __device__ void
clperf_texture() __asm__("clperf refused: it reads textures, which are not modelled");
template <class T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture {
    int normalized, filterMode, addressMode[3];
    struct cudaChannelFormatDesc channelDesc;
};
#define CLPERF_TEXTURE(name)                                                                       \
    template <class T, class... Rest> CLPERF_DEVICE T name(cudaTextureObject_t, Rest...) {         \
        clperf_texture();                                                                          \
        return T();                                                                                \
    }                                                                                              \
    template <class T, int dimensions, cudaTextureReadMode mode, class... Rest>                    \
    CLPERF_DEVICE T name(texture<T, dimensions, mode>, Rest...) {                                  \
        clperf_texture();                                                                          \
        return T();                                                                                \
    }
CLPERF_TEXTURE(tex1Dfetch)
CLPERF_TEXTURE(tex1D)
CLPERF_TEXTURE(tex2D)
CLPERF_TEXTURE(tex3D)
CLPERF_TEXTURE(tex2DLayered)
CLPERF_TEXTURE(tex1DLod)
CLPERF_TEXTURE(tex2DLod)
#undef CLPERF_TEXTURE
