#include "explore/call_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace kingbird::explore {
namespace {

using concolic::Input;
using concolic::Type;

bool IsAbsent(const Input& input) { return input.type == Type::kAbsent; }

// An object that nothing was read from is the `this` that every exploration begins with.
bool SaysNothing(const Input& self) { return IsAbsent(self) || concolic::ToSource(self) == "{}"; }

// "outer1:0" is an argument of the function around the explored one: how it was called comes with the place.
bool IsOfOuter(const std::string& name) { return name.starts_with("outer") && name.find(':') != std::string::npos; }

}  // namespace

std::string CallText(const std::string& function, bool script, const concolic::Assignment& input) {
  std::vector<std::string> arguments;
  for (const Input& argument : input.arguments) arguments.push_back(concolic::ToSource(argument));
  std::string text = function;
  if (!script && !SaysNothing(input.self)) {
    arguments.insert(arguments.begin(), concolic::ToSource(input.self));
    text += ".call";
  }
  if (!script) text += "(" + base::Join(arguments, ", ") + ")";
  std::vector<std::string> others;
  std::vector<std::string> outer;
  for (const auto& [name, global] : input.globals) {
    if (IsAbsent(global)) continue;
    if (!IsOfOuter(name)) others.push_back(name + " = " + concolic::ToSource(global));
    if (IsOfOuter(name) && !name.ends_with(":this")) outer.push_back(concolic::ToSource(global));
  }
  if (!others.empty()) text += " with " + base::Join(others, ", ");
  if (!outer.empty()) text += fmt::format(" inside a call with ({})", base::Join(outer, ", "));
  return text;
}

std::string PasteableCall(const ExplorableFunction& function, const concolic::Assignment& input,
                          const Constructors& constructors, const emit::PasteNames& names) {
  const auto test = function.reach ? AsTest(*function.reach, input, constructors) : std::nullopt;
  if (!test) return CallText(function.name, function.place.script, input);
  std::string text = emit::PasteText(*test, names);
  for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) text.replace(at, 1, "; ");
  return text;
}

}  // namespace kingbird::explore
