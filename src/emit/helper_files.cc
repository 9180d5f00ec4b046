#include "emit/helper_files.h"

#include <fmt/format.h>

#include "emit/js_text.h"

namespace kingbird::emit {
std::string EnvironmentFile(const std::vector<std::string>& environment) {
  std::string text = "'use strict';\n// What the package saw of the environment when these tests were made.\n";
  for (const std::string& variable : environment) {
    const size_t sign = variable.find('=');
    const std::string place = fmt::format("process.env[{}]", Quote(variable.substr(0, sign)));
    text += sign != std::string::npos ? fmt::format("{} = {};\n", place, Quote(variable.substr(sign + 1)))
                                      : fmt::format("if ({} === undefined) throw new Error({});\n", place,
                                                    Quote("these tests need the environment variable " + variable));
  }
  return text;
}

}  // namespace kingbird::emit
