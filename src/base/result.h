// Result<T>: a value or an Error, shaped like std::expected (C++23). Errors are for what the user or the machine got
// wrong; what a target does (throws, hangs, crashes) is data in model/, never an Error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/check.h"

namespace kingbird::base {

/// Decides the exit code: kUsage → 2, kEnvironment → 3, kInternal → 3, kInterrupted → 130.
enum class ErrorCode {
  kUsage,
  kEnvironment,
  kNotFound,
  kInternal,
  kInterrupted,
  kDoesNotLoad,      ///< The target threw while it was loaded.
  kEndsWhileLoaded,  ///< It ended or hung.
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;  ///< One line, says what is wrong in the user's words.
  std::string context;  ///< One line, says what to do about it; may be empty.
  std::string heard;    ///< What somebody else said: a stack trace, output; may be long, and anything.
  std::string reason;   ///< The code of somebody else's error ("MODULE_NOT_FOUND"), as far as it has one.

  /// "message (context)", what the CLI prints after "kingbird: ".
  std::string ToString() const { return context.empty() ? message : message + " (" + context + ")"; }
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit like std::expected
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const T& value() const& {
    CHECK(ok(), error().message);
    return std::get<0>(state_);
  }
  T& value() & {
    CHECK(ok(), error().message);
    return std::get<0>(state_);
  }
  T&& value() && {
    CHECK(ok(), error().message);
    return std::get<0>(std::move(state_));
  }
  const Error& error() const { return std::get<1>(state_); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

 private:
  std::variant<T, Error> state_;
};

/// Success or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}
  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

inline Error UsageError(std::string message, std::string context = "") {
  return {ErrorCode::kUsage, std::move(message), std::move(context)};
}
inline Error EnvironmentError(std::string message, std::string context = "") {
  return {ErrorCode::kEnvironment, std::move(message), std::move(context)};
}
inline Error NotFoundError(std::string message, std::string context = "") {
  return {ErrorCode::kNotFound, std::move(message), std::move(context)};
}
inline Error InternalError(std::string message, std::string context = "") {
  return {ErrorCode::kInternal, std::move(message), std::move(context)};
}

}  // namespace kingbird::base

#define KB_CONCAT_INNER(a, b) a##b
#define KB_CONCAT(a, b) KB_CONCAT_INNER(a, b)

/// TRY(expression): returns the error of a Status from the enclosing function.
#define TRY(expression)                                   \
  do {                                                    \
    if (auto kb_status = (expression); !kb_status.ok()) { \
      return kb_status.error();                           \
    }                                                     \
  } while (false)

/// ASSIGN_OR_RETURN(auto x, F()): binds the value or returns the error.
#define ASSIGN_OR_RETURN(declaration, expression)      \
  auto KB_CONCAT(kb_result_, __LINE__) = (expression); \
  if (!KB_CONCAT(kb_result_, __LINE__).ok()) {         \
    return KB_CONCAT(kb_result_, __LINE__).error();    \
  }                                                    \
  declaration = std::move(KB_CONCAT(kb_result_, __LINE__)).value()
