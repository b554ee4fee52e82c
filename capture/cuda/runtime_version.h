/* Which CUDA the program was built with, as layouts of structures follow it. */
#ifndef CAPTURE_CUDA_RUNTIME_VERSION_H
#define CAPTURE_CUDA_RUNTIME_VERSION_H

/* Its major version, by the name of the runtime that the program or a library of it wants; 0: it
 * was linked with the stand-in, or has no runtime. */
int runtime_version(void);

/* HIP's, in the same way. */
int runtime_version_hip(void);

/* Called before anything else by what puts the stand-in in the place of a static runtime. */
__attribute__((visibility("default"))) void clperf_cuda_static_runtime(int major);

#endif
