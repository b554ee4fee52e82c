/* Everything that findings say: for each rule the message, then the notes, then the titles of its
 * fix-its. They are formats of printf, checked where they are used; a {term} stands for the word of
 * the kernel's language and the GPU's vendor (terms.def).
 *
 * A message is one line without a period: what happens, how much of it, and why. What it costs
 * follows in phrase.c. The notes say what to do about it; there are at most three. Numbers come
 * through diag_count(), so that no "31.9 threads" are printed. */
#ifndef DIAG_FINDING_MESSAGES_H
#define DIAG_FINDING_MESSAGES_H

/* --- at the end of each rule's help, which is written in OpenCL's words */
#define HELP_WORDS                                                                                 \
    "\n### In CUDA and HIP\n\n"                                                                    \
    "A work-item is a thread, a work-group a block, local memory shared memory, and "              \
    "`get_global_id(0)` is `blockIdx.x * blockDim.x + threadIdx.x`; AMD's waves are NVIDIA's "     \
    "warps.\n"

/* --- uncoalesced: "load from", name, sectors, of them needed */
#define MSG_UNCOALESCED "each {warp}'s %s '%s' touches %s sectors of 32 bytes where %s would do"
/* "read" or "write", bytes */
#define MSG_UNCOALESCED_WHY ": neighbouring {work-item}s %s %lld bytes apart"
#define MSG_UNCOALESCED_INDEX "make {id} the fastest-changing part of the index: %s"
/* Of a loop of sequential code: name, ms, ms */
#define MSG_UNCOALESCED_TRANSPOSED                                                                 \
    "with '%s' transposed in memory, these accesses bring the kernel from %s to %s ms"
/* number, name */
#define MSG_UNCOALESCED_ALIKE "the same is true of %u more of '%s', whose cost is counted here"
#define MSG_UNCOALESCED_MEMBERS                                                                    \
    "keep what neighbouring {work-item}s use next to each other, as an array for each member of "  \
    "a "                                                                                           \
    "structure does: the address is %s"
#define MSG_UNCOALESCED_OTHER                                                                      \
    "let neighbouring {work-item}s use neighbouring addresses; now the address is %s"

/* --- bank-conflict: "load from", name, passes, of them needed, "up to ", degree */
#define MSG_BANK_CONFLICT                                                                          \
    "each {warp}'s %s '%s' takes %s passes over the banks of {local memory} where %s would do: "   \
    "%s%s-way bank conflict"
/* banks, bytes, GPU */
#define MSG_BANK_CONFLICT_PAD                                                                      \
    "make the array's rows one element longer, or swizzle the index with the row: {local memory} " \
    "has %g banks of %g bytes on %s"

/* --- divergence: "each time" or "in 12 % of its executions" */
#define MSG_DIVERGENCE "{warp}s take both sides of this branch %s, one after the other"
/* condition */
#define MSG_DIVERGENCE_UNIFORM                                                                     \
    "let it depend on what a whole {warp} shares, or keep both sides short; the condition is %s"

/* --- occupancy: warps, most of them, kernel, registers or bytes */
#define MSG_OCCUPANCY_REGISTERS                                                                    \
    "only %u of %u {warp}s of '%s' fit on a {multiprocessor}: each {work-item} takes %u registers"
#define MSG_OCCUPANCY_LOCAL                                                                        \
    "only %u of %u {warp}s of '%s' fit on a {multiprocessor}: each {work-group} takes %u of its "  \
    "%g "                                                                                          \
    "bytes of {local memory}"
/* where the number of registers comes from */
#define MSG_OCCUPANCY_FEWER_REGISTERS                                                              \
    "keep fewer values alive, unroll less, or state the {work-group}'s size with {group bound}; "  \
    "registers counted by: %s"
#define MSG_OCCUPANCY_LESS_LOCAL                                                                   \
    "use smaller tiles or narrower types, so that more {work-group}s fit"

/* --- unknown-loop: kernel, assumption */
#define MSG_UNKNOWN_LOOP "how often the loop of '%s' runs is not known%s"
/* loops, kernel, assumption */
#define MSG_UNKNOWN_LOOPS "how often %zu loops of '%s' run is not known%s"
/* iterations */
#define MSG_UNKNOWN_LOOP_ASSUMED "; the time is for %s iteration%s"
/* formula, argument */
#define MSG_UNKNOWN_LOOP_FORMULA "this loop runs %s times: give '%s' with the launch"
#define MSG_UNKNOWN_LOOP_ARGUMENT "'%s' decides how often this loop runs: give it with the launch"
#define MSG_UNKNOWN_LOOP_CONTENTS                                                                  \
    "the contents of '%s' decide how often this loop runs: give them with the launch"
