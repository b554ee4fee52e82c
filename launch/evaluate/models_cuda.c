/* CUDA's runtime: allocations, copies, what the GPU is asked for, and launches. */
#include "base/str.h"
#include "launch/evaluate/models.h"

/* Numbers of cudaDeviceAttr. */
enum {
    MAX_THREADS_PER_BLOCK = 1,
    MAX_BLOCK_X,
    MAX_BLOCK_Y,
    MAX_BLOCK_Z,
    MAX_GRID_X,
    MAX_GRID_Y,
    MAX_GRID_Z,
    MAX_SHARED_PER_BLOCK,
    WARP_SIZE = 10,
    MAX_REGISTERS_PER_BLOCK = 12,
    CLOCK_RATE,
    PROCESSORS = 16,
    MEMORY_CLOCK = 36,
    BUS_WIDTH,
    L2_BYTES,
    MAX_THREADS_PER_PROCESSOR,
    CAPABILITY_MAJOR = 75,
    CAPABILITY_MINOR,
    SHARED_PER_PROCESSOR = 81,
    REGISTERS_PER_PROCESSOR,
    COOPERATIVE = 95,
    MAX_SHARED_OPTIN = 97,
    MAX_BLOCKS_PER_PROCESSOR = 106
};

static struct ev_memory *memory_of(const struct ev_call *c) {
    return c->state->memory;
}

static struct ev_value pending(const struct ev_call *c, uint64_t at) {
    return ev_known(ev_address(c->run->pending) + at, 64);
}

static void set_pending(struct ev_call *c, uint64_t at, struct ev_value v, unsigned bytes) {
    ev_store(c->run->pool, memory_of(c), pending(c, at), v, bytes);
}

static struct ev_value get_pending(struct ev_call *c, uint64_t at, unsigned bytes) {
    return ev_load(c->run->pool, memory_of(c), pending(c, at), bytes);
}

/* --- any function of the runtime --- */

/* A function without a model writes to the first thing that it gets the address of, if that is not
 * a buffer, and launches nothing. */
static void other_function(struct ev_call *c) {
    int64_t offset;
    const struct ev_object *o =
        c->n_args ? ev_object_at(c->run->pool, memory_of(c), c->args[0], &offset) : NULL;
    for (uint32_t i = 0; i < c->n_args; i++)
        ev_escape(c->run->pool, memory_of(c), c->args[i]);
    if (o && (o->kind == EV_STACK || o->kind == EV_GLOBAL || o->kind == EV_HEAP))
        ev_forget(c->run->pool, memory_of(c), c->args[0], false);
    c->result = ev_known(0, 32);
}

/* The model of a function, which other runtimes have by the same name behind their own prefix. */
static const struct ev_model *runtime_model(struct arena *a, const char *name) {
    const struct ev_model *found = ev_find_model(name);
    const char *rest = name;
    while (*rest >= 'a' && *rest <= 'z')
        rest++;
    return found ? found : ev_find_model(arena_printf(a, "cuda%s", rest));
}

/* clperf_runtime("cudaMalloc", words...) */
void model_runtime(struct ev_call *c) {
    const char *name = ev_text_at(c, ev_arg(c, 0));
    const struct ev_model *model = name ? runtime_model(c->run->arena, name) : NULL;
    c->args++;
    c->n_args -= c->n_args > 0;
    c->model = model;
    c->function = NULL;
    if (model)
        model->evaluate(c);
    else
        other_function(c);
}

/* --- memory --- */

void model_device_allocate(struct ev_call *c) {
    const struct ev_value bytes = ev_arg(c, (uint32_t)c->model->number);
    ev_store_at(c, ev_arg(c, 0), ev_allocate(c, bytes, EV_DEVICE, false), 8);
    c->result = ev_known(0, 32);
}

