/* OpenCL's C++ bindings for host programs. */

#ifdef __cplusplus
namespace cl {
struct Device {};
struct Platform {
    static cl_int get(std::vector<Platform> *);
    static Platform getDefault();
    cl_int getDevices(cl_device_type, std::vector<Device> *) const;
};
struct Context {
    Context();
    Context(const Device &);
    Context(const std::vector<Device> &);
    Context(cl_device_type, ...);
};
struct Event {
    void wait();
};
struct Program {
    struct Sources {
        Sources();
        template <class... T> Sources(T...);
        template <class T> void push_back(const T &);
    };
    Program();
    template <class S> Program(const Context &, const S &, bool = false, cl_int * = 0);
    template <class S> explicit Program(const S &, bool = false, cl_int * = 0);
    cl_int build(const char * = 0) const;
    cl_int build(const std::string &) const;
    template <class D> cl_int build(const D &, const char *, ...) const;
    template <class D> cl_int build(const D &) const;
};
struct NDRange {
    NDRange();
    NDRange(size_t);
    NDRange(size_t, size_t);
    NDRange(size_t, size_t, size_t);
};
static const NDRange NullRange;
struct LocalSpaceArg {
    size_t bytes;
};
LocalSpaceArg Local(size_t);
LocalSpaceArg __local(size_t);
struct Memory {};
struct Buffer : Memory {
    Buffer();
    Buffer(const Context &, cl_mem_flags, size_t, void * = 0, cl_int * = 0);
    Buffer(cl_mem_flags, size_t, void * = 0, cl_int * = 0);
    template <class I> Buffer(I, I, bool, bool = false, cl_int * = 0);
    template <class I> Buffer(const Context &, I, I, bool, bool = false, cl_int * = 0);
};
struct Image2D : Memory {};
struct Kernel {
    Kernel();
    Kernel(const Program &, const char *, cl_int * = 0);
    Kernel(const Program &, const std::string &, cl_int * = 0);
    template <class T> cl_int setArg(cl_uint, const T &);
    cl_int setArg(cl_uint, size_t, const void *);
    template <class... T> cl_int setArgs(const T &...);
};
struct CommandQueue {
    CommandQueue();
    CommandQueue(const Context &, const Device &, cl_command_queue_properties = 0, cl_int * = 0);
    CommandQueue(const Context &, cl_command_queue_properties = 0, cl_int * = 0);
    cl_int enqueueNDRangeKernel(const Kernel &, const NDRange &, const NDRange &,
                                const NDRange & = NullRange, const std::vector<Event> * = 0,
                                Event * = 0) const;
    cl_int enqueueTask(const Kernel &, const std::vector<Event> * = 0, Event * = 0) const;
    template <class... T> cl_int enqueueWriteBuffer(T...) const;
    template <class... T> cl_int enqueueReadBuffer(T...) const;
    cl_int finish() const;
    cl_int flush() const;
};
struct EnqueueArgs {
    EnqueueArgs(NDRange);
    EnqueueArgs(NDRange, NDRange);
    EnqueueArgs(NDRange, NDRange, NDRange);
    EnqueueArgs(CommandQueue &, NDRange);
    EnqueueArgs(CommandQueue &, NDRange, NDRange);
    EnqueueArgs(CommandQueue &, NDRange, NDRange, NDRange);
};
template <class... T> struct KernelFunctor {
    KernelFunctor(const Kernel &);
    KernelFunctor(const Program &, const std::string &, cl_int * = 0);
    Event operator()(const EnqueueArgs &, T...);
};
template <class... T> struct make_kernel {
    make_kernel(const Kernel &);
    make_kernel(const Program &, const std::string &, cl_int * = 0);
    Event operator()(const EnqueueArgs &, T...);
};
template <class I> cl_int copy(const CommandQueue &, I, I, Buffer &);
} // namespace cl
#endif
