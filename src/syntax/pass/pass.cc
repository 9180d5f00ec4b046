#include "syntax/pass/pass.h"

#include <cctype>

#include "base/json.h"

namespace kingbird::syntax {
namespace {

/// For the body of a data: URL.
std::string PercentEncode(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || std::string_view("-_.!~*'()/:@=+$,").find(c) != std::string_view::npos) {
      encoded += c;
    } else {
      encoded.append({'%', kHex[byte >> 4], kHex[byte & 15]});
    }
  }
  return encoded;
}

}  // namespace

std::string FetchInPrologue(std::string_view name, std::string_view expression, bool module) {
  if (!module) return "var " + std::string(name) + "=" + std::string(expression) + ";";
  const std::string body = "export default " + std::string(expression);
  return "import " + std::string(name) + " from" + base::DumpJson("data:text/javascript," + PercentEncode(body)) + ";";
}

}  // namespace kingbird::syntax
