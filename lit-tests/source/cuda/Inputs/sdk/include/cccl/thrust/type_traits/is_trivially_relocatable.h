#pragma once
struct __half;
struct __half2;
namespace thrust {
template <class T> struct relocatable {
    static constexpr bool value = false;
};
template <> struct relocatable<__half> {
    static constexpr bool value = true;
};
} // namespace thrust
