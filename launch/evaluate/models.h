/* What stands for functions that a host program does not define: models.def has the rows. */
#ifndef LAUNCH_EVALUATE_MODELS_H
#define LAUNCH_EVALUATE_MODELS_H

#include "launch/evaluate/run.h"

enum ev_extreme { EV_UMAX, EV_UMIN, EV_SMAX, EV_SMIN };
enum ev_bits { EV_ABS, EV_POPULATION, EV_LEADING, EV_TRAILING, EV_SWAP };
enum ev_overflow { EV_UADD, EV_UMUL, EV_USUB, EV_SADD, EV_SMUL, EV_SSUB };
enum ev_mathematics {
    EV_SQRT,
    EV_FABS,
    EV_FLOOR,
    EV_CEIL,
    EV_TRUNC,
    EV_RINT,
    EV_ROUND,
    EV_EXP,
    EV_EXP2,
    EV_LOG,
    EV_LOG2,
    EV_LOG10,
    EV_SIN,
    EV_COS,
    EV_TAN,
    EV_ATAN,
    EV_CBRT,
    EV_POW, /* from here on of two numbers */
    EV_FMOD,
    EV_ATAN2,
    EV_FMAX,
    EV_FMIN,
    EV_COPYSIGN
};
enum ev_classes { EV_IS_DIGIT, EV_IS_SPACE, EV_IS_ALPHA, EV_TO_UPPER, EV_TO_LOWER };

/* Where the object of the next launch has its sizes, its arguments, each with its size in bytes,
 * and the graph that a stream captures. */
enum {
    EV_PENDING_GRID = 0,
    EV_PENDING_BLOCK = 12,
    EV_PENDING_SHARED = 24,
    EV_PENDING_COUNT = 32,
    EV_PENDING_ARGUMENTS = 40,
    EV_PENDING_STEP = 8 + EV_ARGUMENT_BYTES,
    EV_MOST_ARGUMENTS = 64,
    EV_PENDING_LAUNCH = EV_PENDING_ARGUMENTS + EV_PENDING_STEP * EV_MOST_ARGUMENTS,
    EV_PENDING_GRAPH = EV_PENDING_LAUNCH,
    EV_PENDING_BYTES = EV_PENDING_GRAPH + 8
};

/* A launch whose sizes and arguments lie in memory: addresses of both sizes, and of a table of the
 * arguments' addresses. */
struct ev_packed {
    struct ev_value stub, grid, block, addresses, shared;
};

/* Argument i, or an unknown value. */
static inline struct ev_value ev_arg(const struct ev_call *c, uint32_t i) {
    return i < c->n_args ? c->args[i] : ev_partly(0, 0);
}

/* A 32-bit argument as a number with its sign. */
static inline int64_t ev_int(struct ev_value v) {
    return ev_signed(v.bits, 32);
}

/* Where what the C library keeps between calls lies: bytes of the object that rand()'s numbers
 * begin. */
enum { EV_KEPT_TOKEN = 512 };

/* A new object on the heap; its address, or an unknown one. */
struct ev_value ev_allocate(struct ev_call *c, struct ev_value bytes, enum ev_kind kind, bool zero);
/* Stores where an argument points, unless that is NULL. */
void ev_store_at(struct ev_call *c, struct ev_value address, struct ev_value v, unsigned bytes);
/* A word of eight bytes of an object that is modelled; unknown where its address is. */
struct ev_value ev_read_word(struct ev_call *c, struct ev_value object, uint64_t offset);
/* Nothing is written where the address is not known, or NULL. */
void ev_write_word(struct ev_call *c, struct ev_value object, uint64_t offset, struct ev_value v);
/* Counts what memory was copied or filled among the operations. */
void ev_count_work(struct ev_call *c);
/* The text that an argument points to; NULL: unknown. */
const char *ev_text_at(struct ev_call *c, struct ev_value address);
/* The bytes behind a pointer to a buffer; false if that is not one of a known size. */
bool ev_buffer_at(struct ev_call *c, struct ev_value pointer, uint64_t *bytes, bool *zero);
/* Notes a launch of the call: its place and condition are set here. */
void ev_launched(struct ev_call *c, struct ev_launch *l);
/* Has the next launch be that one. */
void ev_configure_packed(struct ev_call *c, const struct ev_packed *l);
/* Makes the next launch, as configured, of the kernel with that stub. */
void ev_launch_pending(struct ev_call *c, struct ev_value stub);
/* Adds it to the graph that a stream captures instead; false if none does. */
bool ev_capture_pending(struct ev_call *c, struct ev_value stub);
/* The symbol of the kernel that a stub launches. */
const char *ev_kernel_of_stub(struct arena *a, const char *stub);
/* What an argument of a launch is, from the value in memory, with what the buffer holds that it
 * points to. */
struct ev_argument ev_read_argument(struct ev_call *c, uint32_t index, uint64_t address,
                                    uint64_t bytes);
