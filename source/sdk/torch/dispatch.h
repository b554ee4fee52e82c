/* The macros that choose a type at run time: all branches are there, so that what they launch has
 * its instances. */

namespace at {
namespace detail {
inline ScalarType scalar_type(ScalarType type) {
    return type;
}
} // namespace detail
} // namespace at

#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                                        \
    [&] {                                                                                          \
        switch (at::detail::scalar_type(TYPE)) {                                                   \
            __VA_ARGS__                                                                            \
        default:                                                                                   \
            abort();                                                                               \
        }                                                                                          \
    }()
#define AT_PRIVATE_CASE_TYPE_USING_HINT(enum_type, HINT, ...)                                      \
    case enum_type: {                                                                              \
        using HINT [[maybe_unused]] = c10::impl::ScalarTypeToCPPTypeT<enum_type>;                  \
        return __VA_ARGS__();                                                                      \
    }
#define AT_DISPATCH_CASE(enum_type, ...)                                                           \
    AT_PRIVATE_CASE_TYPE_USING_HINT(enum_type, scalar_t, __VA_ARGS__)

#define AT_DISPATCH_CASE_FLOATING_TYPES(...)                                                       \
    AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)                                           \
    AT_DISPATCH_CASE(at::ScalarType::Double, __VA_ARGS__)
#define AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(...)                                               \
    AT_DISPATCH_CASE(at::ScalarType::Half, __VA_ARGS__)                                            \
    AT_DISPATCH_CASE(at::ScalarType::BFloat16, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(...)                                              \
    AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)                                                   \
    AT_DISPATCH_CASE(at::ScalarType::Half, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND(TYPE, ...)                                             \
    AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)                                                   \
    AT_DISPATCH_CASE(TYPE, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND2(TYPE1, TYPE2, ...)                                    \
    AT_DISPATCH_CASE_FLOATING_TYPES_AND(TYPE1, __VA_ARGS__)                                        \
    AT_DISPATCH_CASE(TYPE2, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND3(TYPE1, TYPE2, TYPE3, ...)                             \
    AT_DISPATCH_CASE_FLOATING_TYPES_AND2(TYPE1, TYPE2, __VA_ARGS__)                                \
    AT_DISPATCH_CASE(TYPE3, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                                       \
    AT_DISPATCH_CASE(at::ScalarType::Byte, __VA_ARGS__)                                            \
    AT_DISPATCH_CASE(at::ScalarType::Char, __VA_ARGS__)                                            \
    AT_DISPATCH_CASE(at::ScalarType::Int, __VA_ARGS__)                                             \
    AT_DISPATCH_CASE(at::ScalarType::Long, __VA_ARGS__)                                            \
    AT_DISPATCH_CASE(at::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)                                                            \
    AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)                                                   \
    AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES_AND(TYPE, ...)                                                  \
    AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                                                        \
    AT_DISPATCH_CASE(TYPE, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES_AND2(TYPE1, TYPE2, ...)                                         \
    AT_DISPATCH_CASE_ALL_TYPES_AND(TYPE1, __VA_ARGS__)                                             \
    AT_DISPATCH_CASE(TYPE2, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES_AND3(TYPE1, TYPE2, TYPE3, ...)                                  \
    AT_DISPATCH_CASE_ALL_TYPES_AND2(TYPE1, TYPE2, __VA_ARGS__)                                     \
    AT_DISPATCH_CASE(TYPE3, __VA_ARGS__)

#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...)                                                \
    AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(TYPE, NAME, ...)                                        \
    AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...)                                       \
    AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(TYPE1, TYPE, NAME, ...)                                     \
    AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES_AND(TYPE1, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(TYPE1, TYPE2, TYPE, NAME, ...)                             \
    AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES_AND2(TYPE1, TYPE2, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND3(TYPE1, TYPE2, TYPE3, TYPE, NAME, ...)                      \
    AT_DISPATCH_SWITCH(TYPE, NAME,                                                                 \
                       AT_DISPATCH_CASE_FLOATING_TYPES_AND3(TYPE1, TYPE2, TYPE3, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...)                                                \
    AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...)                                                     \
    AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(TYPE1, TYPE, NAME, ...)                                          \
    AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES_AND(TYPE1, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(TYPE1, TYPE2, TYPE, NAME, ...)                                  \
    AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES_AND2(TYPE1, TYPE2, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(TYPE1, TYPE2, TYPE3, TYPE, NAME, ...)                           \
    AT_DISPATCH_SWITCH(TYPE, NAME,                                                                 \
                       AT_DISPATCH_CASE_ALL_TYPES_AND3(TYPE1, TYPE2, TYPE3, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(TYPE1, TYPE2, TYPE, NAME, ...)                      \
    AT_DISPATCH_ALL_TYPES_AND2(TYPE1, TYPE2, TYPE, NAME, __VA_ARGS__)
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                                                   \
    AT_DISPATCH_SWITCH(                                                                            \
        TYPE, NAME,                                                                                \
        AT_PRIVATE_CASE_TYPE_USING_HINT(at::ScalarType::Int, index_t, __VA_ARGS__)                 \
            AT_PRIVATE_CASE_TYPE_USING_HINT(at::ScalarType::Long, index_t, __VA_ARGS__))

/* Of the lists that version 2 takes, floating-point types. */
#define AT_WRAP(...) __VA_ARGS__
#define AT_EXPAND(...) __VA_ARGS__
#define AT_FLOATING_TYPES at::ScalarType::Float, at::ScalarType::Double
#define AT_DISPATCH_V2(TYPE, NAME, BODY, ...)                                                      \
    AT_DISPATCH_SWITCH(TYPE, NAME,                                                                 \
                       AT_DISPATCH_CASE(at::ScalarType::Float, BODY)                               \
                           AT_DISPATCH_CASE(at::ScalarType::Half, BODY))
