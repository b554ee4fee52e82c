/* Textures and surfaces: reads and writes of rows of 4096 texels from where the handle leads, as
 * OpenCL's images are taken. Coordinates count texels, and nothing is filtered. Of one dimension
 * that is how they lie; the tiles of two are not modelled, which clperf_texture_row() says. */

#define CLPERF_TEXELS 4096
__device__ __attribute__((const)) int clperf_texture_row(int) __asm__("clperf_texture_row");
CLPERF_DEVICE long clperf_texel(int x) {
    return x;
}
CLPERF_DEVICE long clperf_texel(int x, int y) {
    return (long)clperf_texture_row(y) * CLPERF_TEXELS + x;
}
/* Slices and layers are as high as they are wide. */
CLPERF_DEVICE long clperf_texel(int x, int y, int z) {
    return ((long)z * CLPERF_TEXELS + clperf_texture_row(y)) * CLPERF_TEXELS + x;
}
CLPERF_DEVICE long clperf_texel(int x, int y, int z, int layer) {
    return clperf_texel(x, y, z + layer);
}

/* --- handles ---------------------------------------------------------------------- */

template <class T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};
template <class T, int dimensions = 1>
struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {};

/* What a read returns: a number between 0 and 1 in the place of an integer, as often. */
template <class T, cudaTextureReadMode mode> struct clperf_texel_type {
    typedef T type;
};
#define CLPERF_NORMALIZED(from, to)                                                                \
    template <> struct clperf_texel_type<from, cudaReadModeNormalizedFloat> {                      \
        typedef to type;                                                                           \
    };
CLPERF_NORMALIZED(signed char, float)
CLPERF_NORMALIZED(unsigned char, float)
CLPERF_NORMALIZED(short, float)
CLPERF_NORMALIZED(unsigned short, float)
CLPERF_NORMALIZED(uchar2, float2)
CLPERF_NORMALIZED(uchar4, float4)
CLPERF_NORMALIZED(ushort2, float2)
CLPERF_NORMALIZED(ushort4, float4)
CLPERF_NORMALIZED(char4, float4)
CLPERF_NORMALIZED(short4, float4)
#undef CLPERF_NORMALIZED
CLPERF_DEVICE float clperf_normalized(const float *, unsigned v) {
    return (float)v * (1 / 255.0f);
}
template <class V> CLPERF_DEVICE float2 clperf_normalized(const float2 *, const V &v) {
    return float2{(float)v.x * (1 / 255.0f), (float)v.y * (1 / 255.0f)};
}
template <class V> CLPERF_DEVICE float4 clperf_normalized(const float4 *, const V &v) {
    return float4{(float)v.x * (1 / 255.0f), (float)v.y * (1 / 255.0f), (float)v.z * (1 / 255.0f),
                  (float)v.w * (1 / 255.0f)};
}
template <class T, cudaTextureReadMode mode>
CLPERF_DEVICE typename clperf_texel_type<T, mode>::type clperf_read_texel(const void *texels,
                                                                          long texel) {
    const T v = ((const T *)texels)[texel];
    if constexpr (mode == cudaReadModeNormalizedFloat && !__is_same(T, float))
        return clperf_normalized((const typename clperf_texel_type<T, mode>::type *)0, v);
    else
        return v;
}

/* --- reads of textures --------------------------------------------------------------- */

/* `rest` are levels, gradients and the like, which say nothing of the address. */
#define CLPERF_PARAMETERS(...) __VA_ARGS__
#define CLPERF_TEXTURE(name, parameters, rest, ...)                                                \
    template <class T>                                                                             \
    CLPERF_DEVICE T name(cudaTextureObject_t t, CLPERF_PARAMETERS parameters rest) {               \
        return ((const T *)t)[clperf_texel(__VA_ARGS__)];                                          \
    }                                                                                              \
    template <class T>                                                                             \
    CLPERF_DEVICE void name(T *to, cudaTextureObject_t t, CLPERF_PARAMETERS parameters rest) {     \
        *to = ((const T *)t)[clperf_texel(__VA_ARGS__)];                                           \
    }                                                                                              \
    template <class T, int dimensions, cudaTextureReadMode mode>                                   \
    CLPERF_DEVICE typename clperf_texel_type<T, mode>::type name(                                  \
        const texture<T, dimensions, mode> &t, CLPERF_PARAMETERS parameters rest) {                \
        return clperf_read_texel<T, mode>(&t, clperf_texel(__VA_ARGS__));                          \
    }