/* cudaMallocPitch(&pointer, &pitch, width, height): rows begin at multiples of 512 bytes. */
void model_device_allocate_rows(struct ev_call *c) {
    const struct ev_value width = ev_arg(c, 2), height = ev_arg(c, 3);
    const uint64_t pitch = (width.bits + 511) / 512 * 512;
    const bool known = ev_is_known(width);
    ev_store_at(c, ev_arg(c, 1), known ? ev_known(pitch, 64) : ev_unknown(64), 8);
    ev_store_at(c, ev_arg(c, 0),
                ev_allocate(c,
                            known && ev_is_known(height) ? ev_known(pitch * height.bits, 64)
                                                         : ev_unknown(64),
                            EV_DEVICE, false),
                8);
    c->result = ev_known(0, 32);
}

void model_same_pointer(struct ev_call *c) {
    ev_store_at(c, ev_arg(c, 0), ev_arg(c, 1), 8);
    c->result = ev_known(0, 32);
}

/* cudaMemcpy(to, from, bytes), cudaMemcpyPeer(to, device, from, device, bytes), and
 * cudaMemcpyToSymbol(symbol, from, bytes, offset) */
void model_device_copy(struct ev_call *c) {
    const bool peer = c->model->number == 1, symbol = c->model->number == 2;
    struct ev_value to = ev_arg(c, 0);
    const struct ev_value from = ev_arg(c, peer ? 2 : 1), bytes = ev_arg(c, peer ? 4 : 2);
    const struct ev_value offset = symbol && c->n_args > 3 ? ev_arg(c, 3) : ev_known(0, 64);
    if (ev_is_known(to) && ev_is_known(offset))
        to.bits += offset.bits;
    ev_copy(c->run->pool, memory_of(c), to, from, bytes);
    ev_count_work(c);
    c->result = ev_known(0, 32);
}

void model_device_fill(struct ev_call *c) {
    model_fill(c);
    c->result = ev_known(0, 32);
}

void model_store_number(struct ev_call *c) {
    ev_store_at(c, ev_arg(c, 0), ev_known((uint64_t)c->model->number, 32), 4);
    c->result = ev_known(0, 32);
}

/* --- the GPU --- */

/* 8 or 6 of "sm_86". */
static struct ev_value capability(const struct gpu *g, bool major) {
    uint64_t number = 0;
    if (!g->arch || !str_starts(g->arch, "sm_"))
        return ev_unknown(32);
    for (const char *s = g->arch + 3; *s >= '0' && *s <= '9'; s++)
        number = number * 10 + (uint64_t)(*s - '0');
    return ev_known(major ? number / 10 : number % 10, 32);
}

static struct ev_value attribute(const struct gpu *g, uint64_t which) {
    switch (g ? which : 0) {
    case MAX_THREADS_PER_BLOCK:
    case MAX_BLOCK_X:
    case MAX_BLOCK_Y:
        return ev_known((uint64_t)g->machine.max_items_per_group, 32);
    case MAX_BLOCK_Z:
        return ev_known(64, 32);
    case MAX_GRID_X:
        return ev_known(INT32_MAX, 32);
    case MAX_GRID_Y:
    case MAX_GRID_Z:
        return ev_known(UINT16_MAX, 32);
    case MAX_SHARED_PER_BLOCK:
        return ev_known(48 << 10, 32);
    case WARP_SIZE:
        return ev_known((uint64_t)g->machine.warp_width, 32);
    case MAX_REGISTERS_PER_BLOCK:
    case REGISTERS_PER_PROCESSOR:
        return ev_known((uint64_t)g->machine.regs_per_sm, 32);
    case CLOCK_RATE:
        return ev_known((uint64_t)(g->machine.core_mhz * 1e3), 32);
    case PROCESSORS:
        return ev_known((uint64_t)g->machine.sm_count, 32);
    case L2_BYTES:
        return ev_known((uint64_t)g->cache.l2_bytes, 32);
    case MAX_THREADS_PER_PROCESSOR:
        return ev_known((uint64_t)(g->machine.max_warps_per_sm * g->machine.warp_width), 32);
    case CAPABILITY_MAJOR:
        return capability(g, true);
    case CAPABILITY_MINOR:
        return capability(g, false);
    case SHARED_PER_PROCESSOR:
    case MAX_SHARED_OPTIN:
        return ev_known((uint64_t)g->local.local_bytes_per_sm, 32);
    case COOPERATIVE:
        return ev_known(1, 32);
    case MAX_BLOCKS_PER_PROCESSOR:
        return ev_known((uint64_t)g->machine.max_groups_per_sm, 32);
    default:
        return ev_unknown(32);
    }
}