/* The kernel may have written to the buffer that the value points to. */
void ev_forget_argument(struct ev_call *c, uint64_t address, uint64_t bytes);

void model_copy(struct ev_call *c);
void model_fill(struct ev_call *c);
void model_extreme(struct ev_call *c);
void model_bits(struct ev_call *c);
void model_funnel(struct ev_call *c);
void model_overflow(struct ev_call *c);
void model_first(struct ev_call *c);
void model_number(struct ev_call *c);
void model_nothing(struct ev_call *c);
void model_end(struct ev_call *c);
void model_multiply_add(struct ev_call *c);
void model_mathematics(struct ev_call *c);
void model_power(struct ev_call *c);
void model_round(struct ev_call *c);
void model_allocate(struct ev_call *c);
void model_allocate_zeros(struct ev_call *c);
void model_reallocate(struct ev_call *c);
void model_allocate_into(struct ev_call *c);
void model_compare_bytes(struct ev_call *c);
void model_find_byte(struct ev_call *c);
void model_text_length(struct ev_call *c);
void model_compare_texts(struct ev_call *c);
void model_find_character(struct ev_call *c);
void model_find_text(struct ev_call *c);
void model_find_any(struct ev_call *c);
void model_span(struct ev_call *c);
void model_token(struct ev_call *c);
void model_scan_text(struct ev_call *c);
void model_scan_file(struct ev_call *c);
void model_classes(struct ev_call *c);
void model_copy_text(struct ev_call *c);
void model_duplicate_text(struct ev_call *c);
void model_to_number(struct ev_call *c);
void model_to_number_in_base(struct ev_call *c);
void model_to_real(struct ev_call *c);
void model_print_text(struct ev_call *c);
void model_print_variable(struct ev_call *c);
void model_classify(struct ev_call *c);
void model_library(struct ev_call *c);
void model_guard(struct ev_call *c);
void model_error_place(struct ev_call *c);
void model_seed(struct ev_call *c);
void model_random(struct ev_call *c);
void model_clock(struct ev_call *c);
void model_options(struct ev_call *c);
void model_sort(struct ev_call *c);
void model_tree_step(struct ev_call *c);
void model_tree_insert(struct ev_call *c);
void model_runtime(struct ev_call *c);
void model_device_attribute(struct ev_call *c);
void model_configure(struct ev_call *c);
void model_set_up_argument(struct ev_call *c);
void model_launch(struct ev_call *c);
void model_launch_packed(struct ev_call *c);
void model_text_program(struct ev_call *c);
void model_text_compile(struct ev_call *c);
void model_text_code_size(struct ev_call *c);
void model_text_code(struct ev_call *c);
void model_text_name(struct ev_call *c);
void model_module(struct ev_call *c);
void model_module_function(struct ev_call *c);
void model_module_launch(struct ev_call *c);
void model_module_fill(struct ev_call *c);
void model_stream_begin(struct ev_call *c);
void model_stream_text(struct ev_call *c);
void model_stream_state(struct ev_call *c);
void model_stream_clear(struct ev_call *c);
void model_stream_number(struct ev_call *c);
void model_stream_word(struct ev_call *c);
void model_stream_character(struct ev_call *c);
void model_stream_line(struct ev_call *c);
void model_stream_write(struct ev_call *c);
void model_graph(struct ev_call *c);
void model_graph_capture(struct ev_call *c);
void model_graph_captured(struct ev_call *c);
void model_graph_copy(struct ev_call *c);
void model_graph_node(struct ev_call *c);
void model_graph_set_node(struct ev_call *c);
void model_graph_child(struct ev_call *c);
void model_graph_launch(struct ev_call *c);
void model_device_allocate(struct ev_call *c);
void model_device_allocate_rows(struct ev_call *c);
void model_same_pointer(struct ev_call *c);
void model_device_copy(struct ev_call *c);
void model_device_fill(struct ev_call *c);
void model_store_number(struct ev_call *c);
void model_store_attribute(struct ev_call *c);
void model_memory_info(struct ev_call *c);
void model_active_blocks(struct ev_call *c);
void model_potential_block(struct ev_call *c);
void model_cl_list(struct ev_call *c);
void model_cl_device_info(struct ev_call *c);
void model_cl_info(struct ev_call *c);
void model_cl_group_info(struct ev_call *c);
void model_cl_handle(struct ev_call *c);
void model_cl_program(struct ev_call *c);
void model_cl_build(struct ev_call *c);
void model_cl_kernel(struct ev_call *c);
void model_cl_buffer(struct ev_call *c);
void model_cl_set_argument(struct ev_call *c);
void model_cl_launch(struct ev_call *c);
void model_cl_copy(struct ev_call *c);
void model_cl_fill(struct ev_call *c);
void model_cl_copy_buffer(struct ev_call *c);

#endif
