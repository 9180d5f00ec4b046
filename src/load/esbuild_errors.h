// What esbuild prints about files that it does not compile. It has no codes for errors, nor a form for programs: its
// sentences are matched here and nowhere else, as the one version that we fetch (compile.cc) writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace kingbird::load {

struct EsbuildError {
  std::string message;  ///< "src/x.ts:3:5: …"
  base::Path file;
  bool wants_module = false;  ///< It waits at its top level, which CommonJS cannot.
};

std::vector<EsbuildError> ReadEsbuildErrors(std::string_view printed);

}  // namespace kingbird::load