/* What a stand-in header asks for a field of the properties. */
void model_device_attribute(struct ev_call *c) {
    const struct ev_value which = ev_arg(c, 0);
    c->result = ev_is_known(which) ? attribute(c->run->request->gpu, which.bits) : ev_unknown(32);
}

void model_store_attribute(struct ev_call *c) {
    const struct ev_value which = ev_arg(c, 1);
    ev_store_at(c, ev_arg(c, 0),
                ev_is_known(which) ? attribute(c->run->request->gpu, which.bits) : ev_unknown(32),
                4);
    c->result = ev_known(0, 32);
}

void model_memory_info(struct ev_call *c) {
    ev_store_at(c, ev_arg(c, 0), ev_unknown(64), 8);
    ev_store_at(c, ev_arg(c, 1), ev_unknown(64), 8);
    c->result = ev_known(0, 32);
}

/* Blocks of so many threads on a processor, as its places allow: of a kernel that nobody knows. */
static uint64_t blocks_by_places(const struct gpu *g, uint64_t threads, uint64_t shared) {
    const uint64_t width = (uint64_t)g->machine.warp_width;
    const uint64_t warps = (threads + width - 1) / width;
    uint64_t n = (uint64_t)g->machine.max_warps_per_sm / warps;
    if (n > (uint64_t)g->machine.max_groups_per_sm)
        n = (uint64_t)g->machine.max_groups_per_sm;
    if (shared && n > (uint64_t)g->local.local_bytes_per_sm / shared)
        n = (uint64_t)g->local.local_bytes_per_sm / shared;
    return n;
}

/* Blocks of the kernel on a processor, with the registers and the shared memory that it takes. */
static struct ev_value blocks_of(struct ev_call *c, struct ev_value kernel, struct ev_value threads,
                                 struct ev_value shared) {
    const struct ev_request *q = c->run->request;
    uint64_t n;
    if (!q->gpu || !ev_is_known(threads) || !ev_is_known(shared) || !threads.bits)
        return ev_unknown(32);
    const struct ev_function *f =
        ev_is_known(kernel)
            ? ev_function_of_object(c->run->program, (uint32_t)(kernel.bits >> EV_OFFSET_BITS))
            : NULL;
    if (threads.bits > (uint64_t)q->gpu->machine.max_items_per_group)
        return ev_known(0, 32);
    if (f && q->kernels &&
        q->resident(q->kernels, ev_kernel_of_stub(c->run->arena, f->name), threads.bits,
                    shared.bits, &n))
        return ev_known(n, 32);
    return ev_known(blocks_by_places(q->gpu, threads.bits, shared.bits), 32);
}

/* cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared) */
void model_active_blocks(struct ev_call *c) {
    struct ev_value threads = ev_arg(c, 2);
    threads = ev_partly(threads.bits & ev_mask(32), threads.known | ~ev_mask(32));
    ev_store_at(c, ev_arg(c, 0), blocks_of(c, ev_arg(c, 1), threads, ev_arg(c, 3)), 4);
    c->result = ev_known(0, 32);
}

/* The bytes of shared memory that a function of the program says for blocks of so many threads. */
static struct ev_value shared_of(struct ev_call *c, struct ev_value function, uint64_t threads) {
    const struct ev_value args[] = {ev_known(threads, 32)};
    struct ev_value result = ev_unknown(64);
    struct ev_function *f =
        ev_is_known(function)
            ? ev_function_of_object(c->run->program, (uint32_t)(function.bits >> EV_OFFSET_BITS))
            : NULL;
    if (f && !f->declared && ev_decode(c->run->program, f))
        ev_call_function(c->run, c->state, f, args, 1, &result, 1, &c->called->place);
    return result;
}

/* cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, shared, limit): the largest block of
 * those that fill a processor best. With model number 1 a function says the shared memory. */