#define MSG_UNKNOWN_LOOP_DATA "what the kernel computes decides how often this loop runs"
#define MSG_UNKNOWN_LOOP_MORE "%zu more begin%s in line %s"

/* --- barrier-divergence: work-items, all of them */
#define MSG_BARRIER_DIVERGENCE                                                                     \
    "only %u of the %u {work-item}s of a {work-group} reach this {barrier}, which is undefined "   \
    "behaviour"
#define MSG_BARRIER_DIVERGENCE_OTHERS "the others wait at this {barrier}"
#define MSG_BARRIER_DIVERGENCE_MOVE                                                                \
    "take it out of the branch or loop, so that every {work-item} of the {work-group} reaches it"

/* --- dependence: array, "written" or "read", "1 iteration of 'i'", "later" or "earlier" */
#define MSG_DEPENDENCE_ARRAY                                                                       \
    "iterations are not independent: what is written to '%s' here is %s %s %s"
/* array, "write" or "use" */
#define MSG_DEPENDENCE_PLACE                                                                       \
    "iterations are not independent: '%s' is written here at a place that other iterations %s"
#define MSG_DEPENDENCE_WRITTEN "the other one writes here"
#define MSG_DEPENDENCE_READ "it is read here"
/* variable */
#define MSG_DEPENDENCE_SCALAR                                                                      \
    "iterations are not independent: each needs the value of '%s' that the one before it left"
#define MSG_DEPENDENCE_REDUCTION                                                                   \
    "only sums, products, minima, maxima and bitwise operations over all iterations can be split"

/* --- slow-math: "division" */
#define MSG_SLOW_MATH "%s in full precision, where %s takes an instruction or two"
#define MSG_SLOW_MATH_WHOLE "%s in full precision, where {fast math} takes an instruction or two"
/* "division" or "division of 1", function */
#define MSG_SLOW_MATH_ROOT "%s by a square root, where %s takes an instruction or two"
#define MSG_SLOW_MATH_ROOT_EXACT                                                                   \
    "multiply by it instead; it is off by at most 2 units in the last place"
#define MSG_SLOW_MATH_FAST                                                                         \
    "use it where its precision suffices; {fast math} does so for the whole program"
#define MSG_SLOW_MATH_OPTION "build with {fast math} where its precision suffices"
#define MSG_DOUBLE                                                                                 \
    "a literal without the suffix f makes this and what follows double precision, though all "     \
    "data "                                                                                        \
    "are float"
#define MSG_DOUBLE_SUFFIX_OPENCL                                                                   \
    "write the suffix, as in 0.5f; -cl-single-precision-constant does it for all literals"
#define MSG_DOUBLE_SUFFIX_CUDA "write the suffix, as in 0.5f"

/* --- work-group-size: kernel, work-items, "s", idle lanes, lanes */
#define MSG_GROUP_SIZE_LANES                                                                       \
    "'%s' runs in {work-group}s of %u {work-item}%s, which leaves %u of the %u lanes of their "    \
    "{warp}s idle"
/* kernel, work-items, "s", warps, most of them */
#define MSG_GROUP_SIZE_SMALL                                                                       \
    "'%s' runs in {work-group}s of %u {work-item}%s, so small that only %u of %u {warp}s fit on "  \
    "a "                                                                                           \
    "{multiprocessor}"
/* size */
#define MSG_GROUP_SIZE_BETTER                                                                      \
    "launch it in {work-group}s of %s {work-item}s, which would save what this costs"

/* --- atomic-contention: work-items, name, "the same address" or "4 addresses" */
#define MSG_ATOMIC "%s {work-item}s of each {warp} update '%s' at %s, one after another"
/* work-items, all of them, name, addresses */
#define MSG_ATOMIC_FEW                                                                             \
    "at least %s of %s {work-item}s of each {warp} update '%s' at the same address, one after "    \
    "another: there are only %u"
#define MSG_ATOMIC_EVENLY                                                                          \
    "the cost is that of {work-item}s spread evenly over the addresses; any other spread costs "   \
    "more"
