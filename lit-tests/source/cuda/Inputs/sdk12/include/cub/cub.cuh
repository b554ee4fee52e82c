#pragma once
namespace cub {
struct of_another_age : of_no_age {};
} // namespace cub
