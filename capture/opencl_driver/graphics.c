/* Sharing with OpenGL, which a device without a screen has not. */
#include "capture/opencl_driver/driver.h"

cl_mem CL_API_CALL FUNCTION(clCreateFromGLBuffer)(cl_context context, cl_mem_flags flags,
                                                  cl_GLuint buffer, int *error) {
    (void)context, (void)flags, (void)buffer;
    return failed(error, CL_INVALID_GL_OBJECT);
}

cl_mem CL_API_CALL FUNCTION(clCreateFromGLTexture)(cl_context context, cl_mem_flags flags,
                                                   cl_GLenum target, cl_GLint level,
                                                   cl_GLuint texture, cl_int *error) {
    (void)context, (void)flags, (void)target, (void)level, (void)texture;
    return failed(error, CL_INVALID_GL_OBJECT);
}

cl_mem CL_API_CALL FUNCTION(clCreateFromGLTexture2D)(cl_context context, cl_mem_flags flags,
                                                     cl_GLenum target, cl_GLint level,
                                                     cl_GLuint texture, cl_int *error) {
    (void)context, (void)flags, (void)target, (void)level, (void)texture;
    return failed(error, CL_INVALID_GL_OBJECT);
}

cl_mem CL_API_CALL FUNCTION(clCreateFromGLTexture3D)(cl_context context, cl_mem_flags flags,
                                                     cl_GLenum target, cl_GLint level,
                                                     cl_GLuint texture, cl_int *error) {
    (void)context, (void)flags, (void)target, (void)level, (void)texture;
    return failed(error, CL_INVALID_GL_OBJECT);
}

cl_mem CL_API_CALL FUNCTION(clCreateFromGLRenderbuffer)(cl_context context, cl_mem_flags flags,
                                                        cl_GLuint buffer, cl_int *error) {
    (void)context, (void)flags, (void)buffer;
    return failed(error, CL_INVALID_GL_OBJECT);
}

cl_int CL_API_CALL FUNCTION(clGetGLObjectInfo)(cl_mem m, cl_gl_object_type *type, cl_GLuint *name) {
    (void)type, (void)name;
    return object_is(m, MEMORY) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

cl_int CL_API_CALL FUNCTION(clGetGLTextureInfo)(cl_mem m, cl_gl_texture_info info, size_t room,
                                                void *to, size_t *size) {
    (void)info, (void)room, (void)to, (void)size;
    return object_is(m, MEMORY) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

cl_int CL_API_CALL FUNCTION(clEnqueueAcquireGLObjects)(cl_command_queue q, cl_uint n_memory,
                                                       const cl_mem *memory, cl_uint n,
                                                       const cl_event *wait, cl_event *event) {
    (void)n_memory, (void)memory, (void)n, (void)wait, (void)event;
    return object_is(q, QUEUE) ? CL_INVALID_GL_OBJECT : CL_INVALID_COMMAND_QUEUE;
}

cl_int CL_API_CALL FUNCTION(clEnqueueReleaseGLObjects)(cl_command_queue q, cl_uint n_memory,
                                                       const cl_mem *memory, cl_uint n,
                                                       const cl_event *wait, cl_event *event) {
    (void)n_memory, (void)memory, (void)n, (void)wait, (void)event;
    return object_is(q, QUEUE) ? CL_INVALID_GL_OBJECT : CL_INVALID_COMMAND_QUEUE;
}