#define MSG_ATOMIC_GLOBAL                                                                          \
    "add up within the {work-group} first and do one atomic for all of it; the address is %s"
#define MSG_ATOMIC_LOCAL                                                                           \
    "add up within the {warp} first, or give each {warp} a copy; the address is %s"

/* --- constant-divergence: name, addresses */
#define MSG_CONSTANT "each {warp} reads constant memory '%s' at %s addresses, one after another"
#define MSG_CONSTANT_MOVE                                                                          \
    "move it to global memory (const, {restrict}) or {local memory}; the address is %s"

/* --- barrier-stall: warps, "s" */
#define MSG_BARRIER_STALL "the %u {warp}s of a {work-group} wait for each other at this {barrier}"
#define MSG_BARRIER_STALL_ALONE                                                                    \
    "launch smaller {work-group}s: only one fits on a {multiprocessor}, so nothing runs meanwhile"
/* groups */
#define MSG_BARRIER_STALL_FEW                                                                      \
    "launch more and smaller {work-group}s, which run meanwhile: %u share a {multiprocessor} now"

/* --- tail: kernel, rounds, groups at a time, groups in the last */
#define MSG_TAIL                                                                                   \
    "'%s' runs in %.0f rounds of up to %.0f {work-group}s, and the last round has only %.0f"
/* groups, multiprocessors */
#define MSG_TAIL_EVEN                                                                              \
    "let {work-group}s loop over the data, or make them smaller: %u run on each of %.0f "          \
    "{multiprocessor}s at a time"

/* --- load-imbalance: group, kernel, times the work */
#define MSG_IMBALANCE                                                                              \
    "{work-group} %llu of '%s' has %s times the work of an average one, and the launch waits for " \
    "it"
#define MSG_IMBALANCE_DIVIDE                                                                       \
    "divide the work evenly, or let the heavy {work-group}s start first; work is counted in "      \
    "{warp} "                                                                                      \
    "instructions"

/* --- spill: " 'name'", bytes */
#define MSG_SPILL_ARRAY                                                                            \
    "the array%s is in {private memory} instead of registers: %u bytes for each {work-item}"
#define MSG_SPILL_ARRAY_INDEX                                                                      \
    "index it by constants, in loops that can be unrolled: registers cannot be indexed at run "    \
    "time"
/* kernel, bytes */
#define MSG_SPILL "'%s' spills %u bytes of registers for each {work-item} to {private memory}"
/* registers, where their number comes from */
#define MSG_SPILL_REGISTERS                                                                        \
    "keep fewer values alive, or launch smaller {work-group}s: a {work-item} has %u registers "    \
    "(%s)"

/* --- latency-bound: kernel, resource, per cent */
#define MSG_LATENCY                                                                                \
    "{warp}s of '%s' wait for memory: the busiest resource, %s, is in use %.0f %% of the time"
#define MSG_LATENCY_MORE                                                                           \
    "start more loads before using the first; the cost is what twice as many under way would save"
/* warps, most of them, limit */
#define MSG_LATENCY_WARPS "let more {warp}s run: %u of %u are resident, limited by %s"

/* --- redundant-load: name */
#define MSG_REDUNDANT_LOAD "every iteration loads '%s' from the same address again"
#define MSG_REDUNDANT_STORE "every iteration loads and stores '%s' at the same address again"
#define MSG_REDUNDANT_LOAD_KEEP                                                                    \
    "load it into a variable before the loop, or declare the pointers {restrict}: as it is, a "    \
    "store "                                                                                       \
    "in the loop might change it"
#define MSG_REDUNDANT_STORE_KEEP                                                                   \
    "keep it in a variable and store that after the loop: as it is, a store in the loop might be " \
    "to "                                                                                          \
    "the same memory"

/* --- cache-thrash: kernel, "L1", KiB */
#define MSG_CACHE "data that '%s' reuses has already left the %s cache of %g KiB"
#define MSG_CACHE_TILES "use smaller tiles; the cost is what a cache of twice the size would save"
/* groups */
#define MSG_CACHE_GROUPS                                                                           \
    "use smaller tiles or fewer {work-group}s, of which %u share it; the cost is what twice the "  \
    "cache would save"

/* --- local-memory: times, name */
#define MSG_LOCAL_MEMORY                                                                           \
    "each {work-group} loads the same lines of global memory %s times, mostly from '%s', where "   \
    "{local memory} could keep them"
