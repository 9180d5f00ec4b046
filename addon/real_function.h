// The function of libc that one of ours stands in front of.
#pragma once

#include <dlfcn.h>

namespace kingbird::addon {

/// Constant-initialised, because libc's functions are called before constructors run.
template <typename Signature>
class RealFunction;

template <typename Result, typename... Arguments>
class RealFunction<Result(Arguments...)> {
 public:
  explicit constexpr RealFunction(const char* name) : name_(name) {}
  void Find() {
    if (function_ == nullptr) function_ = reinterpret_cast<Result (*)(Arguments...)>(dlsym(RTLD_NEXT, name_));
  }
  Result operator()(Arguments... arguments) {
    Find();
    return function_(arguments...);
  }

 private:
  const char* name_;
  Result (*function_)(Arguments...) = nullptr;
};

/// Marks a function that takes the place of libc's `name`. The assembler name leaves libc's declaration alone.
#define KINGBIRD_STANDS_FOR(name) __asm__(name) __attribute__((visibility("default")))

}  // namespace kingbird::addon
