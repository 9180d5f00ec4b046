// One call of a built-in, as a test case tree: calls of the harness (`K`, agent/conform/harness.js) make what literals
// cannot say, the last call, K.call(this, arguments…) or K.construct(arguments…), is the one under test.
#pragma once

#include <string>
#include <vector>

#include "model/test_case.h"

namespace kingbird::conform {

/// A function of the language: {"Array", "prototype", "fill"}.
struct BuiltIn {
  std::string name;
  model::AccessPath path;
  /// Section of ECMA-262 that describes it, as the anchor in its text: "sec-array.prototype.fill".
  std::string Section() const;
};

/// Parses a name such as "Array.prototype.fill", "Math.max" or "parseInt". kUsage for any other text, for instance
/// "Map.prototype[Symbol.iterator]".
base::Result<BuiltIn> ParseBuiltIn(const std::string& name);

struct Case {
  enum class Source : uint8_t { kRandom, kSymbolic };
  size_t built_in = 0;  ///< Index into the run's list of built-ins.
  model::TestCase test;
  Source source = Source::kRandom;
  std::string implementation;  ///< kSymbolic: the implementation whose path the case follows.
};

/// The argument `K`, which denotes the harness.
model::Argument Harness();
/// Adds a call K.name(arguments) to `body` and returns a reference to its result.
model::Argument CallHarness(const std::string& name, std::vector<model::Argument> arguments,
                            std::vector<model::Call>& body, int& next_id);

/// Writes the statements of the case as ES5 in ASCII; "" if the case cannot be written so.
std::string StatementsOf(const model::TestCase& test, std::string_view indent = "  ");
/// The kind of function that holds the body of a case.
enum class CaseForm : uint8_t {
  kFunction,  ///< A function expression, which all editions of the language have.
  kArrow,     ///< An arrow function: it has no `arguments` object, which some engines take long to make.
};
/// Writes the statement `K.run(number, path, function (K, at) {…}, needed globals);`.
std::string CaseText(const Case& one, const BuiltIn& built_in, size_t number, CaseForm form = CaseForm::kFunction);
/// Writes the call in one line for readers: "Array.prototype.fill.call([1, 2], 7)". Returns the statements if one line
/// cannot express the call.
std::string CallText(const Case& one, const BuiltIn& built_in);

}  // namespace kingbird::conform
