/* What findings of several rules say, and the titles of fix-its. What a rule alone says stands in
 * its file. They are formats of printf, checked where they are used; a {term} stands for the word
 * of the kernel's language and the GPU's vendor (terms.def).
 *
 * A message is one line without a period: what happens, how much of it, and why. What it costs
 * follows in phrase.c. The notes say what to do about it; there are at most three. Numbers come
 * through diag_count(), so that no "31.9 threads" are printed. */
#ifndef DIAG_FINDING_MESSAGES_H
#define DIAG_FINDING_MESSAGES_H

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
/* prefix, function, places, "s", what it costs in precision */
#define MSG_FIX_CALLS "call %s%s(), and so in %zu more place%s, %s"
#define MSG_FIX_NATIVE "whose precision and range the device decides"
#define MSG_FIX_HALF "which is good for 11 bits"
#define MSG_FIX_HALF_LIMITED MSG_FIX_HALF " where the argument is at most 65536"
#define MSG_FIX_PAD_ROW "make the rows of '%s' one element longer"
#define MSG_FIX_SWAP_IDS "exchange the dimensions of get_global_id()"
#define MSG_FIX_SWAP_LOOPS "exchange the two loops"
#define MSG_FIX_SWAP_LOOPS_IF MSG_FIX_SWAP_LOOPS ", if arrays do not overlap"
#define MSG_FIX_NATIVE_RECIP "multiply by native_recip(), " MSG_FIX_NATIVE

#endif