#define CLPERF_NO_REST
#define CLPERF_LEVEL , float
#define CLPERF_COMMA ,
CLPERF_TEXTURE(tex1Dfetch, (int x), CLPERF_NO_REST, x)
CLPERF_TEXTURE(tex1D, (float x), CLPERF_NO_REST, (int)x)
CLPERF_TEXTURE(tex1DLod, (float x), CLPERF_LEVEL, (int)x)
CLPERF_TEXTURE(tex1DGrad, (float x), CLPERF_LEVEL CLPERF_COMMA float, (int)x)
CLPERF_TEXTURE(tex1DLayered, (float x, int layer), CLPERF_NO_REST, (int)x, layer)
CLPERF_TEXTURE(tex2D, (float x, float y), CLPERF_NO_REST, (int)x, (int)y)
CLPERF_TEXTURE(tex2Dgather, (float x, float y), CLPERF_COMMA int = 0, (int)x, (int)y)
CLPERF_TEXTURE(tex2DLod, (float x, float y), CLPERF_LEVEL, (int)x, (int)y)
CLPERF_TEXTURE(tex2DGrad, (float x, float y), CLPERF_COMMA float2 CLPERF_COMMA float2, (int)x,
               (int)y)
CLPERF_TEXTURE(tex2DLayered, (float x, float y, int layer), CLPERF_NO_REST, (int)x, (int)y, layer)
CLPERF_TEXTURE(tex3D, (float x, float y, float z), CLPERF_NO_REST, (int)x, (int)y, (int)z)
CLPERF_TEXTURE(tex3DLod, (float x, float y, float z), CLPERF_LEVEL, (int)x, (int)y, (int)z)
CLPERF_TEXTURE(texCubemap, (float x, float y, float z), CLPERF_NO_REST, (int)x, (int)y, (int)z)
CLPERF_TEXTURE(texCubemapLayered, (float x, float y, float z, int layer), CLPERF_NO_REST, (int)x,
               (int)y, (int)z, layer)
#undef CLPERF_TEXTURE
#undef CLPERF_LEVEL

/* --- surfaces, whose x counts bytes ----------------------------------------------------- */

#define CLPERF_SURFACE(dimension, parameters, ...)                                                 \
    template <class T>                                                                             \
    CLPERF_DEVICE T surf##dimension##read(cudaSurfaceObject_t s, CLPERF_PARAMETERS parameters,     \
                                          cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {        \
        x /= (int)sizeof(T);                                                                       \
        return ((const T *)s)[clperf_texel(__VA_ARGS__)];                                          \
    }                                                                                              \
    template <class T>                                                                             \
    CLPERF_DEVICE void surf##dimension##read(T *to, cudaSurfaceObject_t s,                         \
                                             CLPERF_PARAMETERS parameters,                         \
                                             cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {     \
        x /= (int)sizeof(T);                                                                       \
        *to = ((const T *)s)[clperf_texel(__VA_ARGS__)];                                           \
    }                                                                                              \
    template <class T>                                                                             \
    CLPERF_DEVICE void surf##dimension##write(T v, cudaSurfaceObject_t s,                          \
                                              CLPERF_PARAMETERS parameters,                        \
                                              cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {    \
        x /= (int)sizeof(T);                                                                       \
        ((T *)s)[clperf_texel(__VA_ARGS__)] = v;                                                   \
    }                                                                                              \
    template <class T, class U, int n>                                                             \
    CLPERF_DEVICE T surf##dimension##read(const surface<U, n> &s, CLPERF_PARAMETERS parameters,    \
                                          cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {        \
        x /= (int)sizeof(T);                                                                       \
        return ((const T *)(const void *)&s)[clperf_texel(__VA_ARGS__)];                           \
    }                                                                                              \
    template <class T, class U, int n>                                                             \
    CLPERF_DEVICE void surf##dimension##read(T *to, const surface<U, n> &s,                        \
                                             CLPERF_PARAMETERS parameters,                         \
                                             cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {     \
        x /= (int)sizeof(T);                                                                       \
        *to = ((const T *)(const void *)&s)[clperf_texel(__VA_ARGS__)];                            \
    }                                                                                              \
    template <class T, class U, int n>                                                             \
    CLPERF_DEVICE void surf##dimension##write(T v, const surface<U, n> &s,                         \
                                              CLPERF_PARAMETERS parameters,                        \
                                              cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {    \
        x /= (int)sizeof(T);                                                                       \
        ((T *)(void *)&s)[clperf_texel(__VA_ARGS__)] = v;                                          \
    }
CLPERF_SURFACE(1D, (int x), x)
CLPERF_SURFACE(2D, (int x, int y), x, y)
CLPERF_SURFACE(3D, (int x, int y, int z), x, y, z)
CLPERF_SURFACE(1DLayered, (int x, int layer), x, layer)
CLPERF_SURFACE(2DLayered, (int x, int y, int layer), x, y, layer)
#undef CLPERF_SURFACE
#undef CLPERF_PARAMETERS
#undef CLPERF_NO_REST
#undef CLPERF_COMMA
#undef CLPERF_TEXELS
