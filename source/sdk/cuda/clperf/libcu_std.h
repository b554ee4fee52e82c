/* Stands in for libcu++'s headers cuda/std/NAME where there is no SDK: what they hold is the
 * standard library's, whose constexpr functions clang takes as device code as well. */
#pragma GCC system_header
#ifndef CLPERF_LIBCU_STD
#define CLPERF_LIBCU_STD

#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#if __cplusplus >= 201703L
#include <optional>
#include <variant>
#endif
#if __cplusplus >= 202002L
#include <bit>
#include <concepts>
#include <span>
#endif

namespace cuda {
namespace std {
using namespace ::std;
}
} // namespace cuda

#endif
