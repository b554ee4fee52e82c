/* What OpenCL's and CUDA's headers include of C's, where it is there. */

#if __has_include(<math.h>)
#include <math.h>
#endif
#if __has_include(<stdlib.h>)
#include <stdlib.h>
#endif
#if __has_include(<string.h>)
#include <string.h>
#endif
#if __has_include(<stdio.h>)
#include <stdio.h>
#endif
#if __has_include(<stdint.h>)
#include <stdint.h>
#endif
#if __has_include(<limits.h>)
#include <limits.h>
#endif
#if __has_include(<time.h>)
#include <time.h>
#endif
