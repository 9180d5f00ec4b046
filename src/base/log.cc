#include "base/log.h"

#include <cstdio>

#include "base/text.h"

namespace kingbird::base {

Log::Log(LogLevel level)
    : Log(level,
          [](LogLevel, std::string_view line) { std::fprintf(stderr, "kingbird: %s\n", Printable(line).c_str()); }) {}

void Log::Write(LogLevel level, std::string_view line) {
  if (level > level_) return;
  std::lock_guard lock(mutex_);
  sink_(level, line);
}

}  // namespace kingbird::base
