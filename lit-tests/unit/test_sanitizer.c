/* The asan preset really builds with the address sanitizer: a probe that fails in
 * silence must not take it away. Built in that preset only. */
#include <stdio.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_ASAN 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HAVE_ASAN 1
#endif

int main(void) {
#ifdef HAVE_ASAN
    puts("1 passed, 0 failed");
    return 0;
#else
    puts("0 passed, 1 failed");
    return 1;
#endif
}
