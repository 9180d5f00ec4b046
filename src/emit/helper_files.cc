#include "emit/helper_files.h"

#include <fmt/format.h>

#include "emit/js_text.h"

namespace kingbird::emit {
namespace {

constexpr char kTimersFile[] = R"JS('use strict';
// The code under test starts a timer when it is loaded, which would keep the tests from ending. It runs all the same, but nobody waits for it.
const { setInterval, setTimeout } = globalThis;
const unwaited = (start) => (...args) => {
  const timer = start(...args);
  if (timer && timer.unref) timer.unref();
  return timer;
};
globalThis.setInterval = unwaited(setInterval);
globalThis.setTimeout = unwaited(setTimeout);
exports.restore = () => {
  globalThis.setInterval = setInterval;
  globalThis.setTimeout = setTimeout;
};
)JS";

}  // namespace

std::string TimersFile() { return kTimersFile; }

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
