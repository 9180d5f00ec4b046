#include "emit/module_import.h"

#include <fmt/format.h>

#include "emit/js_text.h"

namespace kingbird::emit {

std::string InTheirPlace(const std::string& module, const RenderedNames& names) {
  if (names.empty()) return module;
  const std::string hooks = names.hooks.empty() ? "" : fmt::format(", [{}]", QuoteAll(names.hooks));
  return fmt::format("rendered({}, [{}]{})", module, QuoteAll(names.components), hooks);
}

std::string PackageName(const std::string& specifier) {
  const size_t first = specifier.find('/');
  return specifier.substr(
      0, specifier.starts_with('@') && first != std::string::npos ? specifier.find('/', first + 1) : first);
}

}  // namespace kingbird::emit
