/* Where host code is evaluated, libstdc++'s strings are compiled from their headers: what they do is
 * known then. */
#pragma GCC system_header
#if defined __cplusplus && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
