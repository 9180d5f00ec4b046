#include "load/stub_module.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "base/text.h"
#include "emit/js_text.h"

namespace kingbird::load {
namespace {

constexpr char kUncounted[] = "/* istanbul ignore file */\n";
constexpr char kStyle[] =
    "new Proxy({}, { get: (_, name) => (typeof name === 'string' && name !== '__esModule' && name !== 'then' ? name : "
    "undefined) })";

std::string Exporting(const std::string& value, bool modules) {
  return fmt::format("{}{} {};\n", kUncounted, modules ? "export default" : "module.exports =", value);
}

}  // namespace

std::string AssetModule(const base::Path& key, bool modules) {
  static const std::set<std::string> kStyles = {".css", ".scss", ".sass", ".less", ".styl", ".stylus", ".pcss"};
  return Exporting(kStyles.contains(key.extension()) ? kStyle : emit::Quote("/" + key.generic_string()), modules);
}

std::string TextModule(const std::string& text, bool modules) { return Exporting(emit::Quote(text), modules); }

std::string JsonModule(const base::Json& json) {
  std::vector<std::string> names;
  const base::Json members = json.is_object() ? json : base::Json::object();
  for (const auto& [name, value] : members.items()) {
    if (emit::IsFreeName(name) && name != "data") names.push_back(name);
  }
  return fmt::format("{}const data = {};\nexport default data;\nexport const {{ {} }} = data;\n", kUncounted,
                     base::DumpJson(json), base::Join(names, ", "));
}

std::string ThrowingModule(const std::string& error, const std::string& message) {
  return fmt::format("{}throw new {}({});\n", kUncounted, error, emit::Quote(message));
}

}  // namespace kingbird::load
