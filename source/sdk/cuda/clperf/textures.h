/* Textures and surfaces for C++: references, the formats of types, and the functions of device
 * code, which are declared only. */
#ifndef CLPERF_TEXTURES_H
#define CLPERF_TEXTURES_H
#pragma GCC system_header

#ifdef __CUDA__
#define CLPERF_REFERENCE(kind) __attribute__((device_builtin_##kind##_type))
#else
#define CLPERF_REFERENCE(kind)
#endif
template <class T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct CLPERF_REFERENCE(texture) texture : public textureReference {
    texture() : textureReference() {}
    texture(int normalize, cudaTextureFilterMode filter, cudaTextureAddressMode address)
        : textureReference() {
        normalized = normalize;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
    }
};
template <class T, int dimensions = 1>
struct CLPERF_REFERENCE(surface) surface : public surfaceReference {};
#undef CLPERF_REFERENCE

/* --- formats ------------------------------------------------------------------ */

template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#define CLPERF_FORMAT(type, components, bits, kind)                                                \
    template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type>() {                       \
        return cudaCreateChannelDesc(bits, components > 1 ? bits : 0, components > 2 ? bits : 0,   \
                                     components > 3 ? bits : 0, cudaChannelFormatKind##kind);      \
    }
#define CLPERF_FORMATS(type, name, bits, kind)                                                     \
    CLPERF_FORMAT(type, 1, bits, kind)                                                             \
    CLPERF_FORMAT(name##1, 1, bits, kind)                                                          \
    CLPERF_FORMAT(name##2, 2, bits, kind)                                                          \
    CLPERF_FORMAT(name##3, 3, bits, kind)                                                          \
    CLPERF_FORMAT(name##4, 4, bits, kind)
CLPERF_FORMAT(char, 1, 8, Signed)
CLPERF_FORMATS(signed char, char, 8, Signed)
CLPERF_FORMATS(unsigned char, uchar, 8, Unsigned)
CLPERF_FORMATS(short, short, 16, Signed)
CLPERF_FORMATS(unsigned short, ushort, 16, Unsigned)
CLPERF_FORMATS(int, int, 32, Signed)
CLPERF_FORMATS(unsigned int, uint, 32, Unsigned)
CLPERF_FORMATS(float, float, 32, Float)
#undef CLPERF_FORMATS
#undef CLPERF_FORMAT

/* --- references --------------------------------------------------------------- */

template <class T, int n, cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, n, mode> &t,
                                   const void *pointer, const cudaChannelFormatDesc &texel,
                                   size_t bytes = UINT_MAX) {
    return cudaBindTexture(offset, (const textureReference *)&t, pointer, &texel, bytes);
}
template <class T, int n, cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, n, mode> &t,
                                   const void *pointer, size_t bytes = UINT_MAX) {
    return cudaBindTexture(offset, t, pointer, cudaCreateChannelDesc<T>(), bytes);
}
template <class T, int n, cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, n, mode> &t,
                                     const void *pointer, const cudaChannelFormatDesc &texel,
                                     size_t width, size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, (const textureReference *)&t, pointer, &texel, width, height,
                             pitch);
}
template <class T, int n, cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, n, mode> &t,
                                     const void *pointer, size_t width, size_t height,
                                     size_t pitch) {
    return cudaBindTexture2D(offset, t, pointer, cudaCreateChannelDesc<T>(), width, height, pitch);
}
template <class T, int n, cudaTextureReadMode mode>
inline cudaError_t cudaBindTextureToArray(const texture<T, n, mode> &t, cudaArray_const_t array,
                                          const cudaChannelFormatDesc &texel) {
    return cudaBindTextureToArray((const textureReference *)&t, array, &texel);
}
template <class T, int n, cudaTextureReadMode mode>
inline cudaError_t cudaBindTextureToArray(const texture<T, n, mode> &t, cudaArray_const_t array) {
    return cudaBindTextureToArray(t, array, cudaCreateChannelDesc<T>());
}
template <class T, int n, cudaTextureReadMode mode>
inline cudaError_t cudaUnbindTexture(const texture<T, n, mode> &t) {
    return cudaUnbindTexture((const textureReference *)&t);
}
template <class T, int n>
inline cudaError_t cudaBindSurfaceToArray(const surface<T, n> &s, cudaArray_const_t array) {
    return cudaBindSurfaceToArray((const surfaceReference *)&s, array, nullptr);
}

/* --- device code -------------------------------------------------------------- */

#ifdef __CUDA__
template <cudaTextureReadMode mode, class T> struct clperf_texel {
    typedef T type;
};
#define CLPERF_NORMALIZED(from, to)                                                                \
    template <> struct clperf_texel<cudaReadModeNormalizedFloat, from> {                           \
        typedef to type;                                                                           \
    };
#define CLPERF_NORMALIZED_ALL(type, name)                                                          \
    CLPERF_NORMALIZED(type, float)                                                                 \
    CLPERF_NORMALIZED(name##1, float1)                                                             \
    CLPERF_NORMALIZED(name##2, float2)                                                             \
    CLPERF_NORMALIZED(name##4, float4)
CLPERF_NORMALIZED(char, float)
CLPERF_NORMALIZED_ALL(signed char, char)
CLPERF_NORMALIZED_ALL(unsigned char, uchar)
CLPERF_NORMALIZED_ALL(short, short)
CLPERF_NORMALIZED_ALL(unsigned short, ushort)
#undef CLPERF_NORMALIZED_ALL
#undef CLPERF_NORMALIZED
#define CLPERF_FETCH(name)                                                                         \
    template <class T, class... Rest> __device__ T name(cudaTextureObject_t, Rest...);             \
    template <class T, class... Rest> __device__ void name(T *, cudaTextureObject_t, Rest...);     \
    template <class T, int n, cudaTextureReadMode mode, class... Rest>                             \
    __device__ typename clperf_texel<mode, T>::type name(texture<T, n, mode>, Rest...);
CLPERF_FETCH(tex1Dfetch)
CLPERF_FETCH(tex1D)
CLPERF_FETCH(tex2D)
CLPERF_FETCH(tex3D)
CLPERF_FETCH(tex1DLayered)
CLPERF_FETCH(tex2DLayered)
CLPERF_FETCH(texCubemap)
CLPERF_FETCH(tex2Dgather)
CLPERF_FETCH(tex1DLod)
CLPERF_FETCH(tex2DLod)
CLPERF_FETCH(tex3DLod)
CLPERF_FETCH(tex1DGrad)
CLPERF_FETCH(tex2DGrad)
CLPERF_FETCH(tex3DGrad)
#undef CLPERF_FETCH
#define CLPERF_SURFACE(name)                                                                       \
    template <class T, class S, class... Rest> __device__ T name##read(S, Rest...);                \
    template <class T, class S, class... Rest> __device__ void name##read(T *, S, Rest...);        \
    template <class T, class S, class... Rest> __device__ void name##write(T, S, Rest...);
CLPERF_SURFACE(surf1D)
CLPERF_SURFACE(surf2D)
CLPERF_SURFACE(surf3D)
CLPERF_SURFACE(surf2DLayered)
#undef CLPERF_SURFACE
#endif

#endif
