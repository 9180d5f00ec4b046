// Diagnostics for people: levels, a sink that tests can replace, no globals. What a command prints as its result is not
// a log line; it goes through report/terminal.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace kingbird::base {

enum class LogLevel { kQuiet, kWarning, kInfo, kDebug };

/// Thread-safe.
class Log {
 public:
  using Sink = std::function<void(LogLevel, std::string_view)>;
  /// Writes "kingbird: …" lines to stderr.
  explicit Log(LogLevel level = LogLevel::kWarning);
  Log(LogLevel level, Sink sink) : level_(level), sink_(std::move(sink)) {}

  template <typename... Args>
  void Warning(fmt::format_string<Args...> format, Args&&... args) {
    Write(LogLevel::kWarning, fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void Info(fmt::format_string<Args...> format, Args&&... args) {
    Write(LogLevel::kInfo, fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void Debug(fmt::format_string<Args...> format, Args&&... args) {
    if (level_ >= LogLevel::kDebug) Write(LogLevel::kDebug, fmt::format(format, std::forward<Args>(args)...));
  }
  LogLevel level() const { return level_; }

 private:
  void Write(LogLevel level, std::string_view line);

  LogLevel level_;
  Sink sink_;
  std::mutex mutex_;
};

}  // namespace kingbird::base
