#include <stdlib.h>
#include <string.h>

#include "capture/opencl_driver/driver.h"

/* Shared memory is the host's; each piece knows its size where it begins, a page in front of it. */
enum { HEADER = 4096 };

void *CL_API_CALL FUNCTION(clSVMAlloc)(cl_context context, cl_svm_mem_flags flags, size_t bytes,
                                       cl_uint alignment) {
    bool fine = flags & (CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
    if (!object_is(context, CONTEXT) || !bytes || bytes > shown()->global_bytes || fine ||
        alignment > HEADER)
        return NULL;
    char *data = memory_reserve(bytes + HEADER);
    if (!data)
        return NULL;
    memcpy(data, &bytes, sizeof bytes);
    return data + HEADER;
}

void CL_API_CALL FUNCTION(clSVMFree)(cl_context context, void *shared) {
    size_t bytes;
    (void)context;
    if (!shared)
        return;
    memcpy(&bytes, (char *)shared - HEADER, sizeof bytes);
    memory_release((char *)shared - HEADER, bytes + HEADER);
}

cl_int CL_API_CALL FUNCTION(clEnqueueSVMFree)(cl_command_queue q, cl_uint n_shared, void *shared[],
                                              void(CL_CALLBACK *call)(cl_command_queue, cl_uint,
                                                                      void *[], void *),
                                              void *data, cl_uint n, const cl_event *wait,
                                              cl_event *event) {
    const struct command c = {q, CL_COMMAND_SVM_FREE, n, wait, event};
    cl_int wrong = command_check(&c);
    if (wrong)
        return wrong;
    if (!n_shared || !shared)
        return CL_INVALID_VALUE;
    if (call)
        call(q, n_shared, shared, data);
    for (cl_uint i = 0; i < n_shared && !call; i++)
        FUNCTION(clSVMFree)(q->context, shared[i]);
    return command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueSVMMemcpy)(cl_command_queue q, cl_bool blocking, void *to,
                                                const void *from, size_t bytes, cl_uint n,
                                                const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_SVM_MEMCPY, n, wait, event};
    cl_int wrong = command_check(&c);
    (void)blocking;
    if (wrong || !to || !from)
        return wrong ? wrong : CL_INVALID_VALUE;
    memmove(to, from, bytes);
    return command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueSVMMemFill)(cl_command_queue q, void *to, const void *pattern,
                                                 size_t pattern_bytes, size_t bytes, cl_uint n,
                                                 const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_SVM_MEMFILL, n, wait, event};
    cl_int wrong = command_check(&c);
    if (wrong)
        return wrong;
    if (!to || !pattern || !pattern_bytes || bytes % pattern_bytes)
        return CL_INVALID_VALUE;
    for (size_t i = 0; i < bytes; i += pattern_bytes)
        memcpy((char *)to + i, pattern, pattern_bytes);
    return command_done(&c);
}

static cl_int nothing(cl_command_queue q, cl_command_type type, cl_uint n, const cl_event *wait,
                      cl_event *event) {
    const struct command c = {q, type, n, wait, event};
    cl_int wrong = command_check(&c);
    return wrong ? wrong : command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueSVMMap)(cl_command_queue q, cl_bool blocking,
                                             cl_map_flags flags, void *shared, size_t bytes,
                                             cl_uint n, const cl_event *wait, cl_event *event) {
    (void)blocking, (void)flags;
    return shared && bytes ? nothing(q, CL_COMMAND_SVM_MAP, n, wait, event) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL FUNCTION(clEnqueueSVMUnmap)(cl_command_queue q, void *shared, cl_uint n,
                                               const cl_event *wait, cl_event *event) {
    return shared ? nothing(q, CL_COMMAND_SVM_UNMAP, n, wait, event) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL FUNCTION(clEnqueueSVMMigrateMem)(cl_command_queue q, cl_uint n_shared,
                                                    const void **shared, const size_t *bytes,
                                                    cl_mem_migration_flags flags, cl_uint n,
                                                    const cl_event *wait, cl_event *event) {
    (void)bytes, (void)flags;
    return n_shared && shared ? nothing(q, CL_COMMAND_SVM_MIGRATE_MEM, n, wait, event)
                              : CL_INVALID_VALUE;
}
