#include "load/esbuild_errors.h"

#include "base/text.h"

namespace kingbird::load {
namespace {

constexpr std::string_view kError = "[ERROR] ";
constexpr std::string_view kWaits = "Top-level await";
constexpr size_t kIndent = 4;

}  // namespace

// "✘ [ERROR] what is wrong", an empty line, "    file:line:column:".
std::vector<EsbuildError> ReadEsbuildErrors(std::string_view printed) {
  std::vector<EsbuildError> errors;
  std::string what;
  for (const std::string& line : base::Split(printed, '\n')) {
    if (const size_t at = line.find(kError); at != std::string::npos) what = line.substr(at + kError.size());
    if (what.empty() || line.find_first_not_of(' ') != kIndent || !line.ends_with(':')) continue;
    const std::string place = line.substr(kIndent, line.size() - kIndent - 1);
    errors.push_back({place + ": " + what, base::Path(place.substr(0, place.find(':'))).lexically_normal(),
                      what.starts_with(kWaits)});
    what.clear();
  }
  return errors;
}

}  // namespace kingbird::load