/* per cent */
#define MSG_LOCAL_MEMORY_TILE                                                                      \
    "load a tile into {local memory} once for the {work-group}: %.0f %% of the lines are used by " \
    "several of its {warp}s"

/* kernel, "threadIdx.y", work-items */
#define MSG_LOCAL_MEMORY_SAME                                                                      \
    "launch '%s' in fewer dimensions: nothing in it depends on %s, so %llu {work-item}s of each "  \
    "{work-group} do the same work"

/* --- narrow-access: "load from", name, bytes, "s", bytes of the request, bytes possible */
#define MSG_NARROW                                                                                 \
    "each {work-item}'s %s '%s' is of %u byte%s, so a {warp}'s request moves %s bytes where it "   \
    "could move %u"
#define MSG_NARROW_THIS "so is this one"
#define MSG_NARROW_MORE "so is this one, and %zu more"
/* elements, type */
#define MSG_NARROW_WIDER                                                                           \
    "let each {work-item} do %u neighbouring elements at once, as %s, and launch fewer of them"

/* --- unaligned-vector: "load from", name, elements, bytes of one, plural, the same again */
#define MSG_UNALIGNED                                                                              \
    "each {work-item}'s %s '%s' is of %u elements of %u byte%s, aligned to %u byte%s: it is made " \
    "element by element"
/* bytes */
#define MSG_UNALIGNED_POINTER                                                                      \
    "where the address is a multiple of %u bytes, use a pointer to the vector type"

/* --- of several rules: what hides it */
#define MSG_HIDDEN "its cost is hidden by %s, which takes longer"
/* size, ms with it, ms without, GPU */
#define MSG_BETTER_SIZE                                                                            \
    "in {work-group}s of %s {work-item}s the kernel takes %s instead of %s ms on %s, and nothing " \
    "in "                                                                                          \
    "it depends on their size"

/* --- the chain from the launch to the cost: launch, its source, lanes, size */
#define MSG_WHY_LAUNCH                                                                             \
    "the launch is %s, from %s: {warp}s of %g {work-item}s in {work-group}s of %llu"
/* requests, "load", bytes, one of those below */
#define MSG_WHY_REQUESTS "%.0f requests of the launch's {warp}s %s %u bytes per {work-item}: %s%s"
#define MSG_WHY_PASSES "each takes %s passes over the banks; %s would do"
#define MSG_WHY_ADDRESSES "each has %s different addresses, read one after another"
#define MSG_WHY_ATOMIC "each has %s {work-item}s at %s different addresses"
#define MSG_WHY_SECTORS "each touches %s sectors of 32 bytes; its data fills %s"

/* --- titles of fix-its: imperatives */
#define MSG_FIX_SUFFIX "give the literals the suffix f"
/* operations, "s", "s" of the verb */
#define MSG_FIX_SUFFIX_ROUNDED                                                                     \
    MSG_FIX_SUFFIX "; up to %u operation%s in a row round%s to float instead of double"
/* size */
#define MSG_FIX_GROUP_SIZE "require work-groups of %s"
#define MSG_FIX_GROUP_SIZE_LAUNCH "require work-groups of %s, and launch it so"
#define MSG_FIX_RECIPROCAL "multiply by 1.0f / %s; quotients are off by at most 1.5 ulp"
#define MSG_FIX_RECIPROCAL_BEFORE                                                                  \
    "compute the reciprocal of %s once, before the loop; quotients are off by at most 1.5 ulp "    \
    "where it is a normal number"
#define MSG_FIX_KEEP "keep %s in a variable while the loop runs, if no other pointer leads there"
/* "native_", function, how precise it is */
#define MSG_FIX_CALL "call %s%s(), %s"
#define MSG_FIX_NATIVE "whose precision and range the device decides"
#define MSG_FIX_HALF "which is good for 11 bits"
#define MSG_FIX_HALF_LIMITED MSG_FIX_HALF " where the argument is at most 65536"
#define MSG_FIX_PAD_ROW "make the rows of '%s' one element longer"
#define MSG_FIX_SWAP_IDS "exchange the dimensions of get_global_id()"
#define MSG_FIX_SWAP_LOOPS "exchange the two loops"
#define MSG_FIX_SWAP_LOOPS_IF MSG_FIX_SWAP_LOOPS ", if arrays do not overlap"
#define MSG_FIX_NATIVE_RECIP "multiply by native_recip(), " MSG_FIX_NATIVE

#endif
