/* Error exits, for what cannot be reported any better: out of memory and our
 * own bugs. Mistakes of the user and kernels that cannot be analysed are values
 * that travel to the report, never a call of these. */
#ifndef BASE_DIE_H
#define BASE_DIE_H

/* Exit statuses of our own programs (GCC and sysexits have no better ones). */
enum { EXIT_FINDINGS = 1, EXIT_USAGE = 2, EXIT_BUG = 70 };
/* What clperf-analyze says to clperf-cc of a finding that counts as an error, and of a mistake in
 * the request that does: numbers that no library's own exit uses. */
enum { EXIT_ANALYZER_FINDINGS = 71, EXIT_ANALYZER_MISTAKE = 72 };

/* Prints "clperf: fatal: ..." to stderr and exits with EXIT_BUG. */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