void model_potential_block(struct ev_call *c) {
    const struct gpu *g = c->run->request->gpu;
    const bool varies = c->model->number;
    struct ev_value given = c->n_args > 4 ? ev_arg(c, 4) : ev_known(0, 32);
    struct ev_value shared = c->n_args > 3 ? ev_arg(c, 3) : ev_known(0, 64);
    given = ev_partly(given.bits & ev_mask(32), given.known | ~ev_mask(32));
    const bool known = g && ev_is_known(given) && ev_is_known(shared);
    uint64_t best = 0, best_blocks = 0;
    const uint64_t width = g ? (uint64_t)g->machine.warp_width : 1;
    uint64_t limit = g ? (uint64_t)g->machine.max_items_per_group : 0;
    limit = known && given.bits && given.bits < limit ? given.bits : limit;
    for (uint64_t n = limit / width * width; known && n; n -= width) {
        const struct ev_value bytes = varies ? shared_of(c, ev_arg(c, 3), n) : shared;
        const struct ev_value blocks = blocks_of(c, ev_arg(c, 2), ev_known(n, 32), bytes);
        if (ev_is_known(blocks) && blocks.bits * n > best * best_blocks) {
            best = n;
            best_blocks = blocks.bits;
        }
    }
    ev_store_at(c, ev_arg(c, 0),
                best ? ev_known(best_blocks * (uint64_t)g->machine.sm_count, 32) : ev_unknown(32),
                4);
    ev_store_at(c, ev_arg(c, 1), best ? ev_known(best, 32) : ev_unknown(32), 4);
    c->result = ev_known(0, 32);
}

/* --- launches --- */

/* The three sizes of a dim3 that is passed as {64 bits, 32 bits}. */
static void set_sizes(struct ev_call *c, uint64_t at, struct ev_value low, struct ev_value high) {
    set_pending(c, at, low, 8);
    set_pending(c, at + 8, high, 4);
}

void model_configure(struct ev_call *c) {
    set_sizes(c, EV_PENDING_GRID, ev_arg(c, 0), ev_arg(c, 1));
    set_sizes(c, EV_PENDING_BLOCK, ev_arg(c, 2), ev_arg(c, 3));
    set_pending(c, EV_PENDING_SHARED, ev_arg(c, 4), 8);
    set_pending(c, EV_PENDING_COUNT, ev_known(0, 64), 8);
    c->run->configured = ev_place_of_call(c->run, &c->called->place);
    c->result = ev_known(0, 32);
}

static void add_argument(struct ev_call *c, struct ev_value from, uint64_t bytes) {
    const struct ev_value count = get_pending(c, EV_PENDING_COUNT, 8);
    if (!ev_is_known(count) || count.bits >= EV_MOST_ARGUMENTS)
        return;
    const uint64_t at = EV_PENDING_ARGUMENTS + count.bits * EV_PENDING_STEP;
    set_pending(c, at, ev_known(bytes, 64), 8);
    ev_copy(c->run->pool, memory_of(c), pending(c, at + 8), from,
            ev_known(bytes < EV_ARGUMENT_BYTES ? bytes : EV_ARGUMENT_BYTES, 64));
    set_pending(c, EV_PENDING_COUNT, ev_known(count.bits + 1, 64), 8);
}

void model_set_up_argument(struct ev_call *c) {
    const struct ev_value bytes = ev_arg(c, 1);
    if (ev_is_known(bytes))
        add_argument(c, ev_arg(c, 0), bytes.bits);
    c->result = ev_known(0, 32);
}

static const char stub_mark[] = "__device_stub__";

/* The kernel's symbol, whose stub has a mark in front of its name: "_Z16__device_stub__kPf" is
 * "_Z1kPf". */
