/* Clang within our own program, which starts in a tenth of the time: it has been linked and
 * relocated before. */
#ifndef SOURCE_CLANG_COMPILE_H
#define SOURCE_CLANG_COMPILE_H

#ifdef __cplusplus
extern "C" {
#endif

/* The first argument of clperf-analyze when it is called as a compiler. */
#define CLANG_COMPILE_OPTION "--clang="

/* An argument that clang has not: nothing is made of the OpenCL kernel NAME, unless that may change
 * what is made of the others. */
#define CLANG_WITHOUT_OPTION "--without-kernel="

/* Arguments that clang has not: the file PATH stands for the library that is linked, and has all
 * its functions that are called NAME. Where the source calls another, the library itself is linked.
 */
#define CLANG_PART_OPTION "--library-part="
#define CLANG_NAME_OPTION "--library-name="

/* Does what the clang program at `clang` does with these arguments (argv[0] is not one) for one
 * source that becomes bitcode, assembly or an object: reads its resource headers, writes messages
 * to standard error, and returns its exit code. For a process that ends then: what it allocated
 * stays. */
int clang_compile(const char *clang, int argc, const char *const *argv);

#ifdef __cplusplus
}
#endif
#endif
