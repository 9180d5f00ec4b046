// What a function under exploration is called with: a type and a value for each access path. The agent builds plain
// values from it (agent/concolic/inputs.js).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "concolic/expression/type.h"

namespace kingbird::concolic {

/// One input and everything below it. What is not mentioned is absent.
struct Input {
  Type type = Type::kAbsent;
  double number = 0;      ///< kNumber; kBoolean: 0 or 1; kArray: its length.
  std::u16string text;    ///< kString.
  uint32_t instance = 0;  ///< kObject: made an instance of the constructor with this tag (Op::kInstanceOf); 0: plain.
  std::map<std::string, Input> properties;  ///< kObject, kArray ("0", "1" …), kFunction.
  std::vector<Input> results;               ///< kFunction: what its calls return, in order; further calls: absent.
  uint32_t throws = 0;                      ///< kFunction: the number, from 1, of the call that throws; 0: none does.

  bool operator==(const Input& other) const;
};

/// Globals of this prefix are what the constructor of a method's receiver is called with: "new:0", "new:1" …
inline constexpr std::string_view kMaking = "new:";
/// There where the receiver was made by its constructor.
inline constexpr std::string_view kMade = "new:this";
/// Properties of a function with such names, "(0)", "(1)" …, are what the function calls functions with that it is
/// passed.
inline bool IsHandedOn(std::string_view name) { return name.starts_with('(') && name.ends_with(')'); }

struct Assignment {
  Input self;                    ///< `this`.
  std::vector<Input> arguments;  ///< As many as are passed.
  /// Free variables and those of the file; "require:NAME" for stand-ins of modules, "function:PLACE" of functions;
  /// "outer1:this", "outer1:0" … of the calls that have to run around the explored one.
  std::map<std::string, Input> globals;
  uint32_t subject = 0;  ///< Which of the runner's programs it is for, where there are several.

  bool operator==(const Assignment& other) const = default;
};

/// The name of a property whose key is a symbol of the language: "Symbol.iterator" (agent/concolic/names.js).
bool IsSymbolName(std::string_view name);

/// The name of a global that stands for a module or a function.
bool IsStandIn(const std::string& global);

/// {"t": type name, "v": number, "s": text as an array of UTF-16 units or a string, "c": instance, "p": {…}, "r": […],
/// "x": throws}; numbers JSON cannot hold are strings ("NaN", "-0", …). An assignment is {"this": input, "arguments":
/// [input…], "globals": {name: input}}.
base::Json ToJson(const Input& input);
base::Json ToJson(const Assignment& assignment);
base::Result<Assignment> AssignmentFromJson(const base::Json& json);

/// JavaScript source text of the value: `{bar: function () {}}`, for reports and scripts. An instance of a constructor
/// is written as a plain object: the text cannot name the constructor.
std::string ToSource(const Input& input);

/// What JSON.parse makes of a text; nothing: it throws.
std::optional<Input> InputOfText(const std::u16string& text);

/// Absent inputs are not mentioned, so that equal inputs are equal data. A text that is parsed (path.h: kParsed)
/// becomes what its part says.
void DropAbsent(Assignment& assignment);

}  // namespace kingbird::concolic