const char *ev_kernel_of_stub(struct arena *a, const char *stub) {
    const char *mark = strstr(stub, stub_mark), *digits = mark;
    if (!mark)
        return stub;
    while (digits > stub && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    const char *rest = mark + strlen(stub_mark);
    uint64_t length = 0;
    for (const char *d = digits; d < mark; d++)
        length = length * 10 + (uint64_t)(*d - '0');
    if (digits == mark || length < strlen(stub_mark))
        return arena_printf(a, "%.*s%s", (int)(mark - stub), stub, rest);
    return arena_printf(a, "%.*s%llu%s", (int)(digits - stub), stub,
                        (unsigned long long)(length - strlen(stub_mark)), rest);
}

/* The bytes of a value. Those that nothing was ever written to, as of padding, may be any. */
static bool read_value(struct ev_call *c, uint64_t address, uint8_t *to, uint64_t bytes,
                       uint32_t *why) {
    for (uint64_t i = 0; i < bytes; i++) {
        const struct ev_value v = ev_load(c->run->pool, memory_of(c), ev_known(address + i, 64), 1);
        const bool padding =
            !ev_is_known(v) && c->run->program->reasons.at[v.why].kind == EV_BY_VARIABLE;
        if (!ev_is_known(v) && !padding) {
            *why = v.why;
            return false;
        }
        to[i] = padding ? 0 : (uint8_t)v.bits;
    }
    return true;
}

/* Bytes of a buffer that a kernel is told of, and of all that is read for that. */
enum { MOST_CONTENTS = 1 << 20, MOST_READ = 1 << 26 };

/* What the buffer holds from the pointer on, if all of that is known. */
static const uint8_t *read_contents(struct ev_call *c, struct ev_value pointer, uint64_t bytes) {
    struct ev_run *r = c->run;
    if (bytes > MOST_CONTENTS || r->read + bytes > MOST_READ)
        return NULL;
    struct arena scratch = {0};
    uint8_t *contents = NEW_ARRAY(&scratch, uint8_t, bytes);
    const bool known = ev_load_bytes(r->pool, memory_of(c), pointer.bits, contents, bytes);
    const uint8_t *kept = known ? arena_memdup(r->arena, contents, bytes) : NULL;
    r->read += known ? bytes : 0;
    arena_free(&scratch);
    return kept;
}

void ev_forget_argument(struct ev_call *c, uint64_t address, uint64_t bytes) {
    if (bytes != 8)
        return;
    const struct ev_value pointer = ev_load(c->run->pool, memory_of(c), ev_known(address, 64), 8);
    ev_forget(c->run->pool, memory_of(c), pointer, false);
}

struct ev_argument ev_read_argument(struct ev_call *c, uint32_t index, uint64_t address,
                                    uint64_t bytes) {
    struct ev_argument a = {.index = index, .bytes = bytes};
    struct ev_value pointer = ev_unknown(64);
    const struct ev_value first =
        ev_load(c->run->pool, memory_of(c), ev_known(address, 64), bytes < 8 ? (unsigned)bytes : 8);
    if (bytes == 8)
        pointer = first;
    int64_t offset;
    const struct ev_object *o = ev_object_at(c->run->pool, memory_of(c), pointer, &offset);
    if (ev_buffer_at(c, pointer, &a.buffer, &a.zero)) {
        a.kind = EV_ARGUMENT_BUFFER;
        a.contents = read_contents(c, pointer, a.buffer);
    } else if (o && !o->size_known) {
        a.why = o->size_why;
    } else if (bytes <= EV_ARGUMENT_BYTES && read_value(c, address, a.value, bytes, &a.why)) {
        a.kind = EV_ARGUMENT_VALUE;
    }
    return a;
}

/* What the kernel writes is not known because of it. */
static void blame_kernel(struct ev_call *c, const char *kernel) {
    c->run->program->reasons.at[c->called->why] =
        (struct ev_reason){EV_BY_KERNEL, kernel, c->run->configured};
}

/* Buffers that the kernel may write to, as its parameters' types say. */
static void forget_written(struct ev_call *c, const char *kernel, size_t n) {
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t at = EV_PENDING_ARGUMENTS + i * EV_PENDING_STEP;
        const struct ev_value bytes = get_pending(c, at, 8);
        if (!(kernel && ev_is_constant_parameter(kernel, (uint32_t)i)))
            ev_forget_argument(c, pending(c, at + 8).bits, bytes.bits);
    }
}

