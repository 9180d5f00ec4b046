// CHECK(condition, message): a programmer error; prints where and aborts. Never for input or for what a target does.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace kingbird::base {

[[noreturn]] inline void CheckFailed(const char* file, int line, const char* condition, std::string_view message = "") {
  std::fprintf(stderr, "%s:%d: CHECK(%s) failed %.*s\n", file, line, condition, static_cast<int>(message.size()),
               message.data());
  std::abort();
}

}  // namespace kingbird::base

#define CHECK(condition, ...)                                                                   \
  do {                                                                                          \
    if (!(condition)) [[unlikely]] {                                                            \
      ::kingbird::base::CheckFailed(__FILE__, __LINE__, #condition __VA_OPT__(, ) __VA_ARGS__); \
    }                                                                                           \
  } while (false)