/* The launch of the pending configuration, as it is made. */
void ev_launch_pending(struct ev_call *c, struct ev_value stub) {
    struct ev_launch l = {0};
    struct ev_argument args[EV_MOST_ARGUMENTS];
    const struct ev_value count = get_pending(c, EV_PENDING_COUNT, 8);
    const struct ev_function *f =
        ev_is_known(stub)
            ? ev_function_of_object(c->run->program, (uint32_t)(stub.bits >> EV_OFFSET_BITS))
            : NULL;
    l.kernel = f ? ev_kernel_of_stub(c->run->arena, f->name) : NULL;
    blame_kernel(c, l.kernel);
    for (unsigned d = 0; d < 3; d++) {
        l.grid[d] = get_pending(c, EV_PENDING_GRID + 4 * d, 4);
        l.block[d] = get_pending(c, EV_PENDING_BLOCK + 4 * d, 4);
        l.offset[d] = ev_known(0, 64);
    }
    l.shared = get_pending(c, EV_PENDING_SHARED, 8);
    for (uint64_t i = 0; ev_is_known(count) && i < count.bits; i++) {
        const uint64_t at = EV_PENDING_ARGUMENTS + i * EV_PENDING_STEP;
        const struct ev_value bytes = get_pending(c, at, 8);
        args[i] = ev_read_argument(c, (uint32_t)i, pending(c, at + 8).bits, bytes.bits);
    }
    l.args = args;
    l.n_args = ev_is_known(count) ? (size_t)count.bits : 0;
    forget_written(c, l.kernel, l.n_args);
    ev_launched(c, &l);
    c->result = ev_known(0, 32);
}

/* A launch, or a node of the graph that a stream captures. */
static void launch(struct ev_call *c, struct ev_value stub) {
    if (!ev_capture_pending(c, stub))
        ev_launch_pending(c, stub);
    c->result = ev_known(0, 32);
}

void model_launch(struct ev_call *c) {
    launch(c, ev_arg(c, 0));
}

/* Sizes in bytes of the kernel's arguments, as its stub says. */
static uint32_t argument_sizes(const struct ev_function *stub, uint64_t sizes[EV_MOST_ARGUMENTS]) {
    uint32_t n = 0;
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(stub->value);
    for (; b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            size_t length;
            LLVMValueRef to = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (!to || strcmp(LLVMGetValueName2(to, &length), "cudaSetupArgument") != 0)
                continue;
            LLVMValueRef bytes = LLVMGetOperand(i, 1);
            if (n < EV_MOST_ARGUMENTS && LLVMIsAConstantInt(bytes))
                sizes[n++] = LLVMConstIntGetZExtValue(bytes);
        }
    return n;
}

void ev_configure_packed(struct ev_call *c, const struct ev_packed *l) {
    uint64_t sizes[EV_MOST_ARGUMENTS];
    const struct ev_function *f =
        ev_is_known(l->stub)
            ? ev_function_of_object(c->run->program, (uint32_t)(l->stub.bits >> EV_OFFSET_BITS))
            : NULL;
    const uint32_t n = f ? argument_sizes(f, sizes) : 0;
    c->run->configured = ev_place_of_call(c->run, &c->called->place);
    ev_copy(c->run->pool, memory_of(c), pending(c, EV_PENDING_GRID), l->grid, ev_known(12, 64));
    ev_copy(c->run->pool, memory_of(c), pending(c, EV_PENDING_BLOCK), l->block, ev_known(12, 64));
    set_pending(c, EV_PENDING_SHARED, l->shared, 8);
    set_pending(c, EV_PENDING_COUNT, ev_known(0, 64), 8);
    for (uint32_t i = 0; i < n; i++) {
        struct ev_value at = ev_unknown(64);
        if (ev_is_known(l->addresses))
            at = ev_load(c->run->pool, memory_of(c), ev_known(l->addresses.bits + 8 * i, 64), 8);
        add_argument(c, at, sizes[i]);
    }
}

/* cudaLaunchKernel(kernel, grid, block, addresses, shared, stream), whose dim3 are words of their
 * own or, through clperf_runtime(), addresses. */
void model_launch_packed(struct ev_call *c) {
    const struct ev_packed l = {.stub = ev_arg(c, 0),
                                .grid = ev_arg(c, 1),
                                .block = ev_arg(c, 2),
                                .addresses = ev_arg(c, 3),
                                .shared = c->n_args > 4 ? ev_arg(c, 4) : ev_known(0, 64)};
    ev_configure_packed(c, &l);
    launch(c, l.stub);
}
